//! The page as any client sees it: its files, its languages, its policy, and what it says of a room.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

use std::io::Read as _;

use journeys::{World, play_all};
use rooms::Span;
use serde_json::json;

/// The first file of a page whose name begins so.
fn file(page: &str, name: &str) -> String {
    let begin = page.find(&format!("/assets/{name}")).expect("the file");
    page[begin..].split('"').next().unwrap().to_owned()
}

#[tokio::test]
async fn files_are_kept_for_good_and_compressed_for_whoever_accepts_it() {
    let world = World::start().await;
    let page = world.get("/", None).await.is(200);
    let style = file(&page.text, "style-");
    let plain = world.get(&style, None).await.is(200);
    assert_eq!(plain.header("content-type"), "text/css; charset=utf-8");
    assert_eq!(
        plain.header("cache-control"),
        "public, max-age=31536000, immutable"
    );
    assert_eq!(plain.header("content-encoding"), "");
    assert!(plain.header("vary").contains("Accept-Encoding"));
    for (accepted, encoding) in [
        ("gzip, deflate, br", "gzip"),
        ("br;q=1.0, gzip;q=0.5", "gzip"),
        ("br, gzip;q=0", ""),
        ("identity", ""),
    ] {
        let headers = [("accept-encoding", accepted)];
        let answer = world.ask("GET", &style, &headers, None).await.is(200);
        assert_eq!(answer.header("content-encoding"), encoding, "{accepted}");
        let head = world.ask("HEAD", &style, &headers, None).await.is(200);
        let length = |reply: &journeys::Reply| reply.header("content-length").to_owned();
        assert_eq!(length(&head), length(&answer), "{accepted}");
    }
    let gone = style.replace("style-", "style-0");
    let missing = world.get(&gone, None).await.is(404);
    assert!(!missing.header("cache-control").contains("immutable"));
}

#[tokio::test]
async fn rooms_and_documents_are_compressed_too_for_whoever_accepts_it() {
    let world = World::start().await;
    let queens = "8/7k/8/8/QQQQ4/8/8/4K3 w - - 0 1";
    let invite = json!({"game": "chess", "initialFen": queens, "seat": "white"});
    let (white, _) = world.pair_from(invite).await;
    let headers = [("accept-encoding", "gzip")];
    for path in [format!("/rooms/{}", white.id), "/openapi.json".to_owned()] {
        let plain = world.get(&path, Some(&white.token)).await.is(200);
        assert_eq!(plain.header("content-encoding"), "");
        let asked = reqwest::Client::new().get(format!("{}{path}", world.url));
        let asked = asked.bearer_auth(&white.token);
        let answer = asked.header("accept-encoding", "gzip").send().await;
        let answer = answer.unwrap();
        let header = |name| answer.headers().get(name).map(|it| it.to_str().unwrap());
        assert_eq!(header("content-encoding"), Some("gzip"), "{path}");
        assert_eq!(header("etag").unwrap_or_default(), plain.header("etag"));
        let bytes = answer.bytes().await.unwrap();
        let mut text = String::new();
        flate2::read::GzDecoder::new(bytes.as_ref())
            .read_to_string(&mut text)
            .unwrap();
        let without_time = |text: &str| {
            let mut json: serde_json::Value = serde_json::from_str(text).unwrap();
            json.as_object_mut().unwrap().remove("serverTime");
            json
        };
        assert_eq!(without_time(&text), without_time(&plain.text));
        assert!(bytes.len() < plain.text.len() * 2 / 3, "{path}");
    }
    // What is small already stays as it is.
    let small = world.ask("GET", "/rooms/x", &headers, None).await;
    assert_eq!(small.header("content-encoding"), "");
}

#[tokio::test]
async fn a_page_speaks_the_language_asked_for_and_lets_nothing_in() {
    let world = World::start().await;
    for (path, header, language) in [
        ("/", "", "es"),
        ("/", "en-GB,en;q=0.9", "en"),
        ("/?lang=pt", "en", "pt"),
        ("/?lang=xx", "en", "en"),
        ("/problems/too-early", "pt-BR", "pt"),
        ("/r/nothing", "en", "en"),
    ] {
        let headers = [("accept-language", header)];
        let page = world.ask("GET", path, &headers, None).await;
        let wanted = format!("<html lang=\"{language}\">");
        assert!(page.text.contains(&wanted), "{path} {header}");
        assert!(page.header("vary").contains("Accept-Language"));
        let policy = page.header("content-security-policy");
        assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"));
        assert_eq!(page.header("set-cookie"), "");
    }
}

