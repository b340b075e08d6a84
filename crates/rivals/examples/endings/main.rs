//! What exact endgame tables would add to the hard rival in damas: `cargo run --release -p rivals --example endings -- PRESET [PIECES] [GAMES]`.
//!
//! `endings write > crates/rivals/src/damas/endings.bin` makes the distances that the rival looks up. Otherwise:
//!
//! Works out every position of up to so many pieces (4; a gigabyte of memory while it does) and lets `empresario` play endings
//! against an opponent that knows them all: those to which games between equals led, and the hardest kind, three kings against one.
//! What is won is played by the table itself too, for what the draws by counting leave of it.

#![allow(clippy::indexing_slicing, clippy::print_stdout)]

mod exact;

use std::collections::BTreeMap;
use std::error::Error;
use std::io::Write as _;

use exact::{Exact, Worth};
use rivals::damas::{ENDINGS, ending};
use rivals::duel::damas_openings;
use rivals::{Level, Limits, Settings, damas_move, search_damas};
use rules::Color;
use rules::damas::{Game, Move, Position, Preset};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.first().is_some_and(|word| word == "write") {
        return write();
    }
    let name = arguments.first().map_or("classic", String::as_str);
    let preset = Preset::from_name(name).ok_or("no such preset")?;
    let most = arguments.get(1).map_or(Ok(4), |text| text.parse())?;
    let games = arguments.get(2).map_or(Ok(300), |text| text.parse())?;

    let exact = Exact::new(preset.table(), most);
    let positions = exact.positions();
    let [all, won, lost, drawn] = exact.counts(&positions);
    println!(
        "{name}: {all} positions of up to {most} pieces: {won} won, {lost} lost, {drawn} drawn"
    );

    let natural = endings(preset, most, games);
    println!("{} of {games} games led to so few pieces", natural.len());
    report("from games", &exact, preset, &natural);

    let hard: Vec<Position> = positions
        .iter()
        .map(|&(_, position)| position)
        .filter(|position| {
            let (own, other) = (Color::White, Color::Black);
            position.kings(own).len() == 3
                && position.kings(other).len() == 1
                && position.occupied().len() == 4
                && matches!(exact.worth(position), Some(Worth::Won(plies)) if plies > 4)
        })
        .collect();
    println!(
        "{} positions of three kings to move that win against one, not at once",
        hard.len()
    );
    let step = (hard.len() / games).max(1);
    let sample: Vec<Position> = hard.iter().step_by(step).copied().collect();
    report("three kings against one", &exact, preset, &sample);
    Ok(())
}

/// Where games between equals first had so few pieces, before their end.
fn endings(preset: Preset, most: usize, games: usize) -> Vec<Position> {
    let mut found = Vec::new();
    for mut game in damas_openings(preset.table(), games, 1) {
        while game.outcome().is_none() && game.position().occupied().len() as usize > most {
            let settings = Settings::new(Limits::nodes(5000));
            let report = search_damas(&game, settings, &mut |_| false, &mut |_| {});
            let Some(&mv) = report.as_ref().and_then(|report| report.line.first()) else {
                break;
            };
            if game.play(mv).is_err() {
                break;
            }
        }
        if game.outcome().is_none() && game.position().occupied().len() as usize <= most {
            found.push(*game.position());
        }
    }
    found
}

/// Points by what the ending is worth: the rival's, and the table's in its place.
fn report(what: &str, exact: &Exact, preset: Preset, positions: &[Position]) {
    let mut tally: BTreeMap<(&str, String), [f64; 3]> = BTreeMap::new();
    for (number, position) in positions.iter().enumerate() {
        let side = position.turn();
        // Who has something to win or to hold plays; in a draw each side does in turn.
        let (kind, players) = match exact.worth(position) {
            Some(Worth::Won(_)) => ("won", vec![side]),
            Some(Worth::Lost(_)) => ("won", vec![!side]),
            Some(Worth::Drawn) | None => ("drawn", vec![Color::White, Color::Black]),
        };
        for player in players {
            let seed = number as u64;
            let game = Game::new(*position, preset.table());
            let rival = play(exact, game.clone(), player, &mut |game| {
                damas_move(game, Level::Empresario, seed)
            });
            let table = play(exact, game, player, &mut |game| {
                exact.best(game.position()).first().copied()
            });
            let row = tally.entry((kind, material(position, player))).or_default();
            row[0] += 1.0;
            row[1] += rival;
            row[2] += table;
        }
    }
    for ((kind, material), [count, rival, table]) in tally {
        println!(
            "{what}, {kind}, {material}: {count} played, empresario {rival} points, the table {table}"
        );
    }
}

/// What both sides have, the player first: `KKM-K`.
fn material(position: &Position, player: Color) -> String {
    let of = |side| {
        let (kings, men) = (position.kings(side).len(), position.men(side).len());
        "K".repeat(kings as usize) + &"M".repeat(men as usize)
    };
    format!("{}-{}", of(player), of(!player))
}

/// The points of `player` in one game against perfect play.
fn play(
    exact: &Exact,
    mut game: Game,
    player: Color,
    choose: &mut dyn FnMut(&Game) -> Option<Move>,
) -> f64 {
    while game.outcome().is_none() {
        let mv = if game.position().turn() == player {
            choose(&game)
        } else {
            exact.best(game.position()).first().copied()
        };
        if mv.is_none_or(|mv| game.play(mv).is_err()) {
            break;
        }
    }
    match game.outcome().and_then(|outcome| outcome.winner) {
        Some(winner) if winner == player => 1.0,
        Some(_) => 0.0,
        None => 0.5,
    }
}

/// The distances that `rivals::damas` looks endings of kings up in, as bytes on the standard output.
fn write() -> Result<(), Box<dyn Error>> {
    let exact = Exact::new(Preset::Classic.table(), 4);
    let mut plies = vec![0; ENDINGS];
    for (_, position) in exact.positions() {
        let (own, lone) = (position.turn(), !position.turn());
        let (kings, place) = (position.kings(own), position.kings(lone));
        if place.len() == 1
            && kings.len() > 1
            && kings.len() + 1 == position.occupied().len()
            && let (Some(at), Some(Worth::Won(won))) =
                (ending(kings, place), exact.worth(&position))
        {
            plies[at] = won;
        }
    }
    std::io::stdout().write_all(&plies)?;
    Ok(())
}
