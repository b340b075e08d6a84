//! How much work the worst positions make: every move of a stranger costs this at most.
//!
//! `cargo test --release -p rules --test damas_bounds -- --ignored --nocapture` looks for worse ones.

#![allow(
    clippy::unwrap_used,
    reason = "a test that cannot make its own data has failed"
)]

use rules::damas::{Position, Preset, Square, Table};

/// Found by climbing from many random boards with any pieces on any squares; the search below ends at the same numbers.
const MOST_STATES: (usize, &str) = (
    258,
    "W:WK1,K4,K8,K17,K25,K29,K32:B5,K6,K7,K18,K19,20,26,K27,28",
);
const MOST_CAPTURES: (usize, &str) = (68, "W:WK1,K8,K9,K29,K30,K32:BK5,6,K7,18,K19,K20,26,27,K28");

fn free() -> Table {
    let mut table = Preset::Classic.table();
    table.set("law", "free").unwrap();
    table
}

/// States (square reached, set jumped) of all pieces together: what generation, routes and huffing walk through. Each is
/// the end of a legal capture or of a jump sequence that is none, so the two lists together count them.
fn states(position: &Position, table: &Table) -> usize {
    let wrong = position.wrong_moves(table);
    let broken_off = wrong.iter().filter(|wrong| wrong.mv.is_capture()).count();
    broken_off + captures(position, table)
}

type Measure = fn(&Position, &Table) -> usize;

fn captures(position: &Position, table: &Table) -> usize {
    position
        .legal_moves(table)
        .iter()
        .filter(|mv| mv.is_capture())
        .count()
}

#[test]
fn the_worst_positions_known_have_hundreds_of_states_and_not_thousands() {
    let at = |fen| Position::from_fen(fen).unwrap();
    assert_eq!(states(&at(MOST_STATES.1), &free()), MOST_STATES.0);
    assert_eq!(captures(&at(MOST_CAPTURES.1), &free()), MOST_CAPTURES.0);
}

#[test]
fn an_identity_in_them_has_few_routes() {
    for (_, fen) in [MOST_STATES, MOST_CAPTURES] {
        let position = Position::from_fen(fen).unwrap();
        for &mv in &position.legal_moves(&free()) {
            assert!(position.routes(&free(), mv, 1000).len() <= 4);
        }
    }
}

/// Climbs from random boards: a change is kept if it makes no less work, at first also if it makes a little less.
#[test]
#[ignore = "a search, not a test"]
fn no_worse_position_is_found() {
    let mut random = 0x9E37_79B9_7F4A_7C15u64;
    let mut below = |end: usize| {
        // xorshift64 (Marsaglia 2003).
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        (random >> 33) as usize % end
    };
    let measures: [(&str, Measure, usize); 2] = [
        ("states", states, MOST_STATES.0),
        ("captures", captures, MOST_CAPTURES.0),
    ];
    for (name, measure, known) in measures {
        let mut worst = 0;
        for _ in 0..100 {
            let mut board = [' '; 32];
            board.fill_with(|| [' ', ' ', 'W', 'B'][below(4)]);
            let mut work = 0;
            for step in 0..6000 {
                let mut next = board;
                for _ in 0..=below(3) {
                    let (one, other) = (below(32), below(32));
                    if below(2) == 0 {
                        next.swap(one, other);
                    } else {
                        next[one] = [' ', ' ', 'W', 'B', 'B'][below(5)];
                    }
                }
                let Some(position) = kings(&next) else {
                    continue;
                };
                let found = measure(&position, &free());
                let patience = (6000 - step) * 100 / 6000;
                if found >= work || below(100) * 4 < patience && found * 10 >= work * 9 {
                    (work, board) = (found, next);
                }
                if found > worst {
                    worst = found;
                    println!("{name} {found}: {}", position.fen());
                }
            }
        }
        assert!(worst <= known, "{name}: {worst}");
    }
}

/// White to move, all pieces kings.
fn kings(board: &[char; 32]) -> Option<Position> {
    let side = |letter: char| {
        let squares: Vec<String> = (Square::all().zip(board))
            .filter(|(_, piece)| **piece == letter)
            .map(|(square, _)| format!("K{square}"))
            .collect();
        format!("{letter}{}", squares.join(","))
    };
    Position::from_fen(&format!("W:{}:{}", side('W'), side('B'))).ok()
}
