//! Games as text: Portable Game Notation, export format.

use core::fmt;

use super::{Game, Ply, Position, san};
use crate::Color;
use crate::game_text::{GameResult, Line, PASS, further_tags, tag};

/// A game with what PGN says about it. `to_string` gives the text, with a line feed at the end.
///
/// Any text may be put into the tags: quotes and backslashes are escaped, control characters left out. `SetUp` and `FEN`
/// are added for a game that did not begin with the starting position.
///
/// ```
/// use rules::chess::{Game, Pgn, parse_move};
///
/// let mut game = Game::start();
/// game.play(parse_move(game.position(), "e4").unwrap()).unwrap();
/// let text = Pgn { white: "Alfil", ..Pgn::new(&game) }.to_string();
/// assert!(text.contains("[White \"Alfil\"]\n"));
/// assert!(text.ends_with("\n1. e4 *\n"));
/// ```
#[derive(Clone, Debug)]
pub struct Pgn<'a> {
    /// The event, `?` where unknown.
    pub event: &'a str,
    /// The place, `?` where unknown; for games on the net, the address of the service.
    pub site: &'a str,
    /// `YYYY.MM.DD`, with `??` for what is unknown.
    pub date: &'a str,
    /// The round, `?` where unknown, `-` where it makes no sense.
    pub round: &'a str,
    /// The name of the player with the white pieces.
    pub white: &'a str,
    /// The name of the player with the black pieces.
    pub black: &'a str,
    /// The result, which the board alone does not tell (resignation, time).
    pub result: GameResult,
    /// Why the game ended, such as `normal`, `time forfeit` or `abandoned`.
    pub termination: Option<&'a str>,
    /// Further tags. All tags after the first seven are written in the order of ASCII. A name keeps only its letters, digits and `_`.
    pub extra: &'a [(&'a str, &'a str)],
    /// The moves, and the position they began with.
    pub game: &'a Game,
}

impl<'a> Pgn<'a> {
    /// A game of which nothing but the moves is known; the result is that of the board.
    #[must_use]
    pub fn new(game: &'a Game) -> Pgn<'a> {
        Pgn {
            event: "?",
            site: "?",
            date: "????.??.??",
            round: "?",
            white: "?",
            black: "?",
            result: game.outcome().into(),
            termination: None,
            extra: &[],
            game,
        }
    }
}

impl fmt::Display for Pgn<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let result = self.result.to_string();
        tag(f, "Event", self.event)?;
        tag(f, "Site", self.site)?;
        tag(f, "Date", self.date)?;
        tag(f, "Round", self.round)?;
        tag(f, "White", self.white)?;
        tag(f, "Black", self.black)?;
        tag(f, "Result", &result)?;
        let initial = self.game.initial();
        let fen = (*initial != Position::start()).then(|| initial.fen());
        let set_up = fen
            .iter()
            .flat_map(|fen| [("FEN", fen.as_str()), ("SetUp", "1")]);
        let termination = self.termination.map(|why| ("Termination", why));
        let further = set_up.chain(termination).chain(self.extra.iter().copied());
        further_tags(f, further)?;
        f.write_str("\n")?;

        let mut line = Line::new(f);
        let mut position = *initial;
        for (index, ply) in self.game.moves().iter().enumerate() {
            let number = position.fullmove_number();
            match position.turn() {
                Color::White => line.word(&format!("{number}."))?,
                Color::Black if index == 0 => line.word(&format!("{number}..."))?,
                Color::Black => {}
            }
            match *ply {
                Ply::Move(chosen) => {
                    line.word(&san(&position, chosen))?;
                    position = position.play_unchecked(chosen);
                }
                Ply::Pass => {
                    line.word(PASS)?;
                    position = position.pass().unwrap_or(position);
                }
            }
        }
        line.word(&result)?;
        line.end()
    }
}

#[cfg(test)]
mod tests {
    use super::super::parse_move;
    use super::*;

    fn game(fen: Option<&str>, moves: &str) -> Game {
        let mut game = fen.map_or_else(Game::start, |fen| {
            Game::new(Position::from_fen(fen).unwrap())
        });
        for text in moves.split_ascii_whitespace() {
            if text == "--" {
                game.pass().unwrap();
            } else {
                let chosen = parse_move(game.position(), text).unwrap();
                game.play(chosen).unwrap();
            }
        }
        game
    }

