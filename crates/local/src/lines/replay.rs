//! `jaque replay`

use std::io::{BufRead, Write};

use rules::chess;
use serde_json::Value;

use super::{Line, check_game, chess_position, each, text};

/// Plays each line's game through. Answers whether every line was good.
///
/// # Errors
/// If reading or writing fails.
pub fn replay(input: impl BufRead, output: impl Write) -> std::io::Result<bool> {
    each(input, output, |line| {
        check_game(line)?;
        let with_rules = match text(line, "rules")? {
            None => true,
            Some("off") => false,
            Some(_) => return Err("`rules` can be `off`, or left out".to_owned()),
        };
        let moves = line
            .get("moves")
            .and_then(Value::as_array)
            .ok_or("`moves` must be a list")?;
        let mut game = chess::Game::new(chess_position(line)?);
        let mut stopped_at = None;
        for (index, entry) in moves.iter().enumerate() {
            if with_rules && game.outcome().is_some() {
                stopped_at = Some(index);
                break;
            }
            play(&mut game, entry)
                .map_err(|fault| format!("move {} ({entry}): {fault}", index + 1))?;
        }
        Ok(standing(&game, stopped_at))
    })
}

fn play(game: &mut chess::Game, entry: &Value) -> Result<(), String> {
    let written;
    let text = match entry {
        Value::String(text) => text.as_str(),
        Value::Object(members) => {
            let part = |name| {
                members
                    .get(name)
                    .and_then(Value::as_str)
                    .unwrap_or_default()
            };
            written = format!("{}{}{}", part("from"), part("to"), part("promotion"));
            &written
        }
        _ => return Err("a move is text, or an object with `from` and `to`".to_owned()),
    };
    if text == "--" {
        return game.pass().map_err(|fault| fault.to_string());
    }
    let mv = chess::parse_move(game.position(), text).map_err(|fault| fault.to_string())?;
    game.play(mv).map_err(|fault| fault.to_string())
}

fn standing(game: &chess::Game, stopped_at: Option<usize>) -> Line {
    let position = game.position();
    let outcome = game.outcome();
    let mut answer = Line::new();
    answer.insert("over".to_owned(), outcome.is_some().into());
    if let Some(outcome) = outcome {
        if let Some(winner) = outcome.winner {
            answer.insert("winner".to_owned(), winner.name().into());
        }
        answer.insert("reason".to_owned(), outcome.reason.name().into());
    }
    answer.insert("fen".to_owned(), position.fen().into());
    answer.insert("occurrences".to_owned(), game.occurrences().into());
    answer.insert("check".to_owned(), position.is_check().into());
    if let Some(index) = stopped_at {
        answer.insert("stoppedAt".to_owned(), index.into());
    }
    answer
}
