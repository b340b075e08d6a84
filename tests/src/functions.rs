//! The functions' real binaries over an embedded store, and the little of API Gateway that stands before them.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Read as _;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use api::{Function, Matched, Metric, find_route};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use dynamo::DynamoStore;
use flate2::read::GzDecoder;
use local::embedded::Engine;
use reqwest::Method;
use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use rooms::Policy;
use serde_json::{Map, Value, json};
use testkit::{DynamoEndpoint, Outcome, Sandbox};

use crate::Reply;

/// The variable that names the directory of the binaries.
pub const DIRECTORY: &str = "JAQUE_TEST_FUNCTIONS";

/// Where the binaries are, one for each function, under its name.
///
/// # Panics
/// If the variable is not set: the script `tests/lambda/run` sets it.
#[must_use]
pub fn directory() -> PathBuf {
    let directory = std::env::var(DIRECTORY);
    PathBuf::from(directory.expect("tests/lambda/run sets where the functions' binaries are"))
}

/// The functions over one table. Each is started when it is first needed, and is one process until the end.
pub struct Stack {
    /// The table's server.
    pub endpoint: DynamoEndpoint,
    engine: Engine,
    variables: Vec<(String, String)>,
    sandboxes: tokio::sync::Mutex<BTreeMap<&'static str, Arc<Sandbox>>>,
    /// What must be in no log: ids and tokens that answers gave.
    secrets: Mutex<BTreeSet<String>>,
}

impl Stack {
    /// Over an empty table.
    pub async fn start() -> Stack {
        Stack::with(&[]).await
    }

    /// Over an empty table, with other variables than the template's.
    pub async fn with(others: &[(&str, &str)]) -> Stack {
        let engine = Engine::in_memory().await.unwrap();
        let endpoint = DynamoEndpoint::over(engine.http_client()).await;
        let mut variables: BTreeMap<&str, &str> = BTreeMap::from([
            ("AWS_ENDPOINT_URL_DYNAMODB", endpoint.url()),
            ("PUBLIC_URL", "https://jaque.test"),
            ("RETENTION_DAYS", "90"),
            ("STACK_NAME", "jaque-test"),
            ("TABLE_NAME", engine.table()),
        ]);
        variables.extend(others.iter().copied());
        let variables = variables
            .into_iter()
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .collect();
        Stack {
            variables,
            endpoint,
            engine,
            sandboxes: tokio::sync::Mutex::default(),
            secrets: Mutex::default(),
        }
    }

    /// The table itself, for what no request can make: rooms of another day.
    #[must_use]
    pub fn store(&self) -> DynamoStore {
        let retention = Policy::default().retention;
        DynamoStore::new(self.engine.client(), self.engine.table(), retention)
    }

    /// Another process of a function, beside the one that [`Stack::invoke`] uses.
    pub async fn another(&self, function: Function) -> Sandbox {
        let variables: Vec<_> = self
            .variables
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
            .collect();
        let sandbox = Sandbox::start(&directory().join(function.name()), &variables).await;
        if let Err(fault) = sandbox.ready().await {
            panic!("{} did not start: {fault}", function.name());
        }
        sandbox
    }

    /// The process of a function.
    pub async fn sandbox(&self, function: Function) -> Arc<Sandbox> {
        let mut sandboxes = self.sandboxes.lock().await;
        if let Some(sandbox) = sandboxes.get(function.name()) {
            return Arc::clone(sandbox);
        }
        let sandbox = Arc::new(self.another(function).await);
        sandboxes.insert(function.name(), Arc::clone(&sandbox));
        sandbox
    }

    /// Gives an event to a function, which must answer it and live on.
    pub async fn invoke(&self, function: Function, event: &Value) -> Value {
        let sandbox = self.sandbox(function).await;
        let outcome = sandbox.invoke(event).await;
        let Outcome::Answered(answer) = outcome else {
            panic!(
                "{}: {outcome:?} for {}\n{}",
                function.name(),
                shown(event),
                sandbox.end()
            );
        };
        assert_eq!(sandbox.exited(), None, "{} ended", function.name());
        answer
    }

    /// [`Stack::invoke`], where the answer must be one that API Gateway can send on.
    pub async fn reply(&self, function: Function, event: &Value) -> Reply {
        let answer = self.invoke(function, event).await;
        let reply = read(format!("{} {}", function.name(), shown(event)), &answer);
        self.keep(&reply.json);
        reply
    }

    /// Sends a request as a client does: the gateway finds the function and makes the event.
    pub async fn ask(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: Option<&str>,
    ) -> Reply {
        let (path, query) = path.split_once('?').unwrap_or((path, ""));
        let verb = Method::from_bytes(method.as_bytes()).unwrap();
        let (function, key, pattern) = match find_route(&verb, path) {
            Matched::Route(route, _) => (
                route.function,
                format!("{method} {}", route.path),
                route.path,
            ),
            _ => (Function::NotFound, "$default".to_owned(), ""),
        };
        let names = pattern.split('/').zip(path.split('/'));
        let params: Map<_, _> = names
            .filter_map(|(name, part)| {
                let name = name.strip_prefix('{')?.strip_suffix('}')?;
                Some((name.to_owned(), Value::from(part)))
            })
            .collect();
        let mut event = json!({
            "version": "2.0",
            "routeKey": key,
            "rawPath": path,
            "rawQueryString": query,
            "headers": headers.iter().copied().collect::<BTreeMap<_, _>>(),
            "requestContext": {"http": {"method": method, "path": path}, "routeKey": key, "stage": "$default"},
            "isBase64Encoded": false,
        });
        if !params.is_empty() {
            event["pathParameters"] = params.into();
        }
        if let Some(body) = body {
            event["body"] = body.into();
        }
        self.reply(function, &event).await
    }

