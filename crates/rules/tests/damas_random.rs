//! Random play under random options, against a plain reading of the rules that shares no code with the crate's.

#![allow(
    clippy::unwrap_used,
    reason = "a test that cannot make its own data has failed"
)]

use proptest::prelude::*;
use rules::Color;
use rules::damas::{
    Game, HuffTarget, Huffing, Move, OPTIONS, Pdn, PlayError, Position, Square, Squares, Table,
    read_pdn,
};
use std::collections::BTreeSet;

/// Any table: all options random.
fn tables() -> impl Strategy<Value = Table> {
    proptest::array::uniform8(0..6usize).prop_map(|choices| {
        let mut table = Table::default();
        for ((field, values), choice) in OPTIONS.into_iter().zip(choices) {
            table.set(field, values[choice % values.len()]).unwrap();
        }
        table
    })
}

/// Any position: empty, man or king of either side on every square, few kings to many.
fn positions() -> impl Strategy<Value = Position> {
    (proptest::array::uniform32(0..20u8), any::<bool>(), 1..20u8).prop_filter_map(
        "empty",
        |(board, white, filled)| {
            let mut sides = [String::new(), String::new()];
            for (square, kind) in Square::all().zip(board).filter(|(_, kind)| *kind < filled) {
                let side = usize::from(kind % 2);
                let last_row = if side == 0 {
                    square.row() == 7
                } else {
                    square.row() == 0
                };
                let king = if kind % 4 < 2 || last_row { "K" } else { "" };
                let comma = if sides[side].is_empty() { "" } else { "," };
                sides[side].push_str(&format!("{comma}{king}{square}"));
            }
            let turn = if white { "W" } else { "B" };
            Position::from_fen(&format!("{turn}:W{}:B{}", sides[0], sides[1])).ok()
        },
    )
}

/// The rules once more, square by square, all routes followed to their ends.
mod plain {
    use super::*;

    type Place = (i8, i8);

    pub(super) struct Board<'a> {
        position: &'a Position,
        table: [&'static str; 8],
    }

    fn square((row, column): Place) -> Option<Square> {
        Square::all().find(|s| (s.row() as i8, s.column() as i8) == (row, column))
    }

    impl<'a> Board<'a> {
        pub(super) fn new(position: &'a Position, table: &Table) -> Board<'a> {
            Board {
                position,
                table: table.options().map(|(_, value)| value),
            }
        }

        fn option(&self, field: &str) -> &'static str {
            self.table[OPTIONS.iter().position(|(name, _)| *name == field).unwrap()]
        }

        fn is_king(&self, from: Square) -> bool {
            self.position.kings(self.position.turn()).contains(from)
        }

        fn ways(&self, from: Square, capturing: bool) -> Vec<Place> {
            let forward = if self.position.turn() == Color::White {
                1
            } else {
                -1
            };
            let all = self.is_king(from) || capturing && self.option("menCapture") == "both";
            let ways = [(forward, -1), (forward, 1), (-forward, -1), (-forward, 1)];
            ways.into_iter().take(if all { 4 } else { 2 }).collect()
        }

        fn own(&self) -> impl Iterator<Item = Square> + use<> {
            self.position.pieces(self.position.turn()).iter()
        }

        pub(super) fn quiet(&self) -> BTreeSet<Move> {
            let mut moves = BTreeSet::new();
            for from in self.own() {
                let far = self.is_king(from) && self.option("king") == "flying";
                for way in self.ways(from, false) {
                    for step in 1..=if far { 7 } else { 1 } {
                        let place = (
                            from.row() as i8 + way.0 * step,
                            from.column() as i8 + way.1 * step,
                        );
                        match square(place).filter(|s| self.position.at(*s).is_none()) {
                            Some(to) => moves.insert(Move {
                                from,
                                to,
                                captures: Squares::EMPTY,
                            }),
                            None => break,
                        };
                    }
                }
            }
            moves
        }

