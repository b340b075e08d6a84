//! `jaque replay`

use std::io::{BufRead, Write};

use rules::damas::{self, HuffTarget};
use rules::{Outcome, chess};
use serde_json::Value;

use super::{Line, Setting, each, put_outcome, setting, text};

/// How the lists write a pass.
const PASS: &str = "--";

/// Plays each line's game through. Answers whether every line was good.
///
/// # Errors
/// If reading or writing fails.
pub fn replay(input: impl BufRead, output: impl Write) -> std::io::Result<bool> {
    each(input, output, |line| {
        let with_rules = match text(line, "rules")? {
            None => true,
            Some("off") => false,
            Some(_) => return Err("`rules` can be `off`, or left out".to_owned()),
        };
        if let Some(pdn) = text(line, "pdn")? {
            let record = damas::read_pdn(pdn).map_err(|fault| fault.to_string())?;
            return Ok(of_damas(&record.game, None));
        }
        let moves = line
            .get("moves")
            .and_then(Value::as_array)
            .ok_or("`moves` must be a list")?;
        match setting(line)? {
            Setting::Chess(position) => {
                let mut game = chess::Game::new(position);
                let over = |game: &chess::Game| with_rules && game.outcome().is_some();
                let stopped = through(&mut game, moves, over, play_chess)?;
                Ok(of_chess(&game, stopped))
            }
            Setting::Damas(position, table) => {
                let begin = if with_rules {
                    damas::Game::new
                } else {
                    damas::Game::without_draws
                };
                let mut game = begin(position, table);
                let stopped = through(
                    &mut game,
                    moves,
                    |game| game.outcome().is_some(),
                    play_damas,
                )?;
                Ok(of_damas(&game, stopped))
            }
        }
    })
}

/// Plays entries until the game is over; says where it stopped, if not at the end.
fn through<G>(
    game: &mut G,
    moves: &[Value],
    over: impl Fn(&G) -> bool,
    play: impl Fn(&mut G, &Value) -> Result<(), String>,
) -> Result<Option<usize>, String> {
    for (index, entry) in moves.iter().enumerate() {
        if over(game) {
            return Ok(Some(index));
        }
        play(game, entry).map_err(|fault| format!("move {} ({entry}): {fault}", index + 1))?;
    }
    Ok(None)
}

fn play_chess(game: &mut chess::Game, entry: &Value) -> Result<(), String> {
    let written;
    let text = match entry {
        Value::String(text) => text.as_str(),
        Value::Object(members) if members.contains_key("move") => text_of(members)?,
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
    if text == PASS {
        return game.pass().map_err(|fault| fault.to_string());
    }
    let mv = chess::parse_move(game.position(), text).map_err(|fault| fault.to_string())?;
    game.play(mv).map_err(|fault| fault.to_string())
}

fn play_damas(game: &mut damas::Game, entry: &Value) -> Result<(), String> {
    let text = match entry {
        Value::String(text) => text.as_str(),
        Value::Object(members) => match members.get("huff") {
            Some(what) => {
                let square = what
                    .as_u64()
                    .and_then(|number| damas::Square::new(u8::try_from(number).ok()?));
                let target = square.map_or(HuffTarget::Undo, HuffTarget::Piece);
                return game.huff(target).map_err(|fault| fault.to_string());
            }
            None if members.contains_key("move") => text_of(members)?,
            None => {
                let mv = identity(members)
                    .ok_or("a move has `from`, `to` and `captures`, squares by number")?;
                return game.play(mv).map(drop).map_err(|fault| fault.to_string());
            }
        },
        _ => {
            return Err("a move is text, or an object with `from`, `to` and `captures`".to_owned());
        }
    };
    if text == PASS {
        return game.pass().map_err(|fault| fault.to_string());
    }
    let mv = game.read(text).map_err(|fault| fault.to_string())?;
    game.play(mv).map(drop).map_err(|fault| fault.to_string())
}

fn text_of(members: &Line) -> Result<&str, String> {
    text(members, "move")?.ok_or_else(|| "`move` must be text".to_owned())
}

fn identity(members: &Line) -> Option<damas::Move> {
    let square = |value: &Value| damas::Square::new(u8::try_from(value.as_u64()?).ok()?);
    let captures = members
        .get("captures")
        .and_then(Value::as_array)
        .into_iter()
        .flatten();
    let captures = captures.map(square).collect::<Option<Vec<_>>>()?;
    let bits = captures
        .iter()
        .fold(0, |bits, square| bits | (1_u32 << (square.number() - 1)));
    Some(damas::Move {
        from: square(members.get("from")?)?,
        to: square(members.get("to")?)?,
        captures: damas::Squares::from_bits(bits),
    })
}

fn standing(
    outcome: Option<Outcome>,
    fen: String,
    occurrences: u32,
    stopped_at: Option<usize>,
) -> Line {
    let mut answer = Line::new();
    answer.insert("over".to_owned(), outcome.is_some().into());
    if let Some(outcome) = outcome {
        put_outcome(&mut answer, outcome);
    }
    answer.insert("fen".to_owned(), fen.into());
    answer.insert("occurrences".to_owned(), occurrences.into());
    if let Some(index) = stopped_at {
        answer.insert("stoppedAt".to_owned(), index.into());
    }
    answer
}

fn of_chess(game: &chess::Game, stopped_at: Option<usize>) -> Line {
    let position = game.position();
    let mut answer = standing(
        game.outcome(),
        position.fen(),
        game.occurrences(),
        stopped_at,
    );
    answer.insert("check".to_owned(), position.is_check().into());
    answer
}

fn of_damas(game: &damas::Game, stopped_at: Option<usize>) -> Line {
    let mut answer = standing(
        game.outcome(),
        game.position().fen(),
        game.occurrences(),
        stopped_at,
    );
    answer.insert("quietKingPlies".to_owned(), game.quiet_king_plies().into());
    answer.insert(
        "maxQuietKingPlies".to_owned(),
        game.max_quiet_king_plies().into(),
    );
    if let Some(third) = game.third_at() {
        answer.insert("thirdAt".to_owned(), third.into());
    }
    answer
}
