//! The edges of the API, route by route: what the list of routes and the document name is asked all of it.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

use api::{Params, ROUTES, Request, Route, cors};
use http::{HeaderMap, HeaderName, HeaderValue, Method};
use journeys::{Reply, World, play_all};

const UNKNOWN: &str = "Bearer nobodynobodynobodynobody22";

/// The path of a route in a room that is there.
fn filled(route: &Route, id: &str, page: &str) -> String {
    let style = page.find("/assets/style-").expect("a page names its style");
    let style = page[style + "/assets/".len()..].split('"').next().unwrap();
    route
        .path
        .replace("{id}", id)
        .replace("{n}", "1")
        .replace("{file}", style)
        .replace("{name}", "stale-ply")
}

/// A request as the gateway gives it to the function behind `$default`: no parameters, the path as it came.
fn unrouted(method: &str, path: &str, headers: &[(&str, &str)]) -> Request {
    let headers: HeaderMap = headers
        .iter()
        .map(|(name, value)| {
            let name = HeaderName::from_bytes(name.as_bytes()).unwrap();
            (name, HeaderValue::from_str(value).unwrap())
        })
        .collect();
    Request {
        method: Method::from_bytes(method.as_bytes()).unwrap(),
        path: path.to_owned(),
        params: Params::default(),
        query: String::new(),
        headers,
        caller: None,
        body: Vec::new(),
    }
}

/// The routes that take a body, as the document says it: method, path, whether a body must be there.
fn routes_with_bodies() -> Vec<(String, String)> {
    let document = api::openapi("https://jaque.test");
    let mut found = Vec::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            if operation.get("requestBody").is_some() {
                found.push((method.to_uppercase(), path.clone()));
            }
        }
    }
    assert!(found.len() > 8, "{found:?}");
    found
}

#[tokio::test]
async fn a_preflight_of_any_path_is_answered_as_the_settings_say() {
    let world = World::start().await;
    let start = world.get("/", None).await.text;
    let preflight = [
        ("origin", "https://elsewhere.example"),
        ("access-control-request-method", "POST"),
        ("access-control-request-headers", "authorization"),
    ];
    let mut paths: Vec<String> = ROUTES
        .iter()
        .map(|route| filled(route, "01", &start))
        .collect();
    paths.extend(["/nowhere", "//", "/r/", "/rooms/01/nothing"].map(str::to_owned));
    for path in paths {
        let deployed =
            api::serve::<api::NotFound, _>(&world.app, &unrouted("OPTIONS", &path, &preflight))
                .await;
        let local = world.ask("OPTIONS", &path, &preflight, None).await;
        let headers = [
            (local.status, &local.headers),
            (deployed.status().as_u16(), deployed.headers()),
        ];
        for (status, headers) in headers {
            assert_eq!(status, 204, "{path}");
            let of = |name: &str| {
                let value = headers.get(name).expect(name);
                value.to_str().unwrap().to_owned()
            };
            assert_eq!(of("access-control-allow-origin"), "*", "{path}");
            let methods = of("access-control-allow-methods");
            assert_eq!(methods.split(',').collect::<Vec<_>>(), cors::METHODS);
            let allowed = of("access-control-allow-headers");
            assert_eq!(allowed.split(',').collect::<Vec<_>>(), cors::ALLOW_HEADERS);
            let age = of("access-control-max-age");
            assert_eq!(age, cors::MAX_AGE.to_string());
        }
    }
    // Whatever a route takes may be asked for.
    for route in ROUTES {
        assert!(cors::METHODS.contains(&route.method), "{}", route.method);
    }
}

#[tokio::test]
async fn options_without_an_origin_names_the_methods_of_the_path() {
    let world = World::start().await;
    for (path, allowed) in [
        ("/rooms/01", "GET, HEAD"),
        ("/invites", "POST"),
        ("/invites/01", "DELETE"),
    ] {
        let reply = world.ask("OPTIONS", path, &[], None).await.is(204);
        assert_eq!(reply.header("allow"), allowed, "{path}");
    }
    let _ = world
        .ask("OPTIONS", "/nowhere", &[], None)
        .await
        .is_problem(404, "no-such-path");
}

