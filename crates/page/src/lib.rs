//! What a browser gets that opens a link: plain pages that say what the link is and what to do with it.
//!
//! Nothing here is more than text: no request is answered, no room is read. Every value is escaped.

use std::fmt::Write as _;

/// The Content-Security-Policy of every page: its own style, and nothing else from anywhere.
pub const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// What the page of a room shows.
#[derive(Clone, Debug)]
pub struct Room<'a> {
    /// The room's id.
    pub id: &'a str,
    /// Its link.
    pub url: &'a str,
    /// Which game.
    pub game: &'a str,
    /// `waiting`, `playing`, `finished` or `cancelled`.
    pub status: &'a str,
    /// White's name, if given.
    pub white: Option<String>,
    /// Black's name, if given.
    pub black: Option<String>,
    /// The position.
    pub fen: &'a str,
    /// The options of the table, in words.
    pub table: String,
    /// The moves so far, in notation.
    pub moves: Vec<String>,
}

/// The page behind a room's link.
#[must_use]
pub fn room(room: &Room<'_>) -> String {
    let host = room
        .white
        .as_deref()
        .or(room.black.as_deref())
        .unwrap_or("Somebody");
    let title = match room.status {
        "waiting" => format!("{host} invites you to a game of {}", room.game),
        _ => format!(
            "{} – {}, {}",
            room.white.as_deref().unwrap_or("White"),
            room.black.as_deref().unwrap_or("Black"),
            room.game
        ),
    };
    let what = match room.status {
        "waiting" => "The second seat is free. Opening this page takes no seat. To join:",
        "playing" => "A game is on. To watch it, or to go on with your seat's token:",
        "finished" => "The game is over. To read it:",
        _ => "The invite was called off. To make a new one:",
    };
    let base = room
        .url
        .strip_suffix(&format!("/r/{}", room.id))
        .unwrap_or_default();
    let id = room.id;
    let how = match room.status {
        "waiting" => format!("curl -X POST {base}/invites/{id}/acceptance"),
        "playing" | "finished" => format!("curl {base}/rooms/{id}"),
        _ => format!(
            "curl {base}/invites -H 'Content-Type: application/json' -d '{{\"game\":\"{}\"}}'",
            room.game
        ),
    };
    let mut body = format!(
        "<h1>{}</h1>\n<p>Room <code>{}</code>, {}.</p>\n<p>{what}</p>\n<pre>{}</pre>\n",
        escape(&title),
        escape(id),
        escape(room.status),
        escape(&how)
    );
    if !room.table.is_empty() {
        let _ = writeln!(body, "<p>Table: {}</p>", escape(&room.table));
    }
    if room.status != "waiting" {
        let _ = writeln!(body, "<p>Position: <code>{}</code></p>", escape(room.fen));
        let _ = writeln!(body, "<p>Moves: {}</p>", escape(&room.moves.join(" ")));
    }
    html(&title, &body)
}

/// The page at `/`.
#[must_use]
pub fn start(public_url: &str) -> String {
    let how = format!(
        "curl {public_url}/invites -H 'Content-Type: application/json' -d '{{\"game\":\"chess\"}}'"
    );
    let body = format!(
        "<h1>Jaque</h1>\n<p>Chess and Spanish draughts (damas) by link. Make an invite and send its <code>url</code> to someone:</p>\n<pre>{}</pre>\n\
         <p>All of it: <a href=\"/openapi.json\">openapi.json</a></p>\n",
        escape(&how)
    );
    html("Jaque", &body)
}

/// The page of a room that is closed.
#[must_use]
pub fn expired() -> String {
    let body = "<h1>This room is closed</h1>\n<p>Nothing was played in it for seven days, or its last game ended long \
                ago.</p>\n<p><a href=\"/\">Make a new invite</a></p>\n";
    html("This room is closed", body)
}

/// The page of something that does not exist.
#[must_use]
pub fn missing(what: &str) -> String {
    let body = format!(
        "<h1>Not found</h1>\n<p>{}</p>\n<p><a href=\"/\">Start here</a></p>\n",
        escape(what)
    );
    html("Not found", &body)
}

/// The page that a problem's `type` leads to.
#[must_use]
pub fn problem(name: &str, status: u16, title: &str) -> String {
    let body = format!(
        "<h1>{}</h1>\n<p>Problem <code>{}</code>, status {status}. The answer's <code>detail</code> says what happened \
         and what to do.</p>\n<p><a href=\"/openapi.json\">openapi.json</a></p>\n",
        escape(title),
        escape(name)
    );
    html(title, &body)
}

fn html(title: &str, body: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"robots\" content=\"noindex\">\n<meta name=\"referrer\" content=\"no-referrer\">\n\
         <meta property=\"og:title\" content=\"{0}\">\n<title>{0}</title>\n\
         <style>body{{font:1rem/1.5 system-ui,sans-serif;max-width:40rem;margin:2rem auto;padding:0 1rem}}\
         pre{{overflow-x:auto;padding:.75rem;background:#8881}}code{{overflow-wrap:anywhere}}\
         :root{{color-scheme:light dark}}</style>\n</head>\n<body>\n{body}</body>\n</html>\n",
        escape(title)
    )
}

/// Makes a text safe between tags and in quoted attributes.
#[must_use]
pub fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            c => safe.push(c),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_cannot_become_markup() {
        let view = Room {
            id: "01",
            url: "http://h/r/01",
            game: "chess",
            status: "waiting",
            white: Some("<script>\"'&".to_owned()),
            black: None,
            fen: "",
            table: String::new(),
            moves: vec![],
        };
        let page = room(&view);
        assert!(!page.contains("<script>"), "{page}");
        assert!(
            page.contains("&lt;script&gt;&quot;&#39;&amp; invites you"),
            "{page}"
        );
        assert!(page.contains("http://h/invites/01/acceptance"), "{page}");
    }
}
