//! JSON bodies. The fields of each are data: the parser, the OpenAPI document and the errors all come from it.

use http::header;
use rooms::{Name, RoomId, SeatToken};
use serde_json::{Map, Value, json};

use crate::accept;
use crate::problem::Problem;
use crate::request::{MAX_BODY, Request};
use crate::unique;

/// What a field holds.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Kind {
    /// Text of so many Unicode code points at most. The endpoint checks the rest.
    Text(usize),
    /// A name. [`Name::new`] checks it, in the endpoint.
    Name,
    /// A secret that the client made. [`SeatToken::new`] checks it, in the endpoint.
    Token,
    /// A room's id that the client made. [`RoomId`]'s parser checks it, in the endpoint.
    Id,
    /// One of these texts; another is `invalid-option`.
    OneOf(fn() -> Vec<&'static str>),
    /// A whole number of this range; another one is `invalid-option`.
    Number(u32, u32),
    /// An object; whoever takes it checks its members. For the document: which it may have, and their values.
    Object(fn() -> Vec<(&'static str, Vec<&'static str>)>),
}

impl Kind {
    /// The JSON Schema of what is taken.
    #[must_use]
    pub(crate) fn schema(self) -> Value {
        match self {
            Kind::Text(max) => json!({"type": "string", "maxLength": max}),
            // Some character must be visible.
            Kind::Name => {
                json!({"type": "string", "minLength": 1, "maxLength": Name::MAX, "pattern": "\\S"})
            }
            Kind::Token => json!({
                "type": "string",
                "minLength": SeatToken::MIN,
                "maxLength": SeatToken::MAX,
                "pattern": SeatToken::PATTERN,
            }),
            Kind::Id => json!({"type": "string", "pattern": RoomId::PATTERN}),
            Kind::OneOf(values) => json!({"type": "string", "enum": values()}),
            Kind::Number(min, max) => {
                json!({"type": "integer", "minimum": min, "maximum": max})
            }
            Kind::Object(members) => {
                let members = members().into_iter().map(|(name, values)| {
                    (name.to_owned(), json!({"type": "string", "enum": values}))
                });
                json!({
                    "type": "object",
                    "properties": members.collect::<Map<_, _>>(),
                    "additionalProperties": false,
                })
            }
        }
    }
}

/// A field of a body.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Field {
    /// Its name.
    pub name: &'static str,
    /// Whether it must be there.
    pub required: bool,
    /// What it holds.
    pub kind: Kind,
    /// What it means.
    pub about: &'static str,
}

/// A field that must be there.
#[must_use]
pub(crate) const fn required(name: &'static str, kind: Kind, about: &'static str) -> Field {
    Field {
        name,
        required: true,
        kind,
        about,
    }
}

/// A field that may be left out.
#[must_use]
pub(crate) const fn optional(name: &'static str, kind: Kind, about: &'static str) -> Field {
    Field {
        name,
        required: false,
        kind,
        about,
    }
}

/// A body that has been read: only known fields, each of its kind, none of the required ones missing.
#[derive(Clone, Debug)]
pub(crate) struct Body(Map<String, Value>);

impl Body {
    /// Reads a request's body.
    ///
    /// # Errors
    /// `too-large`, `unsupported-encoding`, `unsupported-type`, `malformed` or `invalid-option`, in this order.
    pub(crate) fn read(request: &Request, fields: &[Field]) -> Result<Body, Problem> {
        if request.body.len() > MAX_BODY {
            return Err(Problem::too_large());
        }
        readable_coding(request)?;
        let empty = request.body.iter().all(u8::is_ascii_whitespace);
        if !empty && !is_json(request) {
            return Err(Problem::new(
                "unsupported-type",
                "the body must be JSON: send the header `Content-Type: application/json`",
            )
            .with_header(header::ACCEPT, JSON));
        }
        let mut members = if empty {
            Map::new()
        } else {
            parse(&request.body)?
        };
        for (name, value) in &members {
            let Some(field) = fields.iter().find(|field| field.name == name) else {
                return Err(unknown(name, fields.iter().map(|field| field.name)));
            };
            // What some clients write for a field they leave out.
            if !value.is_null() {
                check(field, value)?;
            }
        }
        members.retain(|_, value| !value.is_null());
        match fields
            .iter()
            .find(|field| field.required && !members.contains_key(field.name))
        {
            Some(field) => Err(Problem::malformed(
                Some(field.name),
                format!("the field `{}` is missing: {}", field.name, field.about),
            )),
            None => Ok(Body(members)),
        }
    }

