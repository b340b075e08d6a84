//! The port [`RoomStore`] on DynamoDB.

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::operation::update_item::builders::UpdateItemFluentBuilder;
use aws_sdk_dynamodb::types::{
    AttributeValue, Put, ReturnValuesOnConditionCheckFailure as OnFailure, TransactWriteItem,
};
use rooms::{
    Caller, Change, DuePage, Folded, Freshness, PastGame, Purged, Room, RoomId, RoomStore, Span,
    StoreError, Timestamp, Written,
};

use crate::failure::{Failure, read_error, with_retries};
use crate::item;
use crate::keys::{self, Item};
use crate::purge;
use crate::table::DUE_INDEX;

/// Only where no item is.
const IS_NEW: &str = "attribute_not_exists(pk)";
/// Only where the version that was read still stands.
pub(crate) const IS_AS_READ: &str = "v = :read";
/// The value in [`IS_AS_READ`].
pub(crate) const READ: &str = ":read";

/// How many rooms a page of what is due holds.
const PAGE: i32 = 100;

/// Rooms in a DynamoDB table made by [`crate::create_table`]. Cheap to clone.
#[derive(Debug, Clone)]
pub struct DynamoStore {
    pub(crate) client: Client,
    pub(crate) table: String,
    retention: Span,
}

/// Names one write, so that it is known again when the SDK repeats it because its answer was lost. Two writes of one
/// room get the same 64 bits once in 2⁶⁴.
#[derive(Clone, Copy)]
struct WriteId([u8; 8]);

impl WriteId {
    fn random() -> Result<Self, StoreError> {
        let mut bytes = [0; 8];
        getrandom::fill(&mut bytes)
            .map_err(|e| StoreError::Refused(format!("no randomness: {e}")))?;
        Ok(Self(bytes))
    }

    /// What a write whose condition failed found, told apart: its own success, or somebody else's.
    ///
    /// If a third write came between, this one is `Lost` although it was stored; then deciding again finds the command
    /// done already.
    fn judge(self, stored: Option<Item>) -> Result<Written, StoreError> {
        match stored {
            None => Ok(Written::Lost(None)),
            Some(item) if item::write_id(&item) == Some(self.0.as_slice()) => Ok(Written::Stored),
            Some(item) => Ok(Written::Lost(Some(Box::new(item::to_room(&item)?)))),
        }
    }

    /// The same for DynamoDB's own memory of transactions.
    fn request_token(self) -> String {
        format!("{:016x}", u64::from_be_bytes(self.0))
    }
}

impl DynamoStore {
    /// A store on `table`, where ended rooms are kept for readers for `retention`.
    #[must_use]
    pub fn new(client: Client, table: impl Into<String>, retention: Span) -> Self {
        Self {
            client,
            table: table.into(),
            retention,
        }
    }

    async fn put(&self, room: &Room, read_version: Option<u64>) -> Result<Written, StoreError> {
        let write_id = WriteId::random()?;
        let item = item::from_room(room, self.retention, &write_id.0);
        let written = with_retries(|| async {
            let put = self
                .client
                .put_item()
                .table_name(&self.table)
                .set_item(Some(item.clone()))
                .return_values_on_condition_check_failure(OnFailure::AllOld);
            let put = match read_version {
                None => put.condition_expression(IS_NEW),
                Some(version) => put
                    .condition_expression(IS_AS_READ)
                    .expression_attribute_values(READ, item::number(version)),
            };
            put.send().await.map_err(Failure::from)
        })
        .await?;
        match written {
            Ok(_) => Ok(Written::Stored),
            Err(stored) => write_id.judge(stored),
        }
    }

    /// The room and the game that leaves it, both or neither.
    async fn put_with_archive(
        &self,
        change: &Change,
        past: &PastGame,
    ) -> Result<Written, StoreError> {
        let write_id = WriteId::random()?;
        let room = Put::builder()
            .table_name(&self.table)
            .set_item(Some(item::from_room(
                &change.room,
                self.retention,
                &write_id.0,
            )))
            .condition_expression(IS_AS_READ)
            .expression_attribute_values(READ, item::number(change.read_version))
            .return_values_on_condition_check_failure(OnFailure::AllOld)
            .build()
            .map_err(|e| StoreError::Refused(e.to_string()))?;
        // No condition of its own: the room's version is what guards it.
        let game = Put::builder()
            .table_name(&self.table)
            .set_item(Some(item::from_past_game(past)))
            .build()
            .map_err(|e| StoreError::Refused(e.to_string()))?;
        let written = with_retries(|| async {
            self.client
                .transact_write_items()
                .client_request_token(write_id.request_token())
                .transact_items(TransactWriteItem::builder().put(room.clone()).build())
                .transact_items(TransactWriteItem::builder().put(game.clone()).build())
                .send()
                .await
                .map_err(Failure::from)
        })
        .await?;
        match written {
            Ok(_) => Ok(Written::Stored),
            Err(stored) => write_id.judge(stored),
        }
    }

    async fn get(&self, key: Item, freshness: Freshness) -> Result<Option<Item>, StoreError> {
        let answer = self
            .client
            .get_item()
            .table_name(&self.table)
            .set_key(Some(key))
            .consistent_read(freshness == Freshness::Consistent)
            .send()
            .await
            .map_err(|e| read_error(&e))?;
        Ok(answer.item)
    }
}

impl RoomStore for DynamoStore {
    async fn create(&self, room: &Room) -> Result<Written, StoreError> {
        self.put(room, None).await
    }

