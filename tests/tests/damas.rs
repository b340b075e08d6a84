//! Damas over HTTP: every preset to each of its ends, huffing both ways, ambiguous captures, passing the turn.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

use journeys::{Seat, World, play_all};
use rules::Reason;
use rules::damas::{Blocked, Game, King, Position, Preset, Table, read_pdn};
use serde_json::{Value, json};

/// A line of play from a position to an end for this reason, found by playing at random.
fn line_to(reason: Reason, position: Position, table: Table) -> Vec<String> {
    let mut seed = 1_u64;
    for _ in 0..20_000 {
        let mut game = Game::new(position, table);
        let mut line = Vec::new();
        while game.outcome().is_none() && line.len() < 120 {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let moves = game.position().written_moves(&table);
            let chosen = &moves[(seed >> 33) as usize % moves.len()];
            line.push(chosen.text.clone());
            game.play(chosen.mv).unwrap();
        }
        if game.outcome().map(|outcome| outcome.reason) == Some(reason) {
            return line;
        }
    }
    panic!("no line to {reason}");
}

async fn play_out(white: &Seat<'_>, black: &Seat<'_>, line: &[String]) -> Value {
    let mut last = Value::Null;
    for (ply, text) in line.iter().enumerate() {
        let mover = if ply % 2 == 0 { white } else { black };
        last = mover
            .send("moves", json!({"move": text, "ply": ply, "gameNumber": 1}))
            .await
            .is(200)
            .json;
        let over = ply + 1 == line.len();
        assert_eq!(last["status"] == "finished", over, "after {text}");
    }
    last
}

#[tokio::test]
async fn every_preset_is_played_to_each_end_it_can_have() {
    let world = World::start().await;
    for preset in Preset::ALL {
        let table = preset.table();
        let blocked = if table.blocked == Blocked::Loses {
            Reason::Blocked
        } else {
            Reason::PieceCount
        };
        // A blocked man: 9 cannot go to 5 or 6 once white's men stand there and behind.
        for (reason, fen) in [
            (Reason::NoPieces, "W:W11,12,3:B15,26"),
            (blocked, "W:W1,2,3,6,10:B13,14"),
            (Reason::ThreefoldRepetition, "W:WK4,K3:BK29,K30"),
            (Reason::QuietKings, "W:WK4,K3,K7:BK29"),
            (Reason::EqualMaterial, "W:WK4:BK29"),
        ] {
            // Kings only meet where they are quick enough to get away; short ones go round for longer.
            let position = Position::from_fen(fen).unwrap();
            let line = line_to(reason, position, table);
            let body =
                json!({"game": "damas", "table": {"preset": preset.name()}, "initialFen": fen});
            let (white, black) = world.pair_from(body).await;
            let room = white.room().await;
            assert_eq!(
                (&room["table"]["preset"], &room["table"]["king"]),
                (&json!(preset.name()), &json!(table.king.name()))
            );
            let over = play_out(&white, &black, &line).await;
            assert_eq!(
                over["result"]["reason"],
                reason.name(),
                "{} {fen}",
                preset.name()
            );
            let pdn = world
                .get(&format!("/rooms/{}/games/1.pdn", white.id), None)
                .await
                .is(200);
            let record =
                read_pdn(&pdn.text).unwrap_or_else(|fault| panic!("{fault}\n{}", pdn.text));
            assert_eq!(over["fen"], record.game.position().fen());
        }
        let body = json!({"game": "damas", "table": {"preset": preset.name()}});
        let (white, black) = world.pair_from(body.clone()).await;
        white.play("11-15").await;
        let over = black.act("resignation", json!({})).await.is(200).json;
        assert_eq!(
            over["result"],
            json!({"winner": "white", "reason": "resignation", "score": "1-0"})
        );
        let (white, black) = world.pair_from(body).await;
        white.play("11-15").await;
        black.play("22-18").await;
        let _ = white.act("draw-offer", json!({})).await.is(200);
        let over = black
            .act("draw-offer/acceptance", json!({"ply": 2}))
            .await
            .is(200)
            .json;
        assert_eq!(
            over["result"],
            json!({"reason": "agreement", "score": "1/2-1/2"})
        );
    }
}

/// White must capture with 11 over 15; 12-16 is wrong.
const DUE: &str = "W:W1,6,8,11,12:B15,31,32";

