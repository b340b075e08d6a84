//! `bench`: a fixed piece of work whose number of nodes tells one version of the search from another.

use std::io::{self, Write};

use rules::{chess, damas};

use super::Clock;
use crate::{Limits, Settings, search_chess, search_damas};

/// Positions of many kinds: openings, middle games with much to take, endings, kings and pawns.
const CHESS: [&str; 12] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2PP1N2/PP3PPP/RNBQ1RK1 w - - 0 7",
    "r1bqkb1r/pp2pppp/2np1n2/6B1/3NP3/2N5/PPP2PPP/R2QKB1R b KQkq - 3 6",
    "2r3k1/pp3ppp/4p3/3pP3/3P4/4BP2/PP1r2PP/R2R2K1 b - - 0 1",
    "8/8/1p1k4/p1p2p2/P1P2P2/1P1K4/8/8 w - - 0 1",
    "8/5pk1/6p1/1R5p/r6P/6P1/5PK1/8 w - - 0 1",
    "8/8/8/8/8/4k3/8/R3K3 w - - 0 1",
];

const DAMAS: [&str; 4] = [
    "W:W1,2,3,4,5,6,7,8,9,10,11,12:B21,22,23,24,25,26,27,28,29,30,31,32",
    "W:W1,2,3,5,6,9,12,15:B18,22,23,24,28,29,31,32",
    "B:W3,7,12,K30:B17,21,25,K5",
    "W:WK2,K3,K8:BK20",
];

/// The depth where none is asked for; damas is searched twice as deep less two.
const DEPTH: u8 = 10;

pub(super) fn bench(
    depth: Option<u8>,
    clock: Clock<'_>,
    output: &mut impl Write,
) -> io::Result<()> {
    let depth = depth.unwrap_or(DEPTH).clamp(1, 20);
    let begun = clock();
    let mut nodes = 0u64;
    let settings = |depth| {
        Settings::new(Limits {
            nodes: u64::MAX >> 1,
            depth,
        })
    };
    for fen in CHESS {
        let Ok(position) = chess::Position::from_fen(fen) else {
            continue;
        };
        let game = chess::Game::new(position);
        let mut small = settings(depth);
        small.table_bytes = 4 << 20;
        nodes += search_chess(&game, small, &mut |_| false, &mut |_| {})
            .map_or(0, |report| report.nodes);
    }
    for fen in DAMAS {
        for table in [
            damas::Preset::Classic.table(),
            damas::Preset::Internet.table(),
        ] {
            let Ok(position) = damas::Position::from_fen(fen) else {
                continue;
            };
            let game = damas::Game::new(position, table);
            let mut small = settings((2 * depth).saturating_sub(2).max(1));
            small.table_bytes = 4 << 20;
            nodes += search_damas(&game, small, &mut |_| false, &mut |_| {})
                .map_or(0, |report| report.nodes);
        }
    }
    let milliseconds = clock().saturating_sub(begun).as_millis();
    writeln!(output, "time {milliseconds} ms")?;
    writeln!(
        output,
        "nps {}",
        u128::from(nodes) * 1000 / milliseconds.max(1)
    )?;
    writeln!(output, "nodes {nodes}")
}
