use proptest::prelude::*;
use rooms::limits::RETENTION;
use rooms::{Command, RoomId};
use testkit::contract::every_stage;
use testkit::play;

use super::*;

const WRITE: [u8; 8] = [1, 2, 3, 4, 5, 6, 7, 8];

fn item_of(room: &Room) -> Item {
    from_room(room, RETENTION, &WRITE)
}

/// A room that some people played in at random, and the games that left it.
fn played() -> impl Strategy<Value = (Room, Vec<PastGame>)> {
    let steps = proptest::collection::vec((0..14u8, any::<u64>(), 0..100_000_000u64), 0..120);
    steps.prop_map(|steps| {
        let mut room = play::waiting(play::room_id(3));
        let mut past = Vec::new();
        let mut now = play::START;
        for (what, mut seed, later) in steps {
            now = now + Span::millis(later);
            let (ply, game) = (room.game().map_or(0, Game::ply), room.game_number());
            let command = match what {
                0 => play::accept(),
                1 => Command::OfferDraw { ply, game },
                2 => Command::AcceptDraw { ply, game },
                3 => Command::DeclineDraw { ply, game },
                4 if seed % 8 == 0 => Command::Resign { game },
                5 => Command::OfferRematch { game },
                6 => Command::ClaimAbsence { game },
                7 if seed % 64 == 0 => Command::Cancel,
                _ if room.game().is_none() => play::accept(),
                _ => match play::quiet_move(&room, &mut seed) {
                    Some(text) => Command::Move { text, ply, game },
                    None => Command::Resign { game },
                },
            };
            let who = match (&command, room.game()) {
                (Command::Accept(_), _) => None,
                (Command::Move { .. }, Some(_)) => Some(play::on_turn(&room)),
                _ if seed % 2 == 0 => Some(play::host()),
                _ => Some(play::guest()),
            };
            let verdict = rooms::decide(
                &room,
                who.as_ref(),
                &command,
                now,
                &rooms::Policy::default(),
            );
            if let Ok(rooms::Verdict::Change(change)) = verdict {
                past.extend(change.archive);
                room = change.room;
            }
        }
        (room, past)
    })
}

