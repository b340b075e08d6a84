//! The same position, level and seed give the same move in every build and on every machine: `vectors.txt` says which.
//!
//! When the search or the weights change on purpose, the example `vectors` writes the file anew.

#![allow(
    clippy::unwrap_used,
    reason = "a test stops at the first thing that is wrong"
)]

use rivals::{Level, chess_move, damas_move};
use rules::{chess, damas};

/// Where moves differ from what the file says.
fn differences(kind: &str, levels: &[Level]) -> Vec<String> {
    let mut differences = Vec::new();
    let lines = include_str!("vectors.txt")
        .lines()
        .filter(|line| line.starts_with(kind));
    for (seed, line) in lines.enumerate() {
        let fields: Vec<&str> = line.split(';').collect();
        let expected: Vec<&str> = fields.last().unwrap().split(' ').collect();
        for &level in levels {
            let seed = seed as u64;
            let mv = match fields.as_slice() {
                ["chess", fen, _] => {
                    let game = chess::Game::new(chess::Position::from_fen(fen).unwrap());
                    chess_move(&game, level, seed).map(|mv| mv.to_string())
                }
                [_, preset, fen, _] => {
                    let table = damas::Preset::from_name(preset).unwrap().table();
                    let game = damas::Game::new(damas::Position::from_fen(fen).unwrap(), table);
                    damas_move(&game, level, seed).map(|mv| format!("{mv:?}").replace(' ', ""))
                }
                _ => None,
            };
            let mv = mv.unwrap_or_else(|| "-".to_owned());
            if expected[level as usize] != mv {
                differences.push(format!("{level} plays {mv}: {line}"));
            }
        }
    }
    differences
}

#[test]
fn chess_is_played_as_written() {
    assert_eq!(differences("chess", &Level::ALL), [""; 0]);
}

#[test]
fn damas_is_played_as_written() {
    assert_eq!(differences("damas", &Level::ALL), [""; 0]);
}

#[test]
fn there_are_two_hundred_positions_of_each_game() {
    for kind in ["chess;", "damas;"] {
        let lines = include_str!("vectors.txt").lines();
        assert_eq!(lines.filter(|line| line.starts_with(kind)).count(), 200);
    }
}
