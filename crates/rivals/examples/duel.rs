//! `jaque duel` without the rest of `jaque`, which takes long to build: `duel chess|PRESET PLAYER PLAYER [GAMES [SEED [THREADS]]]`.

use std::io::Write as _;

use rivals::duel::{Player, chess_duel, chess_openings, damas_duel, damas_openings};
use rules::damas::Preset;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize, default: usize| {
        let text = arguments.get(at);
        text.map_or(Ok(default), |text| text.parse())
    };
    let [game, one, other, ..] = arguments.as_slice() else {
        return Err("duel chess|PRESET PLAYER PLAYER [GAMES [SEED [THREADS]]]".into());
    };
    let (one, other): (Player, Player) = (one.parse()?, other.parse()?);
    let (games, seed, threads) = (number(3, 84)?, number(4, 1)? as u64, number(5, 1)?);
    let tally = if game == "chess" {
        chess_duel(
            &chess_openings(games.div_ceil(2)),
            [&one, &other],
            seed,
            threads,
        )
    } else {
        let preset = Preset::from_name(game).ok_or("no such preset")?;
        let openings = damas_openings(preset.table(), games.div_ceil(2), 1);
        damas_duel(&openings, [&one, &other], seed, threads)
    };
    writeln!(std::io::stdout(), "{tally}")?;
    Ok(())
}
