//! Perft of damas in nodes per second of CPU time: `cargo bench -p rules --bench damas`.
//!
//! A node is a leaf, a sequence of moves of the full depth. Without `--bench` (`cargo test --benches`) only small depths
//! are run, to see that it works.

use cpu_time::ProcessTime;
use rules::damas::{Position, Preset};
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

fn main() -> ExitCode {
    let whole = std::env::args().any(|argument| argument == "--bench");
    let mut right = true;
    for Run {
        name,
        preset,
        fen,
        whole: deep,
        small,
    } in RUNS
    {
        let table = preset.table();
        let Ok(position) = Position::from_fen(fen) else {
            return ExitCode::FAILURE;
        };
        let (depth, expected) = if whole { deep } else { small };
        let begun = ProcessTime::now();
        let nodes = position.perft(&table, depth);
        let seconds = begun.elapsed().as_secs_f64();
        #[allow(clippy::cast_precision_loss, reason = "for display")]
        let speed = nodes as f64 / seconds / 1e6;
        let verdict = if nodes == expected { "" } else { "  WRONG" };
        right &= nodes == expected;
        #[allow(clippy::print_stdout, reason = "the result of a benchmark")]
        {
            println!(
                "{name}, depth {depth}: {nodes} nodes, {seconds:.3} s CPU, {speed:.1} Mn/s{verdict}"
            );
        }
    }
    if right {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
