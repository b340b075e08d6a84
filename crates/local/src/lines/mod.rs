//! `jaque moves | perft | replay`: JSON lines in, JSON lines out, same `id`, in order.

mod moves;
mod perft;
mod replay;

use std::io::{BufRead, Write};

use rules::{Outcome, chess, damas};
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
        // Another program may wait for this answer before it sends the next line.
        output.flush()?;
    }
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

/// The position of a line, and in damas its table.
pub(crate) enum Setting {
    /// A position of chess.
    Chess(chess::Position),
    /// A position of damas.
    Damas(damas::Position, damas::Table),
}

/// Reads the game, the table and the position of a line: chess and the starting position if it has none.
pub(crate) fn setting(line: &Line) -> Result<Setting, String> {
    let fen = text(line, "fen")?;
    match text(line, "game")?.unwrap_or("chess") {
        "chess" => match fen {
            None => Ok(Setting::Chess(chess::Position::start())),
            Some(fen) => chess::Position::from_fen(fen)
                .map(Setting::Chess)
                .map_err(|fault| fault.to_string()),
        },
        "damas" => {
            let table = table(line)?;
            let position = match fen {
                None => damas::Position::start(),
                Some(fen) => damas::Position::from_fen(fen).map_err(|fault| fault.to_string())?,
            };
            Ok(Setting::Damas(position, table))
        }
        other => Err(format!(
            "there is no game `{other}`; there are `chess` and `damas`"
        )),
    }
}

/// The table of a line: a preset, and the options that override it. What the room alone knows (`drawOffer`) is passed over.
fn table(line: &Line) -> Result<damas::Table, String> {
    let mut table = damas::Table::default();
    let members = match line.get("table") {
        None | Some(Value::Null) => return Ok(table),
        Some(Value::Object(members)) => members,
        Some(_) => return Err("`table` must be an object of options".to_owned()),
    };
    if let Some(name) = text(members, "preset")? {
        table = damas::Preset::from_name(name)
            .ok_or_else(|| format!("there is no preset `{name}`"))?
            .table();
    }
    for name in members
        .keys()
        .filter(|name| !matches!(name.as_str(), "preset" | "drawOffer"))
    {
        if let Some(value) = text(members, name)? {
            table.set(name, value).map_err(|fault| fault.to_string())?;
        }
    }
    Ok(table)
}

/// Adds how a game ended.
pub(crate) fn put_outcome(line: &mut Line, outcome: Outcome) {
    if let Some(winner) = outcome.winner {
        line.insert("winner".to_owned(), winner.name().into());
    }
    line.insert("reason".to_owned(), outcome.reason.name().into());
}