        /// Every jump: what is jumped, and every square on which it may end.
        fn jumps(
            &self,
            from: Square,
            at: Square,
            taken: &BTreeSet<Square>,
        ) -> Vec<(Square, Vec<Square>)> {
            let far = self.is_king(from) && self.option("kingCapture") == "flying";
            let empty = |s: Square| s == from || self.position.at(s).is_none();
            let mut jumps = Vec::new();
            for way in self.ways(from, true) {
                let mut line = (1..8).map_while(|step| {
                    square((
                        at.row() as i8 + way.0 * step,
                        at.column() as i8 + way.1 * step,
                    ))
                });
                let Some((distance, over)) = line.by_ref().enumerate().find(|(_, s)| !empty(*s))
                else {
                    continue;
                };
                let enemy = self.position.pieces(!self.position.turn()).contains(over)
                    && !taken.contains(&over);
                let landings: Vec<Square> = line
                    .take_while(|s| empty(*s))
                    .take(if far { 8 } else { 1 })
                    .collect();
                if enemy && !landings.is_empty() && (far || distance == 0) {
                    jumps.push((over, landings));
                }
            }
            jumps
        }

        fn follow(
            &self,
            (from, at): (Square, Square),
            taken: &BTreeSet<Square>,
            complete: &mut BTreeSet<Move>,
            any: &mut BTreeSet<Move>,
        ) {
            for (over, landings) in self.jumps(from, at, taken) {
                let mut now = taken.clone();
                now.insert(over);
                let last = landings
                    .iter()
                    .all(|&to| self.jumps(from, to, &now).is_empty());
                for &to in &landings {
                    let mv = Move {
                        from,
                        to,
                        captures: now.iter().copied().collect(),
                    };
                    any.insert(mv);
                    if last {
                        complete.insert(mv);
                    }
                    self.follow((from, to), &now, complete, any);
                }
            }
        }

        /// Complete captures, and all jump sequences.
        pub(super) fn captures(&self) -> (BTreeSet<Move>, BTreeSet<Move>) {
            let (mut complete, mut any) = (BTreeSet::new(), BTreeSet::new());
            for from in self.own() {
                self.follow((from, from), &BTreeSet::new(), &mut complete, &mut any);
            }
            (complete, any)
        }

        fn keep(moves: &mut BTreeSet<Move>, value: impl Fn(&Move) -> u32) {
            let most = moves.iter().map(&value).max().unwrap_or(0);
            moves.retain(|mv| value(mv) == most);
        }

        /// Legal moves, and wrong ones.
        pub(super) fn moves(&self) -> (BTreeSet<Move>, BTreeSet<Move>) {
            let (mut legal, any) = self.captures();
            if legal.is_empty() {
                return (self.quiet(), BTreeSet::new());
            }
            let foes = self.position.kings(!self.position.turn());
            let kings = |mv: &Move| (mv.captures & foes).len();
            if self.option("specialty") != "none" {
                Self::keep(&mut legal, |mv| u32::from(self.is_king(mv.from)));
            }
            if self.option("specialty") == "with-king-then-of-king" {
                Self::keep(&mut legal, kings);
            }
            if self.option("law") != "free" {
                Self::keep(&mut legal, |mv| mv.captures.len());
            }
            if self.option("law") == "quantity-quality" {
                Self::keep(&mut legal, kings);
            }
            let wrong = any
                .union(&self.quiet())
                .filter(|mv| !legal.contains(mv))
                .copied()
                .collect();
            (legal, wrong)
        }
    }
}

