//! What is done with legal moves: listing them, asking whether there is any, looking for one.

use super::attacks::Squares;
use super::generate::{Visitor, castling_target};
use super::position::Position;
use super::side::Side;
use super::{Move, MoveList, Role};

/// Lists the moves.
impl Visitor for MoveList {
    #[inline]
    fn piece<S: Side, const ROLE: usize>(&mut self, _: &Position, from: u32, targets: u64) {
        for to in Squares(targets) {
            self.push(Move::quiet(from, to));
        }
    }
    #[inline]
    fn pawns<S: Side>(&mut self, _: &Position, targets: u64, back: i32) {
        for to in Squares(targets) {
            self.push(Move::quiet(to.wrapping_add_signed(back), to));
        }
    }
    #[inline]
    fn double_steps<S: Side>(&mut self, position: &Position, targets: u64) {
        self.pawns::<S>(position, targets, -2 * S::STEP);
    }
    fn promotions<S: Side>(&mut self, _: &Position, targets: u64, back: i32) {
        for to in Squares(targets) {
            for role in Role::PROMOTIONS {
                let quiet = Move::quiet(to.wrapping_add_signed(back), to);
                self.push(Move {
                    promotion: Some(role),
                    ..quiet
                });
            }
        }
    }
    fn en_passant<S: Side>(&mut self, _: &Position, from: u32, to: u32) {
        self.push(Move::quiet(from, to));
    }
    fn castling<S: Side>(&mut self, _: &Position, short: bool) {
        self.push(Move::quiet(S::KING_HOME, castling_target::<S>(short)));
    }
}

/// Lists captures and promotions only.
pub(super) struct Forcing(pub(super) MoveList);

impl Visitor for Forcing {
    #[inline]
    fn piece<S: Side, const ROLE: usize>(&mut self, position: &Position, from: u32, targets: u64) {
        self.0
            .piece::<S, ROLE>(position, from, targets & position.boards[S::RIVAL]);
    }
    #[inline]
    fn pawns<S: Side>(&mut self, position: &Position, targets: u64, back: i32) {
        self.0
            .pawns::<S>(position, targets & position.boards[S::RIVAL], back);
    }
    #[inline]
    fn double_steps<S: Side>(&mut self, _: &Position, _: u64) {}
    fn promotions<S: Side>(&mut self, position: &Position, targets: u64, back: i32) {
        self.0.promotions::<S>(position, targets, back);
    }
    fn en_passant<S: Side>(&mut self, position: &Position, from: u32, to: u32) {
        self.0.en_passant::<S>(position, from, to);
    }
    fn castling<S: Side>(&mut self, _: &Position, _: bool) {}
}

/// Asks whether there is any move.
pub(super) struct Check(pub(super) bool);

impl Visitor for Check {
    const COUNTS: bool = true;
    #[inline]
    fn piece<S: Side, const ROLE: usize>(&mut self, _: &Position, _: u32, targets: u64) {
        self.0 |= targets != 0;
    }
    #[inline]
    fn pawns<S: Side>(&mut self, _: &Position, targets: u64, _: i32) {
        self.0 |= targets != 0;
    }
    #[inline]
    fn double_steps<S: Side>(&mut self, _: &Position, targets: u64) {
        self.0 |= targets != 0;
    }
    fn promotions<S: Side>(&mut self, _: &Position, targets: u64, _: i32) {
        self.0 |= targets != 0;
    }
    fn en_passant<S: Side>(&mut self, _: &Position, _: u32, _: u32) {
        self.0 = true;
    }
    fn castling<S: Side>(&mut self, _: &Position, _: bool) {
        self.0 = true;
    }
}

/// Looks for one move.
pub(super) struct Find {
    pub(super) chosen: Move,
    pub(super) found: bool,
}

impl Find {
    #[inline]
    fn look(&mut self, from: u32, targets: u64) {
        let here =
            u32::from(self.chosen.from.index()) == from && targets & self.chosen.to.bit() != 0;
        self.found |= here && self.chosen.promotion.is_none();
    }
    #[inline]
    fn look_back(&mut self, targets: u64, back: i32) {
        let to = u32::from(self.chosen.to.index());
        self.look(to.wrapping_add_signed(back), targets);
    }
}

impl Visitor for Find {
    #[inline]
    fn piece<S: Side, const ROLE: usize>(&mut self, _: &Position, from: u32, targets: u64) {
        self.look(from, targets);
    }
    #[inline]
    fn pawns<S: Side>(&mut self, _: &Position, targets: u64, back: i32) {
        self.look_back(targets, back);
    }
    #[inline]
    fn double_steps<S: Side>(&mut self, _: &Position, targets: u64) {
        self.look_back(targets, -2 * S::STEP);
    }
    fn promotions<S: Side>(&mut self, _: &Position, targets: u64, back: i32) {
        let from = u32::from(self.chosen.to.index()).wrapping_add_signed(back);
        let here =
            u32::from(self.chosen.from.index()) == from && targets & self.chosen.to.bit() != 0;
        self.found |= here
            && self
                .chosen
                .promotion
                .is_some_and(|role| Role::PROMOTIONS.contains(&role));
    }
    fn en_passant<S: Side>(&mut self, _: &Position, from: u32, to: u32) {
        self.look(from, 1 << to);
    }
    fn castling<S: Side>(&mut self, _: &Position, short: bool) {
        self.look(S::KING_HOME, 1 << castling_target::<S>(short));
    }
}

#[cfg(test)]
mod tests {
    use super::super::perft;
    use super::*;

    #[test]
    fn the_position_with_the_most_moves_has_218() {
        let position =
            Position::from_fen("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1").unwrap();
        assert_eq!(position.legal_moves().len(), 218);
    }

    #[test]
    fn fourteen_queens_fit_the_list() {
        let position =
            Position::from_fen("Q6Q/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBQQ1KQ1 w - - 0 1").unwrap();
        let listed = position.legal_moves().len() as u64;
        assert_eq!(listed, perft(&position, 1));
        assert!(listed > 218, "{listed}");
    }

    #[test]
    fn a_move_is_legal_exactly_when_it_is_listed() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            "8/2p5/3p4/KP5r/1R3pPk/8/4P3/8 b - g3 0 1",
        ] {
            let position = Position::from_fen(fen).unwrap();
            let listed = position.legal_moves();
            assert!(position.has_legal_moves());
            for bits in 0..=u16::MAX {
                if let Some(chosen) = Move::from_bits(bits) {
                    assert_eq!(
                        position.is_legal(chosen),
                        listed.contains(&chosen),
                        "{fen} {chosen}"
                    );
                }
            }
            let pawn = Move {
                promotion: Some(Role::Pawn),
                ..listed[0]
            };
            assert!(!position.is_legal(pawn));
            assert!(position.play(pawn).is_err());
        }
    }
}
