//! `jaque perft`

use std::io::{BufRead, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use rules::{chess, damas};
use serde_json::Value;

use super::{Line, Setting, each, setting};

/// Deeper than this nothing is counted: it would take longer than anybody waits.
const MAX_DEPTH: u64 = 20;

/// Counts the move paths of each line's position, depth by depth. Answers whether every line was good.
///
/// # Errors
/// If reading or writing fails.
pub fn perft(input: impl BufRead, output: impl Write, threads: u16) -> std::io::Result<bool> {
    let mut spent = Duration::ZERO;
    let mut counted: u64 = 0;
    let good = each(input, output, |line| {
        let setting = setting(line)?;
        let depth = line
            .get("depth")
            .and_then(Value::as_u64)
            .filter(|depth| (1..=MAX_DEPTH).contains(depth));
        let depth =
            depth.ok_or_else(|| format!("`depth` must be a whole number from 1 to {MAX_DEPTH}"))?;
        let started = Instant::now();
        let depths = 1..=u32::try_from(depth).unwrap_or(u32::MAX);
        let nodes: Vec<u64> = match &setting {
            Setting::Chess(position) => depths
                .map(|depth| of_chess(position, depth, threads))
                .collect(),
            Setting::Damas(position, table) => depths
                .map(|depth| of_damas(position, table, depth, threads))
                .collect(),
        };
        spent += started.elapsed();
        counted = nodes
            .iter()
            .fold(counted, |sum, nodes| sum.saturating_add(*nodes));
        let mut answer = Line::new();
        answer.insert("nodes".to_owned(), nodes.into());
        Ok(answer)
    })?;
    let speed = counted as f64 / spent.as_secs_f64().max(1e-9);
    let mut errors = std::io::stderr();
    writeln!(
        errors,
        "{counted} nodes in {:.2} s, {:.1} million a second",
        spent.as_secs_f64(),
        speed / 1e6
    )?;
    Ok(good)
}

fn of_chess(position: &chess::Position, depth: u32, threads: u16) -> u64 {
    let after = |position: &chess::Position| -> Vec<chess::Position> {
        position
            .legal_moves()
            .iter()
            .filter_map(|mv| position.play(*mv).ok())
            .collect()
    };
    shared(position, depth, threads, &after, &|position, depth| {
        chess::perft(position, depth)
    })
}

fn of_damas(position: &damas::Position, table: &damas::Table, depth: u32, threads: u16) -> u64 {
    let after = |position: &damas::Position| -> Vec<damas::Position> {
        position
            .legal_moves(table)
            .iter()
            .map(|mv| position.play(*mv))
            .collect()
    };
    shared(position, depth, threads, &after, &|position, depth| {
        position.perft(table, depth)
    })
}

/// Counts with the positions after the first two plies shared out among threads.
fn shared<P: Sync>(
    position: &P,
    depth: u32,
    threads: u16,
    after: &(impl Fn(&P) -> Vec<P> + Sync),
    count: &(impl Fn(&P, u32) -> u64 + Sync),
) -> u64 {
    if threads < 2 || depth < 4 {
        return count(position, depth);
    }
    let work: Vec<P> = after(position).iter().flat_map(after).collect();
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        let share = || {
            let mut sum = 0;
            while let Some(position) = work.get(next.fetch_add(1, Ordering::Relaxed)) {
                sum += count(position, depth - 2);
            }
            sum
        };
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(share)).collect();
        workers
            .into_iter()
            .filter_map(|worker| worker.join().ok())
            .sum()
    })
}
