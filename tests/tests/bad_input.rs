//! Two thousand requests that no honest client sends: an answer to each, never a 5xx, never a change.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

use std::sync::Arc;

use api::{Params, Request};
use http::{HeaderMap, HeaderName, HeaderValue, Method};
use journeys::World;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>(),
        "[ -~]{0,30}",
        Just("\u{0}".to_owned()),
        Just("'; DROP TABLE rooms; --".to_owned()),
        Just("../../etc/passwd".to_owned()),
        Just("%00%ff%".to_owned()),
        "[0-9A-Z]{26}",
        "[0-9]{1,40}",
        "a{1,2000}",
    ]
}

fn value() -> impl Strategy<Value = serde_json::Value> {
    let leaf = prop_oneof![
        Just(json!(null)),
        any::<bool>().prop_map(|value| json!(value)),
        any::<i64>().prop_map(|value| json!(value)),
        any::<f64>().prop_map(|value| json!(value)),
        text().prop_map(|value| json!(value)),
    ];
    leaf.prop_recursive(4, 16, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(|list| json!(list)),
            prop::collection::btree_map(field(), inner, 0..5).prop_map(|members| json!(members)),
        ]
    })
}

fn field() -> impl Strategy<Value = String> {
    let known = [
        "game",
        "seat",
        "name",
        "table",
        "initialFen",
        "id",
        "seatToken",
        "move",
        "ply",
        "gameNumber",
        "listed",
        "rival",
    ];
    prop_oneof![4 => prop::sample::select(known.to_vec()).prop_map(ToOwned::to_owned), 1 => text()]
}

fn body() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        4 => prop::collection::btree_map(field(), value(), 0..6).prop_map(|body| serde_json::to_vec(&body).unwrap()),
        2 => (text(), 0u32..9, 0u32..3).prop_map(|(mv, ply, game)| {
            serde_json::to_vec(&json!({"move": mv, "ply": ply, "gameNumber": game})).unwrap()
        }),
        1 => Just(br#"{"game": "chess"}"#.to_vec()),
        1 => text().prop_map(|fen| serde_json::to_vec(&json!({"game": "chess", "initialFen": fen})).unwrap()),
        1 => prop::collection::vec(any::<u8>(), 0..300),
        1 => Just(vec![b'['; 10_000]),
        1 => Just(vec![b' '; 20_000]),
        1 => Just(Vec::new()),
    ]
}

type Odd = ((String, String), String, Vec<(String, String)>, Vec<u8>);

fn odd(id: &str, token: &str) -> impl Strategy<Value = Odd> + use<> {
    let methods = [
        "GET", "HEAD", "POST", "DELETE", "PUT", "PATCH", "OPTIONS", "BREW",
    ];
    let filled = |path: &str| {
        path.replace("{id}", id)
            .replace("{n}", "1")
            .replace("{name}", "stale-ply")
    };
    let routed: Vec<(String, String)> = api::ROUTES
        .iter()
        .map(|route| (route.method.to_owned(), filled(route.path)))
        .collect();
    let mut paths: Vec<String> = routed.iter().map(|(_, path)| path.clone()).collect();
    paths.extend(
        [
            "//",
            "/rooms//moves",
            "/rooms/%00",
            "/rooms/01/games/99999999999999999999",
            "/r/..%2f",
        ]
        .map(str::to_owned),
    );
    let path = prop_oneof![2 => prop::sample::select(paths), 1 => text().prop_map(|text| format!("/rooms/{text}"))];
    let unrouted = (
        prop::sample::select(methods.to_vec()).prop_map(ToOwned::to_owned),
        path,
    );
    let place = prop_oneof![3 => prop::sample::select(routed), 1 => unrouted];
    let query = prop_oneof![3 => Just(String::new()), 1 => text(), 1 => text().prop_map(|text| format!("since={text}")),
        1 => Just("a=<b>&c=\" d".to_owned())];
    let name = prop::sample::select(vec![
        "authorization",
        "content-type",
        "if-none-match",
        "accept",
        "host",
        "x-forwarded-for",
        "range",
        "expect-nothing",
    ]);
    let content = prop_oneof![
        3 => Just("application/json".to_owned()), 2 => Just(format!("Bearer {token}")), 2 => text(),
        1 => Just("W/\"99999999999999999999-x\"".to_owned()),
    ];
    let json_kind = ("content-type".to_owned(), "application/json".to_owned());
    let headers = prop::collection::vec((name.prop_map(ToOwned::to_owned), content), 0..4)
        .prop_map(move |mut headers| {
            headers.push(json_kind.clone());
            headers
        });
    (place, query, headers, body())
}

