//! Move generation beside `cozy-chess`: the same counts in one process, on one thread, in turns, by CPU time.
//!
//! `cargo bench -p rules --bench perft` measures; without `--bench` (as under `cargo test --benches`) every count is
//! made once, at a small depth, only to see that both agree. Numbers after `--` are the rounds, 9 if none is given.

#![allow(
    clippy::print_stdout,
    clippy::expect_used,
    reason = "a program for developers, which prints and may stop"
)]

use std::hint::black_box;
use std::time::Duration;

use cozy_chess::Board;
use cpu_time::ThreadTime;
use rules::chess::{Position, perft, perft_full};

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

struct Case {
    name: &'static str,
    fen: &'static str,
    depth: u32,
    nodes: u64,
    way: Way,
}

#[derive(Clone, Copy, PartialEq)]
enum Way {
    /// The moves of the last step are counted, not made.
    Bulk,
    /// Every leaf is made.
    Full,
    /// Every leaf is made, by `legal_moves` and `play_unchecked`, as a caller outside the crate does it.
    List,
}

const MEASURED: [Case; 10] = [
    Case {
        name: "start 5 bulk",
        fen: START,
        depth: 5,
        nodes: 4_865_609,
        way: Way::Bulk,
    },
    Case {
        name: "start 6 bulk",
        fen: START,
        depth: 6,
        nodes: 119_060_324,
        way: Way::Bulk,
    },
    Case {
        name: "kiwipete 4 bulk",
        fen: KIWIPETE,
        depth: 4,
        nodes: 4_085_603,
        way: Way::Bulk,
    },
    Case {
        name: "kiwipete 5 bulk",
        fen: KIWIPETE,
        depth: 5,
        nodes: 193_690_690,
        way: Way::Bulk,
    },
    Case {
        name: "start 4 full",
        fen: START,
        depth: 4,
        nodes: 197_281,
        way: Way::Full,
    },
    Case {
        name: "start 5 full",
        fen: START,
        depth: 5,
        nodes: 4_865_609,
        way: Way::Full,
    },
    Case {
        name: "kiwipete 3 full",
        fen: KIWIPETE,
        depth: 3,
        nodes: 97_862,
        way: Way::Full,
    },
    Case {
        name: "kiwipete 4 full",
        fen: KIWIPETE,
        depth: 4,
        nodes: 4_085_603,
        way: Way::Full,
    },
    Case {
        name: "start 5 list",
        fen: START,
        depth: 5,
        nodes: 4_865_609,
        way: Way::List,
    },
    Case {
        name: "kiwipete 4 list",
        fen: KIWIPETE,
        depth: 4,
        nodes: 4_085_603,
        way: Way::List,
    },
];

const TRIED: [Case; 6] = [
    Case {
        name: "start 3 bulk",
        fen: START,
        depth: 3,
        nodes: 8_902,
        way: Way::Bulk,
    },
    Case {
        name: "kiwipete 2 bulk",
        fen: KIWIPETE,
        depth: 2,
        nodes: 2_039,
        way: Way::Bulk,
    },
    Case {
        name: "start 3 full",
        fen: START,
        depth: 3,
        nodes: 8_902,
        way: Way::Full,
    },
    Case {
        name: "kiwipete 2 full",
        fen: KIWIPETE,
        depth: 2,
        nodes: 2_039,
        way: Way::Full,
    },
    Case {
        name: "start 3 list",
        fen: START,
        depth: 3,
        nodes: 8_902,
        way: Way::List,
    },
    Case {
        name: "kiwipete 2 list",
        fen: KIWIPETE,
        depth: 2,
        nodes: 2_039,
        way: Way::List,
    },
];

fn listed(position: &Position, depth: u32) -> u64 {
    let mut nodes = 0;
    for &chosen in &position.legal_moves() {
        let after = position.play_unchecked(chosen);
        if depth == 1 {
            black_box(&after);
            nodes += 1;
        } else {
            nodes += listed(&after, depth - 1);
        }
    }
    nodes
}

fn cozy_bulk(board: &Board, depth: u32) -> u64 {
    let mut nodes = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            nodes += moves.len() as u64;
        } else {
            for chosen in moves {
                let mut after = board.clone();
                after.play_unchecked(chosen);
                nodes += cozy_bulk(&after, depth - 1);
            }
        }
        false
    });
    nodes
}

fn cozy_full(board: &Board, depth: u32) -> u64 {
    let mut nodes = 0;
    board.generate_moves(|moves| {
        for chosen in moves {
            let mut after = board.clone();
            after.play_unchecked(chosen);
            if depth == 1 {
                black_box(&after);
                nodes += 1;
            } else {
                nodes += cozy_full(&after, depth - 1);
            }
        }
        false
    });
    nodes
}

/// The CPU time of a count, which must come out right. Short counts are repeated until they can be measured.
fn time(case: &Case, count: impl Fn() -> u64) -> Duration {
    let repeat = (2_000_000 / case.nodes).max(1);
    let start = ThreadTime::now();
    for _ in 0..repeat {
        assert_eq!(count(), case.nodes, "{}", case.name);
    }
    start.elapsed() / u32::try_from(repeat).unwrap_or(1)
}

fn run(case: &Case, rounds: usize) {
    let position = Position::from_fen(case.fen).expect("the positions of the benchmark are legal");
    let board: Board = case
        .fen
        .parse()
        .expect("the positions of the benchmark are legal");
    let ours = || {
        time(case, || {
            let position = black_box(&position);
            match case.way {
                Way::Bulk => perft(position, case.depth),
                Way::Full => perft_full(position, case.depth),
                Way::List => listed(position, case.depth),
            }
        })
    };
    let theirs = || {
        time(case, || {
            let board = black_box(&board);
            match case.way {
                Way::Bulk => cozy_bulk(board, case.depth),
                Way::Full | Way::List => cozy_full(board, case.depth),
            }
        })
    };
    let mut pairs: Vec<(Duration, Duration)> = (0..rounds).map(|_| (ours(), theirs())).collect();
    let ratio = |pair: &(Duration, Duration)| pair.1.as_secs_f64() / pair.0.as_secs_f64().max(1e-9);
    pairs.sort_by(|a, b| ratio(a).total_cmp(&ratio(b)));
    let (ours, theirs) = pairs[rounds / 2];
    let speed = |time: Duration| case.nodes as f64 / 1e6 / time.as_secs_f64().max(1e-9);
    println!(
        "{:<16} {:>11} nodes   rules {:>7.1} M/s   cozy-chess {:>7.1} M/s   ratio {:.2} ({:.2} to {:.2})",
        case.name,
        case.nodes,
        speed(ours),
        speed(theirs),
        ratio(&pairs[rounds / 2]),
        ratio(&pairs[0]),
        ratio(&pairs[rounds - 1]),
    );
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let given = |name: &str| arguments.iter().any(|argument| argument == name);
    if given("--bench") && !given("--test") {
        let rounds = arguments
            .iter()
            .find_map(|argument| argument.parse().ok())
            .unwrap_or(9);
        MEASURED.iter().for_each(|case| run(case, rounds.max(1)));
    } else {
        TRIED.iter().for_each(|case| run(case, 1));
    }
}