/// Some value of some type.
fn value() -> impl Strategy<Value = AttributeValue> {
    prop_oneof![
        any::<String>().prop_map(AttributeValue::S),
        any::<u64>().prop_map(|n| AttributeValue::N(n.to_string())),
        any::<String>().prop_map(AttributeValue::N),
        proptest::collection::vec(any::<u8>(), 0..80)
            .prop_map(|bytes| AttributeValue::B(Blob::new(bytes))),
        Just(AttributeValue::Null(true)),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_room_and_its_games_come_back_however_they_were_played((room, past) in played()) {
        prop_assert_eq!(to_room(&item_of(&room)), Ok(room));
        for game in past {
            prop_assert_eq!(to_past_game(&from_past_game(&game)), Ok(game));
        }
    }

    #[test]
    fn a_damaged_item_is_an_error_or_another_room_but_never_a_panic(
        at in any::<proptest::sample::Index>(),
        stage in any::<proptest::sample::Index>(),
        value in value(),
    ) {
        let stages = every_stage();
        let mut item = item_of(stage.get(&stages));
        let mut names: Vec<String> = item.keys().cloned().collect();
        names.sort_unstable();
        item.insert(at.get(&names).clone(), value);
        if let Ok(room) = to_room(&item) {
            prop_assert_eq!(to_room(&item_of(&room)), Ok(room));
        }
    }
}

/// What is never absent where it belongs. Anything else may be: a name, a score, a rematch, a position of one's own.
const NEEDED: [&str; 16] = [
    "pk", "f", "v", "k", "c", "sc", "hc", "hh", "s", "ea", "er", "gh", "rv", "n", "ga", "m",
];

#[test]
fn what_is_missing_or_of_another_type_is_named_and_its_value_is_not() {
    for room in every_stage() {
        let whole = item_of(&room);
        for name in whole.keys() {
            let mut item = whole.clone();
            item.insert(name.clone(), AttributeValue::Bool(true));
            let read = to_room(&item);
            // Nothing reads these back: they are for DynamoDB and for telling a write from its retry.
            if ["sk", "w", "due_pk", "expires_at"].contains(&name.as_str()) {
                assert_eq!(read.as_ref(), Ok(&room));
                continue;
            }
            let told = read.unwrap_err().to_string();
            assert!(told.contains(&format!("{name:?}")), "{name}: {told}");
            item.remove(name);
            let read = to_room(&item);
            if NEEDED.contains(&name.as_str()) {
                assert!(read.is_err(), "{name}");
            } else {
                assert_ne!(read.as_ref(), Ok(&room), "{name}");
            }
        }
    }
}

#[test]
fn an_item_of_a_newer_release_is_refused_as_such() {
    let mut item = item_of(&play::waiting(play::room_id(1)));
    item.insert("f".to_owned(), number(2));
    item.insert("s".to_owned(), text("adjourned"));
    assert_eq!(
        to_room(&item),
        Err(Unreadable::Newer {
            what: "the room",
            version: 2
        })
    );
    assert_eq!(
        to_past_game(&item),
        Err(Unreadable::Newer {
            what: "the game",
            version: 2
        })
    );
}

#[test]
fn moves_that_break_the_rules_are_an_error() {
    let room = every_stage()
        .into_iter()
        .find(|room| room.game().is_some_and(|game| game.ply() == 2))
        .unwrap();
    let mut item = item_of(&room);
    item.insert("fen".to_owned(), text("4k3/8/8/8/8/8/8/4K2R w K - 0 1"));
    assert!(
        matches!(to_room(&item), Err(Unreadable::Game(_))),
        "{:?}",
        to_room(&item)
    );
    item.insert("fen".to_owned(), text("nonsense"));
    assert!(matches!(to_room(&item), Err(Unreadable::Game(_))));
}

#[test]
fn the_time_to_live_is_in_seconds_and_leaves_rooms_with_earlier_games_alone() {
    for room in every_stage() {
        let item = item_of(&room);
        match item.get(EXPIRES_AT) {
            None => assert!(room.has_archive()),
            Some(at) => {
                assert!(!room.has_archive());
                let days = (at.as_n().unwrap().parse::<u64>().unwrap() - play::START.as_seconds())
                    / 86_400;
                assert!((90..=97).contains(&days), "{days} days");
            }
        }
    }
}

#[test]
fn no_hash_is_in_the_lobby_nor_in_an_earlier_game() {
    for room in every_stage() {
        let hashes = [Party::Host, Party::Guest]
            .into_iter()
            .filter_map(|party| room.person(party))
            .map(|person| person.token.as_bytes().to_vec());
        let hashes: Vec<Vec<u8>> = hashes.collect();
        let hides = |item: &Item| {
            let holds = |value: &AttributeValue| {
                value.as_b().is_ok_and(|bytes| {
                    hashes
                        .iter()
                        .any(|hash| bytes.as_ref().windows(hash.len()).any(|part| part == hash))
                })
            };
            !item.values().any(holds)
        };
        let mut item = item_of(&room);
        assert!(!hides(&item), "the room itself holds them");
        item.retain(|name, _| LOBBY_ATTRIBUTES.contains(&name.as_str()));
        assert!(hides(&item) && !item.is_empty());
        if let Some(past) = room.past_game() {
            assert!(hides(&from_past_game(&past)));
        }
    }
}

#[test]
fn a_room_is_due_in_its_own_shard_while_it_has_an_alarm() {
    for room in every_stage() {
        let item = item_of(&room);
        assert_eq!(item.contains_key(DUE_AT), room.wake_at.is_some());
        assert_eq!(item.contains_key(DUE_PK), room.wake_at.is_some());
        if let Some(at) = room.wake_at {
            assert_eq!(to_due(&item), Ok((room.id, at)));
        }
    }
    assert_eq!(to_due(&Item::new()), Err(Unreadable::Missing(DUE_AT)));
}

#[test]
fn a_write_is_known_by_its_id() {
    let item = item_of(&play::waiting(RoomId::from_u128(1)));
    assert_eq!(write_id(&item), Some(WRITE.as_slice()));
    assert_eq!(write_id(&Item::new()), None);
}

/// What DynamoDB counts of an item: the names and the values.
fn size(item: &Item) -> usize {
    let value = |value: &AttributeValue| match value {
        AttributeValue::S(text) => text.len(),
        // A number takes a byte for two digits, and one more: less than its digits.
        AttributeValue::N(digits) => digits.len(),
        AttributeValue::B(bytes) => bytes.as_ref().len(),
        other => panic!("{other:?} is not used"),
    };
    item.iter()
        .map(|(name, held)| name.len() + value(held))
        .sum()
}

#[test]
fn no_room_outgrows_an_item() {
    use rooms::{Act, DrawOffer, Entry, OfferState};
    use rules::MOVE_LIMIT;

    let Some(Stage::Playing(mut pairing)) = every_stage()
        .into_iter()
        .map(|room| room.stage)
        .find(|stage| matches!(stage, Stage::Playing(_)))
    else {
        panic!("a room in which people play");
    };
    // Every entry is a capture after as long a wait as a room allows, and the clock of the machine goes back and forth.
    let capture = damas::Move {
        from: damas::Square::new(32).unwrap(),
        to: damas::Square::new(1).unwrap(),
        captures: damas::Squares::from_bits(0x0fff_0000),
    };
    let start = Timestamp::from_millis(1 << 41);
    let entries = (0..=MOVE_LIMIT).map(|index| Entry {
        act: Act::Damas(capture),
        at: start + Span::days(if index % 2 == 0 { 7 } else { 0 }),
    });
    // A pass is an offer and an entry, and no side passes twice without a move in between.
    let offers = (0..=MOVE_LIMIT as u32).step_by(2).map(|ply| DrawOffer {
        by: Color::Black,
        ply,
        state: OfferState::Lapsed { at_ply: ply + 1 },
    });
    let terms = Terms {
        table: Table::Damas {
            options: damas::Preset::Family.table(),
            preset: Some(damas::Preset::Family),
        },
        draw_offers: DrawOffers::PassesTurn,
        initial_fen: Some(
            "W:W1,2,3,4,5,6,7,8,9,10,11,12:B21,22,23,24,25,26,27,28,29,30,31,32".to_owned(),
        ),
    };
    pairing.game = Game::unplayed(&terms, 999, start, entries.collect(), offers.collect()).unwrap();
    let name = Name::new(&"\u{10348}".repeat(40)).unwrap();
    if let Guest::Person(person) = &mut pairing.guest {
        person.name = Some(name.clone());
    }
    let mut room = play::waiting(play::room_id(1));
    room.host.name = Some(name);
    room.terms = terms;
    room.stage = Stage::Playing(pairing);
    let bytes = size(&item_of(&room));
    // DynamoDB takes 400 KB; half of it is left for what rooms will hold one day.
    assert!(
        (MOVE_LIMIT * 8..200 * 1024).contains(&bytes),
        "{bytes} bytes"
    );
}

#[test]
fn a_name_that_is_refused_today_is_read_as_it_was_stored() {
    for old in ["a\u{3164}b", "\u{1D173}", "a\u{E0041}"] {
        assert!(rooms::Name::new(old).is_err());
        let mut item = item_of(&play::waiting(play::room_id(3)));
        item.insert("hn".to_owned(), AttributeValue::S(old.to_owned()));
        let room = to_room(&item).unwrap();
        assert_eq!(room.host.name.unwrap().as_str(), old);
    }
}