#[tokio::test]
async fn two_thousand_odd_requests_get_an_answer_and_change_nothing_they_may_not() {
    let world = World::start().await;
    let (white, _black) = world.pair().await;
    let app = Arc::clone(&world.app);
    let mut runner = TestRunner::deterministic();
    let strategy = odd(&white.id, "nobodynobodynobodynobody22");
    let mut seen = std::collections::BTreeMap::<u16, u32>::new();
    for _ in 0..2_000 {
        let ((method, path), query, headers, body) =
            strategy.new_tree(&mut runner).unwrap().current();
        let mut map = HeaderMap::new();
        for (name, value) in &headers {
            if let Ok(value) = HeaderValue::from_bytes(value.as_bytes()) {
                map.insert(HeaderName::from_bytes(name.as_bytes()).unwrap(), value);
            }
        }
        let request = Request {
            method: Method::from_bytes(method.as_bytes()).unwrap(),
            path,
            params: Params::default(),
            query,
            headers: map,
            caller: None,
            body,
        };
        let asked = format!("{request:?}");
        let app = Arc::clone(&app);
        let answer = tokio::spawn(async move { api::dispatch(&app, request).await }).await;
        let answer = answer.unwrap_or_else(|fault| panic!("{asked}: {fault}"));
        let status = answer.status().as_u16();
        assert!(status < 500, "{status}: {asked}");
        *seen.entry(status).or_default() += 1;
    }
    for status in [200, 201, 400, 401, 404, 405, 409, 413, 422] {
        assert!(
            seen.contains_key(&status),
            "the requests are not odd enough: no {status} in {seen:?}"
        );
    }
    assert_eq!(
        white.room().await["version"],
        2,
        "someone without a token changed the room"
    );
}

