//! How long a function takes from the start of its process to its first request for work, and to its first answer.
//!
//! `cold_start DIRECTORY [NAME...]` starts the binaries of these names (`get-room` and `submit-move`, unless told
//! otherwise) twenty times each, under a Lambda Runtime API of our own and over an embedded store, and prints medians.
//! For functions of ours the first answer costs one read of the store; a binary that is none of them, such as a minimal
//! function to compare with, is given the same event and may answer as it likes.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout
)]

use std::path::{Path, PathBuf};
use std::time::Duration;

use local::embedded::Engine;
use rooms::{RoomStore, SeatToken};
use serde_json::{Value, json};
use testkit::{DynamoEndpoint, Outcome, Sandbox, play};

const RUNS: usize = 20;

/// A request that reads a room once and writes nothing.
fn event(name: &str, id: &str) -> Value {
    let (method, path, body) = match name {
        // A move that no piece can make.
        "submit-move" => (
            "POST",
            "/moves",
            r#"{"move":"e2e5","ply":0,"gameNumber":1}"#,
        ),
        _ => ("GET", "", ""),
    };
    json!({
        "version": "2.0",
        "routeKey": format!("{method} /rooms/{{id}}{path}"),
        "rawPath": format!("/rooms/{id}{path}"),
        "rawQueryString": "",
        "headers": {
            "authorization": format!("Bearer {}", SeatToken::from_random(1).reveal()),
            "content-type": "application/json",
            "host": "example.execute-api.eu-west-1.amazonaws.com",
        },
        "pathParameters": {"id": id},
        "requestContext": {
            "accountId": "123456789012", "apiId": "example", "stage": "$default",
            "domainName": "example.execute-api.eu-west-1.amazonaws.com", "domainPrefix": "example",
            "http": {"method": method, "path": format!("/rooms/{id}{path}"), "protocol": "HTTP/1.1", "sourceIp": "198.51.100.7", "userAgent": "test"},
            "requestId": "example", "routeKey": format!("{method} /rooms/{{id}}{path}"),
            "time": "30/Nov/2026:10:00:00 +0000", "timeEpoch": 1_796_032_800_000_u64,
        },
        "body": body,
        "isBase64Encoded": false,
    })
}

/// Milliseconds, the middle of all and the worst.
fn summary(mut times: Vec<Duration>) -> String {
    times.sort_unstable();
    let millis = |time: Duration| time.as_secs_f64() * 1000.0;
    let middle = times.get(times.len() / 2).copied().unwrap_or_default();
    let worst = times.last().copied().unwrap_or_default();
    format!("{:>8.1} {:>8.1}", millis(middle), millis(worst))
}

async fn measure(directory: &Path, name: &str) -> String {
    let engine = Engine::in_memory().await.unwrap();
    let endpoint = DynamoEndpoint::over(engine.http_client()).await;
    let store = dynamo::DynamoStore::new(
        engine.client(),
        engine.table(),
        rooms::Policy::default().retention,
    );
    let now = std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .unwrap();
    let now = rooms::Timestamp::from_millis(u64::try_from(now.as_millis()).unwrap());
    let waiting = rooms::create(play::invitation(rooms::RoomId::new(now, 1)), now, 0);
    let _ = store.create(&waiting).await.unwrap();
    let joined = play::change(&waiting, &play::guest(), &play::accept(), now);
    play::store_change(&store, &joined).await;

    let variables = [
        ("AWS_ENDPOINT_URL_DYNAMODB", endpoint.url()),
        ("PUBLIC_URL", "https://jaque.test"),
        ("TABLE_NAME", engine.table()),
    ];
    let ours = api::Function::ALL.iter().any(|it| it.name() == name);
    let event = event(name, &waiting.id.to_string());
    let (mut ready, mut answered) = (Vec::new(), Vec::new());
    for run in 0..=RUNS {
        let before = endpoint.requests();
        let sandbox = Sandbox::start(&directory.join(name), &variables).await;
        // The event waits already, as it does on AWS: it is why the process was started.
        let outcome = sandbox.invoke(&event).await;
        let whole = sandbox.started().elapsed();
        let first = sandbox.ready().await.unwrap();
        let Outcome::Answered(answer) = outcome else {
            panic!("{name}: {outcome:?}\n{}", sandbox.end());
        };
        if ours {
            let expected = if name == "submit-move" { 422 } else { 200 };
            assert_eq!(answer["statusCode"], expected, "{name}: {answer}");
            assert_eq!(
                endpoint.requests() - before,
                1,
                "{name} asked the store more than once"
            );
        }
        // The first run brings the file into memory.
        if run > 0 {
            ready.push(first);
            answered.push(whole);
        }
    }
    let size = std::fs::metadata(directory.join(name)).unwrap().len();
    format!(
        "{name:<20} {:>7.1}  {}  {}",
        size as f64 / 1e6,
        summary(ready),
        summary(answered)
    )
}

#[tokio::main]
async fn main() {
    let mut arguments = std::env::args().skip(1);
    let directory = PathBuf::from(arguments.next().expect("cold_start DIRECTORY [NAME...]"));
    let mut names: Vec<_> = arguments.collect();
    if names.is_empty() {
        names = vec!["get-room".to_owned(), "submit-move".to_owned()];
    }
    println!("milliseconds from the start of the process, {RUNS} runs, median and worst");
    println!(
        "{:<20} {:>7}  {:>17}  {:>17}",
        "function", "MB", "asks for work", "first answer"
    );
    for name in names {
        println!("{}", measure(&directory, &name).await);
    }
}
