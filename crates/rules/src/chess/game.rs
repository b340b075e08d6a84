//! A game: the positions that came before, for the rules that need them.

use core::fmt;

use super::{IllegalMove, Move, Position};
use crate::{Outcome, Reason};

/// One half-move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ply {
    /// A move.
    Move(Move),
    /// A pass, in rooms with `drawOffer: passes-turn`.
    Pass,
}

impl fmt::Display for Ply {
    /// UCI, or `--` for a pass.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ply::Move(chosen) => chosen.fmt(f),
            Ply::Pass => f.write_str("--"),
        }
    }
}

/// The side to move is in check and may not pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CannotPass;

impl fmt::Display for CannotPass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a side in check cannot pass: it must answer the check")
    }
}

impl core::error::Error for CannotPass {}

/// A game from its first position: what was played, and how often each position occurred.
///
/// Moves may be played after the end too, for replays with the draw rules off: ask [`Game::outcome`] first.
#[derive(Clone, Debug)]
pub struct Game {
    initial: Position,
    position: Position,
    plies: Vec<Ply>,
    /// The keys of the positions before the present one, the first position's first.
    earlier: Vec<u64>,
}

impl Game {
    /// A game that begins with this position, which counts as its first occurrence.
    #[must_use]
    pub const fn new(initial: Position) -> Game {
        Game {
            initial,
            position: initial,
            plies: Vec::new(),
            earlier: Vec::new(),
        }
    }

    /// A game from the starting position.
    #[must_use]
    pub const fn start() -> Game {
        Game::new(Position::start())
    }

    /// The position that the game began with.
    #[must_use]
    pub const fn initial(&self) -> &Position {
        &self.initial
    }

    /// The present position.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// How many half-moves were played, passes included.
    #[must_use]
    pub const fn ply(&self) -> usize {
        self.plies.len()
    }

    /// What was played, in order.
    #[must_use]
    pub fn moves(&self) -> &[Ply] {
        &self.plies
    }

    /// Plays a move.
    ///
    /// # Errors
    /// [`IllegalMove`] when it is not legal; the game is then as before.
    pub fn play(&mut self, chosen: Move) -> Result<(), IllegalMove> {
        let after = self.position.play(chosen)?;
        self.advance(Ply::Move(chosen), after);
        Ok(())
    }

    /// Passes: the turn goes to the other side, a half-move for every counter.
    ///
    /// # Errors
    /// [`CannotPass`] in check; the game is then as before.
    pub fn pass(&mut self) -> Result<(), CannotPass> {
        let after = self.position.pass().ok_or(CannotPass)?;
        self.advance(Ply::Pass, after);
        Ok(())
    }

    fn advance(&mut self, ply: Ply, after: Position) {
        self.earlier.push(self.position.key());
        self.plies.push(ply);
        self.position = after;
    }

    /// How often the present position has occurred in the game, this time included (FIDE 9.2.3: same pieces, side to
    /// move, castling rights, and legal en passant).
    #[must_use]
    pub fn occurrences(&self) -> u32 {
        // What was before a capture or a pawn move cannot come back, and only every second position has this side to move.
        let reversible = usize::try_from(self.position.halfmove_clock()).unwrap_or(usize::MAX);
        let key = self.position.key();
        let before = self
            .earlier
            .iter()
            .rev()
            .take(reversible)
            .skip(1)
            .step_by(2);
        before.fold(1, |count, &earlier| count + u32::from(earlier == key))
    }

    /// How the game ended on the board, tested in this order: checkmate, stalemate, insufficient material, third
    /// occurrence, fifty moves. All are automatic (seed 004 "Tablas"; FIDE 5 and 9 let a player claim the last two).
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        let over = self.position.over();
        let reason = match over {
            None | Some(Reason::FiftyMoves) if self.occurrences() >= 3 => {
                Reason::ThreefoldRepetition
            }
            over => over?,
        };
        let winner = (reason == Reason::Checkmate).then(|| !self.position.turn());
        Some(Outcome { winner, reason })
    }
}

