//! Perft of damas in nodes per second of CPU time: `cargo bench -p rules --bench damas`.
//!
//! A node is a leaf, a sequence of moves of the full depth. Without `--bench` (`cargo test --benches`) only small depths
//! are run, to see that it works.

use cpu_time::ProcessTime;
use rules::damas::{Position, Preset};
use std::hint::black_box;
use std::process::ExitCode;

struct Run {
    name: &'static str,
    preset: Preset,
    fen: &'static str,
    /// Depth and nodes that are measured.
    whole: (u32, u64),
    /// Depth and nodes that are only looked at.
    small: (u32, u64),
}

const START: &str = "W:W1-12:B21-32";

const RUNS: [Run; 3] = [
    Run {
        name: "classic, start",
        preset: Preset::Classic,
        fen: START,
        whole: (11, 81_383_200),
        small: (6, 36_473),
    },
    Run {
        name: "english, start",
        preset: Preset::English,
        fen: START,
        whole: (11, 85_242_128),
        small: (6, 36_768),
    },
    // `dp-00018` of the vectors, some plies deeper: kings on both sides from the third ply on.
    Run {
        name: "classic, kings",
        preset: Preset::Classic,
        fen: "W:W4,8,14,25:BK1,16,22,24",
        whole: (11, 53_143_792),
        small: (7, 32_562),
    },
];

/// The positions with the most states to walk through and with the most captures that a search could find, under
/// `law: free`; see `tests/damas_bounds.rs`.
const WORST: [&str; 2] = [
    "W:WK1,K4,K8,K17,K25,K29,K32:B5,K6,K7,K18,K19,20,26,K27,28",
    "W:WK1,K8,K9,K29,K30,K32:BK5,6,K7,18,K19,K20,26,27,K28",
];

fn main() -> ExitCode {
    let whole = std::env::args().any(|argument| argument == "--bench");
    let right = RUNS.iter().all(|run| perft(run, whole));
    let measured = WORST
        .iter()
        .all(|fen| worst(fen, if whole { 20_000 } else { 1 }));
    if right && measured {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

#[allow(
    clippy::print_stdout,
    clippy::cast_precision_loss,
    reason = "the result of a benchmark"
)]
fn perft(run: &Run, whole: bool) -> bool {
    let Ok(position) = Position::from_fen(run.fen) else {
        return false;
    };
    let (depth, expected) = if whole { run.whole } else { run.small };
    let begun = ProcessTime::now();
    let nodes = position.perft(&run.preset.table(), depth);
    let seconds = begun.elapsed().as_secs_f64();
    let speed = nodes as f64 / seconds / 1e6;
    let verdict = if nodes == expected { "" } else { "  WRONG" };
    println!(
        "{}, depth {depth}: {nodes} nodes, {seconds:.3} s CPU, {speed:.1} Mn/s{verdict}",
        run.name
    );
    nodes == expected
}

#[allow(clippy::print_stdout, reason = "the result of a benchmark")]
fn worst(fen: &str, times: u32) -> bool {
    let mut table = Preset::Classic.table();
    let (Ok(position), Ok(())) = (Position::from_fen(fen), table.set("law", "free")) else {
        return false;
    };
    let microseconds = |work: &dyn Fn() -> usize| {
        let begun = ProcessTime::now();
        let done: usize = (0..times).map(|_| black_box(work())).sum();
        (begun.elapsed().as_secs_f64() * 1e6 / f64::from(times), done)
    };
    let (listed, moves) = microseconds(&|| position.legal_moves(&table).len());
    let (written, _) = microseconds(&|| position.written_moves(&table).len());
    let (wrong, _) = microseconds(&|| position.wrong_moves(&table).len());
    println!("{fen}: moves {listed:.1} µs, with texts {written:.1} µs, wrong moves {wrong:.1} µs");
    moves > 0
}
