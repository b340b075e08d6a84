//! One DynamoDB request, from its JSON to the engine and back.

use dynoxide::DynoxideError;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::json;

use super::engine::Opened;
use super::fault::Fault;

/// What the service would answer: the status and the JSON.
pub(super) struct Answer {
    pub(super) status: u16,
    pub(super) body: Vec<u8>,
}

/// Runs `operation` (the part of `X-Amz-Target` after the dot). Blocks: the engine does its disk work here.
pub(super) fn answer(opened: &Opened, operation: &str, body: &[u8]) -> Answer {
    let db = &opened.db;
    // Only what the product uses. An operation that is missing here fails the first test that needs it.
    let result = match operation {
        "GetItem" => run(body, |r| db.get_item(r)),
        "PutItem" => run(body, |r| db.put_item(r)),
        "UpdateItem" => run(body, |r| db.update_item(r)),
        "DeleteItem" => run(body, |r| db.delete_item(r)),
        "Query" => run(body, |r| db.query(r)),
        "TransactWriteItems" => run(body, |r| db.transact_write_items(r)),
        "CreateTable" => run(body, |r| db.create_table(r)),
        "DescribeTable" => run(body, |r| db.describe_table(r)),
        "UpdateTimeToLive" => run(body, |r| db.update_time_to_live(r)),
        "DescribeTimeToLive" => run(body, |r| db.describe_time_to_live(r)),
        other => Err(DynoxideError::ValidationException(format!(
            "the embedded store has no operation {other:?}"
        ))),
    };
    match result {
        Ok(body) => Answer { status: 200, body },
        Err(e) if e.status_code() < 500 => Answer {
            status: e.status_code(),
            body: e.to_json().into_bytes(),
        },
        Err(e) => failed(opened, &e),
    }
}

/// A failure of the engine itself, in words for an operator. What trying again cannot mend is a refusal (400): the SDK
/// would send a 500 again.
fn failed(opened: &Opened, error: &DynoxideError) -> Answer {
    let Some(fault) = Fault::of(&error.to_string()) else {
        return Answer {
            status: error.status_code(),
            body: error.to_json().into_bytes(),
        };
    };
    let message = fault.explained(opened.file.as_deref()).to_string();
    let (status, code) = match fault.code() {
        Some(code) => (400, code),
        None => (error.status_code(), error.error_type()),
    };
    Answer {
        status,
        body: json!({"__type": code, "message": message})
            .to_string()
            .into_bytes(),
    }
}

fn run<Q: DeserializeOwned, A: Serialize>(
    body: &[u8],
    operation: impl FnOnce(Q) -> Result<A, DynoxideError>,
) -> Result<Vec<u8>, DynoxideError> {
    let request = serde_json::from_slice(body).map_err(|e| unreadable(&e))?;
    let answer = operation(request)?;
    serde_json::to_vec(&answer).map_err(|e| DynoxideError::InternalServerError(e.to_string()))
}

/// The engine checks values while it reads them, and marks what is a refusal of a value with this prefix.
fn unreadable(error: &serde_json::Error) -> DynoxideError {
    let text = error.to_string();
    match text.strip_prefix("VALIDATION:") {
        Some(refusal) => DynoxideError::ValidationException(refusal.to_owned()),
        None => DynoxideError::SerializationException(text),
    }
}