    /// A text field.
    #[must_use]
    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        self.0.get(name)?.as_str()
    }

    /// A number field.
    #[must_use]
    pub(crate) fn number(&self, name: &str) -> Option<u32> {
        whole(self.0.get(name)?)
    }

    /// An object field.
    #[must_use]
    pub(crate) fn object(&self, name: &str) -> Option<&Map<String, Value>> {
        self.0.get(name)?.as_object()
    }
}

/// The JSON Schema of a body with these fields.
#[must_use]
#[allow(
    clippy::indexing_slicing,
    reason = "indexing by name adds to a JSON object made here"
)]
pub(crate) fn schema(fields: &[Field]) -> Value {
    let mut properties = Map::new();
    for field in fields {
        let mut property = field.kind.schema();
        property["description"] = field.about.into();
        properties.insert(field.name.to_owned(), property);
    }
    let required: Vec<_> = fields
        .iter()
        .filter(|field| field.required)
        .map(|field| field.name)
        .collect();
    let mut schema =
        json!({"type": "object", "properties": properties, "additionalProperties": false});
    if !required.is_empty() {
        schema["required"] = required.into();
    }
    schema
}

/// The refusal of a field that does not exist, with those that do.
pub(crate) fn unknown<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Problem {
    let shown = shown(name);
    let known: Vec<_> = known.map(|name| format!("`{name}`")).collect();
    let known = if known.is_empty() {
        "none".to_owned()
    } else {
        known.join(", ")
    };
    Problem::invalid_option(
        &shown,
        format!("there is no field `{shown}` here; there are: {known}"),
    )
}

/// The media type of bodies.
const JSON: &str = "application/json";

/// The name of no coding: a body as it is.
const IDENTITY: &str = "identity";

/// Refuses a body that is compressed or otherwise coded (RFC 9110, 8.4 and 15.5.16): none is read but a plain one.
fn readable_coding(request: &Request) -> Result<(), Problem> {
    let coded = request
        .header_values(header::CONTENT_ENCODING)
        .any(|coding| !coding.is_empty() && !coding.eq_ignore_ascii_case(IDENTITY));
    // What is no text names no coding that anybody knows.
    let mut lines = request.headers.get_all(header::CONTENT_ENCODING).iter();
    if coded || lines.any(|line| line.to_str().is_err()) {
        return Err(Problem::new(
            "unsupported-encoding",
            "the body must be sent as it is: leave the header `Content-Encoding` out",
        )
        .with_header(header::ACCEPT_ENCODING, IDENTITY));
    }
    Ok(())
}

fn is_json(request: &Request) -> bool {
    let kind = request.only(header::CONTENT_TYPE);
    kind.is_some_and(|kind| accept::essence(kind).eq_ignore_ascii_case(JSON))
}

fn parse(body: &[u8]) -> Result<Map<String, Value>, Problem> {
    match unique::read(body) {
        Ok(Value::Object(members)) => Ok(members),
        Ok(_) => Err(Problem::malformed(
            None,
            "the body must be a JSON object, such as {\"game\": \"chess\"}",
        )),
        Err(unique::Fault::Twice(path)) => {
            let path = shown(&path);
            Err(Problem::malformed(
                Some(&path),
                format!("`{path}` is there twice; say it once"),
            ))
        }
        Err(unique::Fault::NotJson(fault)) => Err(Problem::malformed(
            None,
            format!("the body is not JSON: {fault}"),
        )),
    }
}

/// A name that a client made up, fit to be shown: short, and without control characters.
fn shown(name: &str) -> String {
    name.chars().filter(|c| !c.is_control()).take(40).collect()
}

/// The number that a value is, if it is a whole one from 0. JSON has one kind of number: `1.0` and `1e0` are 1.
fn whole(value: &Value) -> Option<u32> {
    let exact = value.as_u64().and_then(|number| u32::try_from(number).ok());
    exact.or_else(|| {
        let number = value.as_f64()?;
        let fits = number.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(&number);
        fits.then_some(number as u32)
    })
}

