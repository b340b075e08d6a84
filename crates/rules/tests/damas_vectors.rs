//! The damas files of `tests/vectors`, line by line.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot read its own data has failed"
)]

use rules::Outcome;
use rules::damas::{Blocked, Game, Huffing, Move, Position, Preset, Square, Squares, Table};
use serde_json::{Value, json};

/// The lines of one file.
fn lines(file: &str) -> Vec<Value> {
    let path = format!(
        "{}/../../tests/vectors/{file}.jsonl",
        env!("CARGO_MANIFEST_DIR")
    );
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let lines: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert!(!lines.is_empty(), "{file} has no lines");
    lines
}

fn table(line: &Value) -> Table {
    let mut table = Table::default();
    for (field, value) in line["table"].as_object().unwrap() {
        table.set(field, value.as_str().unwrap()).unwrap();
    }
    table
}

fn position(line: &Value) -> Position {
    Position::from_fen(line["fen"].as_str().unwrap()).unwrap()
}

fn square(value: &Value) -> Square {
    value
        .as_u64()
        .and_then(|n| u8::try_from(n).ok())
        .and_then(Square::new)
        .unwrap()
}

fn numbers(squares: Squares) -> Vec<u8> {
    squares.iter().map(Square::number).collect()
}

fn identity(value: &Value) -> Move {
    Move {
        from: square(&value["from"]),
        to: square(&value["to"]),
        captures: value["captures"]
            .as_array()
            .unwrap()
            .iter()
            .map(square)
            .collect(),
    }
}

fn identities(list: &Value) -> Vec<Move> {
    let mut moves: Vec<Move> = list.as_array().unwrap().iter().map(identity).collect();
    moves.sort_unstable();
    moves
}

#[test]
fn every_legal_move_is_found_and_no_other() {
    for line in lines("damas_moves") {
        let (table, position) = (table(&line), position(&line));
        assert_eq!(
            position.legal_moves(&table).sorted(),
            identities(&line["moves"]),
            "{}",
            line["id"]
        );
        assert_eq!(
            position.count_moves(&table),
            line["moves"].as_array().unwrap().len() as u64,
            "{}",
            line["id"]
        );
        assert_eq!(
            position.has_move(&table),
            !line["moves"].as_array().unwrap().is_empty(),
            "{}",
            line["id"]
        );
    }
}

#[test]
fn as_many_sequences_of_moves_exist_as_published() {
    for line in lines("damas_perft") {
        let (table, position) = (table(&line), position(&line));
        let nodes: Vec<u64> = (1..)
            .zip(line["nodes"].as_array().unwrap())
            .map(|(d, _)| position.perft(&table, d))
            .collect();
        assert_eq!(json!(nodes), line["nodes"], "{}", line["id"]);
    }
}

#[test]
fn the_start_has_the_published_numbers_of_sequences() {
    // Depth 11 of both, 81,383,200 and 85,242,128, is in the benchmark.
    let classic = [7, 49, 302, 1469, 7361, 36_473, 177_532, 828_783];
    let english = [7, 49, 302, 1469, 7361, 36_768, 179_740, 845_931];
    for (preset, nodes) in [(Preset::Classic, classic), (Preset::English, english)] {
        for (depth, nodes) in (1..).zip(nodes) {
            assert_eq!(
                Position::start().perft(&preset.table(), depth),
                nodes,
                "{preset} {depth}"
            );
        }
    }
}

#[test]
fn every_move_is_written_and_read_as_given() {
    for line in lines("damas_moves") {
        let (table, position, id) = (table(&line), position(&line), &line["id"]);
        for given in line["moves"].as_array().unwrap() {
            let (mv, text) = (identity(given), given["move"].as_str().unwrap());
            assert_eq!(position.move_text(&table, mv), text, "{id}");
            assert_eq!(
                position.notation(&table, mv),
                given["notation"].as_str().unwrap(),
                "{id}"
            );
            assert_eq!(
                position.promotes(mv),
                given["promotes"].as_bool().unwrap(),
                "{id}"
            );
            assert_eq!(position.parse_move(&table, text), Ok(mv), "{id}");
            assert_eq!(
                position.parse_move(&table, given["notation"].as_str().unwrap()),
                Ok(mv),
                "{id}"
            );
            let routes: Vec<String> = position
                .routes(&table, mv, 100)
                .iter()
                .map(ToString::to_string)
                .collect();
            match given["routes"].as_array() {
                Some(all) => {
                    for route in all {
                        assert_eq!(
                            position.parse_move(&table, route.as_str().unwrap()),
                            Ok(mv),
                            "{id} {route}"
                        );
                    }
                    let mut all: Vec<&str> = all.iter().filter_map(Value::as_str).collect();
                    let mut routes = routes;
                    all.sort_unstable();
                    routes.sort_unstable();
                    assert_eq!(routes, all, "{id}");
                }
                None => assert_eq!(routes, [text], "{id}"),
            }
        }
    }
}

