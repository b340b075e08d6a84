//! The one table: its keys, its two sparse indexes and its TTL attribute.
//!
//! This is the only definition in Rust. The embedded engine and the tests create the table from it, and a test holds
//! `template.yaml` against the same constants, so that what runs on AWS cannot drift from what was tested.

use std::time::Duration;

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::error::SdkError;
use aws_sdk_dynamodb::operation::create_table::builders::CreateTableFluentBuilder;
use aws_sdk_dynamodb::types::{
    AttributeDefinition, BillingMode, GlobalSecondaryIndex, KeySchemaElement, KeyType, Projection,
    ProjectionType, ScalarAttributeType, TableDescription, TableStatus, TimeToLiveSpecification,
    TimeToLiveStatus,
};

use crate::error::TableError;

/// The partition key, a string: `ROOM#<ulid>`.
pub const PK: &str = "pk";
/// The sort key, a string: `ROOM` for the room itself, `GAME#0001` for an earlier game.
pub const SK: &str = "sk";

/// The TTL attribute, in epoch *seconds* (milliseconds would never expire anything).
pub const EXPIRES_AT: &str = "expires_at";

/// The sparse index of the open invites that are listed; an item leaves it when the seat is taken.
pub const LOBBY_INDEX: &str = "lobby";
/// Partition key of [`LOBBY_INDEX`], a string: `OPEN#<game>`.
pub const LOBBY_PK: &str = "lobby_pk";
/// Sort key of [`LOBBY_INDEX`], a string: the room's id, and with it the time it was made.
pub const LOBBY_SK: &str = "lobby_sk";

/// The sparse index of what the sweep must look at; an item leaves it when its game ends.
pub const DUE_INDEX: &str = "due";
/// Partition key of [`DUE_INDEX`], a string: `DUE#<shard>`.
pub const DUE_PK: &str = "due_pk";
/// Sort key of [`DUE_INDEX`], a number: epoch milliseconds.
pub const DUE_AT: &str = "due_at";

/// How often, and how long apart, [`ensure_table`] asks whether a new table is ready.
const READY_TRIES: u32 = 120;
const READY_PAUSE: Duration = Duration::from_millis(250);

/// An index of the table, told without the SDK's types so that a test can compare `template.yaml` with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Index {
    /// The index's name.
    pub name: &'static str,
    /// Its partition key and that key's type.
    pub partition: (&'static str, KeyKind),
    /// Its sort key and that key's type.
    pub sort: (&'static str, KeyKind),
    /// What it copies beside the keys: `None` is `KEYS_ONLY`, `Some` is `INCLUDE` of these attributes.
    pub include: Option<&'static [&'static str]>,
}

/// The type of a key attribute.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyKind {
    /// A string, `S`.
    String,
    /// A number, `N`.
    Number,
}

/// Both indexes. Neither projects a token hash: the lobby is read for anyone who asks.
pub const INDEXES: [Index; 2] = [
    Index {
        name: LOBBY_INDEX,
        partition: (LOBBY_PK, KeyKind::String),
        sort: (LOBBY_SK, KeyKind::String),
        include: Some(crate::item::LOBBY_ATTRIBUTES),
    },
    Index {
        name: DUE_INDEX,
        partition: (DUE_PK, KeyKind::String),
        sort: (DUE_AT, KeyKind::Number),
        include: None,
    },
];

/// Creates the table with both indexes, on demand, and turns TTL on; waits until it can be written to.
///
/// # Errors
/// [`TableError`] if the table exists already, may not be created, or does not become ready in half a minute.
pub async fn create_table(client: &Client, name: &str) -> Result<(), TableError> {
    definition(client, name)?
        .send()
        .await
        .map_err(|e| TableError::service("creating the table", name, e))?;
    wait_until_ready(client, name).await?;
    enable_ttl(client, name).await
}