/// What a position's moves must be like, whatever the position.
fn check_moves(position: &Position, table: &Table) {
    let (legal, wrong) = plain::Board::new(position, table).moves();
    let found = position.legal_moves(table);
    assert_eq!(
        found.sorted(),
        legal.iter().copied().collect::<Vec<_>>(),
        "{position:?} {table:?}"
    );
    assert_eq!(position.count_moves(table), legal.len() as u64);
    assert_eq!(position.has_move(table), !legal.is_empty());
    assert_eq!(
        position.must_capture(table),
        legal.iter().any(|mv| mv.is_capture())
    );
    let found: Vec<Move> = position
        .wrong_moves(table)
        .into_iter()
        .map(|wrong| wrong.mv)
        .collect();
    assert_eq!(
        found,
        wrong.into_iter().collect::<Vec<_>>(),
        "{position:?} {table:?}"
    );
    assert_eq!(Position::from_fen(&position.fen()), Ok(*position));
    for written in position.written_moves(table) {
        for text in [&written.text, &written.notation] {
            assert_eq!(
                position.parse_move(table, text),
                Ok(written.mv),
                "{position:?} {table:?} {text}"
            );
        }
        for core in [&written.text, &written.notation] {
            check_spellings(position, table, written.mv, core);
        }
        assert_eq!(position.move_text(table, written.mv), written.text);
        let routes = position.routes(table, written.mv, 5);
        assert_eq!(routes[0].to_string(), written.text);
        for route in routes {
            assert_eq!(
                position.parse_move(table, &route.to_string()),
                Ok(written.mv)
            );
        }
        assert_eq!(
            Move::from_bytes(&written.mv.to_bytes()),
            Some((written.mv, written.mv.to_bytes().len()))
        );
    }
}

/// Plays on as the numbers say and looks at everything on the way.
fn play(mut game: Game, choices: &[u16]) -> Game {
    for &choice in choices {
        if game.outcome().is_some() {
            break;
        }
        let before = *game.position();
        let pick = usize::from(choice / 8);
        let legal = game.legal_moves().sorted();
        let wrong = before.wrong_moves(game.table());
        let lets_through = game.table().huffing != Huffing::Off && !game.must_play_legal();
        if game.is_wrong_open() && (choice % 4 < 2 || legal.is_empty()) {
            check_huff(&mut game, pick);
            continue;
        }
        if choice % 8 == 7 && game.no_pass().is_none() {
            game.pass().unwrap();
            assert_eq!(*game.position(), before.pass());
            continue;
        }
        let mv = if lets_through && choice % 4 == 3 && !wrong.is_empty() {
            wrong[pick % wrong.len()].mv
        } else {
            legal[pick % legal.len()]
        };
        // Nothing is taken but what is listed.
        for other in &wrong {
            let taken = game.clone().play(other.mv);
            assert_eq!(
                taken,
                if lets_through {
                    Ok(true)
                } else {
                    Err(PlayError::IllegalMove)
                }
            );
        }
        let stray = Move {
            from: mv.to,
            to: mv.from,
            captures: Squares::from_bits(u32::from(choice)),
        };
        if !legal.contains(&stray) && !wrong.iter().any(|wrong| wrong.mv == stray) {
            assert_eq!(game.clone().play(stray), Err(PlayError::IllegalMove));
        }
        let text = before.move_text(game.table(), mv);
        let is_wrong = game.play(mv).unwrap();
        assert_eq!(is_wrong, !legal.contains(&mv));
        if !is_wrong {
            assert_eq!(before.parse_move(game.table(), &text), Ok(mv));
        }
        let count = |position: &Position| Color::ALL.map(|side| position.pieces(side).len());
        let mut expected = count(&before);
        expected[(!before.turn()).index()] -= mv.captures.len();
        assert_eq!(count(game.position()), expected, "pieces minus captures");
        assert_eq!(game.position().turn(), !before.turn());
        assert_eq!(game.is_wrong_open(), is_wrong && game.outcome().is_none());
    }
    game
}

