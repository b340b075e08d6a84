//! Games of damas as PDN, out and in again.

#![allow(
    clippy::unwrap_used,
    reason = "a test that cannot read its own data has failed"
)]

use rules::GameResult;
use rules::damas::{Game, HuffTarget, Pdn, Position, Preset, Square, Table, read_pdn};

fn play(game: &mut Game, texts: &[&str]) {
    for text in texts {
        game.play(game.read(text).unwrap()).unwrap();
    }
}

fn movetext(game: &Game) -> String {
    let text = Pdn::new(game).to_string();
    text.split_once("\n\n").unwrap().1.to_owned()
}

/// The game that is read from what was written, tags and all.
fn read_back(game: &Game) -> Game {
    read_pdn(&Pdn::new(game).to_string()).unwrap().game
}

#[test]
fn the_header_says_what_is_played_and_how() {
    let game = Game::new(
        Position::from_fen("B:WK3:B21,22").unwrap(),
        Preset::TaringaShort.table(),
    );
    let pdn = Pdn {
        site: "https://jaque.example/r/01",
        white: "Ana \"la dama\" \\ Ñandú",
        black: "line\nbreak",
        result: GameResult::BlackWins,
        termination: Some("time forfeit"),
        options: &[("drawOffer", "passes-turn")],
        extra: &[("Stake", "50"), ("no name!", "x")],
        ..Pdn::new(&game)
    };
    assert_eq!(
        pdn.to_string(),
        r#"[Event "?"]
[Site "https://jaque.example/r/01"]
[Date "????.??.??"]
[Round "?"]
[White "Ana \"la dama\" \\ Ñandú"]
[Black "linebreak"]
[Result "0-1"]
[FEN "B:WK3:B21,22"]
[GameType "24,W,8,8,N1,1"]
[SetUp "1"]
[Stake "50"]
[Table "king: short, drawOffer: passes-turn"]
[Termination "time forfeit"]
[noname "x"]

0-1
"#
    );
    let record = read_pdn(&pdn.to_string()).unwrap();
    assert_eq!(record.game, game);
    assert!(
        record
            .tags
            .contains(&("White".to_owned(), "Ana \"la dama\" \\ Ñandú".to_owned()))
    );
}

#[test]
fn captures_are_written_in_full_only_where_they_must() {
    let table = Table {
        law: rules::damas::Law::Free,
        ..Table::default()
    };
    let mut game = Game::new(
        Position::from_fen("B:W5,6,7,10,15,19,K20,26,27,28:BK16").unwrap(),
        table,
    );
    play(&mut game, &["16x23x30x21x4"]);
    assert_eq!(movetext(&game), "1... 16x23x30x21x4 *\n");
    assert_eq!(read_back(&game), game);
    let mut game = Game::new(
        Position::from_fen("W:W9,15:B13,19,27,32").unwrap(),
        Table::default(),
    );
    play(&mut game, &["15x22x31", "32-28"]);
    assert_eq!(movetext(&game), "1. 15x31 32-28 *\n");
    assert_eq!(read_back(&game), game);
}

#[test]
fn a_huffed_piece_is_set_up_and_read_back() {
    let mut game = Game::new(
        Position::from_fen("W:W5,12:B10,21").unwrap(),
        Preset::Family.table(),
    );
    play(&mut game, &["12-15"]);
    game.huff(HuffTarget::Piece(Square::new(5).unwrap()))
        .unwrap();
    play(&mut game, &["10-6", "15-19"]);
    assert_eq!(
        movetext(&game),
        "1. 12-15 {[%huff 5]} /FEN \"B:W15:B10,21\"/ 1... 10-6 2. 15-19 *\n"
    );
    assert_eq!(read_back(&game), game);
}

#[test]
fn an_undone_move_is_a_comment_and_read_back() {
    let mut game = Game::new(
        Position::from_fen("W:W5,12:B10,21").unwrap(),
        Preset::Formal.table(),
    );
    play(&mut game, &["12-15"]);
    game.huff(HuffTarget::Undo).unwrap();
    play(&mut game, &["5x14", "21-17"]);
    assert_eq!(movetext(&game), "{[%undone 12-15]} 1. 5x14 21-17 *\n");
    assert_eq!(read_back(&game), game);
    // Whoever knows nothing of huffs reads the same board.
    let plain = movetext(&game).replace("{[%undone 12-15]} ", "");
    let plain = read_pdn(&format!("[FEN \"W:W5,12:B10,21\"]\n{plain}"))
        .unwrap()
        .game;
    assert_eq!(
        (plain.position(), plain.ply()),
        (game.position(), game.ply())
    );
}

