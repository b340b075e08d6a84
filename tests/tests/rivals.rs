//! Computer rivals over HTTP: whole games against each of them, answers in the same write, retries, rematches, huffs.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

use journeys::{Seat, World};
use rooms::Rival;
use serde_json::{Value, json};

/// A person who plays at random, the same way each time.
struct Chance(u64);

impl Chance {
    fn pick(&mut self, room: &Value) -> String {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let legal = room["legalMoves"].as_array().unwrap();
        let chosen = &legal[(self.0 >> 33) as usize % legal.len()];
        chosen.as_str().unwrap().to_owned()
    }
}

/// Plays until the game is over; after each move the rival has answered, in the same version.
async fn play_out(seat: &Seat<'_>, mut room: Value, chance: &mut Chance) -> Value {
    let color = room["you"].as_str().unwrap().to_owned();
    for _ in 0..400 {
        if room["status"] == "finished" {
            return room;
        }
        assert_eq!(
            room["turn"],
            color.as_str(),
            "the rival owes a move: {room}"
        );
        let (ply, version) = (
            room["ply"].as_u64().unwrap(),
            room["version"].as_u64().unwrap(),
        );
        let text = chance.pick(&room);
        let body = json!({"move": text, "ply": ply, "gameNumber": room["gameNumber"]});
        let moved = seat.send("moves", body.clone()).await.is(200).json;
        assert_eq!(moved["version"], version + 1, "one write");
        let again = seat.send("moves", body).await.is(200).json;
        assert_eq!(again["version"], moved["version"], "a retry writes nothing");
        assert_eq!(again["moves"], moved["moves"], "and gives the same reply");
        room = moved;
    }
    panic!("the game does not end: {room}");
}

