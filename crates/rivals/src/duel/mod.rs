//! Matches between levels, or between searches that differ in one thing, in either game: who is stronger, and how sure that is.
//!
//! Every opening is played twice, with the colours changed. Nothing depends on time or on the number of threads.

mod openings;
mod player;
mod tally;

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use rules::{Color, chess, damas};

pub use openings::{chess_openings, damas_openings};
pub use player::{Player, UnknownPlayer};
pub use tally::{Estimate, Tally};

use crate::search::mix;

/// Games are drawn at this length, which hardly any reaches.
const LONGEST: usize = 400;

/// A game that can be played by players.
trait Match: Clone + Send + Sync {
    /// Who has won, `None` in it for a draw; `None` while it goes on.
    fn result(&self) -> Option<Option<Color>>;
    fn turn(&self) -> Color;
    fn ply(&self) -> usize;
    /// Whether a move was made.
    fn advance(&mut self, player: &Player, seed: u64) -> bool;
}

impl Match for chess::Game {
    fn result(&self) -> Option<Option<Color>> {
        self.outcome().map(|outcome| outcome.winner)
    }

    fn turn(&self) -> Color {
        self.position().turn()
    }

    fn ply(&self) -> usize {
        self.ply()
    }

    fn advance(&mut self, player: &Player, seed: u64) -> bool {
        player
            .chess(self, seed)
            .is_some_and(|mv| self.play(mv).is_ok())
    }
}

impl Match for damas::Game {
    fn result(&self) -> Option<Option<Color>> {
        self.outcome().map(|outcome| outcome.winner)
    }

    fn turn(&self) -> Color {
        self.position().turn()
    }

    fn ply(&self) -> usize {
        self.ply()
    }

    fn advance(&mut self, player: &Player, seed: u64) -> bool {
        player
            .damas(self, seed)
            .is_some_and(|mv| self.play(mv).is_ok())
    }
}

/// Plays chess from these openings, each with both colours. `seed` is where all chance of the players comes from.
#[must_use]
pub fn chess_duel(
    openings: &[chess::Game],
    players: [&Player; 2],
    seed: u64,
    threads: usize,
) -> Tally {
    duel(openings, players, seed, threads)
}

/// Plays damas from these openings, each with both colours.
#[must_use]
pub fn damas_duel(
    openings: &[damas::Game],
    players: [&Player; 2],
    seed: u64,
    threads: usize,
) -> Tally {
    duel(openings, players, seed, threads)
}

fn duel<G: Match>(openings: &[G], players: [&Player; 2], seed: u64, threads: usize) -> Tally {
    let pairs = Mutex::new(vec![[None; 2]; openings.len()]);
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..threads.clamp(1, 256) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let (Some(opening), half) = (openings.get(number / 2), number % 2) else {
                        break;
                    };
                    let seed = mix(seed ^ mix(number as u64));
                    let points = game(opening, players, half == 0, seed);
                    if let Ok(mut pairs) = pairs.lock()
                        && let Some(pair) = pairs.get_mut(number / 2)
                        && let Some(place) = pair.get_mut(half)
                    {
                        *place = Some(points);
                    }
                }
            });
        }
    });
    let pairs = pairs.into_inner().unwrap_or_default();
    Tally::of(
        pairs
            .into_iter()
            .filter_map(|[one, other]| Some([one?, other?])),
    )
}

/// Half points of the first player: 0, 1 or 2.
fn game<G: Match>(opening: &G, players: [&Player; 2], first_is_white: bool, seed: u64) -> u8 {
    let first = if first_is_white {
        Color::White
    } else {
        Color::Black
    };
    let mut game = opening.clone();
    for _ in 0..LONGEST {
        if let Some(winner) = game.result() {
            return match winner {
                None => 1,
                Some(color) if color == first => 2,
                Some(_) => 0,
            };
        }
        let [one, other] = players;
        let player = if game.turn() == first { one } else { other };
        let seed = mix(seed ^ mix(game.ply() as u64));
        if !game.advance(player, seed) {
            break;
        }
    }
    1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_duel_is_the_same_on_any_number_of_threads() {
        let [one, other] = ["domador", "random"].map(|name| name.parse().unwrap());
        let openings = damas_openings(damas::Table::default(), 6, 1);
        let of = |threads| damas_duel(&openings, [&one, &other], 3, threads);
        assert_eq!(of(1), of(3));
        assert_eq!(of(1).games(), 12);
    }

    #[test]
    fn the_easiest_level_beats_chance_in_both_games() {
        let [one, other] = ["domador", "random"].map(|name| name.parse().unwrap());
        let tally = chess_duel(&chess_openings(8), [&one, &other], 1, 2);
        assert!(tally.estimate().score > 0.85, "{tally}");
        let openings = damas_openings(damas::Table::default(), 8, 2);
        let tally = damas_duel(&openings, [&one, &other], 1, 2);
        assert!(tally.estimate().score > 0.85, "{tally}");
    }
}
