//! What the journeys share: a server on a free port over an embedded store in memory, with a clock that the test turns,
//! and a client that keeps every answer it was given.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

pub mod contract;
pub mod functions;
pub mod longest;
pub mod template;

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use api::{App, Settings};
use dynamo::DynamoStore;
use local::embedded::Engine;
use local::pool::Pool;
use reqwest::Method;
use rooms::{Policy, Span, Timestamp};
use serde_json::{Value, json};
use tokio::net::TcpListener;

/// Where people reach the stack, as the tests say.
pub const PUBLIC_URL: &str = "https://jaque.test";

/// A clock that stands still until it is turned.
#[derive(Clone, Debug)]
pub struct Clock(Arc<AtomicU64>);

impl Clock {
    /// The time it shows.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        Timestamp::from_millis(self.0.load(Ordering::SeqCst))
    }

    /// Turns it forward.
    pub fn forward(&self, span: Span) {
        self.0.fetch_add(span.as_millis(), Ordering::SeqCst);
    }
}

/// An answer.
#[derive(Clone, Debug)]
pub struct Reply {
    /// What was asked, for messages.
    pub asked: String,
    /// The status.
    pub status: u16,
    /// The headers.
    pub headers: reqwest::header::HeaderMap,
    /// The body.
    pub text: String,
    /// The body as JSON, or null.
    pub json: Value,
}

impl Reply {
    /// The same, if it has this status.
    ///
    /// # Panics
    /// If it has another.
    #[must_use]
    pub fn is(self, status: u16) -> Reply {
        assert_eq!(self.status, status, "{}: {}", self.asked, self.text);
        self
    }

    /// The same, if it is this problem.
    ///
    /// # Panics
    /// If it is not.
    #[must_use]
    pub fn is_problem(self, status: u16, name: &str) -> Reply {
        let reply = self.is(status);
        assert_eq!(
            reply.json["type"],
            format!("/problems/{name}"),
            "{}: {}",
            reply.asked,
            reply.text
        );
        assert_eq!(reply.json["status"], status, "{}", reply.text);
        assert_eq!(
            reply.headers["content-type"], "application/problem+json",
            "{}",
            reply.text
        );
        assert!(
            reply.json["detail"]
                .as_str()
                .is_some_and(|detail| detail.len() > 10),
            "{}",
            reply.text
        );
        reply
    }

    /// A header, or an empty text.
    #[must_use]
    pub fn header(&self, name: &str) -> &str {
        self.headers
            .get(name)
            .map_or("", |value| value.to_str().unwrap())
    }
}

/// The server, its clock and its store, and a client.
pub struct World {
    /// Where it listens.
    pub url: String,
    /// Its clock.
    pub clock: Clock,
    /// The application, for the sweep.
    pub app: Arc<App<DynamoStore>>,
    http: reqwest::Client,
    /// Every answer.
    pub answers: Mutex<Vec<Reply>>,
}

impl World {
    /// Starts a server over an empty store.
    pub async fn start() -> World {
        World::over(local::embedded::Engine::client).await
    }

    /// Starts a server over an empty store that is reached by a client of the test's making.
    pub async fn over(client: impl FnOnce(&Engine) -> aws_sdk_dynamodb::Client) -> World {
        World::with(client, 0).await
    }

    /// Starts a server on which an address may start so many games against the strongest rival in a day.
    pub async fn with_hard_games(limit: u32) -> World {
        World::with(local::embedded::Engine::client, limit).await
    }

    /// Both: a store reached by the test's client, and a limit of hard games.
    pub async fn with(
        client: impl FnOnce(&Engine) -> aws_sdk_dynamodb::Client,
        hard_games: u32,
    ) -> World {
        let engine = Engine::in_memory().await.unwrap();
        let policy = Policy::default();
        let store = DynamoStore::new(client(&engine), engine.table(), policy.retention);
        let now = std::time::SystemTime::now()
            .duration_since(std::time::UNIX_EPOCH)
            .unwrap()
            .as_millis();
        let clock = Clock(Arc::new(AtomicU64::new(u64::try_from(now).unwrap())));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let settings = Settings {
            hard_games,
            public_url: PUBLIC_URL.to_owned(),
            policy,
        };
        let turned = clock.clone();
        let app = Arc::new(App::new(store, settings).with_clock(move || turned.now()));
        tokio::spawn(local::server::serve(
            Arc::clone(&app),
            listener,
            local::server::Patience::default(),
            Pool::on(tokio::runtime::Handle::current()),
            std::future::pending(),
        ));
        World {
            url,
            clock,
            app,
            http: reqwest::Client::new(),
            answers: Mutex::default(),
        }
    }