#[tokio::test]
async fn raw_bytes_on_the_socket_get_an_answer_or_a_closed_door() {
    let world = World::start().await;
    let address = world.url.strip_prefix("http://").unwrap().to_owned();
    let lines: [&[u8]; 12] = [
        b"GET /rooms/x?a=<b> HTTP/1.1\r\nHost: h\r\n\r\n",
        b"GET /rooms/x?a=\"b\" HTTP/1.1\r\nHost: h\r\n\r\n",
        b"GET /rooms/x?a=b c HTTP/1.1\r\nHost: h\r\n\r\n",
        b"GET /rooms/x HTTP/1.1\r\nHost: <bad host>\r\n\r\n",
        b"GET /rooms/x HTTP/1.1\r\n\r\n",
        b"GET http://elsewhere/rooms/x HTTP/1.1\r\nHost: h\r\n\r\n",
        b"POST /invites HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\nContent-Length: 99999999\r\n\r\n{}",
        b"POST /invites HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"GET /\xff\xfe HTTP/1.1\r\nHost: h\r\n\r\n",
        b"OPTIONS * HTTP/1.1\r\nHost: h\r\n\r\n",
        b"CONNECT h:1 HTTP/1.1\r\nHost: h\r\n\r\n",
    ];
    for line in lines {
        let mut socket = tokio::net::TcpStream::connect(&address).await.unwrap();
        socket.write_all(line).await.unwrap();
        socket.shutdown().await.unwrap();
        let mut answer = Vec::new();
        let _ = tokio::time::timeout(
            std::time::Duration::from_secs(30),
            socket.read_to_end(&mut answer),
        )
        .await
        .unwrap();
        let answer = String::from_utf8_lossy(&answer);
        let status = answer.split(' ').nth(1).unwrap_or("closed").to_owned();
        assert!(
            !status.starts_with('5'),
            "{}: {answer}",
            String::from_utf8_lossy(line)
        );
        if String::from_utf8_lossy(line).contains("99999999") {
            assert_eq!(status, "413", "{answer}");
        }
        if String::from_utf8_lossy(line).contains("chunked") {
            assert_eq!(status, "400", "{answer}");
        }
        if String::from_utf8_lossy(line).contains("?a=") {
            assert_eq!(status, "400", "{}: {answer}", String::from_utf8_lossy(line));
        }
    }
    // Too long in pieces, without saying so beforehand, is too long all the same.
    let mut socket = tokio::net::TcpStream::connect(&address).await.unwrap();
    let head = b"POST /invites HTTP/1.1\r\nHost: h\r\nConnection: close\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n";
    socket.write_all(head).await.unwrap();
    let piece = format!("5000\r\n{}\r\n0\r\n\r\n", " ".repeat(0x5000));
    socket.write_all(piece.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    let _ = socket.read_to_end(&mut answer).await;
    assert!(
        String::from_utf8_lossy(&answer).starts_with("HTTP/1.1 413"),
        "{}",
        String::from_utf8_lossy(&answer)
    );
    let _ = world.get("/", None).await.is(200);
}

#[tokio::test]
async fn who_stops_in_the_middle_of_a_request_is_not_waited_for_long() {
    let world = World::start().await;
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let short = std::time::Duration::from_millis(200);
    let patience = local::server::Patience {
        head: short,
        body: short,
        answer: short,
    };
    let app = std::sync::Arc::clone(&world.app);
    tokio::spawn(local::server::serve(
        app,
        listener,
        patience,
        local::pool::Pool::on(tokio::runtime::Handle::current()),
        std::future::pending(),
    ));
    let answered = "POST /nowhere HTTP/1.1\r\nHost: h\r\nContent-Length: 0\r\n\r\n";
    for (sent, expected) in [
        // No answer fits half a head, or none: the door is closed.
        ("", ""),
        ("GET /health HTTP/1.1\r\nHost", ""),
        (
            "POST /invites HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{",
            "HTTP/1.1 400",
        ),
        // A connection that is kept open is closed too in the end, after what was asked on it was answered.
        (answered, "HTTP/1.1 404"),
    ] {
        let mut socket = tokio::net::TcpStream::connect(address).await.unwrap();
        socket.write_all(sent.as_bytes()).await.unwrap();
        let mut answer = String::new();
        let waited = socket.read_to_string(&mut answer);
        tokio::time::timeout(std::time::Duration::from_secs(20), waited)
            .await
            .expect("the connection ends")
            .unwrap();
        assert!(answer.starts_with(expected), "{sent:?}: {answer}");
        assert_eq!(answer.is_empty(), expected.is_empty(), "{sent:?}: {answer}");
    }

    // Who closes the side that asks still gets the answer.
    let mut socket = tokio::net::TcpStream::connect(address).await.unwrap();
    let asked = "GET /problems/too-early HTTP/1.1\r\nHost: h\r\n\r\n";
    socket.write_all(asked.as_bytes()).await.unwrap();
    socket.shutdown().await.unwrap();
    let mut answer = String::new();
    socket.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");

    // Who asks and asks and never reads is given up: of 30 MB only what the sockets hold has been sent.
    let mut socket = tokio::net::TcpStream::connect(address).await.unwrap();
    let asked = "GET /openapi.json HTTP/1.1\r\nHost: h\r\n\r\n".repeat(500);
    socket.write_all(asked.as_bytes()).await.unwrap();
    tokio::time::sleep(short * 10).await;
    let mut answers = Vec::new();
    let read = socket.read_to_end(&mut answers);
    let ended = tokio::time::timeout(std::time::Duration::from_secs(20), read).await;
    assert!(ended.is_ok(), "the connection was left open");
    let answers = String::from_utf8_lossy(&answers);
    let count = answers.matches("HTTP/1.1 200").count();
    assert!((1..500).contains(&count), "{count} answers");
}
