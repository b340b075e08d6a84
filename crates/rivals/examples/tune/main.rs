//! Tunes the weights of the evaluations, and what the search prunes by, by games that the search plays against itself.
//!
//! ```text
//! cargo run --release -p rivals --example tune -- games chess --games 3000 --nodes 1000 --seed 1 > games.txt
//! cargo run --release -p rivals --example tune -- fit chess games.txt > crates/rivals/src/chess/weights.rs
//! ```
//!
//! `games` plays from random openings and writes a line for every position that it keeps: FEN, the game's result for white (0, 1, 2
//! half points), and what the search thought, in centipawns for white. `fit` finds the weights that predict both best. `crates/rivals/tune`
//! does the rounds of it that made the present weights. `search` finds the constants of the search.

mod fit;
mod games;
mod search;
mod write;

use std::io::{BufWriter, Write as _, stdout};

/// What is played.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Chess,
    /// Damas where kings fly.
    Flying,
    /// Damas where kings make short steps.
    Short,
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let option = |name: &str, default: u64| {
        let at = words.iter().position(|&word| word == name);
        at.and_then(|at| words.get(at + 1)?.parse().ok())
            .unwrap_or(default)
    };
    let kind = |name: &str| match name {
        "chess" => Some(Kind::Chess),
        "flying" => Some(Kind::Flying),
        "short" => Some(Kind::Short),
        _ => None,
    };
    let output = &mut BufWriter::new(stdout().lock());
    let done = match words.as_slice() {
        ["games", name, ..] => kind(name).map(|kind| {
            let plan = games::Plan {
                games: option("--games", 1000),
                nodes: option("--nodes", 1000),
                seed: option("--seed", 1),
                plain: words.contains(&"--plain"),
            };
            games::play(kind, &plan, output)
        }),
        ["search", name @ ("chess" | "damas"), ..] => {
            let plan = search::Plan {
                pairs: option("--pairs", 2000) as usize,
                nodes: option("--nodes", 6000),
                seed: option("--seed", 1),
                threads: option("--threads", 1) as usize,
            };
            Some(search::tune(*name == "chess", &plan, output))
        }
        ["fit", "chess", file] => Some(write::chess(output, file)),
        ["fit", "damas", flying, short] => Some(write::damas(output, flying, short)),
        _ => None,
    };
    match done {
        Some(Ok(())) => drop(output.flush()),
        Some(Err(fault)) => eprintln!("tune: {fault}"),
        None => eprintln!(
            "tune games chess|flying|short [--games N] [--nodes N] [--seed N]\n\
             tune search chess|damas [--pairs N] [--nodes N] [--seed N] [--threads N]\ntune fit chess FILE\ntune fit damas FLYING SHORT"
        ),
    }
}