#[tokio::test(flavor = "multi_thread")]
async fn each_rival_plays_a_whole_game_of_each_kind_with_either_colour() {
    let world = World::start().await;
    let mut chance = Chance(5);
    for rival in Rival::ALL {
        for (game, seat) in [("chess", "white"), ("chess", "black"), ("damas", "black")] {
            // The strongest takes its time; one game of each kind is enough.
            if rival == Rival::Empresario && (game, seat) == ("chess", "black") {
                continue;
            }
            let body = json!({"game": game, "seat": seat, "rival": rival.name(), "name": "Alfil"});
            let made = world.post("/invites", None, body).await.is(201);
            let person = world.seat(&made);
            let mut room = made.json.clone();
            assert_eq!(room["status"], "playing");
            assert_eq!(
                room["version"], 1,
                "the rival's first move is in the create"
            );
            let (own, other) = if seat == "white" {
                ("white", "black")
            } else {
                ("black", "white")
            };
            assert_eq!(room["seats"][other], json!({"rival": rival.name()}));
            assert_eq!(room["seats"][own], json!({"name": "Alfil"}));
            assert_eq!(room["ply"], u32::from(seat == "black"));
            for map in ["seatToken", "personalUrl"] {
                room.as_object_mut().unwrap().remove(map);
            }
            let over = play_out(&person, room, &mut chance).await;
            let path = match game {
                "chess" => format!("/rooms/{}/games/1.pgn", person.id),
                _ => format!("/rooms/{}/games/1.pdn", person.id),
            };
            let file = world.get(&path, None).await.is(200).text;
            let tag = if other == "white" { "White" } else { "Black" };
            assert!(
                file.contains(&format!("[{tag} \"{rival} (computer)\"]")),
                "{file}"
            );
            assert!(file.contains(over["result"]["score"].as_str().unwrap()));

            // A rematch begins at once, with the colours swapped; the earlier game stays.
            let again = json!({"gameNumber": 1});
            let next = person.send("rematch", again.clone()).await.is(200).json;
            assert_eq!(
                (&next["gameNumber"], &next["status"]),
                (&json!(2), &json!("playing"))
            );
            assert_eq!(next["you"], other);
            assert_eq!(next["turn"], other, "the rival has moved if it was to move");
            let retry = person.send("rematch", again).await.is(200).json;
            assert_eq!(retry["version"], next["version"]);
            let kept = world
                .get(&format!("/rooms/{}/games/1", person.id), None)
                .await;
            assert_eq!(
                kept.is(200).json["seats"][other],
                json!({"rival": rival.name()})
            );
            let given_up = person.act("resignation", json!({})).await.is(200).json;
            assert_eq!(given_up["result"]["winner"], own);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rival_agrees_to_no_draw_is_never_absent_and_leaves_no_seat() {
    let world = World::start().await;
    for table in [json!({}), json!({"drawOffer": "passes-turn"})] {
        let body = json!({"game": "chess", "rival": "chofer", "table": table});
        let person = world.invite(body).await;
        let room = person.play("e2e4").await;
        assert_eq!(room["ply"], 2);
        assert_eq!(room["actions"], json!(["submit-move", "resign"]));
        // A computer claims nothing: no moment is promised.
        assert_eq!(room.get("claimableAt"), None);
        let version = room["version"].clone();
        let _ = person
            .act("draw-offer", json!({}))
            .await
            .is_problem(409, "rival-answers");
        let path = format!("/invites/{}/acceptance", person.id);
        let _ = world
            .post(&path, None, json!({}))
            .await
            .is_problem(409, "seat-taken");
        let _ = person.cancel().await.is_problem(409, "seat-taken");
        let _ = person
            .act("absence-claim", json!({}))
            .await
            .is_problem(409, "your-turn");
        assert_eq!(person.room().await["version"], version);
        // Somebody who watches sees who plays, and waits no longer than for people.
        let seen = world
            .get(&format!("/rooms/{}", person.id), None)
            .await
            .is(200)
            .json;
        assert_eq!(seen["seats"]["black"], json!({"rival": "chofer"}));
        assert_eq!(seen["actions"], json!([]));
        world.clock.forward(rooms::Span::days(7));
        let path = format!("/rooms/{}", person.id);
        let _ = world.get(&path, None).await.is_problem(410, "room-expired");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_create_sent_again_is_the_same_room_with_the_same_first_move() {
    let world = World::start().await;
    let id = rooms::RoomId::new(world.clock.now(), 12345).to_string();
    let body = json!({
        "game": "damas", "seat": "black", "rival": "carcelero", "id": id,
        "seatToken": "hosthosthosthosthosthost1",
    });
    let made = world
        .post("/invites", None, body.clone())
        .await
        .is(201)
        .json;
    let again = world
        .post("/invites", None, body.clone())
        .await
        .is(201)
        .json;
    assert_eq!(made["moves"], again["moves"]);
    assert_eq!(again["version"], 1);
    let mut other = body;
    other["rival"] = "chofer".into();
    let _ = world
        .post("/invites", None, other)
        .await
        .is_problem(409, "id-taken");
    let wrong = json!({"game": "chess", "rival": "stockfish"});
    let _ = world
        .post("/invites", None, wrong)
        .await
        .is_problem(422, "invalid-option");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rival_huffs_whatever_it_can_in_the_write_of_the_wrong_move() {
    let world = World::start().await;
    // White must capture with 11 over 15.
    let fen = "W:W1,6,8,11,12:B15,31,32";
    let family = json!({
        "game": "damas", "table": {"preset": "family"}, "initialFen": fen, "rival": "domador",
    });
    let person = world.invite(family).await;
    let room = person.play("1-5").await;
    assert_eq!(
        room["version"], 2,
        "the wrong move, the huff and the rival's move: one write"
    );
    assert_eq!(room["moves"][0]["wrong"], true);
    assert_eq!(
        room["moves"][1]["huff"], 11,
        "the lowest square of the pieces that could capture"
    );
    assert_eq!(room["moves"][1]["by"], "black");
    assert_eq!((&room["ply"], &room["turn"]), (&json!(2), &json!("white")));

    let formal = json!({
        "game": "damas", "table": {"huffing": "formal"}, "initialFen": fen, "rival": "empresario",
    });
    let person = world.invite(formal).await;
    let wrong = json!({"move": "1-5", "ply": 0, "gameNumber": 1});
    let room = person.send("moves", wrong.clone()).await.is(200).json;
    assert_eq!(room["moves"][0]["undone"], true, "{room}");
    assert_eq!(room["moves"][1]["huff"], "undo");
    assert_eq!((&room["ply"], &room["turn"]), (&json!(0), &json!("white")));
    assert_eq!(room["fen"], fen);
    // Undone, it is a wrong move no more than before: sent again it is no retry.
    let _ = person
        .send("moves", wrong)
        .await
        .is_problem(422, "illegal-move");
}

#[tokio::test(flavor = "multi_thread")]
async fn twenty_equal_moves_at_once_get_one_reply() {
    let world = World::start().await;
    let person = world
        .invite(json!({"game": "chess", "rival": "carcelero"}))
        .await;
    let body = json!({"move": "d2d4", "ply": 0, "gameNumber": 1});
    let sent: Vec<_> = (0..20)
        .map(|_| person.send("moves", body.clone()))
        .collect();
    let mut replies = Vec::new();
    for reply in futures_all(sent).await {
        replies.push(reply.is(200).json["moves"].clone());
    }
    assert!(
        replies.iter().all(|moves| *moves == replies[0]),
        "{replies:?}"
    );
    assert_eq!(person.room().await["version"], 2);
}

/// Waits for all of them, side by side.
async fn futures_all<F: Future>(futures: Vec<F>) -> Vec<F::Output> {
    let mut pending: Vec<_> = futures
        .into_iter()
        .map(|one| (Box::pin(one), None))
        .collect();
    std::future::poll_fn(move |context| {
        for (future, output) in &mut pending {
            if output.is_none()
                && let std::task::Poll::Ready(ready) = future.as_mut().poll(context)
            {
                *output = Some(ready);
            }
        }
        if pending.iter().any(|(_, output)| output.is_none()) {
            return std::task::Poll::Pending;
        }
        let outputs = pending.iter_mut().filter_map(|(_, output)| output.take());
        std::task::Poll::Ready(outputs.collect())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn an_operator_can_limit_hard_games_by_address_and_day() {
    let world = World::with_hard_games(2).await;
    let hard = json!({"game": "damas", "rival": "empresario"});
    let first = world.invite(hard.clone()).await;
    let _ = first.act("resignation", json!({})).await.is(200);
    // A rematch is a game too; the third one is refused, wherever it begins.
    let _ = first
        .send("rematch", json!({"gameNumber": 1}))
        .await
        .is(200);
    let refused = world.post("/invites", None, hard.clone()).await;
    let refused = refused.is_problem(429, "too-many-requests");
    let wait: u64 = refused.header("retry-after").parse().unwrap();
    assert!((1..=86_400).contains(&wait), "{wait}");
    let _ = first.act("resignation", json!({})).await.is(200);
    let version = first.room().await["version"].clone();
    let _ = first
        .send("rematch", json!({"gameNumber": 2}))
        .await
        .is_problem(429, "too-many-requests");
    assert_eq!(first.room().await["version"], version);
    // The others are not counted, and tomorrow is another day.
    let _ = world
        .invite(json!({"game": "damas", "rival": "carcelero"}))
        .await;
    world.clock.forward(rooms::Span::days(1));
    let _ = world.invite(hard).await;
}
