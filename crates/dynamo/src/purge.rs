//! Removing a room with all its earlier games, step by step.

use aws_sdk_dynamodb::error::BuildError;
use aws_sdk_dynamodb::types::{AttributeValue, ConditionCheck, Delete, TransactWriteItem};
use rooms::{Purged, RoomId, StoreError};

use crate::failure::{Failure, read_error, with_retries};
use crate::item;
use crate::keys;
use crate::store::{DynamoStore, IS_AS_READ, READ};

/// What one transaction takes, less the room itself.
const GAMES_AT_ONCE: i32 = 99;

/// Removes as many games as fit in one transaction that holds on to the room's version. The room goes with the last of
/// them: a removal that breaks off leaves a room that the next sweep finds, never a game whose room is gone. What was
/// removed is not found again, so the next step begins where this one stopped.
pub(crate) async fn step(
    store: &DynamoStore,
    id: RoomId,
    version: u64,
) -> Result<Purged, StoreError> {
    let answer = store
        .client
        .query()
        .table_name(&store.table)
        .key_condition_expression("pk = :room AND begins_with(sk, :game)")
        .expression_attribute_values(":room", keys::partition(id))
        .expression_attribute_values(":game", AttributeValue::S(keys::GAME.to_owned()))
        .projection_expression("pk, sk")
        .consistent_read(true)
        .limit(GAMES_AT_ONCE)
        .send()
        .await
        .map_err(|e| read_error(&e))?;
    let games = answer.items().iter().map(item::sort_key);
    let games = games.collect::<Result<Vec<_>, _>>()?;
    let with_room = answer.last_evaluated_key.is_none();
    if !delete(store, id, version, &games, with_room).await? {
        return Ok(Purged::Lost);
    }
    Ok(if with_room {
        Purged::Gone
    } else {
        Purged::More
    })
}

async fn delete(
    store: &DynamoStore,
    id: RoomId,
    version: u64,
    games: &[String],
    with_room: bool,
) -> Result<bool, StoreError> {
    let refused = |e: BuildError| StoreError::Refused(e.to_string());
    let room = if with_room {
        let delete = Delete::builder()
            .table_name(&store.table)
            .set_key(Some(keys::room(id)))
            .condition_expression(IS_AS_READ)
            .expression_attribute_values(READ, item::number(version));
        TransactWriteItem::builder().delete(delete.build().map_err(refused)?)
    } else {
        let check = ConditionCheck::builder()
            .table_name(&store.table)
            .set_key(Some(keys::room(id)))
            .condition_expression(IS_AS_READ)
            .expression_attribute_values(READ, item::number(version));
        TransactWriteItem::builder().condition_check(check.build().map_err(refused)?)
    };
    let mut items = vec![room.build()];
    for sort in games {
        let delete = Delete::builder()
            .table_name(&store.table)
            .set_key(Some(keys::key(id, sort.clone())));
        items.push(
            TransactWriteItem::builder()
                .delete(delete.build().map_err(refused)?)
                .build(),
        );
    }
    let written = with_retries(|| async {
        store
            .client
            .transact_write_items()
            .set_transact_items(Some(items.clone()))
            .send()
            .await
            .map_err(Failure::from)
    })
    .await?;
    Ok(written.is_ok())
}
