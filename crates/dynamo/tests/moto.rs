//! The store's contract on moto's DynamoDB, over HTTP: a second opinion on what the embedded engine says.
//!
//! `tests/moto/run` starts the server and runs these; they are ignored otherwise, since `cargo test` needs nothing but
//! Rust.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use aws_sdk_dynamodb::config::{Credentials, Region};
use aws_sdk_dynamodb::{Client, Config};
use dynamo::{DynamoStore, create_table, ensure_table};
use rooms::limits::RETENTION;
use testkit::contract::Bench;
use testkit::{Faults, Meter};

/// Where the server is.
const ENDPOINT: &str = "JAQUE_TEST_DYNAMODB";

/// A store on a table of its own.
async fn bench() -> Bench<DynamoStore> {
    static TABLES: AtomicU32 = AtomicU32::new(0);
    let endpoint = std::env::var(ENDPOINT).expect("tests/moto/run says where the server is");
    let faults = Faults::new(aws_smithy_http_client::Builder::new().build_http());
    let meter = Meter::new(faults.clone());
    let config = dynamo::settings(Config::builder())
        .region(Region::new("eu-west-1"))
        .endpoint_url(endpoint)
        // Not checked, but moto tells from the signature which service is meant.
        .credentials_provider(Credentials::new("test", "test", None, None, "test"))
        .http_client(meter.clone())
        .build();
    let client = Client::from_conf(config);
    let table = format!(
        "rooms-{}-{}",
        std::process::id(),
        TABLES.fetch_add(1, Ordering::Relaxed)
    );
    create_table(&client, &table).await.unwrap();
    ensure_table(&client, &table)
        .await
        .expect("a table that is there is taken as it is");
    let store = Arc::new(DynamoStore::new(client, table, RETENTION));
    Bench {
        store,
        faults,
        meter,
    }
}

testkit::store_contract!(bench, #[ignore = "needs moto's server: tests/moto/run"]);