#[tokio::test]
async fn media_types_are_matched_without_regard_to_case_and_by_what_is_wanted_most() {
    let world = World::start().await;
    let (white, black) = world.pair().await;
    play_all(&white, &black, &["e4", "e5"]).await;
    let (vnd, x) = ("application/vnd.chess-pgn", "application/x-chess-pgn");
    let json = "application/json";
    let game = format!("/rooms/{}/games/1", white.id);
    let file = format!("{game}.pgn");
    for (path, accept, kind) in [
        (&game, "", json),
        (&game, "*/*", json),
        (&game, "application/*", json),
        (&game, "text/html, */*;q=0.8", json),
        (&game, x, x),
        (&game, "Application/X-Chess-PGN", x),
        (&game, vnd, vnd),
        (
            &game,
            "APPLICATION/VND.CHESS-PGN;q=0.9, application/json;q=0.1",
            vnd,
        ),
        (
            &game,
            "application/x-chess-pgn;q=0.5, application/vnd.chess-pgn",
            vnd,
        ),
        (
            &game,
            "application/vnd.chess-pgn;q=0.5, application/x-chess-pgn",
            x,
        ),
        (
            &game,
            "application/vnd.chess-pgn;Q=0.5, APPLICATION/JSON",
            json,
        ),
        (&game, "application/vnd.chess-pgn;q=0.5, */*", json),
        (&game, "application/vnd.chess-pgn, */*", vnd),
        (&game, "application/vnd.chess-pgn;charset=utf-8", vnd),
        (
            &game,
            "application/vnd.chess-pgn;q=0, application/x-chess-pgn;q=0.1",
            x,
        ),
        (&game, "text/plain", "text/plain"),
        (&game, "TEXT/*", "text/plain"),
        (&file, "", x),
        (&file, json, x),
        (&file, vnd, vnd),
        (
            &file,
            "text/plain, application/vnd.chess-pgn;q=0.1",
            "text/plain",
        ),
    ] {
        let reply = world.ask("GET", path, &[("accept", accept)], None).await;
        let reply = reply.is(200);
        let sent = reply.header("content-type");
        let sent = sent.split(';').next().unwrap();
        assert_eq!(sent, kind, "{path} {accept}");
        assert_eq!(reply.text.contains("1. e4 e5"), kind != json, "{accept}");
    }
    for kind in [
        "Application/JSON",
        "APPLICATION/JSON; Charset=UTF-8",
        " application/json ;x",
    ] {
        let headers = [("content-type", kind)];
        let body = Some(r#"{"game": "chess", "name": "Ñandú"}"#);
        let made = world.ask("POST", "/invites", &headers, body).await.is(201);
        assert_eq!(made.json["seats"]["white"]["name"], "Ñandú");
    }
    let twice = [("content-type", json), ("content-type", "text/plain")];
    let refused = world.ask("POST", "/invites", &twice, Some("{}")).await;
    let _ = refused.is_problem(415, "unsupported-type");
    for kind in ["application/jsonx", "application/problem+json", "json", ""] {
        let headers = [("content-type", kind)];
        let refused = world.ask("POST", "/invites", &headers, Some("{}")).await;
        let refused = refused.is_problem(415, "unsupported-type");
        assert_eq!(refused.header("accept"), json);
    }
}

#[tokio::test]
async fn a_key_that_is_there_twice_is_named_at_every_level_on_every_route() {
    let world = World::start().await;
    let (white, _black) = world.pair().await;
    let bearer = format!("Bearer {}", white.token);
    let headers = [
        ("authorization", bearer.as_str()),
        ("content-type", "application/json"),
    ];
    for (method, path) in routes_with_bodies() {
        let path = path.replace("{id}", &white.id);
        for (body, field) in [
            (r#"{"gameNumber": 1, "gameNumber": 1}"#, "gameNumber"),
            (
                r#"{"gameNumber": 1, "game\u004eumber": null}"#,
                "gameNumber",
            ),
            (
                r#"{"table": {"king": "long", "king": "short"}}"#,
                "table.king",
            ),
            (r#"{"a": [0, {"b": {"c": 1, "d": 2, "c": 3}}]}"#, "a.1.b.c"),
        ] {
            let reply = world.ask(&method, &path, &headers, Some(body)).await;
            let reply = reply.is_problem(400, "malformed");
            assert_eq!(reply.json["field"], field, "{path}");
            let detail = reply.json["detail"].as_str().unwrap();
            assert!(detail.contains(&format!("`{field}`")), "{detail}");
        }
    }
    assert_eq!(white.room().await["version"], 2, "something was done");
    // The same key in two objects is none twice.
    let body = r#"{"game": "chess", "table": {"drawOffer": "free"}, "seat": "white"}"#;
    let _ = world
        .ask("POST", "/invites", &headers[1..], Some(body))
        .await
        .is(201);
}

#[tokio::test]
async fn a_body_in_a_coding_that_is_not_read_is_refused_on_every_route() {
    let world = World::start().await;
    let (white, _black) = world.pair().await;
    let bearer = format!("Bearer {}", white.token);
    for (method, path) in routes_with_bodies() {
        let path = path.replace("{id}", &white.id);
        for coding in [
            "gzip",
            "br",
            "identity, gzip",
            "GZIP",
            "aws-chunked",
            "utf-8",
        ] {
            let headers = [
                ("authorization", bearer.as_str()),
                ("content-type", "application/json"),
                ("content-encoding", coding),
            ];
            let reply = world.ask(&method, &path, &headers, Some("\u{1f}")).await;
            let reply = reply.is_problem(415, "unsupported-encoding");
            assert_eq!(reply.header("accept-encoding"), "identity", "{path}");
        }
    }
    for coding in ["identity", "Identity", ""] {
        let headers = [
            ("content-type", "application/json"),
            ("content-encoding", coding),
        ];
        let body = Some(r#"{"game": "chess"}"#);
        let _ = world.ask("POST", "/invites", &headers, body).await.is(201);
    }
}

#[tokio::test]
async fn every_get_of_a_room_refuses_a_token_that_is_not_of_it() {
    let world = World::start().await;
    let (white, black) = world.pair().await;
    play_all(&white, &black, &["e4", "e5"]).await;
    let start = world.get("/", None).await.text;
    let own = format!("Bearer {}", white.token);
    let mut of_rooms = 0;
    for route in ROUTES.iter().filter(|route| route.method == "GET") {
        let path = filled(route, &white.id, &start);
        for method in ["GET", "HEAD"] {
            for token in [UNKNOWN, "Bearer short", "Bearer", "Basic YTpi"] {
                let headers = [("authorization", token)];
                let reply = world.ask(method, &path, &headers, None).await;
                if route.path.contains("{id}") {
                    let reply = reply.is(401);
                    assert_eq!(reply.header("www-authenticate"), "Bearer", "{path}");
                    assert_eq!(reply.header("etag"), "", "{path}");
                    if method == "GET" {
                        let _ = reply.is_problem(401, "token-unknown");
                        of_rooms += 1;
                    }
                } else {
                    // No room, so there is nothing that the token could be of.
                    let _ = reply.is(200);
                }
            }
            for headers in [&[("authorization", own.as_str())][..], &[]] {
                let _ = world.ask(method, &path, headers, None).await.is(200);
            }
        }
    }
    assert!(of_rooms >= 16, "{of_rooms}");
    // Of two tokens nobody knows which is meant: behind the gateway they are one text.
    let twice = [("authorization", own.as_str()), ("authorization", UNKNOWN)];
    let path = format!("/rooms/{}", white.id);
    let reply = world.ask("GET", &path, &twice, None).await;
    let _ = reply.is_problem(401, "token-unknown");
}

#[tokio::test]
async fn head_says_what_get_says_and_sends_nothing() {
    let world = World::start().await;
    let (white, black) = world.pair().await;
    play_all(&white, &black, &["e4", "e5"]).await;
    let start = world.get("/", None).await.text;
    // The clock stands still, so that two answers are one.
    for route in ROUTES.iter().filter(|route| route.method == "GET") {
        for path in [
            filled(route, &white.id, &start),
            filled(route, "nothing", &start),
            filled(route, &white.id, &start) + "?v=3&lang=en",
        ] {
            for headers in [&[][..], &[("accept-encoding", "gzip")]] {
                let head = world.ask("HEAD", &path, headers, None).await;
                let get = world.ask("GET", &path, headers, None).await;
                assert_eq!(
                    (head.status, head.text.as_str()),
                    (get.status, ""),
                    "{path}"
                );
                let plain = |reply: &Reply| {
                    let mut headers = reply.headers.clone();
                    headers.remove("date");
                    headers
                };
                assert_eq!(plain(&head), plain(&get), "{path}");
            }
        }
    }
}

#[tokio::test]
async fn whoever_has_an_answer_already_is_told_so() {
    let world = World::start().await;
    let (white, black) = world.pair().await;
    play_all(&white, &black, &["e4"]).await;
    let start = world.get("/", None).await.text;
    let mut with_tags = 0;
    for route in ROUTES.iter().filter(|route| route.method == "GET") {
        let path = filled(route, &white.id, &start);
        let answer = world.get(&path, None).await.is(200);
        let etag = answer.header("etag").to_owned();
        if etag.is_empty() {
            continue;
        }
        with_tags += 1;
        let bare = etag.trim_start_matches("W/");
        for (known, status) in [
            (etag.clone(), 304),
            (bare.to_owned(), 304),
            (format!("W/{bare}"), 304),
            (format!("\"x\", {bare}"), 304),
            (format!("\"x\",{bare} , W/\"y\""), 304),
            ("*".to_owned(), 304),
            ("\"x\", W/\"y\"".to_owned(), 200),
            (bare.trim_matches('"').to_owned(), 200),
            (format!("W/W/{bare}"), 200),
            (String::new(), 200),
        ] {
            for method in ["GET", "HEAD"] {
                let headers = [("if-none-match", known.as_str())];
                let reply = world.ask(method, &path, &headers, None).await;
                assert_eq!(reply.status, status, "{method} {path} {known}");
                assert_eq!(reply.header("etag"), etag);
                assert_eq!(
                    reply.header("cache-control"),
                    answer.header("cache-control")
                );
            }
        }
    }
    assert_eq!(with_tags, 2, "the room and its picture");
}

#[tokio::test]
async fn a_number_in_the_query_is_a_number_and_there_once() {
    let world = World::start().await;
    let (white, _black) = world.pair().await;
    for (path, name) in [("", "since"), ("/board.png", "v")] {
        let path = format!("/rooms/{}{path}", white.id);
        for wrong in ["-1", "%2B1", "", "1.0", "x", "99999999999999999999999"] {
            let reply = world.get(&format!("{path}?{name}={wrong}"), None).await;
            let reply = reply.is_problem(400, "malformed");
            assert_eq!(reply.json["field"], name);
        }
        let twice = world.get(&format!("{path}?{name}=1&{name}=2"), None).await;
        assert_eq!(twice.is_problem(400, "malformed").json["field"], name);
        // What chat programs and shops add to links is none of ours.
        let added = format!("{path}?{name}=0&utm_source=x&fbclid=1&fbclid=2&&=");
        let _ = world.get(&added, None).await.is(200);
    }
}

#[tokio::test]
async fn an_id_is_the_same_in_small_letters_and_escaped() {
    let world = World::start().await;
    let (white, _black) = world.pair().await;
    let small = white.id.to_lowercase();
    let escaped: String = white
        .id
        .bytes()
        .map(|byte| format!("%{byte:02x}"))
        .collect();
    for id in [&small, &escaped] {
        for path in ["", "/games/1", "/board.png"] {
            let path = format!("/rooms/{id}{path}");
            let _ = world.get(&path, Some(&white.token)).await.is(200);
        }
        let page = world.get(&format!("/r/{id}"), None).await.is(200).text;
        // There is one link to a room, whatever was typed.
        assert!(page.contains(&format!("https://jaque.test/r/{}\"", white.id)));
        assert!(!page.contains(small.as_str()));
    }
    for id in [
        "%",
        "%zz",
        "%00",
        "..%2f..",
        "%ff",
        &white.id.replace('0', "O"),
    ] {
        let reply = world.get(&format!("/rooms/{id}"), None).await;
        let _ = reply.is_problem(404, "room-not-found");
    }
}

#[tokio::test]
async fn a_name_that_nobody_can_see_is_refused_on_both_ways_in() {
    let world = World::start().await;
    let host = world.invite(serde_json::json!({"game": "chess"})).await;
    let acceptance = format!("/invites/{}/acceptance", host.id);
    for name in [
        "\u{1BCA0}",
        "\u{1D173}\u{FFFC}",
        "\u{E0041}\u{E0042}",
        "\u{200B}",
        "\u{2800} \u{2800}",
        "\u{3164}\u{115F}\u{AD}\u{FE0F}",
        "Alfil\u{3164}",
        "Alfil\u{E0041}",
    ] {
        for (path, body) in [
            (
                "/invites",
                serde_json::json!({"game": "chess", "name": name}),
            ),
            (acceptance.as_str(), serde_json::json!({"name": name})),
        ] {
            let reply = world.post(path, None, body).await;
            let reply = reply.is_problem(422, "invalid-option");
            assert_eq!(reply.json["field"], "name", "{name:?}");
        }
    }
    let name = "Ñandú 👩\u{200D}👧 ❤\u{FE0F}";
    let joined = world
        .post(&acceptance, None, serde_json::json!({"name": name}))
        .await;
    assert_eq!(joined.is(201).json["seats"]["black"]["name"], name);
}