    #[test]
    fn a_game_comes_out_with_the_seven_tags_in_their_order() {
        let game = game(None, "f3 e5 g4 Qh4");
        let pgn = Pgn {
            white: "Alfil",
            date: "2026.01.31",
            termination: Some("normal"),
            ..Pgn::new(&game)
        };
        assert_eq!(
            pgn.to_string(),
            "[Event \"?\"]\n[Site \"?\"]\n[Date \"2026.01.31\"]\n[Round \"?\"]\n[White \"Alfil\"]\n[Black \"?\"]\n\
             [Result \"0-1\"]\n[Termination \"normal\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n"
        );
    }

    #[test]
    fn a_game_from_another_position_has_its_fen_and_begins_with_the_number_of_its_move() {
        let fen = "4k3/8/8/8/8/8/4P3/4K3 b - - 4 17";
        let text = Pgn::new(&game(Some(fen), "Kd7 e4")).to_string();
        assert!(
            text.contains("[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 4 17\"]\n[SetUp \"1\"]\n"),
            "{text}"
        );
        assert!(text.ends_with("\n17... Kd7 18. e4 *\n"), "{text}");
    }

    #[test]
    fn a_pass_is_two_hyphens() {
        let text = Pgn::new(&game(None, "e4 -- -- e5")).to_string();
        assert!(text.ends_with("\n1. e4 -- 2. -- e5 *\n"), "{text}");
    }

    #[test]
    fn quotes_and_backslashes_are_escaped_and_control_characters_left_out() {
        let game = Game::start();
        let pgn = Pgn {
            white: "A \"B\" \\ C\n\u{7f}]\u{85} ñ",
            ..Pgn::new(&game)
        };
        assert!(
            pgn.to_string()
                .contains("[White \"A \\\"B\\\" \\\\ C] ñ\"]\n"),
            "{pgn}"
        );
    }

    #[test]
    fn the_tags_after_the_seven_are_in_the_order_of_ascii() {
        let game = game(Some("4k3/8/8/8/8/8/4P3/4K3 b - - 4 17"), "");
        let extra = [("TimeControl", "-"), ("Annotator", "x"), ("UTCTime", "y")];
        let text = Pgn {
            termination: Some("normal"),
            extra: &extra,
            ..Pgn::new(&game)
        }
        .to_string();
        let names: Vec<&str> = text
            .lines()
            .filter_map(|line| line.strip_prefix('[')?.split(' ').next())
            .skip(7)
            .collect();
        assert_eq!(
            names,
            [
                "Annotator",
                "FEN",
                "SetUp",
                "Termination",
                "TimeControl",
                "UTCTime"
            ]
        );
    }

    #[test]
    fn a_further_tag_cannot_break_the_format() {
        let game = Game::start();
        let extra = [("Ann o]\"\n", "x"), ("\"", "dropped")];
        let text = Pgn {
            extra: &extra,
            ..Pgn::new(&game)
        }
        .to_string();
        assert!(
            text.contains("[Result \"*\"]\n[Anno \"x\"]\n\n*\n"),
            "{text}"
        );
    }

    #[test]
    fn every_line_of_moves_is_shorter_than_eighty_columns() {
        let mut longest = 0;
        // Words of other lengths in front move every later word to another column.
        for first in ["", "a3 a6", "a3 a6 b3 b6", "e4 e5 a3 a6", "e4 d5 exd5 a6"] {
            let game = game(None, &format!("{first} {}", "Nf3 Nf6 Ng1 Ng8 ".repeat(100)));
            let text = Pgn::new(&game).to_string();
            let (_, movetext) = text.split_once("\n\n").unwrap();
            longest = movetext.lines().map(str::len).max().unwrap().max(longest);
        }
        assert_eq!(longest, 79);
    }

    #[test]
    fn lines_break_between_words_only() {
        let game = game(None, &"Nf3 Nf6 Ng1 Ng8 ".repeat(100));
        let text = Pgn::new(&game).to_string();
        let (_, movetext) = text.split_once("\n\n").unwrap();
        assert!(
            movetext
                .lines()
                .all(|line| !line.starts_with(' ') && !line.ends_with(' '))
        );
        assert!(movetext.lines().count() > 10);
        let words: Vec<&str> = movetext
            .split_whitespace()
            .filter(|word| !word.contains('.'))
            .collect();
        assert_eq!(words.len(), 401);
        assert_eq!(words[400], "1/2-1/2");
    }

    #[test]
    fn the_result_can_be_one_that_the_board_does_not_show() {
        let game = game(None, "e4");
        let pgn = Pgn {
            result: GameResult::BlackWins,
            termination: Some("abandoned"),
            ..Pgn::new(&game)
        };
        assert!(
            pgn.to_string()
                .ends_with("[Result \"0-1\"]\n[Termination \"abandoned\"]\n\n1. e4 0-1\n")
        );
    }
}
