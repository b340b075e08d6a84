//! Removing a room with all its earlier games.

use aws_sdk_dynamodb::error::BuildError;
use aws_sdk_dynamodb::types::{AttributeValue, ConditionCheck, Delete, TransactWriteItem};
use rooms::{RoomId, StoreError};

use crate::failure::{Failure, read_error, with_retries};
use crate::item;
use crate::keys;
use crate::store::{DynamoStore, IS_AS_READ, READ};

/// What one transaction takes, less the room itself.
const GAMES_AT_ONCE: usize = 99;

/// Removes games and room in transactions that all hold on to the room's version. The room goes with the last of them: a
/// purge that breaks off leaves a room that the next sweep finds, never a game whose room is gone.
pub(crate) async fn purge(
    store: &DynamoStore,
    id: RoomId,
    version: u64,
) -> Result<bool, StoreError> {
    let games = games(store, id).await?;
    let mut batches: Vec<&[String]> = games.chunks(GAMES_AT_ONCE).collect();
    let last = batches.pop().unwrap_or_default();
    for batch in batches {
        if !delete(store, id, version, batch, false).await? {
            return Ok(false);
        }
    }
    delete(store, id, version, last, true).await
}

/// The sort keys of the earlier games.
async fn games(store: &DynamoStore, id: RoomId) -> Result<Vec<String>, StoreError> {
    let mut games = Vec::new();
    let mut start = None;
    loop {
        let answer = store
            .client
            .query()
            .table_name(&store.table)
            .key_condition_expression("pk = :room AND begins_with(sk, :game)")
            .expression_attribute_values(":room", keys::partition(id))
            .expression_attribute_values(":game", AttributeValue::S(keys::GAME.to_owned()))
            .projection_expression("pk, sk")
            .consistent_read(true)
            .set_exclusive_start_key(start)
            .send()
            .await
            .map_err(|e| read_error(&e))?;
        for item in answer.items() {
            games.push(item::sort_key(item)?);
        }
        match answer.last_evaluated_key {
            None => return Ok(games),
            next => start = next,
        }
    }
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
