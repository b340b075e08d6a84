//! Random people doing random things at random times: what must hold whatever they do.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use proptest::prelude::*;
use rooms::{
    Acceptance, Act, Board, Command, DrawOffers, Invitation, Party, Policy, Refusal, Rival, Room,
    RoomId, SeatChoice, SeatToken, Span, Stage, Sweep, Table, Terms, Timestamp, TokenHash, Verdict,
    actions, create, decide, sweep,
};
use rules::chess;
use rules::damas::Preset;

const START: Timestamp = Timestamp::from_millis(1_796_000_000_000);
const HOST: u128 = 1;
const GUEST: u128 = 2;
const STRANGER: u128 = 3;

fn token(who: u128) -> TokenHash {
    SeatToken::from_random(who).hash()
}

fn invite(terms: &Terms) -> Room {
    invite_with(terms, None)
}

fn invite_with(terms: &Terms, rival: Option<Rival>) -> Room {
    let invitation = Invitation {
        id: RoomId::new(START, 7),
        terms: terms.clone(),
        seat: SeatChoice::White,
        rival,
        name: None,
        token: token(HOST),
    };
    create(invitation, START, 0)
}

/// One random step: who, what (by number), a choice within it, and how long they waited.
type Step = (u8, u8, u16, u8);

fn who(number: u8) -> Option<u128> {
    [
        Some(HOST),
        Some(GUEST),
        Some(HOST),
        Some(GUEST),
        Some(HOST),
        Some(GUEST),
        Some(STRANGER),
        None,
    ][usize::from(number % 8)]
}

fn wait(number: u8) -> Span {
    match number {
        0..=200 => Span::seconds(u64::from(number)),
        201..=245 => Span::hours(u64::from(number - 200)),
        246..=253 => Span::hours(49),
        _ => Span::days(7),
    }
}

fn command(room: &Room, what: u8, choice: u16) -> Command {
    let game = room.game_number();
    // Mostly what the present room shows, sometimes something stale.
    let stale = |every: u16| u32::from(choice.is_multiple_of(every));
    let seen_game = game.saturating_sub(stale(13));
    let ply = room
        .game()
        .map_or(0, rooms::Game::ply)
        .saturating_sub(stale(11));
    let legal = tries(room);
    let huffable = room
        .game()
        .map(|game| game.board().huffable())
        .unwrap_or_default();
    let offer = room
        .game()
        .and_then(|game| game.open_offer().map(|offer| offer.ply))
        .unwrap_or(ply);
    match what % 20 {
        0 => Command::Accept(Acceptance {
            name: None,
            token: token(if choice.is_multiple_of(9) {
                HOST
            } else {
                GUEST
            }),
        }),
        1 if choice.is_multiple_of(7) => Command::Cancel,
        1 | 2 => Command::OfferDraw {
            ply,
            game: seen_game,
        },
        3 if choice.is_multiple_of(3) => Command::AcceptDraw {
            ply: offer,
            game: seen_game,
        },
        3 | 4 => Command::DeclineDraw {
            ply: offer,
            game: seen_game,
        },
        5 if choice.is_multiple_of(4) => Command::Resign { game: seen_game },
        5 | 6 => Command::ClaimAbsence { game: seen_game },
        7 | 8 => Command::OfferRematch { game: seen_game },
        10 => Command::Huff {
            // A piece that may be huffed, now and then one that may not.
            square: huffable
                .get(usize::from(choice) % huffable.len().max(1))
                .filter(|_| !choice.is_multiple_of(4))
                .map(|square| u32::from(*square))
                .or(Some(1)),
            ply,
            game: seen_game,
        },
        9 => Command::Move {
            text: "e1e1".to_owned(),
            ply,
            game: seen_game,
        },
        _ => {
            let text = legal
                .get(usize::from(choice) % legal.len().max(1))
                .cloned()
                .unwrap_or_else(|| "e2e4".to_owned());
            Command::Move {
                text,
                ply,
                game: seen_game,
            }
        }
    }
}