    async fn read_folded(
        &self,
        id: RoomId,
        freshness: Freshness,
    ) -> Result<Option<Folded>, StoreError> {
        let item = self.get(keys::room(id), freshness).await?;
        Ok(item.as_ref().map(item::to_folded).transpose()?)
    }

    async fn write(&self, change: &Change) -> Result<Written, StoreError> {
        match &change.archive {
            None => self.put(&change.room, Some(change.read_version)).await,
            Some(past) => self.put_with_archive(change, past).await,
        }
    }

    async fn read_game(&self, id: RoomId, number: u32) -> Result<Option<PastGame>, StoreError> {
        let key = keys::game(id, number);
        // It never changes once it is there, so only its absence needs a second, dearer look.
        let item = match self.get(key.clone(), Freshness::Eventual).await? {
            None => self.get(key, Freshness::Consistent).await?,
            found => found,
        };
        Ok(item.as_ref().map(item::to_past_game).transpose()?)
    }

    async fn due(
        &self,
        shard: u8,
        until: Timestamp,
        after: Option<String>,
    ) -> Result<DuePage, StoreError> {
        let start = match after {
            None => None,
            Some(text) => Some(keys::cursor::read(shard, &text).ok_or_else(|| {
                StoreError::Refused("the page's start is none of this store's".to_owned())
            })?),
        };
        let answer = self
            .client
            .query()
            .table_name(&self.table)
            .index_name(DUE_INDEX)
            .key_condition_expression("due_pk = :shard AND due_at <= :until")
            .expression_attribute_values(":shard", keys::due_partition(shard))
            .expression_attribute_values(":until", keys::millis(until))
            .limit(PAGE)
            .set_exclusive_start_key(start)
            .send()
            .await
            .map_err(|e| read_error(&e))?;
        // One row that is no room's must not hide the others.
        let mut page = DuePage::default();
        for row in answer.items() {
            match item::to_due(row) {
                Ok(due) => page.due.push(due),
                Err(_) => page.unreadable = page.unreadable.saturating_add(1),
            }
        }
        let next = answer.last_evaluated_key.as_ref();
        page.next = next.map(keys::cursor::write).transpose()?;
        Ok(page)
    }

    async fn rearm(
        &self,
        id: RoomId,
        version: u64,
        wake_at: Option<Timestamp>,
    ) -> Result<bool, StoreError> {
        let written = with_retries(|| async {
            let update = self
                .client
                .update_item()
                .table_name(&self.table)
                .set_key(Some(keys::room(id)))
                .condition_expression(IS_AS_READ)
                .expression_attribute_values(READ, item::number(version));
            alarm(update, id, wake_at)
                .send()
                .await
                .map_err(Failure::from)
        })
        .await?;
        Ok(written.is_ok())
    }

    async fn postpone(
        &self,
        id: RoomId,
        due: Timestamp,
        until: Timestamp,
    ) -> Result<bool, StoreError> {
        let written = with_retries(|| async {
            self.client
                .update_item()
                .table_name(&self.table)
                .set_key(Some(keys::room(id)))
                .condition_expression("due_at = :due")
                .update_expression("SET due_at = :until")
                .expression_attribute_values(":due", keys::millis(due))
                .expression_attribute_values(":until", keys::millis(until))
                .send()
                .await
                .map_err(Failure::from)
        })
        .await?;
        Ok(written.is_ok())
    }

    async fn admit(&self, caller: &Caller, game: &str, limit: u32) -> Result<bool, StoreError> {
        let admitted = with_retries(|| async {
            self.client
                .update_item()
                .table_name(&self.table)
                .set_key(Some(keys::caller(caller)))
                .update_expression("SET expires_at = :until ADD games :game")
                .condition_expression(
                    "attribute_not_exists(games) OR size(games) < :limit OR contains(games, :name)",
                )
                .expression_attribute_values(":until", item::number(caller.until().as_seconds()))
                .expression_attribute_values(":game", AttributeValue::Ss(vec![game.to_owned()]))
                .expression_attribute_values(":name", AttributeValue::S(game.to_owned()))
                .expression_attribute_values(":limit", item::number(limit.into()))
                .send()
                .await
                .map_err(Failure::from)
        })
        .await?;
        Ok(admitted.is_ok())
    }

    async fn would_admit(
        &self,
        caller: &Caller,
        game: &str,
        limit: u32,
    ) -> Result<bool, StoreError> {
        let day = self.get(keys::caller(caller), Freshness::Eventual).await?;
        let begun = day
            .as_ref()
            .and_then(|day| day.get("games")?.as_ss().ok())
            .map_or(&[][..], Vec::as_slice);
        let fits = u32::try_from(begun.len()).is_ok_and(|count| count < limit);
        Ok(fits || begun.iter().any(|name| name == game))
    }

    async fn purge(&self, id: RoomId, version: u64) -> Result<Purged, StoreError> {
        purge::step(self, id, version).await
    }
}

fn alarm(
    update: UpdateItemFluentBuilder,
    id: RoomId,
    wake_at: Option<Timestamp>,
) -> UpdateItemFluentBuilder {
    match wake_at {
        None => update.update_expression("REMOVE due_pk, due_at"),
        Some(at) => update
            .update_expression("SET due_pk = :shard, due_at = :at")
            .expression_attribute_values(":shard", keys::due_partition(keys::due_shard(id)))
            .expression_attribute_values(":at", keys::millis(at)),
    }
}
