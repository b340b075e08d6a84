//! The keys of the table and of its indexes.

use std::collections::HashMap;
use std::fmt::Write as _;

use aws_sdk_dynamodb::types::AttributeValue;
use rooms::{Caller, RoomId, RoomStore, Timestamp};

use crate::error::Unreadable;
use crate::store::DynamoStore;
use crate::table::{DUE_AT, DUE_PK, PK, SK};

/// An item, or its key.
pub(crate) type Item = HashMap<String, AttributeValue>;

/// The sort key of a room itself.
pub(crate) const ROOM: &str = "ROOM";
/// What the sort key of every earlier game starts with.
pub(crate) const GAME: &str = "GAME#";

const ROOM_PREFIX: &str = "ROOM#";

/// The partition of a room and its earlier games.
pub(crate) fn partition(id: RoomId) -> AttributeValue {
    AttributeValue::S(format!("{ROOM_PREFIX}{id}"))
}

/// The key of a room.
pub(crate) fn room(id: RoomId) -> Item {
    key(id, ROOM.to_owned())
}

/// The key of an earlier game.
pub(crate) fn game(id: RoomId, number: u32) -> Item {
    key(id, format!("{GAME}{number:04}"))
}

/// A key of the room's partition.
pub(crate) fn key(id: RoomId, sort: String) -> Item {
    HashMap::from([
        (PK.to_owned(), partition(id)),
        (SK.to_owned(), AttributeValue::S(sort)),
    ])
}

/// Whose item this is.
pub(crate) fn id(item: &Item) -> Result<RoomId, Unreadable> {
    let text = item
        .get(PK)
        .ok_or(Unreadable::Missing(PK))?
        .as_s()
        .map_err(|_| Unreadable::Wrong(PK))?;
    text.strip_prefix(ROOM_PREFIX)
        .and_then(|id| id.parse().ok())
        .ok_or(Unreadable::Wrong(PK))
}

/// The key of what a caller has started on a day.
pub(crate) fn caller(caller: &Caller) -> Item {
    let mut partition = "CALLER#".to_owned();
    for byte in caller.as_bytes() {
        let _ = write!(partition, "{byte:02x}");
    }
    HashMap::from([
        (PK.to_owned(), AttributeValue::S(partition)),
        (SK.to_owned(), AttributeValue::S("HARD".to_owned())),
    ])
}

/// The partition key of a shard of the index of what is due.
pub(crate) fn due_partition(shard: u8) -> AttributeValue {
    AttributeValue::S(format!("DUE#{shard}"))
}

/// The shard of a room: FNV-1a over its id, so that rooms made in one burst spread.
pub(crate) fn due_shard(id: RoomId) -> u8 {
    let hash = id
        .as_u128()
        .to_be_bytes()
        .iter()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
    // The low bits of FNV are its weakest.
    ((hash >> 32) % u64::from(DynamoStore::DUE_SHARDS)) as u8
}

/// A moment as a number attribute, in milliseconds.
pub(crate) fn millis(at: Timestamp) -> AttributeValue {
    AttributeValue::N(at.as_millis().to_string())
}

/// Where a page of the index ends, as opaque text and back: `<due>.<length of the sort key>.<sort key><partition key>`.
/// Any item's key can be written so, also one that is no room's.
pub(crate) mod cursor {
    use std::collections::HashMap;

    use super::{
        AttributeValue, DUE_AT, DUE_PK, Item, PK, SK, Timestamp, Unreadable, due_partition, millis,
    };

    pub(crate) fn write(key: &Item) -> Result<String, Unreadable> {
        let text = |name: &'static str| {
            let value = key.get(name).ok_or(Unreadable::Missing(name))?;
            value.as_s().map_err(|_| Unreadable::Wrong(name))
        };
        let due = key.get(DUE_AT).ok_or(Unreadable::Missing(DUE_AT))?;
        let due = due.as_n().map_err(|_| Unreadable::Wrong(DUE_AT))?;
        let (pk, sk) = (text(PK)?, text(SK)?);
        Ok(format!("{due}.{}.{sk}{pk}", sk.len()))
    }

    pub(crate) fn read(shard: u8, text: &str) -> Option<Item> {
        let (due, rest) = text.split_once('.')?;
        let (length, keys) = rest.split_once('.')?;
        let (sk, pk) = keys.split_at_checked(length.parse().ok()?)?;
        let due = millis(Timestamp::from_millis(due.parse().ok()?));
        let written = !sk.is_empty() && !pk.is_empty();
        written.then(|| {
            HashMap::from([
                (PK.to_owned(), AttributeValue::S(pk.to_owned())),
                (SK.to_owned(), AttributeValue::S(sk.to_owned())),
                (DUE_PK.to_owned(), due_partition(shard)),
                (DUE_AT.to_owned(), due),
            ])
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids() -> impl Iterator<Item = RoomId> {
        (0..4_000u128)
            .map(|n| RoomId::new(Timestamp::from_millis(1_760_000_000_000), n * 0x9e37_79b9))
    }

    #[test]
    fn rooms_spread_evenly_over_the_shards() {
        let mut counts = [0; DynamoStore::DUE_SHARDS as usize];
        for id in ids() {
            counts[usize::from(due_shard(id))] += 1;
        }
        assert!(
            counts.iter().all(|&count| (850..1_150).contains(&count)),
            "{counts:?}"
        );
    }

    #[test]
    fn a_key_names_its_room() {
        for id in ids().take(10) {
            assert_eq!(super::id(&room(id)), Ok(id));
        }
        let id = RoomId::from_u128(7);
        assert_eq!(
            game(id, 12).get(SK),
            Some(&AttributeValue::S("GAME#0012".to_owned()))
        );
        let other = HashMap::from([(PK.to_owned(), AttributeValue::S("PLAYER#1".to_owned()))]);
        assert_eq!(super::id(&other), Err(Unreadable::Wrong(PK)));
    }

    #[test]
    fn a_cursor_comes_back_and_nonsense_does_not() {
        let id = RoomId::from_u128(7);
        for mut key in [room(id), key(id, "a.b.ñ".to_owned())] {
            key.insert(DUE_PK.to_owned(), due_partition(3));
            key.insert(DUE_AT.to_owned(), millis(Timestamp::from_millis(5)));
            let text = cursor::write(&key).unwrap();
            assert_eq!(cursor::read(3, &text), Some(key));
        }
        for nonsense in [
            "",
            ".",
            "5",
            "5.",
            "5.ROOM",
            "x.4.ROOMROOM#7",
            "5.4.ROOM",
            "5.9.ROOMROOM",
            "5.0.ROOM",
            "5.1.ñROOM",
        ] {
            assert_eq!(cursor::read(3, nonsense), None, "{nonsense:?}");
        }
    }
}