#[tokio::test]
async fn in_a_family_game_the_piece_that_should_have_captured_is_removed() {
    let world = World::start().await;
    let body = json!({"game": "damas", "table": {"preset": "family"}, "initialFen": DUE});
    let (white, black) = world.pair_from(body.clone()).await;
    assert_eq!(
        white.room().await["legalMoves"].as_array().unwrap().len(),
        2
    );
    let wrong = white
        .act("moves", json!({"move": "1-5"}))
        .await
        .is(200)
        .json;
    assert_eq!(
        (&wrong["moves"][0]["wrong"], &wrong["turn"], &wrong["ply"]),
        (&json!(true), &json!("black"), &json!(1))
    );
    assert!(wrong.get("huffable").is_none(), "the offender may not huff");
    let seen = black.room().await;
    assert_eq!(seen["huffable"], json!([11, 12]));
    assert!(seen["actions"].as_array().unwrap().contains(&json!("huff")));
    assert!(
        world
            .get(&format!("/rooms/{}", white.id), None)
            .await
            .json
            .get("huffable")
            .is_none()
    );

    let huff = |square: u32| json!({"square": square, "ply": 1, "gameNumber": 1});
    let not = black
        .send("huff", huff(1))
        .await
        .is_problem(422, "not-huffable");
    assert_eq!(not.json["huffable"], json!([11, 12]));
    let _ = black
        .send("huff", json!({"ply": 1, "gameNumber": 1}))
        .await
        .is_problem(422, "not-huffable");
    let _ = black
        .send("huff", json!({"square": 11, "ply": 0, "gameNumber": 1}))
        .await
        .is_problem(409, "stale-ply");
    let _ = white
        .send("huff", huff(11))
        .await
        .is_problem(409, "not-your-turn");
    let huffed = black.send("huff", huff(11)).await.is(200).json;
    assert_eq!(
        (&huffed["turn"], &huffed["ply"]),
        (&json!("black"), &json!(1))
    );
    assert_eq!(
        (&huffed["moves"][1]["huff"], &huffed["moves"][1]["by"]),
        (&json!(11), &json!("black"))
    );
    assert_eq!(huffed["fen"], "B:W5,6,8,12:B15,31,32");
    assert!(huffed.get("huffable").is_none());
    // The answer was lost; sent again it is not done twice.
    assert_eq!(
        black.send("huff", huff(11)).await.is(200).json["version"],
        huffed["version"]
    );
    let _ = black
        .send("huff", huff(12))
        .await
        .is_problem(409, "nothing-to-huff");
    assert_eq!(black.play("31-28").await["ply"], 2);
    assert_eq!(black.send("huff", huff(11)).await.is(200).json["ply"], 2);
    let since = world
        .get(&format!("/rooms/{}?since=1", white.id), Some(&white.token))
        .await
        .is(200)
        .json;
    assert_eq!(
        (
            &since["moves"][0]["huff"],
            since["moves"].as_array().unwrap().len()
        ),
        (&json!(11), 2)
    );

    // Moving instead forgives.
    let (white, black) = world.pair_from(body).await;
    white.play("1-5").await;
    black.play("31-28").await;
    let late = json!({"square": 11, "ply": 2, "gameNumber": 1});
    let _ = white
        .send("huff", late.clone())
        .await
        .is_problem(409, "nothing-to-huff");
    let _ = black
        .send("huff", late)
        .await
        .is_problem(409, "not-your-turn");
    let pdn = world
        .get(&format!("/rooms/{}/games/1.pdn", white.id), None)
        .await
        .is(200)
        .text;
    assert!(
        pdn.contains("[Table \"blocked: count, huffing: family\"]"),
        "{pdn}"
    );
}

#[tokio::test]
async fn in_a_formal_game_the_wrong_move_is_undone_and_a_legal_one_must_follow() {
    let world = World::start().await;
    let (white, black) = world
        .pair_from(json!({"game": "damas", "table": {"preset": "formal"}, "initialFen": DUE}))
        .await;
    let before = white.room().await;
    white.play("1-5").await;
    assert_eq!(black.room().await["huffable"], json!([11, 12]));
    let huff = json!({"ply": 1, "gameNumber": 1});
    let huffed = black.send("huff", huff.clone()).await.is(200).json;
    assert_eq!(
        (&huffed["fen"], &huffed["ply"], &huffed["turn"]),
        (&before["fen"], &json!(0), &json!("white"))
    );
    assert_eq!(
        (&huffed["moves"][0]["undone"], &huffed["moves"][1]["huff"]),
        (&json!(true), &json!("undo"))
    );
    assert_eq!(
        black.send("huff", huff.clone()).await.is(200).json["version"],
        huffed["version"]
    );
    // The undone move does not stand: sent again it is refused, and so is any other wrong one.
    for text in ["1-5", "12-16"] {
        let refused = white
            .send("moves", json!({"move": text, "ply": 0, "gameNumber": 1}))
            .await;
        let _ = refused.is_problem(422, "illegal-move");
    }
    let captured = white.play("11x20").await;
    assert_eq!(
        (&captured["ply"], &captured["moves"][2]["notation"]),
        (&json!(1), &json!("11x20"))
    );
    assert_eq!(
        black.send("huff", huff).await.is(200).json["version"],
        captured["version"]
    );
    let json = world
        .get(&format!("/rooms/{}/games/1", white.id), None)
        .await
        .is(200)
        .json;
    assert_eq!(json["moves"].as_array().unwrap().len(), 3);
    let pdn = world
        .get(&format!("/rooms/{}/games/1.pdn", white.id), None)
        .await
        .is(200)
        .text;
    assert_eq!(
        captured["fen"],
        read_pdn(&pdn).unwrap().game.position().fen()
    );
}

