//! `jaque moves`

use std::io::{BufRead, Write};

use rules::{chess, damas};
use serde_json::{Value, json};

use super::{Line, Setting, each, put_outcome, setting};

/// Lists the legal (or, where asked, the wrong) moves of each line's position. Answers whether every line was good.
///
/// # Errors
/// If reading or writing fails.
pub fn moves(input: impl BufRead, output: impl Write) -> std::io::Result<bool> {
    each(input, output, |line| {
        let wrong = line.get("wrong").and_then(Value::as_bool).unwrap_or(false);
        let (list, outcome) = match setting(line)? {
            Setting::Chess(_) if wrong => return Err("chess has no wrong moves".to_owned()),
            Setting::Chess(position) => (of_chess(&position), chess::Game::new(position).outcome()),
            Setting::Damas(position, table) => {
                let list = if wrong {
                    wrong_of_damas(&position, &table)
                } else {
                    of_damas(&position, &table)
                };
                (list, position.verdict(&table))
            }
        };
        let mut answer = Line::new();
        answer.insert("moves".to_owned(), list.into());
        if let Some(outcome) = outcome {
            let mut result = Line::new();
            put_outcome(&mut result, outcome);
            answer.insert("result".to_owned(), result.into());
        }
        Ok(answer)
    })
}

fn of_chess(position: &chess::Position) -> Vec<Value> {
    let mut moves: Vec<_> = position.legal_moves().iter().copied().collect();
    moves.sort_unstable_by_key(ToString::to_string);
    let one = |mv: &chess::Move| {
        json!({
            "move": mv.to_string(),
            "notation": chess::san(position, *mv),
            "from": mv.from.to_string(),
            "to": mv.to.to_string(),
            "captures": captured(position, *mv),
            "promotes": mv.promotion.is_some(),
        })
    };
    moves.iter().map(one).collect()
}

/// The squares a move clears of enemies: its goal, or the pawn beside it when taken en passant.
fn captured(position: &chess::Position, mv: chess::Move) -> Vec<String> {
    let is_pawn = position
        .piece_at(mv.from)
        .is_some_and(|piece| piece.role == chess::Role::Pawn);
    if position.piece_at(mv.to).is_some() {
        vec![mv.to.to_string()]
    } else if is_pawn && mv.from.file() != mv.to.file() {
        let beside = chess::Square::from_index(mv.from.rank() * 8 + mv.to.file());
        beside
            .into_iter()
            .map(|square| square.to_string())
            .collect()
    } else {
        Vec::new()
    }
}

fn of_damas(position: &damas::Position, table: &damas::Table) -> Vec<Value> {
    let one = |written: damas::WrittenMove| {
        let mut value = identity(position, written.mv);
        value.insert("move".to_owned(), written.text.into());
        value.insert("notation".to_owned(), written.notation.into());
        value.into()
    };
    position.written_moves(table).into_iter().map(one).collect()
}

fn wrong_of_damas(position: &damas::Position, table: &damas::Table) -> Vec<Value> {
    let one = |wrong: damas::WrongMove| {
        let written = position.written(table, wrong.mv);
        let mut value = identity(position, wrong.mv);
        value.insert("move".to_owned(), written.text.into());
        value.insert("notation".to_owned(), written.notation.into());
        value.insert("huffable".to_owned(), numbers(wrong.huffable).into());
        value.into()
    };
    position.wrong_moves(table).into_iter().map(one).collect()
}

fn identity(position: &damas::Position, mv: damas::Move) -> Line {
    let mut value = Line::new();
    value.insert("from".to_owned(), mv.from.number().into());
    value.insert("to".to_owned(), mv.to.number().into());
    value.insert("captures".to_owned(), numbers(mv.captures).into());
    value.insert("promotes".to_owned(), position.promotes(mv).into());
    value
}

fn numbers(squares: damas::Squares) -> Vec<u8> {
    squares.iter().map(damas::Square::number).collect()
}