/// Both games, all kinds of tables, and positions from which random play ends soon, in every way.
fn start() -> impl Strategy<Value = Terms> {
    let chess = prop::sample::select(vec![
        None,
        Some("8/8/8/8/8/5k2/4p3/4K2R w K - 90 80"),
        Some("k7/2Q5/8/1K6/8/8/8/8 w - - 0 1"),
        Some("7k/8/6K1/8/8/8/8/RRRRRR2 w - - 0 1"),
        Some("4k3/8/8/8/8/8/8/R3K2R b KQ - 99 90"),
        Some("8/P7/8/8/8/8/7k/K7 w - - 0 1"),
    ]);
    let damas = prop::sample::select(vec![
        None,
        Some("W:W11,12,K1:B15,20,K32"),
        Some("B:W9,10,13,K4:B17,18,K30"),
        Some("W:WK4,K8:BK29"),
    ]);
    let offers = prop::sample::select(DrawOffers::ALL.to_vec());
    let chess = (chess, offers.clone()).prop_filter_map("playable", |(fen, offers)| {
        Terms::new(Table::Chess, offers, fen).ok()
    });
    // Huffing more often than the presets alone would have it.
    let mut presets = Preset::ALL.to_vec();
    presets.extend([Preset::Family, Preset::Formal].repeat(3));
    let table = prop::sample::select(presets).prop_map(Preset::table);
    let damas = (damas, offers, table).prop_filter_map("playable", |(fen, offers, options)| {
        Terms::new(
            Table::Damas {
                options,
                preset: None,
            },
            offers,
            fen,
        )
        .ok()
    });
    prop_oneof![chess, damas]
}

/// A computer in the second seat, now and then: the one that thinks least.
fn rival() -> impl Strategy<Value = Option<Rival>> {
    prop::option::weighted(0.25, Just(Rival::Domador))
}