#[cfg(test)]
mod tests {
    use super::super::parse_move;
    use super::*;
    use crate::Color;

    fn from(fen: &str) -> Game {
        Game::new(Position::from_fen(fen).unwrap())
    }

    /// Plays moves, `--` being a pass.
    fn play(game: &mut Game, moves: &str) {
        for text in moves.split_ascii_whitespace() {
            if text == "--" {
                game.pass().unwrap();
            } else {
                let chosen =
                    parse_move(game.position(), text).unwrap_or_else(|e| panic!("{text}: {e}"));
                game.play(chosen).unwrap();
            }
        }
    }

    fn reason(game: &Game) -> Option<&'static str> {
        game.outcome().map(|outcome| outcome.reason.name())
    }

    #[test]
    fn the_starting_position_counts_as_its_first_occurrence() {
        let mut game = Game::start();
        play(&mut game, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1");
        assert_eq!((game.occurrences(), reason(&game)), (2, None));
        play(&mut game, "Ng8");
        assert_eq!(
            (game.occurrences(), reason(&game)),
            (3, Some("threefold-repetition"))
        );
        assert_eq!(game.outcome().unwrap().winner, None);
    }

    #[test]
    fn the_first_position_of_a_set_up_game_counts_whatever_its_clock_says() {
        for clock in [0, 40] {
            let mut game = from(&format!("6k1/8/8/8/8/8/R7/K7 w - - {clock} 50"));
            play(&mut game, "Rb2 Kf8 Ra2 Kg8 Rb2 Kf8 Ra2 Kg8");
            assert_eq!(reason(&game), Some("threefold-repetition"));
        }
    }

    #[test]
    fn a_position_that_would_occur_by_the_next_move_has_not_occurred() {
        let mut game = Game::start();
        play(&mut game, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1");
        assert_eq!(game.outcome(), None, "Ng8 would make it three");
    }

    #[test]
    fn positions_with_other_castling_rights_are_not_the_same() {
        let mut game = from("r3k2r/8/8/8/8/8/7P/R3K2R w KQkq - 0 1");
        play(&mut game, "Ra2 Ra7 Ra1 Ra8 Ra2 Ra7 Ra1 Ra8");
        assert_eq!(
            (game.occurrences(), reason(&game)),
            (2, None),
            "the first time the a-rooks had not moved"
        );
        play(&mut game, "Ra2 Ra7 Ra1 Ra8");
        assert_eq!(
            (game.occurrences(), reason(&game)),
            (3, Some("threefold-repetition"))
        );
    }

    #[test]
    fn en_passant_that_is_possible_makes_another_position() {
        let mut game = from("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1");
        play(&mut game, "e4 Kd8 Kd1 Ke8 Ke1 Kd8 Kd1 Ke8 Ke1");
        assert_eq!((game.occurrences(), reason(&game)), (2, None));
        play(&mut game, "Kd8 Kd1 Ke8 Ke1");
        assert_eq!(
            (game.occurrences(), reason(&game)),
            (3, Some("threefold-repetition"))
        );
    }

    #[test]
    fn en_passant_that_a_pin_forbids_makes_no_difference() {
        let mut game = from("8/8/8/8/k2p3Q/8/4P3/4K3 w - - 0 1");
        play(&mut game, "e4 Ka3 Kd1 Ka4 Ke1 Ka3 Kd1 Ka4 Ke1");
        assert_eq!(
            (game.occurrences(), reason(&game)),
            (3, Some("threefold-repetition"))
        );
    }

    #[test]
    fn en_passant_that_does_not_answer_a_check_makes_no_difference() {
        // The step opens the second rank and gives check; taking on g3 would leave it open.
        let mut game = from("8/8/8/8/5p2/8/R5Pk/4K3 w - - 0 1");
        play(&mut game, "g4 Kh3 Ra1 Kh2 Ra2 Kh3 Ra1 Kh2 Ra2");
        assert_eq!(
            (game.occurrences(), reason(&game)),
            (3, Some("threefold-repetition"))
        );
    }

    #[test]
    fn fifty_moves_are_a_hundred_half_moves_in_a_row() {
        let mut game = from("6k1/8/8/8/8/8/R7/K7 w - - 98 120");
        play(&mut game, "Rb2");
        assert_eq!(reason(&game), None);
        play(&mut game, "Kf8");
        assert_eq!(reason(&game), Some("fifty-moves"));
    }

    #[test]
    fn a_capture_or_a_pawn_move_starts_the_fifty_moves_again() {
        let mut game = from("6k1/8/8/8/8/8/R6P/K7 w - - 99 120");
        play(&mut game, "h3");
        assert_eq!((game.position().halfmove_clock(), reason(&game)), (0, None));
    }

    #[test]
    fn mate_on_the_last_of_the_fifty_moves_wins() {
        let mut game = from("7k/8/6K1/8/8/8/R7/8 w - - 99 120");
        play(&mut game, "Ra8#");
        let outcome = game.outcome().unwrap();
        assert_eq!(
            (outcome.winner, outcome.reason),
            (Some(Color::White), Reason::Checkmate)
        );
    }

    #[test]
    fn stalemate_and_dead_material_come_before_the_counters() {
        let mut game = from("7k/8/4Q1K1/8/8/8/8/8 w - - 99 120");
        play(&mut game, "Qf7");
        assert_eq!(reason(&game), Some("stalemate"));
        let mut game = from("7k/8/8/8/8/8/1q6/KB6 w - - 99 120");
        play(&mut game, "Kxb2");
        assert_eq!(reason(&game), Some("insufficient-material"));
    }

    #[test]
    fn the_third_occurrence_comes_before_fifty_moves() {
        let mut game = from("6k1/8/8/8/8/8/R7/K7 w - - 92 120");
        play(&mut game, "Rb2 Kf8 Ra2 Kg8 Rb2 Kf8 Ra2 Kg8");
        assert_eq!(game.position().halfmove_clock(), 100);
        assert_eq!(reason(&game), Some("threefold-repetition"));
    }

    #[test]
    fn a_pass_counts_as_a_half_move_for_every_counter() {
        let mut game = from("6k1/8/8/8/8/8/R7/K7 w - - 0 1");
        play(&mut game, "-- -- -- --");
        assert_eq!((game.ply(), game.position().halfmove_clock()), (4, 4));
        assert_eq!(
            (game.occurrences(), reason(&game)),
            (3, Some("threefold-repetition"))
        );
        assert_eq!(game.moves()[0].to_string(), "--");
    }

    #[test]
    fn a_pass_gives_up_en_passant_and_keeps_castling() {
        let mut game = from("r3k3/8/8/2pP4/8/8/8/4K3 w q c6 0 1");
        game.pass().unwrap();
        assert_eq!(game.position().fen(), "r3k3/8/8/2pP4/8/8/8/4K3 b q - 1 1");
    }

    #[test]
    fn a_refused_move_or_pass_changes_nothing() {
        let mut game = from("4k3/8/8/8/8/8/4r3/4K3 w - - 3 9");
        let before = game.position().fen();
        let illegal = parse_move(Game::start().position(), "e2e4").unwrap();
        assert_eq!(game.play(illegal), Err(IllegalMove));
        assert_eq!(game.pass(), Err(CannotPass));
        assert_eq!((game.ply(), game.position().fen()), (0, before));
    }

    #[test]
    fn a_long_game_with_the_rules_off_is_counted_to_its_end() {
        let mut game = Game::start();
        for _ in 0..800 {
            play(&mut game, "Nf3 Nf6 Ng1 Ng8");
        }
        assert_eq!((game.ply(), game.occurrences()), (3200, 801));
        assert_eq!(game.position().halfmove_clock(), 3200);
    }
}