#[test]
fn a_huffing_table_lets_through_the_wrong_moves_given_and_no_other() {
    for line in lines("damas_huffing") {
        let (table, position, id) = (table(&line), position(&line), &line["id"]);
        let table = Table {
            huffing: Huffing::Family,
            ..table
        };
        assert_eq!(
            position.legal_moves(&table).sorted(),
            identities(&line["legal"]),
            "{id}"
        );
        let wrong = position.wrong_moves(&table);
        assert_eq!(
            wrong.iter().map(|wrong| wrong.mv).collect::<Vec<_>>(),
            identities(&line["wrong"]),
            "{id}"
        );
        for given in line["wrong"].as_array().unwrap() {
            let mv = identity(given);
            let found = wrong.iter().find(|wrong| wrong.mv == mv).unwrap();
            assert_eq!(
                json!(numbers(found.huffable)),
                given["huffable"],
                "{id} {mv:?}"
            );
            assert_eq!(
                position.move_text(&table, mv),
                given["move"].as_str().unwrap(),
                "{id}"
            );
            assert_eq!(
                position.promotes(mv),
                given["promotes"].as_bool().unwrap(),
                "{id}"
            );
            // The path of a single jump may also be the beginning and end of a legal capture: it is then read as that one.
            let legal = position.legal_moves(&table);
            let legal_too = legal
                .iter()
                .any(|legal| (legal.from, legal.to) == (mv.from, mv.to));
            if !(mv.captures.len() == 1 && legal_too) {
                assert_eq!(
                    position.parse_move(&table, &position.move_text(&table, mv)),
                    Ok(mv),
                    "{id}"
                );
            }
        }
    }
}

#[test]
fn a_side_without_pieces_or_moves_is_judged_as_given() {
    let verdict = |outcome: Option<Outcome>| match outcome {
        None => Value::Null,
        Some(Outcome {
            winner: Some(winner),
            reason,
        }) => json!({"winner": winner.name(), "reason": reason.name()}),
        Some(Outcome {
            winner: None,
            reason,
        }) => json!({"reason": reason.name()}),
    };
    for line in lines("damas_outcomes") {
        let position = position(&line);
        for (blocked, given) in [
            (Blocked::Loses, &line["loses"]),
            (Blocked::Count, &line["count"]),
        ] {
            let table = Table {
                blocked,
                ..table(&line)
            };
            assert_eq!(verdict(position.verdict(&table)), *given, "{}", line["id"]);
            assert_eq!(
                verdict(Game::new(position, table).outcome()),
                *given,
                "{}",
                line["id"]
            );
        }
    }
}

#[test]
fn a_whole_game_ends_with_the_counters_given() {
    for line in lines("damas_counts") {
        let mut game = Game::without_draws(Position::start(), table(&line));
        for mv in line["moves"].as_array().unwrap() {
            assert_eq!(game.play(identity(mv)), Ok(false), "{}", line["id"]);
        }
        let counters = json!({
            "fen": game.position().fen(),
            "occurrences": game.occurrences(),
            "quietKingPlies": game.quiet_king_plies(),
            "thirdAt": game.third_at(),
            "maxQuietKingPlies": game.max_quiet_king_plies(),
        });
        for (name, value) in counters.as_object().unwrap() {
            assert_eq!(*value, line[name], "{} {name}", line["id"]);
        }
        assert_eq!(game.ply(), line["moves"].as_array().unwrap().len());
    }
}