/// What may be tried in damas with huffing: legal moves and wrong ones.
fn tries(room: &Room) -> Vec<String> {
    let game = match room.game().map(rooms::Game::board) {
        None => return Vec::new(),
        Some(Board::Chess(game)) => {
            let mates = |mv: &&chess::Move| {
                game.position()
                    .play(**mv)
                    .is_ok_and(|after| !after.has_legal_moves())
            };
            let legal = game.position().legal_moves();
            // Whatever ends the game many times over, or random people hardly ever find it.
            let ends = legal
                .iter()
                .filter(mates)
                .flat_map(|mv| std::iter::repeat_n(mv, 20));
            return legal.iter().chain(ends).map(ToString::to_string).collect();
        }
        Some(Board::Damas(game)) => game,
    };
    let (position, table) = (game.position(), game.table());
    let wrong = position
        .wrong_moves(table)
        .into_iter()
        .map(|wrong| position.move_text(table, wrong.mv));
    position
        .written_moves(table)
        .into_iter()
        .map(|written| written.text)
        .chain(wrong)
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn whatever_people_do_the_room_keeps_its_word(
        terms in start(),
        rival in rival(),
        steps in prop::collection::vec((any::<u8>(), any::<u8>(), any::<u16>(), any::<u8>()), 1..120),
    ) {
        let policy = Policy::default();
        let mut room = invite_with(&terms, rival);
        let mut now = START;
        let mut accepted: Vec<(Option<u128>, Command)> = Vec::new();
        for (person, what, choice, waited) in steps as Vec<Step> {
            now = now + wait(waited);
            let caller = who(person);
            let asked = command(&room, what, choice);
            let hash = caller.map(token);
            let before = room.clone();
            let verdict = decide(&room, hash.as_ref(), &asked, now, &policy);
            prop_assert_eq!(&room, &before);
            let gone = before.is_gone(now, &policy);
            match verdict {
                Err(refusal) => {
                    if gone {
                        prop_assert_eq!(refusal, Refusal::RoomExpired);
                    }
                }
                Ok(Verdict::Already) => prop_assert!(!gone),
                Ok(Verdict::Change(change)) => {
                    prop_assert!(!gone, "nothing happens in a room that is closed");
                    prop_assert_eq!(change.read_version, before.version);
                    prop_assert_eq!(change.room.version, before.version + 1);
                    if matches!(before.stage, Stage::Finished { .. }) {
                        let is_rematch = matches!(asked, Command::OfferRematch { .. });
                        prop_assert!(is_rematch, "after the end nothing is accepted but a rematch: {:?}", asked);
                    }
                    let next_game = change.room.game_number() > before.game_number();
                    prop_assert_eq!(change.archive.is_some(), next_game);
                    if let (Some(wake), Some(due)) = (change.room.wake_at, change.room.due_at(&policy)) {
                        prop_assert!(wake <= due, "the sweep must not come too late");
                    }
                    prop_assert_eq!(change.room.wake_at.is_some(), change.room.due_at(&policy).is_some());
                    room = change.room;
                    prop_assert_eq!(room.rival(), rival);
                    if let (Stage::Playing(pairing), Some(_)) = (&room.stage, rival) {
                        prop_assert_eq!(pairing.game.turn(), room.host_color, "a rival never owes a move");
                    }
                    accepted.push((caller, asked));
                }
            }
            // Everything that was ever accepted is known when it is sent again, as long as its game is on.
            for (caller, asked) in &accepted {
                let again = decide(&room, caller.map(token).as_ref(), asked, now, &policy);
                let known = match (&again, asked) {
                    (Ok(Verdict::Already), _) => true,
                    (Err(Refusal::RoomExpired), _) => room.is_gone(now, &policy),
                    // A seat that was free is the caller's own by now.
                    (Err(Refusal::TokenUnknown), Command::Accept(_)) => *caller == Some(STRANGER),
                    (Err(Refusal::StaleGame { .. }), _) => true,
                    // A wrong move that was undone does not stand; of huffs only the last is known.
                    (Err(_), Command::Move { .. } | Command::OfferDraw { .. }) => was_undone(&room),
                    (Ok(Verdict::Change(_)), Command::Move { .. }) => was_undone(&room),
                    (Err(_), Command::Huff { .. }) => huffs(&room) > 1 || was_undone(&room),
                    _ => false,
                };
                prop_assert!(known, "{:?} sent again: {:?}", asked, again);
            }
        }
    }

    #[test]
    fn the_listed_actions_are_those_that_would_be_accepted(
        terms in start(),
        rival in rival(),
        steps in prop::collection::vec((any::<u8>(), any::<u8>(), any::<u16>(), any::<u8>()), 1..60),
    ) {
        let policy = Policy::default();
        let mut room = invite_with(&terms, rival);
        let mut now = START;
        for (person, what, choice, waited) in steps as Vec<Step> {
            now = now + wait(waited);
            let asked = command(&room, what, choice);
            let hash = who(person).map(token);
            if let Ok(Verdict::Change(change)) = decide(&room, hash.as_ref(), &asked, now, &policy) {
                room = change.room;
            }
            for (caller, party) in [(None, None), (Some(HOST), Some(Party::Host)), (Some(GUEST), Some(Party::Guest))] {
                if party.is_some_and(|party| room.person(party).is_none()) {
                    continue;
                }
                let listed: Vec<_> = actions(&room, party, now, &policy).iter().map(|action| action.name()).collect();
                for (name, asked) in one_of_each(&room) {
                    let verdict = decide(&room, caller.map(token).as_ref(), &asked, now, &policy);
                    let changes = matches!(verdict, Ok(Verdict::Change(_)));
                    // In a formal game the same ply can come twice, and an offer made at it be taken for the earlier one.
                    if name == "propose-draw" && was_undone(&room) {
                        continue;
                    }
                    let crossing = name == "propose-draw" && listed.contains(&"accept-draw");
                    prop_assert_eq!(listed.contains(&name), changes && !crossing, "{} for {:?}: {:?}", name, party, verdict);
                }
            }
        }
    }

    #[test]
    fn the_sweep_done_twice_changes_nothing_more(days in 0u64..200, moves in 0usize..3) {
        let policy = Policy::default();
        let mut room = invite(&Terms::chess());
        let accept = Command::Accept(Acceptance { name: None, token: token(GUEST) });
        let mut played = vec![(None, accept)];
        for (ply, text) in ["e4", "e5", "Nf3"].into_iter().take(moves).enumerate() {
            let ply = u32::try_from(ply).unwrap();
            let mover = if ply % 2 == 0 { HOST } else { GUEST };
            played.push((Some(mover), Command::Move { text: text.to_owned(), ply, game: 1 }));
        }
        for (caller, asked) in played {
            let verdict = decide(&room, caller.map(token).as_ref(), &asked, START, &policy).unwrap();
            let Verdict::Change(change) = verdict else { panic!("a retry?") };
            room = change.room;
        }
        let now = START + Span::days(days);
        match sweep(&room, now, &policy) {
            Sweep::Record(change) => {
                prop_assert!(days >= 7);
                let expired = matches!(change.room.stage, Stage::Expired { .. });
                prop_assert!(expired);
                prop_assert_eq!(change.room.wake_at, None);
                let again = sweep(&change.room, now, &policy);
                prop_assert_eq!(again, Sweep::Nothing);
            }
            Sweep::Rearm(at) => {
                prop_assert!(days < 7);
                prop_assert_eq!(at, room.deadline());
                prop_assert_ne!(at, room.wake_at);
                room.wake_at = at;
                prop_assert_eq!(sweep(&room, now, &policy), Sweep::Nothing);
            }
            Sweep::Nothing => {
                prop_assert!(days < 7);
                prop_assert_eq!(room.wake_at, room.deadline());
            }
            Sweep::Purge => prop_assert!(false, "a room without earlier games goes by its TTL"),
        }
    }
}

