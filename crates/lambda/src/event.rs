//! API Gateway's HTTP API event, payload version 2.0, and the answer to it.

use api::{Params, Request, Response};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use http::{HeaderMap, HeaderName, HeaderValue, Method};
use serde::Serialize;
use serde_json::{Map, Value};

/// The parts of an event that are used.
#[derive(Clone, Debug)]
pub struct Event(Value);

impl Event {
    /// Takes an event, whatever it is.
    #[must_use]
    pub fn read(event: Value) -> Event {
        Event(event)
    }

    fn text(&self, pointer: &str) -> &str {
        self.0
            .pointer(pointer)
            .and_then(Value::as_str)
            .unwrap_or_default()
    }

    fn pairs(&self, pointer: &str) -> impl Iterator<Item = (&str, &str)> {
        let members = self.0.pointer(pointer).and_then(Value::as_object);
        members
            .into_iter()
            .flatten()
            .filter_map(|(name, value)| Some((name.as_str(), value.as_str()?)))
    }

    /// The request that the event carries. Headers that are none are left out; a body that is not what the event says
    /// it is becomes one that no endpoint takes.
    #[must_use]
    pub fn into_request(self) -> Request {
        let headers: HeaderMap = self
            .pairs("/headers")
            .filter_map(|(name, value)| {
                let name = HeaderName::from_bytes(name.as_bytes()).ok()?;
                Some((name, HeaderValue::from_bytes(value.as_bytes()).ok()?))
            })
            .collect();
        let encoded = self
            .0
            .pointer("/isBase64Encoded")
            .and_then(Value::as_bool)
            .unwrap_or(false);
        let body = match (self.text("/body"), encoded) {
            (body, false) => body.as_bytes().to_vec(),
            (body, true) => STANDARD.decode(body).unwrap_or_else(|_| vec![0xff]),
        };
        Request {
            method: Method::from_bytes(self.text("/requestContext/http/method").as_bytes())
                .unwrap_or(Method::GET),
            path: self.text("/rawPath").to_owned(),
            params: self.pairs("/pathParameters").collect::<Params>(),
            query: self.text("/rawQueryString").to_owned(),
            headers,
            caller: self.text("/requestContext/http/sourceIp").parse().ok(),
            body,
        }
    }
}

/// What a function answers with.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Answer {
    status_code: u16,
    headers: Map<String, Value>,
    body: String,
    is_base64_encoded: bool,
}

impl From<Response> for Answer {
    fn from(response: Response) -> Answer {
        let (head, body) = response.into_parts();
        // The gateway counts for itself.
        let counted = |name: &HeaderName| *name == http::header::CONTENT_LENGTH;
        let headers = head
            .headers
            .iter()
            .filter(|(name, _)| !counted(name))
            .filter_map(|(name, value)| {
                Some((name.as_str().to_owned(), Value::from(value.to_str().ok()?)))
            });
        let headers = headers.collect();
        let (body, is_base64_encoded) = match String::from_utf8(body) {
            Ok(text) => (text, false),
            Err(bytes) => (STANDARD.encode(bytes.as_bytes()), true),
        };
        Answer {
            status_code: head.status.as_u16(),
            headers,
            body,
            is_base64_encoded,
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_event_becomes_a_request() {
        let request = Event::read(json!({
            "version": "2.0",
            "rawPath": "/rooms/01/moves",
            "rawQueryString": "a=1",
            "headers": {"authorization": "Bearer x", "bad name": "y", "good": "bad\nvalue"},
            "pathParameters": {"id": "01"},
            "requestContext": {"http": {"method": "POST"}},
            "body": "e30=",
            "isBase64Encoded": true
        }))
        .into_request();
        assert_eq!(
            (request.method.as_str(), request.path.as_str()),
            ("POST", "/rooms/01/moves")
        );
        assert_eq!(
            (request.params.get("id"), request.query.as_str()),
            ("01", "a=1")
        );
        assert_eq!(
            (request.body.as_slice(), request.headers.len()),
            (b"{}".as_slice(), 1)
        );
    }

    #[test]
    fn no_event_is_too_odd_to_be_read() {
        for odd in [
            json!(null),
            json!([]),
            json!({"body": 7, "headers": [], "isBase64Encoded": "yes"}),
        ] {
            let request = Event::read(odd).into_request();
            assert!(request.body.is_empty() && request.headers.is_empty());
        }
        let request = Event::read(json!({"body": "%%%", "isBase64Encoded": true})).into_request();
        assert_eq!(request.body, [0xff]);
    }

    #[test]
    fn bytes_that_are_no_text_are_answered_in_base64() {
        let answer = Answer::from(Response::new(vec![0xff, 0xfe]));
        assert!(answer.is_base64_encoded);
        assert_eq!(answer.body, "//4=");
        assert!(!Answer::from(Response::new(b"ok".to_vec())).is_base64_encoded);
    }
}
