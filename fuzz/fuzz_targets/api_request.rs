//! A request: the first lines of the input are its method, path, query, token and content type, the rest its body.
//! Whatever they hold, there is an answer, and it is no fault of ours.
#![no_main]

#[path = "../../crates/api/benches/one_room/mod.rs"]
mod one_room;

use std::sync::LazyLock;

use api::{App, Params, Request, Settings, dispatch};
use http::{HeaderMap, HeaderName, HeaderValue, Method};
use libfuzzer_sys::fuzz_target;
use one_room::{OneRoom, ready};
use rooms::{
    Acceptance, Command, Invitation, Policy, RoomId, SeatChoice, SeatToken, Terms, Timestamp, Verdict, create,
    decide,
};

const NOW: Timestamp = Timestamp::from_millis(1_796_000_000_000);

static APP: LazyLock<App<OneRoom>> = LazyLock::new(|| {
    let host = SeatToken::new("hosthosthosthosthosthost22").unwrap().hash();
    let guest = SeatToken::new("guestguestguestguestguest2").unwrap().hash();
    let invitation = Invitation {
        id: RoomId::new(NOW, 1),
        terms: Terms::chess(),
        seat: SeatChoice::White,
        rival: None,
        name: None,
        token: host,
    };
    let mut room = create(invitation, NOW, 0);
    let moves = ["e4", "e5", "Nf3", "Nc6"];
    let accept = (None, Command::Accept(Acceptance { name: None, token: guest }));
    let played = moves.iter().enumerate().map(|(ply, text)| {
        let command = Command::Move { text: (*text).to_owned(), ply: ply as u32, game: 1 };
        (Some(if ply % 2 == 0 { host } else { guest }), command)
    });
    for (token, command) in std::iter::once(accept).chain(played) {
        if let Ok(Verdict::Change(change)) = decide(&room, token.as_ref(), &command, NOW, &Policy::default()) {
            room = change.room;
        }
    }
    let settings = Settings { public_url: "https://jaque.example".to_owned(), policy: Policy::default(), hard_games: 0 };
    App::new(OneRoom(room), settings).with_clock(|| NOW)
});

fuzz_target!(|input: &[u8]| {
    let mut lines = input.splitn(6, |byte| *byte == b'\n');
    let mut line = || lines.next().unwrap_or_default();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (method, path, query, token, kind, body) = (line(), line(), line(), line(), line(), line());
    let mut headers = HeaderMap::new();
    for (name, value) in [("authorization", token), ("content-type", kind), ("if-none-match", token), ("accept", kind)] {
        if let Ok(value) = HeaderValue::from_bytes(value) {
            headers.insert(HeaderName::from_static(name), value);
        }
    }
    let request = Request {
        method: Method::from_bytes(method).unwrap_or(Method::POST),
        path: text(path).replace("ROOM", &RoomId::new(NOW, 1).to_string()),
        params: Params::default(),
        query: text(query),
        headers,
        caller: None,
        body: body.to_vec(),
    };
    let answer = ready(dispatch(&APP, request));
    assert!(answer.status().as_u16() < 500, "{}", text(answer.body()));
});
