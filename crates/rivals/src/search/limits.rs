//! How far a search goes, and what it is told to leave out.

use super::Constants;

/// Where a search ends: at whichever comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Positions looked at. The first iteration is finished whatever this says, if that takes a few thousand.
    pub nodes: u64,
    /// Iterations, 1 to 64.
    pub depth: u8,
}

impl Limits {
    /// This many nodes, at any depth.
    #[must_use]
    pub const fn nodes(nodes: u64) -> Limits {
        Limits {
            nodes,
            depth: MAX_DEPTH,
        }
    }
}

/// The most iterations.
pub(crate) const MAX_DEPTH: u8 = 64;

/// What makes a player err as a person does. Nothing of it is chance: all is keyed by position, move and seed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Frailty {
    /// Poor judgement: each position is misjudged by up to this, in centipawns.
    pub noise: i32,
    /// Oversight: of 1024 of the opponent's replies, this many are not thought of. Never one that retakes, and next to the
    /// root never one that mates.
    pub blindness: u16,
    /// Moves at the root count as better than they are by up to this, in centipawns, so that equal games differ.
    pub variety: i32,
}

/// The techniques that a search may be told to do without, to measure what each is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Technique {
    /// What was found out about a position serves when it comes again.
    TranspositionTable,
    /// A position so good that even a pass keeps it good is not looked into.
    NullMove,
    /// Late quiet moves are looked at less deeply.
    LateMoveReductions,
    /// Near the frontier, very late quiet moves are left out.
    LateMovePruning,
    /// Near the frontier, what is far from the window is left out.
    Futility,
    /// Moves that cut elsewhere at the same distance come early.
    Killers,
    /// Moves that cut often come early.
    History,
    /// Checks, and captures that are due, are looked into a ply deeper.
    Extensions,
    /// Exchanges that lose are left out of the search for quiet.
    Exchanges,
    /// Each iteration begins with a window around the last score.
    Aspiration,
    /// Captures are searched to a quiet position.
    Quiescence,
    /// More than the men is counted.
    Evaluation,
    /// Endings that are known exactly are looked up.
    Endings,
}

impl Technique {
    /// Every technique.
    pub const ALL: [Technique; 13] = [
        Technique::TranspositionTable,
        Technique::NullMove,
        Technique::LateMoveReductions,
        Technique::LateMovePruning,
        Technique::Futility,
        Technique::Killers,
        Technique::History,
        Technique::Extensions,
        Technique::Exchanges,
        Technique::Aspiration,
        Technique::Quiescence,
        Technique::Evaluation,
        Technique::Endings,
    ];

    /// The name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Technique::TranspositionTable => "table",
            Technique::NullMove => "null-move",
            Technique::LateMoveReductions => "reductions",
            Technique::LateMovePruning => "late-pruning",
            Technique::Futility => "futility",
            Technique::Killers => "killers",
            Technique::History => "history",
            Technique::Extensions => "extensions",
            Technique::Exchanges => "exchanges",
            Technique::Aspiration => "aspiration",
            Technique::Quiescence => "quiescence",
            Technique::Evaluation => "evaluation",
            Technique::Endings => "endings",
        }
    }

    /// The technique of this name, if there is one.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Technique> {
        Technique::ALL.into_iter().find(|each| each.name() == name)
    }
}

/// Everything that decides what a search finds, beside the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Where it ends.
    pub limits: Limits,
    /// How it errs.
    pub frailty: Frailty,
    /// What all chance comes from.
    pub seed: u64,
    /// The transposition table takes at most this many bytes, and less for a search of few nodes.
    pub table_bytes: u64,
    /// What it does without: a set of bits, see [`Settings::without`].
    skipped: u16,
    /// What it prunes and reduces by; the game's own where nothing is said.
    pub constants: Option<Constants>,
}

/// The largest transposition table that a rival uses, in bytes.
pub(crate) const TABLE_BYTES: u64 = 16 << 20;

impl Settings {
    /// A search without errors.
    #[must_use]
    pub const fn new(limits: Limits) -> Settings {
        Settings {
            limits,
            frailty: Frailty {
                noise: 0,
                blindness: 0,
                variety: 0,
            },
            seed: 0,
            table_bytes: TABLE_BYTES,
            skipped: 0,
            constants: None,
        }
    }

    /// The same without a technique.
    #[must_use]
    pub const fn without(mut self, technique: Technique) -> Settings {
        self.skipped |= 1 << technique as u16;
        self
    }

    pub(crate) const fn uses(&self, technique: Technique) -> bool {
        self.skipped >> technique as u16 & 1 == 0
    }
}

/// What a search found out so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report<M> {
    /// The iteration.
    pub depth: u8,
    /// How the side to move stands.
    pub score: Score,
    /// Positions looked at.
    pub nodes: u64,
    /// The expected moves, the chosen one first; never empty.
    pub line: Vec<M>,
}

/// How a side stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// In hundredths of a pawn or man.
    Centipawns(i32),
    /// It wins with its n-th move from now.
    Wins(i32),
    /// It loses with the opponent's n-th move from now.
    Loses(i32),
}
