//! The search's constants, by simultaneous perturbation (Spall 1992): two players with every constant a little up or down play a pair
//! of games from one opening, and all constants go a little towards the winner's.

use std::io::{self, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use rivals::Constants;
use rivals::duel::{Player, chess_duel, chess_openings, damas_duel, damas_openings};
use rules::damas::Preset;

use crate::games::Dice;

pub(crate) struct Plan {
    pub(crate) pairs: usize,
    pub(crate) nodes: u64,
    pub(crate) seed: u64,
    pub(crate) threads: usize,
}

/// Pairs that are played from the same point before it moves. More do not change the result with the number of threads.
const BATCH: usize = 8;
/// How far the players stand off, in parts of a value where it began: at the start, and falling as Spall's practice has it.
const SPREAD: f64 = 0.25;
const SPREAD_FALL: f64 = 0.101;
/// How far a pair that is won moves a value, in parts of the distance between the players: at the start, and falling.
const RATE: f64 = 0.02;
const RATE_FALL: f64 = 0.602;
/// The rate begins to fall after a tenth of the pairs.
const STABLE: f64 = 0.1;

/// What the search of damas does not ask for: nobody passes, late moves are not pruned, and a quiet move never exchanges.
const IDLE: &[&str] = &[
    "late",
    "late_ply",
    "quiet_exchange",
    "capture_exchange",
    "pass",
    "pass_ply",
    "pass_gain",
    "hope",
];

/// Tunes for chess, or for damas.
pub(crate) fn tune(chess: bool, plan: &Plan, output: &mut impl Write) -> io::Result<()> {
    let (start, idle) = if chess {
        (rivals::chess::CONSTANTS, &[][..])
    } else {
        (rivals::damas::CONSTANTS, IDLE)
    };
    let names = Constants::NAMES.iter().map(|&(name, ..)| name);
    let names: Vec<&'static str> = names.filter(|name| !idle.contains(name)).collect();
    let begun: Vec<f64> = names
        .iter()
        .map(|name| f64::from(start.get(name).unwrap_or(0)))
        .collect();
    let steps: Vec<f64> = begun
        .iter()
        .map(|value| (value * SPREAD).max(1.0))
        .collect();
    let pairing = Pairing::new(chess, plan, &names);
    let mut values = begun.clone();
    // The mean of the last quarter has less chance in it than the last point.
    let mut sum = vec![0.0; names.len()];
    let mut summed = 0.0;
    let batches = plan.pairs.div_ceil(BATCH);
    for batch in 0..batches {
        let at = (batch * BATCH) as f64;
        let spread = (1.0 + at).powf(-SPREAD_FALL);
        let stable = STABLE * plan.pairs as f64;
        let rate = RATE * (1.0 + at / stable).powf(-RATE_FALL);
        let moves = pairing.batch(batch, &values, &steps, spread);
        for (signs, points) in moves {
            for (value, (step, sign)) in values.iter_mut().zip(steps.iter().zip(signs)) {
                *value += rate * step * spread * sign * points;
            }
        }
        for (value, name) in values.iter_mut().zip(&names) {
            let (least, most) = range(name);
            *value = value.clamp(f64::from(least), f64::from(most));
        }
        if batch >= batches * 3 / 4 {
            summed += 1.0;
            for (sum, value) in sum.iter_mut().zip(&values) {
                *sum += value;
            }
        }
        if batch % 32 == 31 {
            let shown = names.iter().zip(&values);
            let shown: Vec<String> = shown
                .map(|(name, value)| format!("{name}={value:.0}"))
                .collect();
            eprintln!("{} pairs: {}", (batch + 1) * BATCH, shown.join(","));
        }
    }
    let mut found = start;
    for (name, sum) in names.iter().zip(sum) {
        let (least, most) = range(name);
        let value = ((sum / summed).round() as i32).clamp(least, most);
        found = found.with(name, value).unwrap_or(found);
    }
    write(output, plan, &found)
}

fn range(name: &str) -> (i32, i32) {
    let known = Constants::NAMES.iter().find(|(known, ..)| *known == name);
    known.map_or((0, 0), |&(_, least, most)| (least, most))
}

fn write(output: &mut impl Write, plan: &Plan, found: &Constants) -> io::Result<()> {
    writeln!(
        output,
        "//! What the search prunes and reduces by.\n//!\n\
         //! Made by the example `tune` (`search`) from {} pairs of games of {} nodes a move that the search played against itself, as\n\
         //! `docs/rivals.md` tells; not to be edited.\n\n\
         use crate::search::Constants;\n\n\
         /// What the search prunes and reduces by.\n\
         pub const CONSTANTS: Constants = Constants {{",
        plan.pairs, plan.nodes
    )?;
    for (name, ..) in Constants::NAMES {
        writeln!(output, "    {name}: {},", found.get(name).unwrap_or(0))?;
    }
    writeln!(output, "}};")
}

/// What plays the pairs of a batch.
struct Pairing<'a> {
    plan: &'a Plan,
    names: &'a [&'static str],
    openings: Openings,
}

