//! Which of the complete captures are legal, as data.
//!
//! A table names a list of criteria; of all captures those remain that are greatest in the first, of these those that
//! are greatest in the second, and so on. That is the order of numbers written digit by digit, so each list becomes
//! three weights, a capture's score is a sum made as it goes along, and the legal captures are those of the best score.

use crate::damas::table::{Law, Specialty, Table};

/// What captures are compared by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Criterion {
    /// Whether the capturing piece is a king.
    ByKing,
    /// How many kings are captured.
    Kings,
    /// How many pieces are captured.
    Pieces,
}

use Criterion::{ByKing, Kings, Pieces};

/// Asked first (seed 002 "especialidad").
const fn of_specialty(specialty: Specialty) -> &'static [Criterion] {
    match specialty {
        Specialty::None => &[],
        Specialty::WithKing => &[ByKing],
        Specialty::WithKingThenOfKing => &[ByKing, Kings],
    }
}

/// Asked then (seed 000 "Ley de la Cantidad", "Ley de la Calidad").
const fn of_law(law: Law) -> &'static [Criterion] {
    match law {
        Law::QuantityQuality => &[Pieces, Kings],
        Law::Quantity => &[Pieces],
        Law::Free => &[],
    }
}

/// What each property of a capture adds to its score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Weights {
    /// Once, if a king captures.
    pub(super) by_king: u32,
    /// For each captured man.
    pub(super) man: u32,
    /// For each captured king.
    pub(super) king: u32,
}

impl Weights {
    #[inline]
    pub(super) fn of(table: &Table) -> Weights {
        WEIGHTS[table.specialty as usize][table.law as usize]
    }
}

static WEIGHTS: [[Weights; 3]; 3] = {
    let mut all = [[Weights {
        by_king: 0,
        man: 0,
        king: 0,
    }; 3]; 3];
    let mut s = 0;
    while s < 3 {
        let mut l = 0;
        while l < 3 {
            all[s][l] = weigh(of_specialty(Specialty::ALL[s]), of_law(Law::ALL[l]));
            l += 1;
        }
        s += 1;
    }
    all
};

/// No capture takes 32 pieces, so each criterion is one digit to this base.
const BASE: u32 = 32;

const fn weigh(first: &[Criterion], then: &[Criterion]) -> Weights {
    let mut weights = Weights {
        by_king: 0,
        man: 0,
        king: 0,
    };
    let mut digit = 1;
    let mut left = first.len() + then.len();
    while left > 0 {
        left -= 1;
        let criterion = if left < first.len() {
            first[left]
        } else {
            then[left - first.len()]
        };
        match criterion {
            ByKing => weights.by_king += digit,
            Kings => weights.king += digit,
            Pieces => {
                weights.man += digit;
                weights.king += digit;
            }
        }
        digit *= BASE;
    }
    weights
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares two captures criterion by criterion, as the rule says it.
    fn in_words(table: &Table, capture: (bool, u32, u32)) -> Vec<u32> {
        let (by_king, men, kings) = capture;
        (of_specialty(table.specialty)
            .iter()
            .chain(of_law(table.law)))
        .map(|criterion| match criterion {
            ByKing => u32::from(by_king),
            Kings => kings,
            Pieces => men + kings,
        })
        .collect()
    }

    #[test]
    fn the_score_orders_captures_as_the_list_of_criteria_does() {
        let captures: Vec<(bool, u32, u32)> = [false, true]
            .into_iter()
            .flat_map(|by_king| {
                (0..=13).flat_map(move |men| (0..=13).map(move |kings| (by_king, men, kings)))
            })
            .collect();
        for specialty in Specialty::ALL {
            for law in Law::ALL {
                let table = Table {
                    specialty,
                    law,
                    ..Table::default()
                };
                let weights = Weights::of(&table);
                let score = |(by_king, men, kings): (bool, u32, u32)| {
                    u32::from(by_king) * weights.by_king + men * weights.man + kings * weights.king
                };
                for &a in captures.iter().step_by(7) {
                    for &b in captures.iter().step_by(3) {
                        let words = in_words(&table, a).cmp(&in_words(&table, b));
                        assert_eq!(score(a).cmp(&score(b)), words, "{table:?} {a:?} {b:?}");
                    }
                }
            }
        }
    }
}
