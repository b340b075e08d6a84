//! `jaque moves | perft | replay`: JSON lines in, JSON lines out, same `id`, in order.

mod moves;
mod perft;
mod replay;

use std::io::{BufRead, Write};

use rules::chess;
use serde_json::{Map, Value};

pub use moves::moves;
pub use perft::perft;
pub use replay::replay;

/// A line's members.
pub(crate) type Line = Map<String, Value>;

/// Answers each line with `work`. A bad line is answered with its error, and the run goes on.
///
/// Answers whether every line was good.
///
/// # Errors
/// If reading or writing fails.
pub(crate) fn each(
    input: impl BufRead,
    mut output: impl Write,
    mut work: impl FnMut(&Line) -> Result<Line, String>,
) -> std::io::Result<bool> {
    let mut good = true;
    for line in input.split(b'\n') {
        let line = line?;
        if line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        let (id, answer) = match serde_json::from_slice(&line) {
            Ok(Value::Object(line)) => (line.get("id").cloned(), work(&line)),
            Ok(_) => (None, Err("a line must be a JSON object".to_owned())),
            Err(fault) => (None, Err(format!("the line is not JSON: {fault}"))),
        };
        let mut members = Line::new();
        members.insert("id".to_owned(), id.unwrap_or(Value::Null));
        match answer {
            Ok(answer) => members.extend(answer),
            Err(error) => {
                good = false;
                members.insert("error".to_owned(), error.into());
            }
        }
        serde_json::to_writer(&mut output, &members)?;
        output.write_all(b"\n")?;
    }
    output.flush()?;
    Ok(good)
}

/// The text of a member.
pub(crate) fn text<'a>(line: &'a Line, name: &str) -> Result<Option<&'a str>, String> {
    match line.get(name) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text)),
        Some(_) => Err(format!("`{name}` must be text")),
    }
}

/// Refuses a game that is not known.
pub(crate) fn check_game(line: &Line) -> Result<(), String> {
    match text(line, "game")?.unwrap_or("chess") {
        "chess" => Ok(()),
        other => Err(format!("there is no game `{other}`; there is `chess`")),
    }
}

/// The position of a line; the starting position if it has none.
pub(crate) fn chess_position(line: &Line) -> Result<chess::Position, String> {
    match text(line, "fen")? {
        None => Ok(chess::Position::start()),
        Some(fen) => chess::Position::from_fen(fen).map_err(|fault| fault.to_string()),
    }
}
