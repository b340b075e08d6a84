//! `jaque uci | duel`: the computer rivals on the command line.

use std::io::{BufReader, Write, stdin};
use std::time::Instant;

use rivals::duel::{chess_duel, chess_openings, damas_duel, damas_openings};
use rules::damas::Preset;

use crate::cli::Duel;

/// Speaks UCI over the standard streams until it is told to quit.
///
/// # Errors
/// If writing fails.
pub fn uci(output: impl Write) -> std::io::Result<bool> {
    let begun = Instant::now();
    rivals::uci::run(BufReader::new(stdin()), output, &|| begun.elapsed())?;
    Ok(true)
}

/// Plays a duel and writes the result. Answers whether there is such a game.
///
/// # Errors
/// If writing fails.
pub fn duel(options: &Duel, mut output: impl Write) -> std::io::Result<bool> {
    let Duel {
        first,
        second,
        game,
        games,
        seed,
        threads,
    } = options;
    let pairs = usize::from(*games).div_ceil(2);
    let processors = || std::thread::available_parallelism().map_or(1, Into::into);
    let threads = threads.unwrap_or_else(processors);
    let players = [first, second];
    let tally = if game == "chess" {
        chess_duel(&chess_openings(pairs), players, *seed, threads)
    } else if let Some(preset) = Preset::from_name(game) {
        let openings = damas_openings(preset.table(), pairs, 1);
        damas_duel(&openings, players, *seed, threads)
    } else {
        let mut errors = std::io::stderr();
        writeln!(
            errors,
            "jaque: there is no game `{game}`; there are `chess` and the presets of damas"
        )?;
        return Ok(false);
    };
    writeln!(output, "{tally}")?;
    output.flush()?;
    Ok(true)
}