enum Openings {
    Chess(Vec<rules::chess::Game>),
    Damas(Vec<rules::damas::Game>),
}

impl<'a> Pairing<'a> {
    fn new(chess: bool, plan: &'a Plan, names: &'a [&'static str]) -> Pairing<'a> {
        let openings = if chess {
            Openings::Chess(chess_openings(plan.pairs))
        } else {
            // Both kinds of king in turn: one search serves them.
            let of =
                |preset: Preset| damas_openings(preset.table(), plan.pairs.div_ceil(2), plan.seed);
            let both = of(Preset::Classic).into_iter().zip(of(Preset::Internet));
            Openings::Damas(both.flat_map(|(one, other)| [one, other]).collect())
        };
        Pairing {
            plan,
            names,
            openings,
        }
    }

    /// For each pair which way every constant stood off, and the points of who stood so, less those of the other.
    fn batch(
        &self,
        batch: usize,
        values: &[f64],
        steps: &[f64],
        spread: f64,
    ) -> Vec<(Vec<f64>, f64)> {
        let results = Mutex::new(vec![None; BATCH]);
        let next = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for _ in 0..self.plan.threads.max(1) {
                scope.spawn(|| {
                    loop {
                        let at = next.fetch_add(1, Ordering::Relaxed);
                        if at >= BATCH {
                            break;
                        }
                        let result = self.pair(batch * BATCH + at, values, steps, spread);
                        if let Ok(mut results) = results.lock() {
                            results[at] = result;
                        }
                    }
                });
            }
        });
        let results = results.into_inner().unwrap_or_default();
        results.into_iter().flatten().collect()
    }

    fn pair(
        &self,
        number: usize,
        values: &[f64],
        steps: &[f64],
        spread: f64,
    ) -> Option<(Vec<f64>, f64)> {
        let mut dice = Dice::new(self.plan.seed << 32 | number as u64);
        let signs: Vec<f64> = values
            .iter()
            .map(|_| if dice.roll(2) == 0 { 1.0 } else { -1.0 })
            .collect();
        let player = |way: f64| -> Option<Player> {
            let mut text = format!("search,nodes={}", self.plan.nodes);
            for (at, name) in self.names.iter().enumerate() {
                let (least, most) = range(name);
                let value = values[at] + way * signs[at] * steps[at] * spread;
                let value = (value.round() as i32).clamp(least, most);
                text.push_str(&format!(",{name}={value}"));
            }
            text.parse().ok()
        };
        let (one, other) = (player(1.0)?, player(-1.0)?);
        let tally = match &self.openings {
            Openings::Chess(games) => chess_duel(
                &[games.get(number)?.clone()],
                [&one, &other],
                number as u64,
                1,
            ),
            Openings::Damas(games) => damas_duel(
                &[games.get(number)?.clone()],
                [&one, &other],
                number as u64,
                1,
            ),
        };
        Some((signs, f64::from(tally.won) - f64::from(tally.lost)))
    }
}
