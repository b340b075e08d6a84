//! Where duels begin: level positions that neither side chose.

use rules::{chess, damas};

use crate::search::mix;
use crate::{Limits, Score, Settings, search_chess, search_damas};

/// How many half-moves an opening has.
const CHESS_PLIES: usize = 6;
const DAMAS_PLIES: usize = 6;
/// Who judges whether it is level, and how level it must be.
const JUDGE: u64 = 3000;
const LEVEL: i32 = 60;

/// Openings of chess: any moves, kept if the search finds the position level. The same every time.
#[must_use]
pub fn chess_openings(count: usize) -> Vec<chess::Game> {
    let judge = |game: &chess::Game| {
        let report = search_chess(
            game,
            Settings::new(Limits::nodes(JUDGE)),
            &mut |_| false,
            &mut |_| {},
        );
        report.is_some_and(|report| is_level(report.score))
    };
    collect(count, |seed| {
        let mut game = chess::Game::start();
        for ply in 0..CHESS_PLIES {
            let moves = game.position().legal_moves();
            game.play(*pick(&moves, seed, ply)?).ok()?;
        }
        judge(&game).then_some(game)
    })
}

/// Openings of damas on a table; each `seed` gives others.
#[must_use]
pub fn damas_openings(table: damas::Table, count: usize, seed: u64) -> Vec<damas::Game> {
    let judge = |game: &damas::Game| {
        let report = search_damas(
            game,
            Settings::new(Limits::nodes(JUDGE)),
            &mut |_| false,
            &mut |_| {},
        );
        report.is_some_and(|report| is_level(report.score))
    };
    collect(count, |number| {
        let mut game = damas::Game::new(damas::Position::start(), table);
        for ply in 0..DAMAS_PLIES {
            let moves = game.legal_moves().sorted();
            game.play(*pick(&moves, mix(seed) ^ number, ply)?).ok()?;
        }
        judge(&game).then_some(game)
    })
}

fn is_level(score: Score) -> bool {
    matches!(score, Score::Centipawns(points) if points.abs() <= LEVEL)
}

fn pick<M>(moves: &[M], seed: u64, ply: usize) -> Option<&M> {
    let number = mix(mix(seed) ^ ply as u64) % (moves.len() as u64).max(1);
    moves.get(usize::try_from(number).ok()?)
}

/// The first `count` of what `make` makes of 0, 1, 2, …
fn collect<G>(count: usize, make: impl Fn(u64) -> Option<G>) -> Vec<G> {
    // Far more tries than it ever takes.
    (0..count as u64 * 1000)
        .filter_map(make)
        .take(count)
        .collect()
}