#[test]
fn passes_are_written_as_two_dashes() {
    let mut game = Game::new(Position::start(), Preset::Taringa.table());
    play(&mut game, &["11-14", "21-17"]);
    game.pass().unwrap();
    play(&mut game, &["22-19"]);
    assert_eq!(movetext(&game), "1. 11-14 21-17 2. -- 22-19 *\n");
    assert_eq!(read_back(&game), game);
}

#[test]
fn every_line_is_shorter_than_eighty_characters() {
    let mut game = Game::without_draws(Position::start(), Table::default());
    for turn in 0..120 {
        let Some(&mv) = game
            .legal_moves()
            .sorted()
            .get(turn % 3)
            .or(game.legal_moves().first())
        else {
            break;
        };
        game.play(mv).unwrap();
    }
    let text = movetext(&game);
    assert!(text.lines().count() > 5, "{text}");
    assert!(text.lines().all(|line| line.len() <= 79), "{text}");
}

#[test]
fn games_of_other_programs_are_read() {
    let text = "\u{feff}% a line of no interest\n[Event \"x\"]\n[GameType \"24\"]\n; so is this\n1.11-15 (1. 9-13 {or} \
                (1. 10-13)) 22-19! $1 2. 15:22 {a comment [with] brackets} 27x18 3. 9-13 3... 18x9 1-0\n\n[Event \"y\"]\n1. 11-14 *";
    let record = read_pdn(text).unwrap();
    assert_eq!(record.tags.len(), 2);
    assert_eq!(record.game.ply(), 6);
    assert_eq!(
        record.game.position().fen(),
        "W:W1,2,3,4,5,6,7,8,10,12:B9,21,23,24,25,26,28,29,30,31,32"
    );
}

#[test]
fn a_text_that_is_no_game_is_refused_with_the_line() {
    for (text, message) in [
        (
            "[Event \"x]\n",
            "line 1: a tag is written `[Name \"value\"]`",
        ),
        (
            "\n[Event x]\n",
            "line 2: a tag is written `[Name \"value\"]`",
        ),
        (
            "[GameType \"20,W,10,10,N2,0\"]\n",
            "line 1: this is another kind of draughts; ours is \"24,W,8,8,N1,1\"",
        ),
        (
            "[Table \"king: tall\"]\n",
            "line 1: `king` is `flying` or `short`, not `tall`",
        ),
        (
            "[FEN \"W:W40:B1\"]\n",
            "line 1: `40` is no square or range of squares from 1 to 32",
        ),
        ("1. 11-14\n{never", "line 2: this has no end"),
        ("1. 11-14 (1. 9-13", "line 1: this has no end"),
        (
            "1. 11-14 22-18\n2. e4",
            "line 2: `e4`: a move is written with the numbers of its squares, such as `10-14`, a capture such as `15x22`",
        ),
        (
            "1. 11-14 {[%huff 5]}",
            "line 1: no wrong move is open to be huffed",
        ),
        (
            "1. 11-14 /FEN \"W:W1:B32\"/",
            "line 1: the position set up here is not the one the game has come to",
        ),
        (
            "1. -- -- 2. --",
            "line 1: the turn cannot be passed twice without a move in between",
        ),
    ] {
        assert_eq!(read_pdn(text).unwrap_err().to_string(), message, "{text}");
    }
}

#[test]
fn the_tags_after_the_seven_are_in_the_order_of_ascii() {
    let position = Position::from_fen("W:W1,K7:B21,K30").unwrap();
    let game = Game::new(position, Preset::English.table());
    let text = Pdn {
        termination: Some("normal"),
        extra: &[("UTCTime", "y"), ("Annotator", "x")],
        ..Pdn::new(&game)
    }
    .to_string();
    let names: Vec<&str> = (text.lines())
        .filter_map(|line| line.strip_prefix('[')?.split(' ').next())
        .skip(7)
        .collect();
    assert_eq!(
        names,
        [
            "Annotator",
            "FEN",
            "GameType",
            "SetUp",
            "Table",
            "Termination",
            "UTCTime"
        ]
    );
}
