//! The command `go`: how long to think.

use std::time::Duration;

use rules::Color;

/// What `go` said.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Go {
    pub(super) nodes: Option<u64>,
    pub(super) depth: Option<u8>,
    pub(super) infinite: bool,
    move_time: Option<u64>,
    /// Milliseconds that white and black have left, and get with each move.
    left: [Option<u64>; 2],
    increment: [u64; 2],
    moves_to_go: Option<u64>,
}

/// How long a move may take.
#[derive(Clone, Copy, Debug)]
pub(super) struct Time {
    /// No iteration begins after this.
    pub(super) soft: Duration,
    /// The search is broken off at this.
    pub(super) hard: Duration,
}

/// What the way of a move to the other program may take, in milliseconds.
const OVERHEAD: u64 = 10;
/// How many moves a game is thought to last yet, where that is not said.
const MOVES_LEFT: u64 = 30;

impl Go {
    pub(super) fn read(words: &[&str]) -> Go {
        let mut go = Go::default();
        for (at, &word) in words.iter().enumerate() {
            // A clock that has run out may be told as a negative number.
            let number = words
                .get(at + 1)
                .and_then(|text| text.parse::<i64>().ok())
                .map(|number| u64::try_from(number).unwrap_or(0));
            match word {
                "nodes" => go.nodes = number,
                "depth" => go.depth = number.map(|depth| depth.clamp(1, 64) as u8),
                "movetime" => go.move_time = number,
                "wtime" => go.left = [number, go.left[1]],
                "btime" => go.left = [go.left[0], number],
                "winc" => go.increment = [number.unwrap_or(0), go.increment[1]],
                "binc" => go.increment = [go.increment[0], number.unwrap_or(0)],
                "movestogo" => go.moves_to_go = number,
                "infinite" => go.infinite = true,
                _ => {}
            }
        }
        go
    }

    /// Whether it said anything about an end.
    pub(super) fn is_limited(&self) -> bool {
        self.nodes.is_some()
            || self.depth.is_some()
            || self.infinite
            || self.move_time.is_some()
            || self.left.iter().any(Option::is_some)
    }

    pub(super) fn time(&self, turn: Color) -> Option<Time> {
        let milliseconds = |soft: u64, hard: u64| Time {
            soft: Duration::from_millis(soft.max(1)),
            hard: Duration::from_millis(hard.max(1)),
        };
        if let Some(time) = self.move_time {
            let time = time.saturating_sub(OVERHEAD);
            return Some(milliseconds(time, time));
        }
        let (left, increment) = match turn {
            Color::White => (self.left[0]?, self.increment[0]),
            Color::Black => (self.left[1]?, self.increment[1]),
        };
        let left = left.saturating_sub(OVERHEAD);
        let moves = self.moves_to_go.unwrap_or(MOVES_LEFT).clamp(1, MOVES_LEFT);
        let share = left / moves + increment / 2;
        Some(milliseconds(
            (share / 2).min(left / 2),
            (share * 2).min(left / 2),
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_never_takes_more_than_half_of_what_is_left() {
        for text in [
            "wtime 1000",
            "wtime 1000 winc 5000",
            "wtime 1000 movestogo 1",
            "wtime -5",
        ] {
            let words: Vec<&str> = text.split(' ').collect();
            let time = Go::read(&words).time(Color::White).unwrap();
            assert!(time.hard <= Duration::from_millis(500), "{text}");
            assert!(time.soft <= time.hard, "{text}");
        }
        assert!(Go::read(&["btime", "1000"]).time(Color::White).is_none());
    }
}