    /// Sends a request. The answer is one that the OpenAPI document describes, or the test fails.
    pub async fn ask(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: Option<&str>,
    ) -> Reply {
        let mut request = self.http.request(
            Method::from_bytes(method.as_bytes()).unwrap(),
            format!("{}{path}", self.url),
        );
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        if let Some(body) = body {
            request = request.body(body.to_owned());
        }
        let answer = request.send().await.expect("an answer");
        let (status, headers) = (answer.status().as_u16(), answer.headers().clone());
        let text = answer.text().await.unwrap();
        let json = serde_json::from_str(&text).unwrap_or(Value::Null);
        let asked = format!("{method} {path} {}", body.unwrap_or_default());
        let reply = Reply {
            asked,
            status,
            headers,
            text,
            json,
        };
        contract::check(&reply);
        self.answers.lock().unwrap().push(reply.clone());
        reply
    }

    /// `GET`, with a token if there is one.
    pub async fn get(&self, path: &str, token: Option<&str>) -> Reply {
        let bearer = token.map(|token| format!("Bearer {token}"));
        let headers: Vec<_> = bearer
            .iter()
            .map(|bearer| ("authorization", bearer.as_str()))
            .collect();
        self.ask("GET", path, &headers, None).await
    }

    /// `POST` with JSON, and a token if there is one.
    pub async fn post(&self, path: &str, token: Option<&str>, body: Value) -> Reply {
        let bearer = token.map(|token| format!("Bearer {token}"));
        let mut headers = vec![("content-type", "application/json")];
        headers.extend(
            bearer
                .iter()
                .map(|bearer| ("authorization", bearer.as_str())),
        );
        self.ask("POST", path, &headers, Some(&body.to_string()))
            .await
    }

    /// Makes an invite.
    pub async fn invite(&self, body: Value) -> Seat<'_> {
        let made = self.post("/invites", None, body).await.is(201);
        self.seat(&made)
    }

    /// Makes an invite for chess and has it accepted: white, then black.
    pub async fn pair(&self) -> (Seat<'_>, Seat<'_>) {
        self.pair_from(json!({"game": "chess"})).await
    }

    /// Makes an invite and has it accepted: the host, then the guest.
    pub async fn pair_from(&self, body: Value) -> (Seat<'_>, Seat<'_>) {
        let host = self.invite(body).await;
        let accepted = self
            .post(&format!("/invites/{}/acceptance", host.id), None, json!({}))
            .await
            .is(201);
        let guest = self.seat(&accepted);
        (host, guest)
    }

    /// The seat that an answer to an invite or an acceptance gives.
    #[must_use]
    pub fn seat(&self, reply: &Reply) -> Seat<'_> {
        let text = |name: &str| reply.json[name].as_str().unwrap().to_owned();
        Seat {
            world: self,
            id: text("id"),
            token: text("seatToken"),
        }
    }
}

/// A person in a room.
#[derive(Clone)]
pub struct Seat<'a> {
    world: &'a World,
    /// The room.
    pub id: String,
    /// Their secret.
    pub token: String,
}

impl Seat<'_> {
    /// The room as they see it.
    pub async fn room(&self) -> Value {
        self.world
            .get(&format!("/rooms/{}", self.id), Some(&self.token))
            .await
            .is(200)
            .json
    }

    /// Sends a command as it is.
    pub async fn send(&self, what: &str, body: Value) -> Reply {
        self.world
            .post(
                &format!("/rooms/{}/{what}", self.id),
                Some(&self.token),
                body,
            )
            .await
    }

    /// Sends a command with the present `ply` and `gameNumber` added to its body.
    pub async fn act(&self, what: &str, mut body: Value) -> Reply {
        let room = self.room().await;
        body["gameNumber"] = room["gameNumber"].clone();
        if matches!(what, "moves" | "draw-offer") && body.get("ply").is_none() {
            body["ply"] = room["ply"].clone();
        }
        self.send(what, body).await
    }

    /// Makes a move, which must be accepted; answers with the room.
    pub async fn play(&self, text: &str) -> Value {
        self.act("moves", json!({"move": text})).await.is(200).json
    }

    /// Calls the invite off.
    pub async fn cancel(&self) -> Reply {
        let bearer = format!("Bearer {}", self.token);
        self.world
            .ask(
                "DELETE",
                &format!("/invites/{}", self.id),
                &[("authorization", &bearer)],
                None,
            )
            .await
    }
}

/// Plays moves in turn, white first; answers with the room after the last.
pub async fn play_all(white: &Seat<'_>, black: &Seat<'_>, moves: &[&str]) -> Value {
    let mut room = Value::Null;
    for (index, text) in moves.iter().enumerate() {
        let mover = if index % 2 == 0 { white } else { black };
        room = mover.play(text).await;
    }
    room
}
