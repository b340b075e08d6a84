//! The right answers in `tests/vectors`, from other programs, against the chess half of the crate.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test stops at the first thing that is wrong"
)]

use rules::chess::{Game, Position, parse_move, parse_san, parse_uci, perft, perft_full, san};
use serde_json::Value;

fn lines(name: &str) -> Vec<Value> {
    let path = format!(
        "{}/../../tests/vectors/{name}.jsonl",
        env!("CARGO_MANIFEST_DIR")
    );
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// Enough to find every fault and still be done in a second; `jaque perft` goes deeper.
const DEEPEST: u64 = 5_000_000;

#[test]
fn every_perft_vector_has_the_published_number_of_nodes() {
    let mut checked = 0;
    for line in lines("chess_perft") {
        let position = Position::from_fen(line["fen"].as_str().unwrap()).unwrap();
        for (nodes, depth) in line["nodes"].as_array().unwrap().iter().zip(1..) {
            let nodes = nodes.as_u64().unwrap();
            if nodes > DEEPEST {
                break;
            }
            assert_eq!(
                perft(&position, depth),
                nodes,
                "{} at depth {depth}",
                line["id"]
            );
            if nodes < DEEPEST / 10 {
                assert_eq!(
                    perft_full(&position, depth),
                    nodes,
                    "{} at depth {depth}, all made",
                    line["id"]
                );
            }
            checked += 1;
        }
    }
    assert!(checked > 150, "only {checked} counts were checked");
}

#[test]
fn every_san_vector_reads_and_prints() {
    for line in lines("chess_san") {
        let position = Position::from_fen(line["fen"].as_str().unwrap()).unwrap();
        let moves = line["moves"].as_object().unwrap();
        assert_eq!(position.legal_moves().len(), moves.len(), "{}", line["id"]);
        for (uci, text) in moves {
            let text = text.as_str().unwrap();
            let chosen = parse_uci(&position, uci)
                .unwrap_or_else(|error| panic!("{} {uci}: {error}", line["id"]));
            assert_eq!(chosen.to_string(), *uci);
            assert_eq!(san(&position, chosen), text, "{} {uci}", line["id"]);
            assert_eq!(
                parse_san(&position, text),
                Ok(chosen),
                "{} {text}",
                line["id"]
            );
            assert_eq!(
                parse_move(&position, text),
                Ok(chosen),
                "{} {text}",
                line["id"]
            );
        }
    }
}

#[test]
fn every_outcome_vector_ends_as_it_says() {
    for line in lines("chess_outcomes") {
        let id = &line["id"];
        let mut game = match line["fen"].as_str() {
            Some(fen) => Game::new(Position::from_fen(fen).unwrap()),
            None => Game::start(),
        };
        let moves = line["moves"].as_array().unwrap();
        for (text, ply) in moves.iter().zip(0..) {
            assert_eq!(game.outcome(), None, "{id} is over too soon, at ply {ply}");
            let chosen = parse_move(game.position(), text.as_str().unwrap()).unwrap();
            game.play(chosen).unwrap();
        }
        let outcome = game.outcome();
        assert_eq!(outcome.is_some(), line["over"].as_bool().unwrap(), "{id}");
        let winner = outcome
            .and_then(|outcome| outcome.winner)
            .map(rules::Color::name);
        assert_eq!(winner, line["winner"].as_str(), "{id}");
        let reason = outcome.map(|outcome| outcome.reason.name());
        match line["reasons"].as_array() {
            Some(either) => assert!(
                either.iter().any(|name| name.as_str() == reason),
                "{id}: {reason:?}"
            ),
            None => assert_eq!(reason, line["reason"].as_str(), "{id}"),
        }
        assert_eq!(
            game.position().fen(),
            line["finalFen"].as_str().unwrap(),
            "{id}"
        );
        assert_eq!(
            u64::from(game.occurrences()),
            line["occurrences"].as_u64().unwrap(),
            "{id}"
        );
        assert_eq!(
            game.position().is_check(),
            line["check"].as_bool().unwrap(),
            "{id}"
        );
    }
}
