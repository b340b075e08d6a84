//! Moves and positions as people write them, over HTTP: what is read, and what each refusal says.

#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use journeys::{Seat, World};
use serde_json::{Value, json};

/// Sends a move that must be refused so; answers the problem.
async fn refused(seat: &Seat<'_>, text: &str, name: &str) -> Value {
    let reply = seat.act("moves", json!({"move": text})).await;
    reply.is_problem(422, name).json
}

#[tokio::test]
async fn chess_is_read_as_people_write_it() {
    let world = World::start().await;
    let (white, black) = world.pair().await;
    let game = [
        ("1. e2–e4", "e2e4"),
        ("1… e5", "e7e5"),
        ("2.♘f3!", "g1f3"),
        ("2...♞c6 $1", "b8c6"),
        ("3. Bc4", "f1c4"),
        ("♗c5", "f8c5"),
        ("O–O", "e1g1"),
        ("Ng8-f6", "g8f6"),
    ];
    for (index, (text, stored)) in game.into_iter().enumerate() {
        let seat = if index % 2 == 0 { &white } else { &black };
        let room = seat.play(text).await;
        assert_eq!(room["moves"][index]["move"], stored, "{text}");
    }
    // The answer was lost: the same move in another spelling is the same move.
    let again = json!({"move": "4. 0-0 $14", "ply": 6, "gameNumber": 1});
    let _ = white.send("moves", again).await.is(200);
}

#[tokio::test]
async fn a_promotion_is_read_without_its_sign() {
    let world = World::start().await;
    for text in ["e8q", "e7e8Q", "e8=Q", "e8(Q)", "1. e8♕!"] {
        let invite = json!({"game": "chess", "initialFen": "8/4P2k/8/8/8/8/8/K7 w - - 0 1"});
        let (white, _) = world.pair_from(invite).await;
        let room = white.play(text).await;
        assert_eq!(room["moves"][0]["move"], "e7e8q", "{text}");
    }
}

#[tokio::test]
async fn captures_of_damas_are_read_as_people_write_them() {
    let world = World::start().await;
    for text in [
        "11:27",
        "11X27",
        "11×27",
        "11-27",
        "1. 11–27 $1",
        "11:20:27",
    ] {
        let invite = json!({"game": "damas", "initialFen": "W:W5,11:B15,23,32"});
        let (white, _) = world.pair_from(invite).await;
        let room = white.play(text).await;
        assert_eq!(room["moves"][0]["move"], "11x20x27", "{text}");
    }
    let (white, _) = world.pair_from(json!({"game": "damas"})).await;
    let room = white.play("1. 10-14").await;
    assert_eq!(room["moves"][0]["move"], "10-14");
}

#[tokio::test]
async fn what_cannot_be_read_and_what_is_not_legal_are_answered_differently() {
    let world = World::start().await;
    let (white, _) = world.pair().await;
    for text in ["", "hello", "Cf3", "15x22", "♔ <script>", &"e".repeat(100)] {
        let problem = refused(&white, text, "illegal-move").await;
        assert_eq!(problem["code"], "not-chess-notation", "{text}");
        let detail = problem["detail"].as_str().unwrap();
        for word in ["`e2e4`", "`Nf3`", "K Q R B N"] {
            assert!(detail.contains(word), "{text}: {detail}");
        }
        assert_eq!(problem["legalMoves"].as_array().unwrap().len(), 20);
    }
    for (text, code) in [
        ("e2e5", "cannot-reach"),
        ("e3e4", "no-such-piece"),
        ("O-O", "no-castling"),
    ] {
        let problem = refused(&white, text, "illegal-move").await;
        assert_eq!(problem["code"], code, "{text}");
        let detail = problem["detail"].as_str().unwrap();
        assert!(!detail.contains("K Q R B N"), "{text}: {detail}");
        assert_eq!(problem["legalMoves"].as_array().unwrap().len(), 20);
    }
    let invite = json!({"game": "damas", "initialFen": "W:W1,11:B16,15,32"});
    let (white, _) = world.pair_from(invite).await;
    for (text, code) in [
        ("e2e4", "not-damas-notation"),
        ("Nf3", "not-damas-notation"),
        ("10.14", "not-damas-notation"),
        ("1-5", "capture-due"),
        ("2-6", "no-such-piece"),
        ("1-32", "cannot-reach"),
    ] {
        let problem = refused(&white, text, "illegal-move").await;
        assert_eq!(problem["code"], code, "{text}");
        let detail = problem["detail"].as_str().unwrap();
        let shown = detail.contains("`10-14`") && detail.contains("`15x22`");
        assert_eq!(shown, code == "not-damas-notation", "{text}: {detail}");
    }
}

#[tokio::test]
async fn an_ambiguous_move_comes_with_the_moves_that_it_could_be() {
    let world = World::start().await;
    let invite = json!({"game": "chess", "initialFen": "4k3/8/8/8/8/8/8/RN2KN2 w - - 0 1"});
    let (white, _) = world.pair_from(invite).await;
    let problem = refused(&white, "Nd2", "ambiguous-move").await;
    assert_eq!(problem["choices"], json!(["b1d2", "f1d2"]));
    let invite = json!({
        "game": "damas",
        "table": {"law": "free"},
        "initialFen": "B:W5,6,7,10,15,19,K20,26,27,28:BK16",
    });
    let (_, black) = world.pair_from(invite).await;
    for text in ["16x4", "16-4", "1. 16:4"] {
        let problem = refused(&black, text, "ambiguous-capture").await;
        assert_eq!(problem["choices"], json!(["16x23x14x4", "16x23x30x21x4"]));
    }
}

#[tokio::test]
async fn what_is_wrong_with_a_set_up_position_has_a_code() {
    let world = World::start().await;
    for (game, fen, code) in [
        ("chess", "4k3/44/8/8/8/8/8/4K2R w - - 0 1", "split-digits"),
        ("chess", "4k3/8/8/8/8/8/8/7R w - - 0 1", "king-count"),
        ("chess", "k7/8/8/8/8/8/8/KB6 w - - 0 1", "already-over"),
        ("chess", "W:W1:B32", "field-count"),
        ("damas", "W:W1,1:B32", "square-taken-twice"),
        ("damas", "W:W0:B32", "no-such-square"),
        ("damas", "W:W16:B20,23", "already-over"),
        ("damas", "8/8 w", "not-a-damas-position"),
    ] {
        let asked = world.post("/invites", None, json!({"game": game, "initialFen": fen}));
        let problem = asked.await.is_problem(422, "invalid-position").json;
        assert_eq!(problem["code"], code, "{fen}");
        assert_eq!(problem["field"], "initialFen");
        assert!(!problem["detail"].as_str().unwrap().is_empty());
    }
}

#[tokio::test]
async fn the_page_of_a_problem_lists_its_codes_in_the_reader_s_language() {
    let world = World::start().await;
    for (path, code, words) in [
        (
            "illegal-move?lang=es",
            "king-attacked",
            "Tu rey quedaría en jaque.",
        ),
        (
            "illegal-move?lang=en",
            "capture-due",
            "A capture must be made.",
        ),
        (
            "invalid-position?lang=pt",
            "empty-board",
            "O tabuleiro está vazio.",
        ),
    ] {
        let page = world.get(&format!("/problems/{path}"), None).await.is(200);
        let entry = format!("<dt><code>{code}</code></dt>\n<dd>{words}</dd>");
        assert!(page.text.contains(&entry), "{}", page.text);
    }
    let plain = world.get("/problems/ambiguous-move", None).await.is(200);
    assert!(!plain.text.contains("<dl>"), "{}", plain.text);
}
