//! No secret in any answer but its owner's first, nor in any log line.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

use std::io::Write;
use std::sync::{Arc, Mutex};

use journeys::{World, play_all};
use serde_json::json;

#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[tokio::test]
async fn a_token_is_told_to_its_owner_once_and_to_nobody_else() {
    let log = Log::default();
    let writer = log.clone();
    // The most talkative setting an operator may choose.
    tracing_subscriber::fmt()
        .with_max_level(tracing::Level::DEBUG)
        .with_writer(move || writer.clone())
        .init();

    let world = World::start().await;
    let (white, black) = world
        .pair_from(json!({"game": "chess", "name": "Alfil"}))
        .await;
    let secrets = [white.token.clone(), black.token.clone()];
    play_all(&white, &black, &["f3", "e5"]).await;
    let _ = white.act("draw-offer", json!({})).await;
    let _ = black
        .send("draw-offer/refusal", json!({"ply": 2, "gameNumber": 1}))
        .await;
    let _ = white.act("moves", json!({"move": "e9"})).await;
    let _ = black.act("moves", json!({"move": "e4"})).await;
    let _ = white
        .send(
            "moves",
            json!({"move": white.token, "ply": 2, "gameNumber": 1}),
        )
        .await;
    let _ = white.act("absence-claim", json!({})).await;
    play_all(&white, &black, &["g4", "Qh4"]).await;
    let _ = white.act("rematch", json!({})).await;
    let _ = black.act("rematch", json!({})).await;
    for path in [
        format!("/rooms/{}", white.id),
        format!("/rooms/{}?since=1", white.id),
        format!("/rooms/{}/games/1", white.id),
        format!("/rooms/{}/games/1.pgn", white.id),
        format!("/rooms/{}/games/2", white.id),
        format!("/rooms/{}/board.png", white.id),
        format!("/r/{}", white.id),
        "/".to_owned(),
        "/openapi.json".to_owned(),
        "/nowhere".to_owned(),
    ] {
        for token in [
            None,
            Some(white.token.as_str()),
            Some("wrongwrongwrongwrongwrong"),
            Some("-"),
        ] {
            let _ = world.get(&path, token).await;
        }
    }
    let _ = world
        .post(
            &format!("/invites/{}/acceptance", white.id),
            None,
            json!({"seatToken": white.token}),
        )
        .await;
    let _ = world
        .post(
            &format!("/invites/{}/acceptance", white.id),
            Some(&white.token),
            json!({}),
        )
        .await;
    let _ = white.cancel().await;

    let answers = world.answers.lock().unwrap().clone();
    assert!(answers.len() > 60);
    let mut told = 0;
    for reply in &answers {
        let seen = format!("{} {:?}", reply.text, reply.headers);
        let owner = reply.status == 201;
        for secret in &secrets {
            // A move's text is shown back, cut short: even a token sent as one must not come back whole.
            if seen.contains(secret.as_str()) {
                assert!(owner, "{} told a token: {seen}", reply.asked);
                told += 1;
            }
            let hash = rooms::SeatToken::new(secret.as_str()).unwrap().hash();
            let hex: String = hash
                .as_bytes()
                .iter()
                .map(|byte| format!("{byte:02x}"))
                .collect();
            assert!(!seen.contains(&hex), "{} told a hash", reply.asked);
        }
        assert!(
            !seen.to_lowercase().contains("hash"),
            "{}: {seen}",
            reply.asked
        );
    }
    assert_eq!(told, 2, "each token is told once");

    let log = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
    assert!(
        !log.is_empty(),
        "nothing was logged, so nothing was searched"
    );
    for secret in &secrets {
        assert!(!log.contains(secret.as_str()), "a token is in the log");
    }
}
