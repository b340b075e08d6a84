//! JSON in which no object has a key twice. `serde_json` keeps the last of them and another reader the first: two
//! programs between the client and the game could see two moves in one body.

use std::cell::RefCell;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

/// Why a text is not taken.
#[derive(Debug)]
pub(crate) enum Fault {
    /// A key is there twice: the way to it, such as `table.king`; members of a list by their number, from 0.
    Twice(String),
    /// It is not JSON.
    NotJson(serde_json::Error),
}

/// Reads a JSON text, its keys compared as they are meant, not as they are written: escapes are resolved.
///
/// # Errors
/// [`Fault`] says what is wrong with it.
pub(crate) fn read(text: &[u8]) -> Result<Value, Fault> {
    let twice = RefCell::new(None);
    let mut deserializer = serde_json::Deserializer::from_slice(text);
    let unique = Unique {
        path: &Path::Top,
        twice: &twice,
    };
    let value = unique
        .deserialize(&mut deserializer)
        .and_then(|value| deserializer.end().map(|()| value));
    value.map_err(|fault| twice.take().map_or(Fault::NotJson(fault), Fault::Twice))
}

/// The way to a value.
enum Path<'a> {
    Top,
    Member(&'a Path<'a>, &'a str),
    Item(&'a Path<'a>, usize),
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Path::Top => Ok(()),
            Path::Member(Path::Top, name) => f.write_str(name),
            Path::Member(parent, name) => write!(f, "{parent}.{name}"),
            Path::Item(Path::Top, index) => write!(f, "{index}"),
            Path::Item(parent, index) => write!(f, "{parent}.{index}"),
        }
    }
}

/// Reads a value, and notes the first key that is there twice.
struct Unique<'a> {
    path: &'a Path<'a>,
    twice: &'a RefCell<Option<String>>,
}

impl<'de> DeserializeSeed<'de> for Unique<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Unique<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(Number::from_f64(value).map_or(Value::Null, Value::Number))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(value) = items.next_element_seed(Unique {
            path: &Path::Item(self.path, list.len()),
            twice: self.twice,
        })? {
            list.push(value);
        }
        Ok(Value::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Value, A::Error> {
        let mut object = Map::new();
        while let Some(name) = members.next_key::<String>()? {
            let path = Path::Member(self.path, &name);
            if object.contains_key(&name) {
                *self.twice.borrow_mut() = Some(path.to_string());
                return Err(A::Error::custom("a key is there twice"));
            }
            let value = members.next_value_seed(Unique {
                path: &path,
                twice: self.twice,
            })?;
            object.insert(name, value);
        }
        Ok(Value::Object(object))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_no_key_twice_is_read_as_ever() {
        for text in [
            r#"{"a": [1, -2, 1.5, "x", "\u00f1\n", null, true, {"a": {"a": []}}], "b": {}}"#,
            "[]",
            "18446744073709551615",
            "\"text\"",
        ] {
            let plain: Value = serde_json::from_str(text).unwrap();
            assert_eq!(read(text.as_bytes()).unwrap(), plain, "{text}");
        }
    }

    #[test]
    fn the_way_to_the_key_is_told() {
        for (text, path) in [
            (r#"{"a": 1, "a": 1}"#, "a"),
            (r#"{"a": 1, "\u0061": 1}"#, "a"),
            (r#"{"a": {"b": [{}, {"c": 0, "c": 1}]}}"#, "a.b.1.c"),
            (r#"[{"": 0, "": 1}]"#, "0."),
        ] {
            match read(text.as_bytes()) {
                Err(Fault::Twice(found)) => assert_eq!(found, path, "{text}"),
                other => panic!("{text}: {other:?}"),
            }
        }
    }

    #[test]
    fn what_is_no_json_is_no_key_twice() {
        let deep = "[".repeat(10_000);
        for text in [
            "",
            "{",
            "{\"a\": 1} x",
            "{\"a\": 1e999}",
            "\u{feff}{}",
            &deep,
        ] {
            let fault = read(text.as_bytes());
            assert!(matches!(fault, Err(Fault::NotJson(_))), "{fault:?}");
        }
    }
}