fn check_huff(game: &mut Game, pick: usize) {
    let (before, ply) = (*game.position(), game.ply());
    let huffable: Vec<Square> = game.huffable().iter().collect();
    assert!(
        huffable
            .iter()
            .all(|&square| before.pieces(!before.turn()).contains(square))
    );
    match game.table().huffing {
        Huffing::Family => {
            let square = huffable[pick % huffable.len()];
            game.huff(HuffTarget::Piece(square)).unwrap();
            assert_eq!(
                (*game.position(), game.ply()),
                (before.without(square), ply)
            );
        }
        _ => {
            game.huff(HuffTarget::Undo).unwrap();
            assert_eq!(
                (game.position().turn(), game.ply()),
                (!before.turn(), ply - 1)
            );
            assert!(game.must_play_legal());
        }
    }
    assert!(!game.is_wrong_open());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_generator_finds_what_a_plain_reading_of_the_rules_finds(position in positions(), table in tables()) {
        check_moves(&position, &table);
    }

    #[test]
    fn random_games_keep_the_rules_and_come_back_from_storage(
        table in tables(),
        choices in proptest::collection::vec(any::<u16>(), 0..200),
    ) {
        let game = play(Game::new(Position::start(), table), &choices);
        check_moves(game.position(), &table);
        prop_assert_eq!(Game::replay(Position::start(), table, game.entries()), Ok(game.clone()));
        // A wrong capture whose path also fits a legal one is read as that: such games come back only from storage.
        let plain = game.log().iter().all(|logged| match logged.entry {
            rules::damas::Entry::Move { mv, wrong: true, .. } => {
                logged.before.parse_move(&table, &logged.before.move_text(&table, mv)) == Ok(mv)
            }
            _ => true,
        });
        if plain {
            prop_assert_eq!(read_pdn(&Pdn::new(&game).to_string()).map(|record| record.game), Ok(game));
        }
    }

    #[test]
    fn random_games_from_random_positions_keep_the_rules(
        position in positions(),
        table in tables(),
        choices in proptest::collection::vec(any::<u16>(), 0..40),
    ) {
        let game = play(Game::new(position, table), &choices);
        prop_assert_eq!(Game::replay(position, table, game.entries()), Ok(game.clone()));
    }

    #[test]
    fn no_text_makes_a_parser_panic(
        any in ".{0,80}",
        fen in "[WBK0-9,:.-]{0,60}",
        text in "[0-9x-]{0,30}",
        pdn in "([0-9]{1,2}[-x][0-9]{1,2}|[0-9]\\.|\\[[A-Z]+ \"[^\"]*\"\\]|[{}()/;%*\\[\\]\"\\\\ \n]|--){0,40}",
        bytes in proptest::collection::vec(any::<u8>(), 0..12),
        position in positions(),
        table in tables(),
    ) {
        for text in [&any, &fen, &text, &pdn] {
            let _ = Position::from_fen(text).map(|position| position.legal_moves(&table).len());
            let _ = position.parse_move(&table, text);
            let _ = read_pdn(text);
            let _ = text.parse::<Square>();
            let _ = Table::default().set(text, text);
        }
        if let Some((mv, read)) = Move::from_bytes(&bytes) {
            prop_assert_eq!(mv.to_bytes(), &bytes[..read]);
            let _ = Game::new(position, table).play(mv);
            let _ = position.move_text(&table, mv);
        }
    }
}

/// A legal move is read from everything that people write for it.
fn check_spellings(position: &Position, table: &Table, mv: Move, core: &str) {
    let dashes = ["–", "—", " - ", "-"];
    let crosses = ["x", ":", "X", "×", " x ", "-", "–"];
    let joints = if mv.is_capture() {
        &crosses[..]
    } else {
        &dashes[..]
    };
    for joint in joints {
        let text = core.replace(['x', '-'], joint);
        for text in [
            text.clone(),
            format!("7. {text}"),
            format!("12.{text}"),
            format!("31... {text}!"),
            format!("9…{text} $1"),
            format!(" {text}?! $14 $6 "),
        ] {
            let read = position.parse_move(table, &text);
            // With a dash a wrong quiet move is written, where there is one.
            let wrong = table.huffing != Huffing::Off
                && mv.is_capture()
                && !text.contains(['x', ':', 'X', '×'])
                && read.as_ref().is_ok_and(|read| !read.is_capture());
            if !wrong {
                assert_eq!(read, Ok(mv), "{position:?} {table:?} {text}");
            }
        }
    }
}
