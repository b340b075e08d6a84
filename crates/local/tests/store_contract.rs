//! The store's contract, kept by the adapter over the embedded engine, in this process.

#![allow(clippy::unwrap_used)]

use std::sync::Arc;

use dynamo::DynamoStore;
use local::embedded::Engine;
use rooms::limits::RETENTION;
use testkit::contract::Bench;
use testkit::{Faults, Meter};

async fn bench() -> Bench<DynamoStore> {
    let engine = Engine::in_memory().await.unwrap();
    let faults = Faults::new(engine.http_client());
    let meter = Meter::new(faults.clone());
    let client = Engine::client_over(meter.clone());
    let store = Arc::new(DynamoStore::new(client, engine.table(), RETENTION));
    Bench {
        store,
        faults,
        meter,
    }
}

testkit::store_contract!(bench);
testkit::store_costs!(bench);
