//! Logistic regression: the weights whose evaluations, squashed into chances, come nearest to what games and searches said
//! (Texel's method, Österlund 2014).

/// One position: the terms that are not zero, the share of the first phase, and the chance to win.
pub(crate) struct Sample {
    pub(crate) terms: Vec<(u16, i8)>,
    pub(crate) phase: f64,
    pub(crate) chance: f64,
}

/// Centipawns to chances: 400 are ten to one, as in Elo's scale.
const SCALE: f64 = std::f64::consts::LN_10 / 400.0;
/// How much the game's result counts beside what the search thought.
const RESULT: f64 = 0.3;
const ROUNDS: usize = 160;
const BATCH: usize = 8192;

pub(crate) fn chance(result: f64, score: i32) -> f64 {
    RESULT * result + (1.0 - RESULT) * squash(f64::from(score))
}

fn squash(score: f64) -> f64 {
    1.0 / (1.0 + (-SCALE * score).exp())
}

pub(crate) type Weights = Vec<[f64; 2]>;

fn value(sample: &Sample, weights: &Weights) -> f64 {
    let mut sum = [0.0; 2];
    for &(term, count) in &sample.terms {
        let [first, second] = weights[usize::from(term)];
        sum[0] += first * f64::from(count);
        sum[1] += second * f64::from(count);
    }
    sum[0] * sample.phase + sum[1] * (1.0 - sample.phase)
}

/// The mean square error of the chances.
pub(crate) fn error(samples: &[Sample], weights: &Weights) -> f64 {
    let sum: f64 = samples
        .iter()
        .map(|sample| (squash(value(sample, weights)) - sample.chance).powi(2))
        .sum();
    sum / samples.len().max(1) as f64
}

/// Adam (Kingma and Ba 2015), by batches, with steps that shrink.
/// `pull` pulls weights to where they began, so that what hardly ever counts says hardly anything.
pub(crate) fn fit(samples: &[Sample], start: &Weights, pull: f64) -> Weights {
    let mut weights = start.clone();
    let terms = weights.len();
    let (mut mean, mut square) = (vec![[0.0; 2]; terms], vec![[0.0; 2]; terms]);
    let mut step = 0i32;
    for round in 0..ROUNDS {
        let rate = 4.0 * (1.0 - round as f64 / ROUNDS as f64).max(0.02);
        for batch in samples.chunks(BATCH) {
            let mut gradient = vec![[0.0; 2]; terms];
            for sample in batch {
                let guess = squash(value(sample, &weights));
                let slope = (guess - sample.chance) * guess * (1.0 - guess) * SCALE;
                for &(term, count) in &sample.terms {
                    let place = &mut gradient[usize::from(term)];
                    place[0] += slope * f64::from(count) * sample.phase;
                    place[1] += slope * f64::from(count) * (1.0 - sample.phase);
                }
            }
            step += 1;
            let size = batch.len() as f64;
            for term in 0..terms {
                for phase in 0..2 {
                    let slope = gradient[term][phase] / size
                        + pull * (weights[term][phase] - start[term][phase]) * SCALE;
                    let mean = &mut mean[term][phase];
                    let square = &mut square[term][phase];
                    *mean = 0.9 * *mean + 0.1 * slope;
                    *square = 0.999 * *square + 0.001 * slope * slope;
                    let unbiased = *mean / (1.0 - 0.9f64.powi(step));
                    let spread = (*square / (1.0 - 0.999f64.powi(step))).sqrt();
                    weights[term][phase] -= rate * unbiased / (spread + 1e-9);
                }
            }
        }
    }
    weights
}

/// Shifts the weights of a group of which every man has exactly one so that their mean is nothing, and gives the man what they lost.
pub(crate) fn centre(
    samples: &[Sample],
    weights: &mut Weights,
    group: std::ops::Range<usize>,
    man: Option<usize>,
) {
    let mut seen = vec![0.0; group.len()];
    for sample in samples {
        for &(term, count) in &sample.terms {
            if group.contains(&usize::from(term)) {
                seen[usize::from(term) - group.start] += f64::from(count).abs();
            }
        }
    }
    let total: f64 = seen.iter().sum();
    if total == 0.0 {
        return;
    }
    for phase in 0..2 {
        let mean = seen
            .iter()
            .zip(&weights[group.clone()])
            .map(|(seen, weight)| seen * weight[phase])
            .sum::<f64>()
            / total;
        for weight in &mut weights[group.clone()] {
            weight[phase] -= mean;
        }
        if let Some(man) = man {
            weights[man][phase] += mean;
        }
    }
}
