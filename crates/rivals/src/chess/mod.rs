//! Chess for the search.

mod constants;
mod evaluate;
mod exchange;
mod terms;
mod weights;

use rules::Color;
use rules::chess::{Game, Move, Ply, Position, Role};

pub use constants::CONSTANTS;
pub use evaluate::trace;
pub use terms::{TERMS, groups};

use crate::search::{Board, Candidate, Constants};

/// A position, and whether its side to move is in check.
#[derive(Clone, Copy)]
pub(crate) struct Chess {
    position: Position,
    checked: bool,
}

impl Chess {
    pub(crate) fn new(position: Position) -> Chess {
        Chess {
            checked: position.is_check(),
            position,
        }
    }
}

/// The keys of the positions before the present one, oldest first.
pub(crate) fn earlier(game: &Game) -> Vec<u64> {
    let mut position = *game.initial();
    let mut keys = Vec::with_capacity(game.ply() + 128);
    for ply in game.moves() {
        keys.push(position.key());
        position = match *ply {
            Ply::Move(mv) => position.play_unchecked(mv),
            // A game has no pass that could not be made.
            Ply::Pass => position.pass().unwrap_or(position),
        };
    }
    keys
}

impl Board for Chess {
    type Move = Move;

    const PASSES: bool = true;
    const CONSTANTS: Constants = CONSTANTS;

    #[inline]
    fn side(&self) -> usize {
        self.position.turn().index()
    }

    #[inline]
    fn key(&self) -> u64 {
        self.position.key()
    }

    fn moves(&self, list: &mut Vec<Candidate<Move>>) {
        let moves = self.position.legal_moves();
        list.extend(moves.iter().map(|&mv| Candidate::new(mv, mv.to_bits())));
    }

    fn forcing(&self, list: &mut Vec<Candidate<Move>>) {
        let moves = self.position.captures_and_promotions();
        list.extend(moves.iter().map(|&mv| Candidate::new(mv, mv.to_bits())));
    }

    #[inline]
    fn play(&self, mv: Move) -> Chess {
        Chess::new(self.position.play_unchecked(mv))
    }

    /// With pawns alone a pass may be the only good move.
    fn pass(&self) -> Option<Chess> {
        if !self.has_pieces() || self.checked {
            return None;
        }
        let position = self.position.pass()?;
        Some(Chess {
            position,
            checked: false,
        })
    }

    #[inline]
    fn evaluate(&self) -> i32 {
        evaluate::evaluate(&self.position)
    }

    fn material(&self) -> i32 {
        let of = |side| {
            let roles = Role::ALL.into_iter().filter(|&role| role != Role::King);
            let values = roles.map(|role| {
                exchange::value(role) * self.position.pieces(side, role).count() as i32
            });
            values.sum::<i32>()
        };
        of(self.position.turn()) - of(!self.position.turn())
    }

    #[inline]
    fn quiet(&self) -> bool {
        !self.checked
    }

    fn has_move(&self) -> bool {
        self.position.has_legal_moves()
    }

    /// A side with a piece besides king and pawns is next to never stalemated.
    fn mobile(&self) -> bool {
        self.has_pieces() || self.position.has_legal_moves()
    }

    fn stuck(&self) -> i32 {
        -i32::from(self.checked)
    }

    #[inline]
    fn drawn(&self) -> bool {
        self.position.halfmove_clock() >= 100 || self.position.insufficient_material()
    }

    #[inline]
    fn reversible(&self) -> usize {
        usize::try_from(self.position.halfmove_clock()).unwrap_or(usize::MAX)
    }

    fn known(&self) -> Option<i32> {
        None
    }

    #[inline]
    fn gain(&self, mv: Move) -> Option<i32> {
        let victim = exchange::victim(&self.position, mv);
        if victim.is_none() && mv.promotion.is_none() {
            return None;
        }
        let won = victim.map_or(0, exchange::value);
        let promoted = mv.promotion.map_or(0, |role| {
            exchange::value(role) - exchange::value(Role::Pawn)
        });
        Some(won + promoted)
    }

    fn exchange(&self, mv: Move, at_least: i32) -> bool {
        exchange::brings(&self.position, mv, at_least)
    }
}

impl Chess {
    fn has_pieces(&self) -> bool {
        let side = self.position.turn();
        let pawns = self.position.pieces(side, Role::Pawn).0;
        let king = self.position.king(side).bitboard().0;
        self.position.side(side).0 & !(pawns | king) != 0
    }
}

const _: () = assert!(Color::White.index() == 0);