#[tokio::test]
async fn a_closed_room_s_page_says_why_and_offers_its_last_game() {
    let world = World::start().await;
    let (white, black) = world.pair().await;
    play_all(&white, &black, &["e4", "e5"]).await;
    let url = format!("/r/{}", white.id);
    assert!(
        world
            .get(&url, None)
            .await
            .is(200)
            .text
            .contains("Juegan las blancas")
    );
    world.clock.forward(Span::days(8));
    let page = world.get(&url, None).await.is(410).text;
    let pgn = format!("/rooms/{}/games/1.pgn", white.id);
    assert!(page.contains(&pgn), "{page}");
    assert!(
        world
            .get(&pgn, None)
            .await
            .is(200)
            .text
            .contains("1. e4 e5")
    );
    // Nobody played here, so there is no game to offer.
    let waiting = world.invite(json!({"game": "damas"})).await;
    world.clock.forward(Span::days(8));
    let page = world.get(&format!("/r/{}", waiting.id), None).await.is(410);
    assert!(!page.text.contains(".pdn"), "{}", page.text);
}

#[tokio::test]
async fn a_picture_follows_its_room_and_is_kept_under_its_version() {
    let world = World::start().await;
    let (white, black) = world.pair().await;
    let path = format!("/rooms/{}/board.png", white.id);
    let before = world.get(&path, None).await.is(200);
    assert_eq!(before.header("content-type"), "image/png");
    let tag = before.header("etag").to_owned();
    let known = [("if-none-match", tag.as_str())];
    let same = world.ask("GET", &path, &known, None).await.is(304);
    assert_eq!(same.text, "");
    play_all(&white, &black, &["e4"]).await;
    let after = world.ask("GET", &path, &known, None).await.is(200);
    assert_ne!(after.text, before.text);
    for (version, kept) in [(3, true), (2, false), (99, false)] {
        let picture = world
            .get(&format!("{path}?v={version}"), None)
            .await
            .is(200);
        let cache = picture.header("cache-control");
        assert_eq!(cache.contains("immutable"), kept, "{version}: {cache}");
    }
    let nobody = rooms::RoomId::new(world.clock.now(), 5);
    let _ = world
        .get(&format!("/rooms/{nobody}/board.png"), None)
        .await
        .is_problem(404, "room-not-found");
}

#[tokio::test]
async fn a_game_can_be_stepped_through_without_knowing_a_rule() {
    let world = World::start().await;
    let (white, black) = world
        .pair_from(json!({"game": "damas", "table": {"preset": "formal"}}))
        .await;
    // A capture was due on the third move, which is huffed and undone.
    play_all(&white, &black, &["11-15", "22-19", "6-11"]).await;
    let _ = black
        .send("huff", json!({"ply": 3, "gameNumber": 1}))
        .await
        .is(200);
    let game = world
        .get(&format!("/rooms/{}/games/1", white.id), None)
        .await
        .is(200)
        .json;
    let positions = game["positions"].as_array().unwrap();
    assert_eq!(positions.len(), game["moves"].as_array().unwrap().len() + 1);
    assert_eq!(positions.last(), Some(&game["fen"]));
    assert_eq!(positions[4], positions[2], "the wrong move was undone");
    assert_ne!(positions[3], positions[2]);
}

/// What browsers send when a person opens a link.
const BROWSER: &str =
    "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8";