fn huffs(room: &Room) -> usize {
    let entries = room.game().map(rooms::Game::entries).unwrap_or_default();
    entries
        .iter()
        .filter(|entry| matches!(entry.act, Act::Huff(_)))
        .count()
}

fn was_undone(room: &Room) -> bool {
    let entries = room.game().map(rooms::Game::entries).unwrap_or_default();
    entries.iter().any(|entry| entry.act == Act::Huff(None))
}

fn one_of_each(room: &Room) -> Vec<(&'static str, Command)> {
    let game = room.game_number();
    let ply = room.game().map_or(0, rooms::Game::ply);
    let offer = room
        .game()
        .and_then(|game| game.open_offer().map(|offer| offer.ply))
        .unwrap_or(ply);
    let legal = room
        .game()
        .map(|game| game.board().legal_moves())
        .unwrap_or_default();
    let square = room
        .game()
        .and_then(|game| game.board().huffable().first().copied())
        .map(u32::from);
    vec![
        ("huff", Command::Huff { square, ply, game }),
        (
            "accept-invite",
            Command::Accept(Acceptance {
                name: None,
                token: token(9),
            }),
        ),
        ("cancel-invite", Command::Cancel),
        (
            "submit-move",
            Command::Move {
                text: legal.first().cloned().unwrap_or_default(),
                ply,
                game,
            },
        ),
        ("propose-draw", Command::OfferDraw { ply, game }),
        ("accept-draw", Command::AcceptDraw { ply: offer, game }),
        ("decline-draw", Command::DeclineDraw { ply: offer, game }),
        ("resign", Command::Resign { game }),
        ("claim-absence", Command::ClaimAbsence { game }),
        ("offer-rematch", Command::OfferRematch { game }),
    ]
}

/// The properties above prove nothing if random people never get anywhere.
#[test]
fn random_people_reach_every_stage_and_most_ends() {
    use proptest::strategy::ValueTree as _;
    use proptest::test_runner::TestRunner;
    use std::collections::BTreeSet;

    let mut runner = TestRunner::deterministic();
    let step = (any::<u8>(), any::<u8>(), any::<u16>(), any::<u8>());
    let strategy = (start(), prop::collection::vec(step, 1..120));
    let policy = Policy::default();
    let mut seen = BTreeSet::new();
    for _ in 0..3_000 {
        let (terms, steps) = strategy.new_tree(&mut runner).unwrap().current();
        let (mut room, mut now) = (invite(&terms), START);
        for (person, what, choice, waited) in steps as Vec<Step> {
            now = now + wait(waited);
            let asked = command(&room, what, choice);
            let hash = who(person).map(token);
            match decide(&room, hash.as_ref(), &asked, now, &policy) {
                Ok(Verdict::Change(change)) => room = change.room,
                Ok(Verdict::Already) => drop(seen.insert("a retry")),
                Err(refusal) => drop(seen.insert(refusal.name())),
            }
            seen.insert(match &room.stage {
                Stage::Waiting => "waiting",
                Stage::Playing(_) => "playing",
                Stage::Finished { end, .. } => end.reason.name(),
                Stage::Expired { .. } => "expired",
                Stage::Cancelled { .. } => "cancelled",
            });
            for entry in room.game().map(rooms::Game::entries).unwrap_or_default() {
                match entry.act {
                    Act::Pass => drop(seen.insert("a pass")),
                    Act::Huff(None) => drop(seen.insert("a move undone")),
                    Act::Huff(Some(_)) => drop(seen.insert("a piece huffed")),
                    _ => {}
                }
            }
            if room.game_number() > 2 {
                seen.insert("a third game");
            }
        }
    }
    for wanted in [
        "waiting",
        "playing",
        "cancelled",
        "checkmate",
        "agreement",
        "resignation",
        "absence",
        "a retry",
        "room-expired",
        "a pass",
        "a move undone",
        "a piece huffed",
        "a third game",
        "no-pieces",
        "not-huffable",
        "nothing-to-huff",
        "cannot-pass",
        "offer-too-soon",
        "no-offer",
        "stale-ply",
        "stale-game",
        "game-over",
        "too-early",
        "your-turn",
    ] {
        assert!(
            seen.contains(wanted),
            "nobody ever came to: {wanted}; only to {seen:?}"
        );
    }
}