/// Creates the table if it is missing, and finishes what an earlier, interrupted creation left undone.
///
/// # Errors
/// [`TableError`] as for [`create_table`], and [`TableError::MissingIndex`] if a table of this name lacks an index.
pub async fn ensure_table(client: &Client, name: &str) -> Result<(), TableError> {
    let description = match client.describe_table().table_name(name).send().await {
        Ok(answer) => answer.table,
        Err(SdkError::ServiceError(e)) if e.err().is_resource_not_found_exception() => {
            return create_table(client, name).await;
        }
        Err(e) => return Err(TableError::service("describing the table", name, e)),
    };
    let present = description
        .as_ref()
        .map(TableDescription::global_secondary_indexes)
        .unwrap_or_default();
    for index in INDEXES {
        if !present.iter().any(|i| i.index_name() == Some(index.name)) {
            return Err(TableError::MissingIndex {
                table: name.to_owned(),
                index: index.name,
            });
        }
    }
    wait_until_ready(client, name).await?;
    enable_ttl(client, name).await
}

fn definition(client: &Client, name: &str) -> Result<CreateTableFluentBuilder, TableError> {
    let mut request = client
        .create_table()
        .table_name(name)
        .billing_mode(BillingMode::PayPerRequest)
        .key_schema(key(PK, KeyType::Hash)?)
        .key_schema(key(SK, KeyType::Range)?)
        .attribute_definitions(attribute(PK, KeyKind::String)?)
        .attribute_definitions(attribute(SK, KeyKind::String)?);
    for index in INDEXES {
        let projection = match index.include {
            None => Projection::builder().projection_type(ProjectionType::KeysOnly),
            Some(names) => Projection::builder()
                .projection_type(ProjectionType::Include)
                .set_non_key_attributes(Some(names.iter().map(|&n| n.to_owned()).collect())),
        };
        request = request
            .attribute_definitions(attribute(index.partition.0, index.partition.1)?)
            .attribute_definitions(attribute(index.sort.0, index.sort.1)?)
            .global_secondary_indexes(
                GlobalSecondaryIndex::builder()
                    .index_name(index.name)
                    .key_schema(key(index.partition.0, KeyType::Hash)?)
                    .key_schema(key(index.sort.0, KeyType::Range)?)
                    .projection(projection.build())
                    .build()
                    .map_err(TableError::definition)?,
            );
    }
    Ok(request)
}

fn key(name: &str, kind: KeyType) -> Result<KeySchemaElement, TableError> {
    KeySchemaElement::builder()
        .attribute_name(name)
        .key_type(kind)
        .build()
        .map_err(TableError::definition)
}

fn attribute(name: &str, kind: KeyKind) -> Result<AttributeDefinition, TableError> {
    let kind = match kind {
        KeyKind::String => ScalarAttributeType::S,
        KeyKind::Number => ScalarAttributeType::N,
    };
    AttributeDefinition::builder()
        .attribute_name(name)
        .attribute_type(kind)
        .build()
        .map_err(TableError::definition)
}

async fn wait_until_ready(client: &Client, name: &str) -> Result<(), TableError> {
    for _ in 0..READY_TRIES {
        let answer = client
            .describe_table()
            .table_name(name)
            .send()
            .await
            .map_err(|e| TableError::service("describing the table", name, e))?;
        if answer.table.and_then(|t| t.table_status) == Some(TableStatus::Active) {
            return Ok(());
        }
        tokio::time::sleep(READY_PAUSE).await;
    }
    Err(TableError::NotReady {
        table: name.to_owned(),
    })
}

/// Asks first: DynamoDB refuses to turn on what is on already.
async fn enable_ttl(client: &Client, name: &str) -> Result<(), TableError> {
    let told = client
        .describe_time_to_live()
        .table_name(name)
        .send()
        .await
        .map_err(|e| TableError::service("reading the table's time to live", name, e))?
        .time_to_live_description;
    let enabled = told.is_some_and(|d| {
        matches!(
            d.time_to_live_status,
            Some(TimeToLiveStatus::Enabled | TimeToLiveStatus::Enabling)
        ) && d.attribute_name.as_deref() == Some(EXPIRES_AT)
    });
    if enabled {
        return Ok(());
    }
    let wanted = TimeToLiveSpecification::builder()
        .enabled(true)
        .attribute_name(EXPIRES_AT)
        .build();
    client
        .update_time_to_live()
        .table_name(name)
        .time_to_live_specification(wanted.map_err(TableError::definition)?)
        .send()
        .await
        .map_err(|e| TableError::service("turning on the table's time to live", name, e))?;
    Ok(())
}