    /// `GET`, with a token if there is one.
    pub async fn get(&self, path: &str, token: Option<&str>) -> Reply {
        let bearer = token.map(|token| format!("Bearer {token}"));
        let headers: Vec<_> = bearer
            .iter()
            .map(|it| ("authorization", it.as_str()))
            .collect();
        self.ask("GET", path, &headers, None).await
    }

    /// `POST` with JSON, and a token if there is one.
    pub async fn post(&self, path: &str, token: Option<&str>, body: Value) -> Reply {
        let bearer = token.map(|token| format!("Bearer {token}"));
        let mut headers = vec![("content-type", "application/json")];
        headers.extend(bearer.iter().map(|it| ("authorization", it.as_str())));
        self.ask("POST", path, &headers, Some(&body.to_string()))
            .await
    }

    /// Makes an invite: the room's id and the host's token.
    pub async fn invite(&self, body: Value) -> (String, String) {
        let made = self.post("/invites", None, body).await.is(201);
        (text(&made.json, "id"), text(&made.json, "seatToken"))
    }

    /// Makes an invite and has it accepted: the room's id, the host's token, the guest's.
    pub async fn pair(&self, body: Value) -> (String, String, String) {
        let (id, host) = self.invite(body).await;
        let path = format!("/invites/{id}/acceptance");
        let joined = self.post(&path, None, json!({})).await.is(201);
        (id, host, text(&joined.json, "seatToken"))
    }

    /// Ends every process. What they logged is JSON, line by line, and tells neither a token, nor a room, nor a path.
    pub async fn end(&self) -> Vec<Value> {
        let mut lines = Vec::new();
        for sandbox in self.sandboxes.lock().await.values() {
            assert_eq!(sandbox.exited(), None, "{} ended early", sandbox.name());
            let log = sandbox.end();
            let name = sandbox.name();
            for secret in self.secrets.lock().unwrap().iter() {
                assert!(!log.contains(secret), "{name} logged {secret}:\n{log}");
            }
            for path in ["/rooms/", "/invites/", "/r/"] {
                assert!(!log.contains(path), "{name} logged a path:\n{log}");
            }
            for line in log.lines() {
                let line: Value = serde_json::from_str(line)
                    .unwrap_or_else(|fault| panic!("{name} logged no JSON: {fault}: {line}"));
                lines.push(line);
            }
        }
        lines
    }

    /// Remembers what no log may tell.
    pub fn keep(&self, json: &Value) {
        let mut secrets = self.secrets.lock().unwrap();
        for name in ["id", "seatToken"] {
            if let Some(secret) = json[name].as_str() {
                secrets.insert(secret.to_owned());
            }
        }
    }
}

/// What the functions counted of a metric, in all.
#[must_use]
pub fn counted(lines: &[Value], metric: Metric) -> u64 {
    let lines = lines.iter().filter(|line| line["Stack"] == "jaque-test");
    lines.filter_map(|line| line[metric.name()].as_u64()).sum()
}

fn text(json: &Value, name: &str) -> String {
    json[name].as_str().unwrap().to_owned()
}

/// An event for a message: some are huge.
fn shown(event: &Value) -> String {
    event.to_string().chars().take(600).collect()
}

/// Reads what a function answered, as strictly as API Gateway does.
fn read(asked: String, answer: &Value) -> Reply {
    let status = answer["statusCode"].as_u64().expect("a status");
    assert!((200..600).contains(&status), "{asked}: {answer}");
    let encoded = answer["isBase64Encoded"].as_bool().expect("a flag");
    let mut headers = HeaderMap::new();
    for (name, value) in answer["headers"].as_object().expect("headers") {
        headers.insert(
            HeaderName::from_bytes(name.as_bytes()).expect("a header's name"),
            HeaderValue::from_str(value.as_str().expect("text")).expect("a header's value"),
        );
    }
    // What is not text travels in base64, and nothing else may; a picture is left so.
    let mut text = answer["body"].as_str().expect("a body").to_owned();
    let compressed = headers
        .get("content-encoding")
        .is_some_and(|coding| coding == "gzip");
    let picture = headers
        .get("content-type")
        .is_some_and(|kind| kind == "image/png");
    let binary = (compressed || picture) && !text.is_empty();
    assert_eq!(encoded, binary, "{asked}");
    if compressed && !text.is_empty() {
        let bytes = STANDARD.decode(&text).expect("base64");
        text.clear();
        GzDecoder::new(bytes.as_slice())
            .read_to_string(&mut text)
            .expect("compressed text");
    }
    Reply {
        asked,
        status: u16::try_from(status).unwrap(),
        headers,
        json: serde_json::from_str(&text).unwrap_or(Value::Null),
        text,
    }
}
