//! A whole move request without a store: body in, room out, at three lengths of a game. Reading the room replays its
//! moves, as it does after every read of a real store.
//!
//! `cargo bench -p api`: CPU time per request, median of the rounds.

#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout
)]

mod one_room;

use std::hint::black_box;

use api::{App, Params, Request, Settings, SubmitMove, serve};
use cpu_time::ProcessTime;
use http::{HeaderMap, HeaderValue, Method};
use one_room::{OneRoom, ready};
use rooms::{
    Acceptance, Command, Invitation, Policy, Room, RoomId, SeatChoice, SeatToken, Stage, Terms,
    Timestamp, Verdict, create, decide,
};

const NOW: Timestamp = Timestamp::from_millis(1_796_000_000_000);

/// A game of so many half-moves that no rule has ended, and whose turn it is then.
fn room_at(plies: u32) -> (Room, SeatToken, String) {
    let tokens = [SeatToken::from_random(1), SeatToken::from_random(2)];
    let invitation = Invitation {
        id: RoomId::new(NOW, 1),
        terms: Terms::chess(),
        seat: SeatChoice::White,
        rival: None,
        name: None,
        token: tokens[0].hash(),
    };
    let mut room = create(invitation, NOW, 0);
    let accept = Command::Accept(Acceptance {
        name: None,
        token: tokens[1].hash(),
    });
    let step = |room: &Room, token: Option<&SeatToken>, command: &Command| {
        let hash = token.map(SeatToken::hash);
        match decide(room, hash.as_ref(), command, NOW, &Policy::default()) {
            Ok(Verdict::Change(change)) => Some(change.room),
            _ => None,
        }
    };
    room = step(&room, None, &accept).unwrap();
    let mut seed = 7_u64;
    while room.game().unwrap().ply() < plies {
        let game = room.game().unwrap();
        let legal = game.board().legal_moves();
        let mover = &tokens[game.ply() as usize % 2];
        // Whatever ends the game is not played; with few moves left that may be all of them, so begin again.
        let next = (0..legal.len()).find_map(|_| {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let text = legal[(seed >> 33) as usize % legal.len()].clone();
            let command = Command::Move {
                text,
                ply: game.ply(),
                game: 1,
            };
            step(&room, Some(mover), &command)
                .filter(|room| matches!(room.stage, Stage::Playing(_)))
        });
        room = next.expect("a move that goes on");
    }
    let mover = tokens[plies as usize % 2].clone();
    let text = room.game().unwrap().board().legal_moves()[0].clone();
    (room, mover, text)
}

fn main() {
    // `cargo test --benches` only wants to know that it runs.
    let full = std::env::args().any(|argument| argument == "--bench");
    let (rounds, requests) = if full { (15, 400) } else { (1, 2) };
    for plies in [10, 80, 300] {
        let (room, token, text) = room_at(plies);
        let id = room.id.to_string();
        let settings = Settings {
            hard_games: 0,
            public_url: "https://jaque.example".to_owned(),
            policy: Policy::default(),
        };
        let app = App::new(OneRoom(room), settings).with_clock(|| NOW);
        let mut headers = HeaderMap::new();
        headers.insert("content-type", HeaderValue::from_static("application/json"));
        headers.insert(
            "authorization",
            HeaderValue::from_str(&format!("Bearer {}", token.reveal())).unwrap(),
        );
        let body = format!("{{\"move\": \"{text}\", \"ply\": {plies}, \"gameNumber\": 1}}");
        let request = Request {
            method: Method::POST,
            path: format!("/rooms/{id}/moves"),
            params: [("id", id)].into_iter().collect::<Params>(),
            query: String::new(),
            headers,
            caller: None,
            body: body.into_bytes(),
        };
        let mut times: Vec<f64> = (0..rounds)
            .map(|_| {
                let started = ProcessTime::now();
                for _ in 0..requests {
                    let answer = ready(serve::<SubmitMove, _>(&app, &request));
                    assert_eq!(
                        answer.status(),
                        200,
                        "{}",
                        String::from_utf8_lossy(answer.body())
                    );
                    black_box(answer);
                }
                started.elapsed().as_secs_f64() * 1e6 / f64::from(requests)
            })
            .collect();
        times.sort_by(f64::total_cmp);
        println!(
            "a move at {plies:>3} plies: {:>7.1} µs of CPU",
            times[times.len() / 2]
        );
    }
}
