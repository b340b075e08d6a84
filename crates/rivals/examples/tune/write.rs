//! From games to a Rust file of weights.

use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Write};

use rules::{Color, chess, damas};

use crate::fit::{Sample, Weights, centre, chance, error, fit};

/// How much weights are pulled to where they began: what predicted the tenth best, by powers of three. Chess has many terms
/// that hardly ever count.
const CHESS_PULL: f64 = 3e-6;
const DAMAS_PULL: f64 = 1e-7;

/// Reads a file of positions; `trace` gives the terms of a FEN, for the side to move.
fn read(
    file: &str,
    trace: impl Fn(&str) -> Option<(Color, Vec<i8>, i32)>,
) -> io::Result<Vec<Sample>> {
    let mut samples = Vec::new();
    for line in BufReader::new(File::open(file)?).lines() {
        let line = line?;
        let mut parts = line.split(';');
        let (Some(fen), Some(Ok(result)), Some(Ok(score))) = (
            parts.next(),
            parts.next().map(str::parse::<f64>),
            parts.next().map(str::parse::<i32>),
        ) else {
            continue;
        };
        let Some((turn, counts, phase)) = trace(fen) else {
            continue;
        };
        let white = chance(result / 2.0, score);
        let terms = counts.iter().enumerate().filter(|(_, count)| **count != 0);
        samples.push(Sample {
            terms: terms.map(|(term, &count)| (term as u16, count)).collect(),
            phase: f64::from(phase) / 24.0,
            chance: if turn == Color::White {
                white
            } else {
                1.0 - white
            },
        });
    }
    Ok(samples)
}

/// Fits on nine positions of ten and says on the standard error stream how well the tenth is predicted.
fn tuned(name: &str, samples: &[Sample], start: &Weights, pull: f64) -> Weights {
    let (test, training) = samples.split_at(samples.len() / 10);
    let before = error(test, start);
    let weights = fit(training, start, pull);
    eprintln!(
        "{name}: {} positions, error on a tenth {before:.5} before, {:.5} after",
        samples.len(),
        error(test, &weights)
    );
    weights
}

/// So that a man is 100 on the mean of both phases.
fn to_scale(weights: &mut Weights, man: usize) {
    let factor = 200.0 / (weights[man][0] + weights[man][1]);
    for weight in weights.iter_mut() {
        *weight = weight.map(|w| w * factor);
    }
}

fn rows(output: &mut impl Write, weights: &Weights) -> io::Result<()> {
    for row in weights.chunks(8) {
        let cells = row.iter().map(|cell| {
            let [first, second] = cell.map(|weight| weight.round() as i16);
            format!("[{first}, {second}]")
        });
        writeln!(output, "    {},", cells.collect::<Vec<_>>().join(", "))?;
    }
    writeln!(output, "];")
}

pub(crate) fn chess(output: &mut impl Write, file: &str) -> io::Result<()> {
    let samples = read(file, |fen| {
        let position = chess::Position::from_fen(fen).ok()?;
        let (counts, phase) = rivals::chess::trace(&position);
        Some((position.turn(), counts, phase))
    })?;
    // It starts from nothing but the order of the pieces' values that every beginner learns.
    let mut start = vec![[0.0; 2]; rivals::chess::TERMS];
    for (term, value) in [100.0, 300.0, 300.0, 500.0, 900.0].into_iter().enumerate() {
        start[term] = [value; 2];
    }
    let mut weights = tuned("chess", &samples, &start, CHESS_PULL);
    for (group, man) in rivals::chess::groups() {
        centre(&samples, &mut weights, group, man);
    }
    to_scale(&mut weights, 0);
    writeln!(
        output,
        "//! The weights of the terms, in centipawns: `[middle game, endgame]`.\n//!\n\
         //! Made by the example `tune` (`fit chess FILE`) from {} positions of games that the search played against itself, as `docs/rivals.md`\n//! tells; not to be edited.\n\n\
         use super::terms::TERMS;\n\n#[rustfmt::skip]\n\
         pub(super) static WEIGHTS: [[i16; 2]; TERMS] = [",
        samples.len()
    )?;
    rows(output, &weights)
}

pub(crate) fn damas(output: &mut impl Write, flying: &str, short: &str) -> io::Result<()> {
    writeln!(
        output,
        "//! The weights of the terms, in hundredths of a man: `[full board, empty board]`.\n//!\n\
         //! Made by the example `tune` (`fit damas FILE FILE`) from games that the search played against itself, as `docs/rivals.md` tells; not\n//! to be edited.\n\n\
         use super::terms::TERMS;"
    )?;
    for (name, file, preset, what) in [
        ("FLYING", flying, damas::Preset::Classic, "Where kings fly."),
        (
            "SHORT",
            short,
            damas::Preset::Internet,
            "Where kings make short steps.",
        ),
    ] {
        let table = preset.table();
        let samples = read(file, |fen| {
            let position = damas::Position::from_fen(fen).ok()?;
            let (counts, phase) = rivals::damas::trace(&position, &table);
            Some((position.turn(), counts, phase))
        })?;
        let mut start = vec![[0.0; 2]; rivals::damas::TERMS];
        start[0] = [100.0; 2];
        start[1] = [200.0; 2];
        start[2] = [200.0; 2];
        let mut weights = tuned(name, &samples, &start, DAMAS_PULL);
        for (group, man) in rivals::damas::groups() {
            centre(&samples, &mut weights, group, man);
        }
        to_scale(&mut weights, 0);
        writeln!(
            output,
            "\n/// {what} From {} positions.\n#[rustfmt::skip]\npub(super) static {name}: [[i16; 2]; TERMS] = [",
            samples.len()
        )?;
        rows(output, &weights)?;
    }
    Ok(())
}