#[tokio::test]
async fn without_huffing_only_legal_moves_are_accepted() {
    let world = World::start().await;
    let (white, black) = world
        .pair_from(json!({"game": "damas", "initialFen": DUE}))
        .await;
    let illegal = white
        .act("moves", json!({"move": "1-5"}))
        .await
        .is_problem(422, "illegal-move");
    assert_eq!(illegal.json["legalMoves"].as_array().unwrap().len(), 2);
    white.play("11x20").await;
    let _ = black
        .send("huff", json!({"square": 1, "ply": 1, "gameNumber": 1}))
        .await
        .is_problem(409, "nothing-to-huff");
    let chess = world.pair().await.0;
    let _ = chess
        .send("huff", json!({"square": 1, "ply": 0, "gameNumber": 1}))
        .await
        .is_problem(409, "nothing-to-huff");
}

#[tokio::test]
async fn a_capture_that_fits_two_is_refused_with_the_paths_and_replays_from_the_file() {
    let world = World::start().await;
    // From 3 a king or man may take two different pairs between the same ends.
    let vectors = std::fs::read_to_string(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/vectors/damas_moves.jsonl"
    ))
    .unwrap();
    let mut tried = 0;
    for line in vectors.lines() {
        let vector: Value = serde_json::from_str(line).unwrap();
        let moves = vector["moves"].as_array().unwrap();
        let ends = |mv: &Value| (mv["from"].as_u64().unwrap(), mv["to"].as_u64().unwrap());
        let twin = moves.iter().find(|mv| {
            let twins = moves.iter().filter(|other| ends(other) == ends(mv));
            let short = |mv: &&Value| mv["move"] == format!("{}x{}", ends(mv).0, ends(mv).1);
            // The full path of one is no riddle, though others end there too.
            twins.clone().count() > 1 && !twins.clone().any(|mv| short(&mv))
        });
        let Some(twin) = twin.filter(|_| vector["fen"].as_str().unwrap().starts_with("W:")) else {
            continue;
        };
        let body = json!({"game": "damas", "table": vector["table"], "initialFen": vector["fen"]});
        let made = world.post("/invites", None, body).await;
        // Some vectors have more men than a game can.
        if made.status != 201 {
            continue;
        }
        let white = world.seat(&made);
        let _ = world
            .post(
                &format!("/invites/{}/acceptance", white.id),
                None,
                json!({}),
            )
            .await
            .is(201);
        let (from, to) = ends(twin);
        let refused = white
            .act("moves", json!({"move": format!("{from}x{to}")}))
            .await
            .is_problem(422, "ambiguous-capture");
        let choices = refused.json["choices"].as_array().unwrap();
        assert!(
            choices.contains(&twin["move"]),
            "{choices:?} without {}",
            twin["move"]
        );
        let made = white.play(twin["move"].as_str().unwrap()).await;
        assert_eq!(made["moves"][0]["notation"], twin["notation"]);
        let pdn = world
            .get(&format!("/rooms/{}/games/1.pdn", white.id), None)
            .await
            .is(200);
        assert_eq!(pdn.header("content-type"), "text/plain; charset=utf-8");
        let asked = json!({"id": 1, "game": "damas", "pdn": pdn.text}).to_string();
        let mut answer = Vec::new();
        assert!(local::lines::replay(asked.as_bytes(), &mut answer).unwrap());
        let replayed: Value = serde_json::from_slice(&answer).unwrap();
        assert_eq!(replayed["fen"], made["fen"], "{}", pdn.text);
        tried += 1;
        if tried == 12 {
            break;
        }
    }
    assert!(tried >= 5, "only {tried} vectors have such captures");
}

