//! The positions that moves are read in: the first byte of an input chooses one.

use rules::chess::Position;

const FENS: [&str; 8] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
    "7k/8/8/2PpP3/8/8/8/K7 w - d6 0 1",
    "2k5/8/8/8/Q6Q/8/8/K6Q w - - 0 1",
];

/// The position and the text of an input, if it has both.
pub fn split(input: &[u8]) -> Option<(Position, &str)> {
    let (choice, text) = input.split_first()?;
    let fen = FENS[usize::from(*choice) % FENS.len()];
    let position = Position::from_fen(fen).expect("the positions of the targets are legal");
    Some((position, core::str::from_utf8(text).ok()?))
}
