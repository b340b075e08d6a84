//! Who plays in a duel.

use core::fmt;
use core::str::FromStr;

use rules::{chess, damas};

use crate::chess::Chess;
use crate::damas::Damas;
use crate::search::{Board, mix};
use crate::{Constants, Level, Limits, Settings, Technique, search_chess, search_damas};

/// A player: a level, a search, or one who plays any move; with changes.
///
/// Read from text: a level's name, `search` (no errors) or `random`, then changes behind commas: `nodes=N`, `depth=N`, `noise=N`,
/// `blindness=N`, `variety=N`, `without=TECHNIQUE`, and any of [`Constants`] by its name.
///
/// ```
/// use rivals::duel::Player;
/// let player: Player = "search,nodes=20000,without=null-move".parse()?;
/// assert!("chofer,nodes=many".parse::<Player>().is_err());
/// # Ok::<(), rivals::duel::UnknownPlayer>(())
/// ```
#[derive(Clone, Debug)]
pub struct Player {
    base: Base,
    changes: Vec<Change>,
}

#[derive(Clone, Copy, Debug)]
enum Base {
    Level(Level),
    Search,
    Random,
}

#[derive(Clone, Copy, Debug)]
enum Change {
    Nodes(u64),
    Depth(u8),
    Noise(i32),
    Blindness(u16),
    Variety(i32),
    Without(Technique),
    Constant(&'static str, i32),
}

/// What a search that is not told uses, in nodes.
const NODES: u64 = 10_000;

impl Player {
    fn settings<B: Board>(&self, of_level: impl FnOnce(Level) -> Settings, seed: u64) -> Settings {
        let mut settings = match self.base {
            Base::Level(level) => of_level(level),
            Base::Search | Base::Random => Settings::new(Limits::nodes(NODES)),
        };
        settings.seed = seed;
        for change in &self.changes {
            match *change {
                Change::Nodes(nodes) => settings.limits.nodes = nodes,
                Change::Depth(depth) => settings.limits.depth = depth,
                Change::Noise(noise) => settings.frailty.noise = noise,
                Change::Blindness(blindness) => settings.frailty.blindness = blindness,
                Change::Variety(variety) => settings.frailty.variety = variety,
                Change::Without(technique) => settings = settings.without(technique),
                Change::Constant(name, value) => {
                    let now = settings.constants.unwrap_or(B::CONSTANTS);
                    settings.constants = now.with(name, value);
                }
            }
        }
        settings
    }

    /// Its move in a game of chess.
    #[must_use]
    pub fn chess(&self, game: &chess::Game, seed: u64) -> Option<chess::Move> {
        if let Base::Random = self.base {
            return any(&game.position().legal_moves(), seed);
        }
        let settings = self.settings::<Chess>(|level| level.chess(game.ply(), seed), seed);
        let report = search_chess(game, settings, &mut |_| false, &mut |_| {})?;
        report.line.first().copied()
    }

    /// Its move in a game of damas.
    #[must_use]
    pub fn damas(&self, game: &damas::Game, seed: u64) -> Option<damas::Move> {
        if let Base::Random = self.base {
            return any(&game.legal_moves(), seed);
        }
        let settings = self.settings::<Damas<'_>>(|level| level.damas(game.ply(), seed), seed);
        let report = search_damas(game, settings, &mut |_| false, &mut |_| {})?;
        report.line.first().copied()
    }
}

fn any<M: Copy>(moves: &[M], seed: u64) -> Option<M> {
    let number = mix(seed) % (moves.len() as u64).max(1);
    moves.get(usize::try_from(number).ok()?).copied()
}

/// The text names no player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownPlayer {
    part: String,
}

impl fmt::Display for UnknownPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "`{}` names no player: a level, `search` or `random` comes first, then changes such as `nodes=5000` or \
             `without=null-move`",
            self.part
        )
    }
}

impl core::error::Error for UnknownPlayer {}

impl FromStr for Player {
    type Err = UnknownPlayer;

    fn from_str(text: &str) -> Result<Player, UnknownPlayer> {
        let mut parts = text.split(',');
        let name = parts.next().unwrap_or_default();
        let unknown = |part: &str| UnknownPlayer {
            part: part.to_owned(),
        };
        let base = match name {
            "search" => Base::Search,
            "random" => Base::Random,
            level => Base::Level(level.parse().map_err(|_| unknown(level))?),
        };
        let changes = parts.map(|part| change(part).ok_or_else(|| unknown(part)));
        Ok(Player {
            base,
            changes: changes.collect::<Result<_, _>>()?,
        })
    }
}

fn change(part: &str) -> Option<Change> {
    let (name, value) = part.split_once('=')?;
    Some(match name {
        "nodes" => Change::Nodes(value.parse().ok()?),
        "depth" => Change::Depth(value.parse().ok()?),
        "noise" => Change::Noise(
            value
                .parse()
                .ok()
                .filter(|noise| (0..=2000).contains(noise))?,
        ),
        "blindness" => Change::Blindness(value.parse().ok()?),
        "variety" => Change::Variety(
            value
                .parse()
                .ok()
                .filter(|most| (0..=2000).contains(most))?,
        ),
        "without" => Change::Without(Technique::from_name(value)?),
        _ => {
            let value = value.parse().ok()?;
            let within = |&&(known, least, most): &&(&str, i32, i32)| {
                known == name && (least..=most).contains(&value)
            };
            let &(name, ..) = Constants::NAMES.iter().find(within)?;
            Change::Constant(name, value)
        }
    })
}