#[tokio::test]
async fn an_invited_player_reads_the_table_before_joining() {
    let world = World::start().await;
    let table =
        json!({"preset": "internet", "blocked": "count", "kingCapture": "flying", "board": "left"});
    let host = world.invite(json!({"game": "damas", "table": table})).await;
    let seen = world
        .get(&format!("/rooms/{}", host.id), None)
        .await
        .is(200)
        .json;
    let expected = json!({
        "preset": "internet", "king": "short", "kingCapture": "flying", "law": "quantity-quality", "specialty": "none",
        "menCapture": "forward", "blocked": "count", "huffing": "off", "drawOffer": "free", "board": "left"
    });
    assert_eq!(seen["table"], expected);
    let page = world
        .get(&format!("/r/{}", host.id), None)
        .await
        .is(200)
        .text;
    assert!(
        page.contains("Se cuentan: gana quien tenga más fichas"),
        "{page}"
    );
    let _ = world
        .post(
            "/invites",
            None,
            json!({"game": "damas", "table": {"king": "long"}}),
        )
        .await
        .is_problem(422, "invalid-option");
    let bad = world
        .post(
            "/invites",
            None,
            json!({"game": "damas", "initialFen": "W:W29:B1"}),
        )
        .await;
    let _ = bad.is_problem(422, "invalid-position");
    assert_eq!(
        Table {
            king: King::Short,
            ..Table::default()
        }
        .king_captures(),
        King::Short
    );
}

#[tokio::test]
async fn where_an_offer_passes_the_turn_it_is_made_instead_of_a_move() {
    let world = World::start().await;
    let (white, black) = world
        .pair_from(json!({"game": "damas", "table": {"preset": "taringa"}}))
        .await;
    assert_eq!(white.room().await["table"]["drawOffer"], "passes-turn");
    let soon = white
        .act("draw-offer", json!({}))
        .await
        .is_problem(409, "offer-too-soon");
    assert_eq!(soon.json["fromPly"], 2);
    white.play("11-14").await;
    black.play("22-19").await;
    let _ = black
        .act("draw-offer", json!({}))
        .await
        .is_problem(409, "not-your-turn");
    let offer = json!({"ply": 2, "gameNumber": 1});
    let passed = white.send("draw-offer", offer.clone()).await.is(200).json;
    assert_eq!(
        (&passed["turn"], &passed["ply"]),
        (&json!("black"), &json!(3))
    );
    assert_eq!(
        (&passed["moves"][2]["move"], &passed["drawOffer"]["ply"]),
        (&json!("--"), &json!(2))
    );
    assert_eq!(
        white.send("draw-offer", offer.clone()).await.is(200).json["version"],
        passed["version"]
    );
    // An offer is no answer to an offer.
    let _ = black
        .act("draw-offer", json!({}))
        .await
        .is_problem(409, "cannot-pass");
    // Refusing without moving leaves black on turn; white may not pass twice without a move in between.
    let refused = black.send("draw-offer/refusal", offer).await.is(200).json;
    assert_eq!(
        (&refused["turn"], refused.get("drawOffer")),
        (&json!("black"), None)
    );
    black.play("21-18").await;
    // 14x21 is due for white: no pass.
    let due = white.room().await["legalMoves"][0]
        .as_str()
        .unwrap()
        .contains('x');
    let _ = white
        .act("draw-offer", json!({}))
        .await
        .is_problem(409, "cannot-pass");
    assert!(due, "a capture was meant to be due");
    // A move of one's own refuses, and an acceptance agrees; without the wait of other rooms.
    let (white, black) = world
        .pair_from(json!({"game": "chess", "table": {"drawOffer": "passes-turn"}}))
        .await;
    white.play("e4").await;
    black.play("e5").await;
    let _ = white.act("draw-offer", json!({})).await.is(200);
    black.play("Nc6").await;
    let _ = white
        .send("draw-offer/acceptance", json!({"ply": 2, "gameNumber": 1}))
        .await
        .is_problem(403, "not-your-seat");
    let _ = white
        .act("draw-offer", json!({}))
        .await
        .is_problem(409, "cannot-pass");
    white.play("Qh5").await;
    black.play("Ke7").await;
    let _ = white.act("draw-offer", json!({})).await.is(200);
    let drawn = black
        .send("draw-offer/acceptance", json!({"ply": 6, "gameNumber": 1}))
        .await
        .is(200)
        .json;
    assert_eq!(
        drawn["result"],
        json!({"reason": "agreement", "score": "1/2-1/2"})
    );
    let pgn = world
        .get(&format!("/rooms/{}/games/1.pgn", white.id), None)
        .await
        .is(200)
        .text;
    assert!(
        pgn.contains("1. e4 e5 2. -- Nc6 3. Qh5 Ke7 4. -- 1/2-1/2"),
        "{pgn}"
    );
    // In check nobody passes.
    let (white, black) = world
        .pair_from(json!({"game": "chess", "table": {"drawOffer": "passes-turn"}}))
        .await;
    play_all(&white, &black, &["e4", "d5", "Bb5+"]).await;
    let room = black.room().await;
    assert!(
        !room["actions"]
            .as_array()
            .unwrap()
            .contains(&json!("propose-draw")),
        "{room}"
    );
    let _ = black
        .act("draw-offer", json!({}))
        .await
        .is_problem(409, "cannot-pass");
    assert_eq!(black.room().await["version"], room["version"]);
}
