//! Games of the search against itself.

use std::io::{self, Write};

use rivals::{Limits, Report, Score, Settings, Technique, search_chess, search_damas};
use rules::{Color, Outcome, chess, damas};

use crate::Kind;

pub(crate) struct Plan {
    pub(crate) games: u64,
    pub(crate) nodes: u64,
    pub(crate) seed: u64,
    /// Count men alone: for the first round, when there are no weights yet.
    pub(crate) plain: bool,
}

/// A game is given up when both have seen it so for so many plies; it is a draw after so many plies.
const GIVEN_UP: i32 = 1500;
const GIVEN_UP_PLIES: u32 = 6;
const LONGEST: usize = 300;

pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Dice {
        let mut dice = Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        for _ in 0..4 {
            dice.roll(2);
        }
        dice
    }

    /// 0 to `n` - 1, by xorshift.
    pub(crate) fn roll(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % n
    }
}

pub(crate) fn play(kind: Kind, plan: &Plan, output: &mut impl Write) -> io::Result<()> {
    for number in 0..plan.games {
        let mut dice = Dice::new(plan.seed << 32 | number);
        match kind {
            Kind::Chess => of_chess(plan, &mut dice, output)?,
            Kind::Flying => of_damas(damas::Preset::Classic, plan, &mut dice, output)?,
            Kind::Short => of_damas(damas::Preset::Internet, plan, &mut dice, output)?,
        }
    }
    Ok(())
}

fn points<M>(report: &Report<M>) -> i32 {
    match report.score {
        Score::Centipawns(points) => points,
        Score::Wins(_) => 10_000,
        Score::Loses(_) => -10_000,
    }
}

/// The nodes of a move: about as many as planned, so that equal games differ.
fn settings(plan: &Plan, dice: &mut Dice) -> Settings {
    let spread = plan.nodes as usize / 2 + 1;
    let settings = Settings::new(Limits::nodes(plan.nodes + dice.roll(spread) as u64));
    if plan.plain {
        settings.without(Technique::Evaluation)
    } else {
        settings
    }
}

/// What is kept of a game until its result is known: FEN and score for white.
#[derive(Default)]
struct Kept {
    lines: Vec<(String, i32)>,
    one_sided: u32,
}

impl Kept {
    /// Notes the score of a ply. Whether the game should be given up.
    fn hopeless(&mut self, score: i32) -> bool {
        self.one_sided = if score.abs() >= GIVEN_UP {
            self.one_sided + 1
        } else {
            0
        };
        self.one_sided >= GIVEN_UP_PLIES
    }

    fn write(self, winner: Option<Color>, output: &mut impl Write) -> io::Result<()> {
        let result = match winner {
            Some(Color::White) => 2,
            None => 1,
            Some(Color::Black) => 0,
        };
        for (fen, score) in self.lines {
            writeln!(output, "{fen};{result};{score}")?;
        }
        Ok(())
    }
}

fn leader(score: i32) -> Option<Color> {
    Some(if score > 0 {
        Color::White
    } else {
        Color::Black
    })
}

fn of_chess(plan: &Plan, dice: &mut Dice, output: &mut impl Write) -> io::Result<()> {
    let mut game = chess::Game::start();
    for _ in 0..8 + dice.roll(2) {
        let moves = game.position().legal_moves();
        if moves.is_empty() {
            return Ok(());
        }
        let mv = moves[dice.roll(moves.len())];
        game.play(mv).ok();
    }
    let mut kept = Kept::default();
    let mut winner = None;
    for ply in 0..LONGEST {
        if let Some(Outcome { winner: won, .. }) = game.outcome() {
            winner = won;
            break;
        }
        let Some(report) = search_chess(&game, settings(plan, dice), &mut |_| false, &mut |_| {})
        else {
            break;
        };
        let position = game.position();
        let mine = points(&report);
        let score = if position.turn() == Color::White {
            mine
        } else {
            -mine
        };
        if ply == 0 && score.abs() > 400 {
            return Ok(());
        }
        if kept.hopeless(score) {
            winner = leader(score);
            break;
        }
        let mv = report.line[0];
        let calm = !position.is_check()
            && !position.captures_and_promotions().contains(&mv)
            && score.abs() < 2000;
        if calm && dice.roll(3) > 0 {
            kept.lines.push((position.fen(), score));
        }
        game.play(mv).ok();
    }
    kept.write(winner, output)
}

fn of_damas(
    preset: damas::Preset,
    plan: &Plan,
    dice: &mut Dice,
    output: &mut impl Write,
) -> io::Result<()> {
    let mut game = damas::Game::new(damas::Position::start(), preset.table());
    for _ in 0..6 + dice.roll(4) {
        let moves = game.legal_moves();
        if moves.is_empty() {
            return Ok(());
        }
        game.play(moves[dice.roll(moves.len())]).ok();
    }
    let mut kept = Kept::default();
    let mut winner = None;
    for ply in 0..LONGEST {
        if let Some(Outcome { winner: won, .. }) = game.outcome() {
            winner = won;
            break;
        }
        let Some(report) = search_damas(&game, settings(plan, dice), &mut |_| false, &mut |_| {})
        else {
            break;
        };
        let position = *game.position();
        let mine = points(&report);
        let score = if position.turn() == Color::White {
            mine
        } else {
            -mine
        };
        if ply == 0 && score.abs() > 250 {
            return Ok(());
        }
        if kept.hopeless(score) {
            winner = leader(score);
            break;
        }
        let mv = report.line[0];
        let due = |position: damas::Position| position.must_capture(game.table());
        // Nothing is due, nor threatened.
        if !due(position) && !due(position.pass()) && score.abs() < 2000 {
            kept.lines.push((position.fen(), score));
        }
        game.play(mv).ok();
    }
    kept.write(winner, output)
}
