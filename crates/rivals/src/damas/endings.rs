//! How far a lone flying king is from its loss to two or three of them, exactly: what a search does not see in time.
//!
//! Three win unless the lone king holds the long diagonal, but only by a plan of up to thirteen moves, and the draws by counting leave
//! no time to look for it. The distances hold wherever kings fly and must take the most: nothing else matters to kings alone.

use rules::damas::{King, Law, Position, Squares, Table};

/// For each place of the lone king and each set of two, then of three kings, the half-moves to the win of those, who are to move; 0
/// where there is none. Made by the example `endings` (`endings write`), not to be edited.
static PLIES: &[u8] = include_bytes!("endings.bin");

/// Places of the lone king that are not the same by symmetry.
const PLACES: usize = 10;
const PAIRS: usize = 32 * 31 / 2;
const TRIPLES: usize = 32 * 31 * 30 / 6;

/// How many distances there are.
pub const ENDINGS: usize = PLACES * (PAIRS + TRIPLES);

/// Whether this table's kings are those of the distances.
pub(super) fn apply(table: &Table) -> bool {
    table.king == King::Flying && table.king_captures() == King::Flying && table.law != Law::Free
}

/// In how many half-moves the side to move wins with two or three kings against one; `None` if it has no such win.
pub(super) fn plies_to_win(position: &Position) -> Option<u8> {
    let (own, lone) = (position.turn(), !position.turn());
    let (kings, place) = (position.kings(own), position.kings(lone));
    let all = position.occupied().len();
    if !(3..=4).contains(&all) || place.len() != 1 || kings.len() + 1 != all {
        return None;
    }
    let plies = *PLIES.get(ending(kings, place)?)?;
    (plies > 0).then_some(plies)
}

/// Where the distance stands for two or three kings against the one at `place`.
#[must_use]
pub fn ending(kings: Squares, place: Squares) -> Option<usize> {
    let place = place.first()?.index();
    let turns: [fn(usize) -> usize; 4] = [
        |square| square,
        |square| 31 - square,
        mirrored,
        |square| 31 - mirrored(square),
    ];
    let turn = turns.into_iter().min_by_key(|turn| turn(place))?;
    let place = (0..turn(place)).filter(|&square| is_first(square)).count();
    let mut squares = [0; 3];
    let count = kings.len() as usize;
    for (at, square) in squares.iter_mut().zip(kings.iter()) {
        *at = turn(square.index());
    }
    let squares = squares.get_mut(..count)?;
    squares.sort_unstable();
    match *squares {
        [a, b] => Some(place * PAIRS + a + b * b.saturating_sub(1) / 2),
        [a, b, c] => {
            let triples = c * c.saturating_sub(1) * c.saturating_sub(2) / 6;
            Some(PLACES * PAIRS + place * TRIPLES + a + b * b.saturating_sub(1) / 2 + triples)
        }
        _ => None,
    }
}

/// The square on the other side of the long diagonal.
const fn mirrored(square: usize) -> usize {
    let row = square / 4;
    let column = 2 * (square % 4) + row % 2;
    4 * column + row / 2
}

/// Whether no symmetry leads to a lower square.
fn is_first(square: usize) -> bool {
    let (turned, mirrored) = (31 - square, mirrored(square));
    square <= turned && square <= mirrored && square <= 31 - mirrored
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::damas::Preset;

    #[test]
    fn ten_places_are_left_by_symmetry_and_every_distance_has_its_own() {
        assert_eq!((0..32).filter(|&square| is_first(square)).count(), PLACES);
        assert_eq!(PLIES.len(), ENDINGS);
        let mut seen = vec![false; ENDINGS];
        for place in (0..32).filter(|&square| is_first(square)) {
            for set in
                (0..32).flat_map(|a| (0..a).flat_map(move |b| (0..=b).map(move |c| [a, b, c])))
            {
                let set = Squares::from_bits(set.iter().fold(0, |bits, at| bits | 1 << at));
                let at = ending(set, Squares::from_bits(1 << place)).unwrap();
                assert!(!core::mem::replace(&mut seen[at], true));
            }
        }
        assert!(seen.iter().all(|&seen| seen));
    }

    /// By the rules: the side with more kings wins in n if, and only if, a move of it leaves no reply that does not lose in n - 2.
    #[test]
    fn every_distance_follows_from_those_below_it() {
        let table = Preset::Classic.table();
        let mut won = 0;
        for place in (0..32).filter(|&square| is_first(square)) {
            for [a, b, c] in
                (0..32).flat_map(|a| (0..a).flat_map(move |b| (0..=b).map(move |c| [a, b, c])))
            {
                if [a, b, c].contains(&place) {
                    continue;
                }
                let list: Vec<String> = (if c == b { vec![a, b] } else { vec![a, b, c] })
                    .iter()
                    .map(|at| format!("K{}", at + 1))
                    .collect();
                let fen = format!("W:W{}:BK{}", list.join(","), place + 1);
                let position = Position::from_fen(&fen).unwrap();
                let best = (position.legal_moves(&table).iter())
                    .filter_map(|&mv| lost_in(&position.play(mv), &table))
                    .min()
                    .map(|plies| plies + 1);
                assert_eq!(plies_to_win(&position), best, "{fen}");
                won += u32::from(best.is_some());
            }
        }
        assert!(won > 20_000, "{won}");
    }

    /// In how many half-moves the lone king to move has lost, if it must.
    fn lost_in(position: &Position, table: &Table) -> Option<u8> {
        if position.verdict(table).is_some() {
            return Some(0);
        }
        let mut longest = 0;
        for &mv in &position.legal_moves(table) {
            let after = position.play(mv);
            let plies = match after.kings(after.turn()).len() {
                1 => one_wins_in(&after, table),
                _ => plies_to_win(&after),
            };
            longest = longest.max(plies? + 1);
        }
        Some(longest)
    }

    /// One against one: by a capture, or by a move after which any reply brings one.
    fn one_wins_in(position: &Position, table: &Table) -> Option<u8> {
        if position.must_capture(table) {
            return Some(1);
        }
        let caught = |after: Position| {
            let replies = after.legal_moves(table);
            !after.must_capture(table)
                && replies.iter().all(|&mv| after.play(mv).must_capture(table))
        };
        let moves = position.legal_moves(table);
        moves
            .iter()
            .any(|&mv| caught(position.play(mv)))
            .then_some(3)
    }

    #[test]
    fn kings_of_black_are_kings_of_white_seen_from_the_other_side() {
        let at = |fen| plies_to_win(&Position::from_fen(fen).unwrap());
        assert!(at("W:WK2,K3,K8:BK20").is_some());
        assert_eq!(at("W:WK2,K3,K8:BK20"), at("B:WK13:BK31,K30,K25"));
        assert_eq!(at("W:WK2,K3,K8:BK20"), at("B:WK20:BK2,K3,K8"));
        assert_eq!(at("W:WK2,K3,8:BK20"), None);
        assert_eq!(at("W:WK2,K3:BK20,K29"), None);
    }
}