#[tokio::test]
async fn a_browser_gets_a_page_also_where_there_is_nothing() {
    let world = World::start().await;
    let start = world.ask("GET", "/", &[("accept", BROWSER)], None).await;
    let room = "/r/01KB0000000000000000000000";
    let post = ["POST", "PUT", "DELETE", "PATCH"];
    let mut cases: Vec<(&str, String, u16, &str)> = vec![
        ("GET", "/nowhere".to_owned(), 404, "no-such-path"),
        ("GET", "/rooms".to_owned(), 404, "no-such-path"),
        ("GET", "/rooms/01/".to_owned(), 404, "no-such-path"),
        ("GET", "/r".to_owned(), 404, "no-such-path"),
        ("GET", "/r/".to_owned(), 404, "no-such-path"),
        ("GET", "//r//".to_owned(), 404, "no-such-path"),
        ("GET", format!("{room}/x"), 404, "no-such-path"),
        ("POST", "/nowhere".to_owned(), 404, "no-such-path"),
        ("GET", "/invites".to_owned(), 405, "method-not-allowed"),
    ];
    for method in post {
        cases.push((method, "/".to_owned(), 405, "method-not-allowed"));
        cases.push((method, room.to_owned(), 405, "method-not-allowed"));
    }
    for (method, path, status, name) in cases {
        for (lang, title) in [
            ("es", "No encontrado"),
            ("en-GB,en;q=0.9", "Not found"),
            ("pt-BR", "Não encontrado"),
            ("de", "No encontrado"),
        ] {
            let headers = [("accept", BROWSER), ("accept-language", lang)];
            let reply = raw(&world, method, &path, &headers).await;
            assert_eq!(reply.0, status, "{method} {path}");
            let header = |name: &str| reply.1.get(name).map_or("", String::as_str);
            assert_eq!(header("content-type"), "text/html; charset=utf-8", "{path}");
            for name in [
                "content-security-policy",
                "x-content-type-options",
                "referrer-policy",
                "x-robots-tag",
                "vary",
            ] {
                assert_eq!(header(name), start.header(name), "{path}");
            }
            assert_eq!(header("cache-control"), "no-store", "{path}");
            assert_eq!(header("allow").is_empty(), status != 405, "{path}");
            let said = if status == 404 { title } else { name };
            assert!(reply.2.contains(said), "{method} {path}: {}", reply.2);
        }
        for accept in [
            "application/json",
            "*/*",
            "",
            "text/html;q=0.5, application/json",
        ] {
            let (found, headers, text) = raw(&world, method, &path, &[("accept", accept)]).await;
            assert_eq!(found, status, "{path}");
            assert_eq!(
                headers["content-type"], "application/problem+json",
                "{path}"
            );
            assert!(
                text.contains(&format!("/problems/{name}")),
                "{path}: {text}"
            );
        }
    }
    // Some gateways let this through; the local server's own reader of HTTP does not.
    let odd = api::Request {
        method: "GET".parse().unwrap(),
        path: "/".to_owned(),
        params: api::Params::default(),
        query: "a=<b>".to_owned(),
        headers: [("accept".parse().unwrap(), BROWSER.parse().unwrap())]
            .into_iter()
            .collect(),
        caller: None,
        body: Vec::new(),
    };
    let answer = api::dispatch(&world.app, odd).await;
    assert_eq!(answer.status(), 400);
    let page = String::from_utf8(answer.into_body()).unwrap();
    assert!(page.contains("<html lang=\"es\">") && page.contains("malformed"));
    // A link that was cut says so.
    for path in ["/r", "/r/"] {
        let page = world
            .ask("GET", path, &[("accept", "Text/HTML")], None)
            .await;
        assert!(page.is(404).text.contains("Comprueba que está entero"));
    }
}

/// A request that no client's library touches: status, headers, body.
async fn raw(
    world: &World,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
) -> (u16, std::collections::BTreeMap<String, String>, String) {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    let address = world.url.strip_prefix("http://").unwrap();
    let mut socket = tokio::net::TcpStream::connect(address).await.unwrap();
    let mut head = format!("{method} {path} HTTP/1.1\r\nhost: h\r\nconnection: close\r\n");
    for (name, value) in headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    socket
        .write_all(format!("{head}\r\n").as_bytes())
        .await
        .unwrap();
    let mut answer = String::new();
    socket.read_to_string(&mut answer).await.unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").expect("a head");
    let mut lines = head.lines();
    let status = lines.next().unwrap().split(' ').nth(1).unwrap();
    let headers = lines.filter_map(|line| line.split_once(": "));
    let headers = headers.map(|(name, value)| (name.to_lowercase(), value.to_owned()));
    (status.parse().unwrap(), headers.collect(), body.to_owned())
}

#[tokio::test]
async fn another_spelling_of_a_page_s_path_leads_to_the_page() {
    let world = World::start().await;
    let room = world.invite(json!({"game": "chess"})).await;
    let link = format!("/r/{}", room.id);
    for (path, to) in [
        (format!("{link}/"), link.clone()),
        (format!("{link}//"), link.clone()),
        (format!("/{link}"), link.clone()),
        (
            format!("//r//{}///?lang=pt&a=b", room.id),
            format!("{link}?lang=pt&a=b"),
        ),
        ("//".to_owned(), "/".to_owned()),
        ("///?lang=en".to_owned(), "/?lang=en".to_owned()),
        (
            "/problems/stale-ply/".to_owned(),
            "/problems/stale-ply".to_owned(),
        ),
        // Never to another host.
        ("//elsewhere.example".to_owned(), String::new()),
        ("//elsewhere.example//".to_owned(), String::new()),
        ("//elsewhere.example/r/01".to_owned(), String::new()),
        (
            "//r/elsewhere.example/".to_owned(),
            "/r/elsewhere.example".to_owned(),
        ),
    ] {
        for accept in [BROWSER, "*/*", ""] {
            for method in ["GET", "HEAD"] {
                let (status, headers, _) = raw(&world, method, &path, &[("accept", accept)]).await;
                if to.is_empty() {
                    assert_eq!(status, 404, "{path}");
                    assert!(!headers.contains_key("location"), "{path}");
                } else {
                    assert_eq!((status, &headers["location"]), (308, &to), "{path}");
                }
            }
        }
        let headers = [("accept", "application/json")];
        let (status, headers, text) = raw(&world, "GET", &path, &headers).await;
        assert_eq!((status, headers.get("location")), (404, None), "{path}");
        assert!(text.contains("/problems/no-such-path"), "{text}");
    }
    // A command is sent where it was meant, or nowhere.
    let (status, ..) = raw(&world, "POST", "/invites/", &[]).await;
    assert_eq!(status, 404);
}
