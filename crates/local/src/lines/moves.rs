//! `jaque moves`

use std::io::{BufRead, Write};

use rules::chess;
use serde_json::json;

use super::{Line, check_game, chess_position, each};

/// Lists the legal moves of each line's position. Answers whether every line was good.
///
/// # Errors
/// If reading or writing fails.
pub fn moves(input: impl BufRead, output: impl Write) -> std::io::Result<bool> {
    each(input, output, |line| {
        check_game(line)?;
        let position = chess_position(line)?;
        let mut moves: Vec<_> = position.legal_moves().iter().copied().collect();
        moves.sort_unstable_by_key(ToString::to_string);
        let list: Vec<_> = moves
            .iter()
            .map(|mv| {
                json!({
                    "move": mv.to_string(),
                    "notation": chess::san(&position, *mv),
                    "from": mv.from.to_string(),
                    "to": mv.to.to_string(),
                    "captures": captured(&position, *mv),
                    "promotes": mv.promotion.is_some(),
                })
            })
            .collect();
        let mut answer = Line::new();
        answer.insert("moves".to_owned(), list.into());
        if let Some(outcome) = chess::Game::new(position).outcome() {
            answer.insert("result".to_owned(), json!({"winner": outcome.winner.map(rules::Color::name), "reason": outcome.reason.name()}));
        }
        Ok(answer)
    })
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