fn check(field: &Field, value: &Value) -> Result<(), Problem> {
    let name = field.name;
    let wrong = |wanted: &str| {
        Err(Problem::malformed(
            Some(name),
            format!("`{name}` must be {wanted}: {}", field.about),
        ))
    };
    match field.kind {
        Kind::Text(max) => match value.as_str() {
            Some(text) if text.chars().count() <= max => Ok(()),
            Some(_) => Err(Problem::invalid_option(
                name,
                format!("`{name}` is longer than {max} characters"),
            )),
            None => wrong("text"),
        },
        Kind::OneOf(values) => match value.as_str() {
            Some(text) if values().contains(&text) => Ok(()),
            Some(_) => {
                let listed: Vec<_> = values()
                    .into_iter()
                    .map(|value| format!("`{value}`"))
                    .collect();
                Err(Problem::invalid_option(
                    name,
                    format!("`{name}` must be one of {}", listed.join(", ")),
                )
                .with("values", values()))
            }
            None => wrong("text"),
        },
        Kind::Name | Kind::Token | Kind::Id => {
            if value.is_string() {
                Ok(())
            } else {
                wrong("text")
            }
        }
        Kind::Number(min, max) => match whole(value) {
            Some(number) if (min..=max).contains(&number) => Ok(()),
            Some(_) => Err(Problem::invalid_option(
                name,
                format!("`{name}` must be from {min} to {max}: {}", field.about),
            )),
            None => wrong(&format!("a whole number from 0 to {}", u32::MAX)),
        },
        Kind::Object(_) => {
            if value.is_object() {
                Ok(())
            } else {
                wrong("an object")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use http::{HeaderMap, HeaderValue, Method};

    use super::*;
    use crate::routes::Params;

    const FIELDS: [Field; 4] = [
        required("game", Kind::OneOf(|| vec!["chess"]), "which game"),
        optional("text", Kind::Text(5), "a text"),
        optional("ply", Kind::Number(0, u32::MAX), "a ply"),
        optional("square", Kind::Number(1, 32), "a square"),
    ];

    fn read(kind: &'static str, body: &str) -> Result<Body, &'static str> {
        let mut headers = HeaderMap::new();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
        let request = Request {
            method: Method::POST,
            path: String::new(),
            params: Params::default(),
            query: String::new(),
            headers,
            caller: None,
            body: body.as_bytes().to_vec(),
        };
        Body::read(&request, &FIELDS).map_err(|problem| problem.name())
    }

    #[test]
    fn what_is_wrong_with_a_body_is_named_in_the_contracts_order() {
        let json = "application/json; charset=utf-8";
        let large = format!("{{\"game\":\"{}\"}}", "x".repeat(MAX_BODY));
        let cases = [
            ("text/plain", large.as_str(), "too-large"),
            ("text/plain", "{}", "unsupported-type"),
            (json, "{", "malformed"),
            (json, "[]", "malformed"),
            (json, "{}", "malformed"),
            (json, "", "malformed"),
            (json, r#"{"game": null}"#, "malformed"),
            (json, r#"{"game": 7}"#, "malformed"),
            (json, r#"{"game": "go"}"#, "invalid-option"),
            (json, r#"{"game": "chess", "colour": 1}"#, "invalid-option"),
            (
                json,
                r#"{"game": "chess", "text": "toolong"}"#,
                "invalid-option",
            ),
            (json, r#"{"game": "chess", "ply": -1}"#, "malformed"),
            (json, r#"{"game": "chess", "ply": 1.5}"#, "malformed"),
            (json, r#"{"game": "chess", "ply": 4294967296}"#, "malformed"),
            (
                json,
                r#"{"game": "chess", "ply": 4294967296.0}"#,
                "malformed",
            ),
            (json, r#"{"game": "chess", "ply": -1.0}"#, "malformed"),
            (json, r#"{"game": "chess", "ply": 1e400}"#, "malformed"),
            (json, r#"{"game": "chess", "square": 0}"#, "invalid-option"),
            (
                json,
                r#"{"game": "chess", "square": 33.0}"#,
                "invalid-option",
            ),
        ];
        for (kind, body, name) in cases {
            assert_eq!(read(kind, body).map(|_| ()), Err(name), "{body:.60}");
        }
    }

    #[test]
    fn a_whole_number_may_be_written_in_any_way_of_json() {
        for (written, number) in [
            ("3", 3),
            ("3.0", 3),
            ("3e0", 3),
            ("30e-1", 3),
            ("-0.0", 0),
            ("4294967295.0", u32::MAX),
        ] {
            let body = format!(r#"{{"game": "chess", "ply": {written}}}"#);
            let body = read("application/json", &body).expect(written);
            assert_eq!(body.number("ply"), Some(number), "{written}");
        }
    }

    #[test]
    fn a_text_is_measured_in_code_points() {
        for (text, result) in [
            ("ñandú", Ok(())),
            ("♞♞♞♞♞", Ok(())),
            ("🐎🐎🐎🐎🐎", Ok(())),
            ("🐎🐎🐎🐎🐎🐎", Err("invalid-option")),
        ] {
            let body = format!(r#"{{"game": "chess", "text": "{text}"}}"#);
            assert_eq!(
                read("application/json", &body).map(|_| ()),
                result,
                "{text}"
            );
        }
    }

    #[test]
    fn a_good_body_gives_its_fields() {
        let body = read(
            "application/json",
            r#"{"game": "chess", "ply": 3, "text": null}"#,
        )
        .unwrap();
        assert_eq!(
            (body.text("game"), body.number("ply"), body.text("text")),
            (Some("chess"), Some(3), None)
        );
    }
}
