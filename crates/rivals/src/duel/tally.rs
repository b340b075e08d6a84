//! Results, and what they say.

use core::fmt;

/// What the first player got.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games won, drawn and lost.
    pub won: u32,
    /// See `won`.
    pub drawn: u32,
    /// See `won`.
    pub lost: u32,
    /// How many pairs of games brought 0, ½, 1, 1½ and 2 points.
    pub pairs: [u32; 5],
}

/// What a tally says about the difference in strength. Bounds are those of 95 %, from pairs of games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Points per game, 0 to 1.
    pub score: f64,
    /// The difference in Elo's scale.
    pub elo: f64,
    /// Its lower bound.
    pub low: f64,
    /// Its upper bound.
    pub high: f64,
}

impl Tally {
    /// From the half points (0, 1, 2) of each pair of games.
    pub(super) fn of(pairs: impl Iterator<Item = [u8; 2]>) -> Tally {
        let mut tally = Tally::default();
        for pair in pairs {
            for points in pair {
                match points {
                    2 => tally.won += 1,
                    1 => tally.drawn += 1,
                    _ => tally.lost += 1,
                }
            }
            let sum = usize::from(pair[0]) + usize::from(pair[1]);
            if let Some(place) = tally.pairs.get_mut(sum) {
                *place += 1;
            }
        }
        tally
    }

    /// How many games there were.
    #[must_use]
    pub fn games(&self) -> u32 {
        self.won + self.drawn + self.lost
    }

    /// What it says about strength.
    #[must_use]
    pub fn estimate(&self) -> Estimate {
        let count = f64::from(self.pairs.iter().sum::<u32>()).max(1.0);
        let each = || {
            self.pairs
                .iter()
                .enumerate()
                .map(|(sum, &n)| (sum as f64 / 4.0, f64::from(n)))
        };
        let score = each().map(|(points, n)| points * n).sum::<f64>() / count;
        // Half a game of each outcome beforehand, so that a clean sweep has an interval too.
        let spread = each()
            .map(|(points, n)| n * (points - score).powi(2))
            .sum::<f64>();
        let half = 1.96 * ((spread + 0.25) / (count + 1.0) / count).sqrt();
        let elo = |score: f64| {
            let edge = 0.25 / count;
            let score = score.clamp(edge, 1.0 - edge);
            -400.0 * (1.0 / score - 1.0).log10()
        };
        Estimate {
            score,
            elo: elo(score),
            low: elo(score - half),
            high: elo(score + half),
        }
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Estimate {
            score,
            elo,
            low,
            high,
        } = self.estimate();
        let percent = score * 100.0;
        write!(
            f,
            "{} games, +{} ={} -{}, {percent:.1} %, Elo {elo:+.0} [{low:+.0}, {high:+.0}]",
            self.games(),
            self.won,
            self.drawn,
            self.lost
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn even_results_are_no_difference_and_more_games_make_it_surer() {
        let few = Tally::of([[2, 0]; 4].into_iter().chain([[2, 2], [0, 0]]));
        let many = Tally::of([[2, 0]; 40].into_iter().chain([[2, 2], [0, 0]]));
        let (few, many) = (few.estimate(), many.estimate());
        assert!(few.elo.abs() < 1e-9 && few.low < 0.0 && few.high > 0.0);
        assert!(many.high - many.low < few.high - few.low);
    }

    #[test]
    fn a_clean_sweep_has_finite_bounds() {
        let estimate = Tally::of([[2, 2]; 20].into_iter()).estimate();
        assert!(estimate.low > 150.0 && estimate.elo.is_finite());
    }
}
