//! The pages. Without script each says what its link is; the scripts take over from there.

use std::fmt::Write as _;

use crate::frame::{Page, escape};
use crate::texts::Language;

/// Where previews find the position's picture.
#[derive(Clone, Debug)]
pub struct Preview {
    /// Its address, with the version in it.
    pub image: String,
    /// Its width and height.
    pub size: (u32, u32),
}

/// The names of the people, where they gave one.
#[derive(Clone, Debug, Default)]
pub struct Seats {
    /// White's.
    pub white: Option<String>,
    /// Black's.
    pub black: Option<String>,
}

/// What the page of a room shows.
#[derive(Clone, Debug)]
pub struct Room<'a> {
    /// The room's id.
    pub id: &'a str,
    /// Its link.
    pub url: &'a str,
    /// Which game: `chess` or `damas`.
    pub game: &'a str,
    /// `waiting`, `playing`, `finished` or `cancelled`.
    pub status: &'a str,
    /// Who plays.
    pub seats: Seats,
    /// `white` or `black`, while playing.
    pub turn: Option<&'a str>,
    /// The table's preset, where the game has one.
    pub preset: Option<&'a str>,
    /// Whether options differ from the preset's.
    pub changed: bool,
    /// Every option with its value.
    pub options: Vec<(&'a str, &'a str)>,
    /// The position's picture.
    pub preview: Preview,
    /// JSON for the scripts.
    pub data: &'a str,
}

/// What the start page shows.
#[derive(Clone, Debug)]
pub struct Start<'a> {
    /// Where people reach the stack.
    pub public_url: &'a str,
    /// JSON for the scripts.
    pub data: &'a str,
}

/// What the page of a closed room shows.
#[derive(Clone, Debug)]
pub struct Gone {
    /// Where the last game can be downloaded, if it is still kept.
    pub file: Option<String>,
}

/// The page behind a room's link.
#[must_use]
pub fn room(language: Language, room: &Room<'_>) -> String {
    let game = language.text(&format!("game.{}", room.game));
    let name = |seat: &Option<String>, side: &str| {
        seat.clone()
            .unwrap_or_else(|| language.text(&format!("side.{side}")))
    };
    let (white, black) = (
        name(&room.seats.white, "white"),
        name(&room.seats.black, "black"),
    );
    let title = match (
        room.status,
        room.seats.white.as_ref().or(room.seats.black.as_ref()),
    ) {
        ("waiting", Some(host)) => {
            language.filled("invite.named", &[("name", host), ("game", &game)])
        }
        ("waiting", None) => language.filled("invite.unnamed", &[("game", &game)]),
        _ => language.filled(
            "page.room",
            &[("game", &game), ("white", &white), ("black", &black)],
        ),
    };
    let turn = match room.turn {
        Some("white") => Some("page.turnWhite"),
        Some(_) => Some("page.turnBlack"),
        None => None,
    };
    let state = language.text(&format!("page.{}", room.status));
    let table = table_name(language, room);
    let mut description = vec![turn.map_or_else(|| state.clone(), |key| language.text(key) + ".")];
    description.extend(
        table
            .as_ref()
            .map(|table| format!("{}: {table}.", language.text("table.title"))),
    );
    let alt = format!(
        "{}. {}",
        language.text("page.boardAlt"),
        turn.map_or(state.clone(), |key| language.text(key))
    );
    let mut body = format!("<h1>{}</h1>\n<p>{}</p>\n", escape(&title), escape(&state));
    let _ = writeln!(
        body,
        "<noscript><p>{}</p><p><img src=\"{}\" width=\"{}\" height=\"{}\" alt=\"{}\"></p></noscript>",
        escape(&language.text("page.noScript")),
        escape(&room.preview.image),
        room.preview.size.0,
        room.preview.size.1,
        escape(&alt)
    );
    if let Some(table) = &table {
        body.push_str(&table_words(language, room, table));
    }
    let page = Page {
        language,
        title: &title,
        description: &description.join(" "),
        url: Some(room.url),
        preview: Some((&room.preview, &alt)),
        script: Some(("room.js", room.data)),
        class: "game",
        body: &body,
    };
    page.html()
}

/// The name of the table, where there is something to say about it.
fn table_name(language: Language, room: &Room<'_>) -> Option<String> {
    match room.preset {
        Some(preset) => {
            let preset = language.text(&format!("preset.{preset}"));
            Some(if room.changed {
                language.filled("table.custom", &[("preset", &preset)])
            } else {
                preset
            })
        }
        None if room.options.is_empty() => None,
        None => Some(language.text("table.chessPass")),
    }
}

/// The table in words: whoever is invited reads it before joining.
fn table_words(language: Language, room: &Room<'_>, name: &str) -> String {
    let mut words = format!(
        "<section class=\"table\" id=\"table\"><h2>{}: {}</h2>\n",
        escape(&language.text("table.title")),
        escape(name)
    );
    if let Some(preset) = room.preset {
        let about = language.text(&format!("preset.{preset}.about"));
        let _ = writeln!(words, "<p>{}</p>", escape(&about));
    }
    let open = if room.changed { " open" } else { "" };
    let summary = escape(&language.text("table.options"));
    let _ = write!(words, "<details{open}><summary>{summary}</summary><dl>");
    for (option, value) in &room.options {
        let label = language.text(&format!("option.{option}"));
        let meaning = language.text(&format!("option.{option}.{value}"));
        let _ = write!(
            words,
            "<dt>{}</dt><dd>{}</dd>",
            escape(&label),
            escape(&meaning)
        );
    }
    words.push_str("</dl></details></section>\n");
    words
}

/// The page at `/`.
#[must_use]
pub fn start(language: Language, start: &Start<'_>) -> String {
    let body = format!(
        "<h1>{}</h1>\n<p>{}</p>\n<noscript><p>{}</p></noscript>\n",
        escape(&language.text("start.title")),
        escape(&language.text("start.lead")),
        escape(&language.text("page.noScript"))
    );
    let page = Page {
        language,
        title: &language.text("start.title"),
        description: &language.text("page.description"),
        url: Some(start.public_url),
        preview: None,
        script: Some(("start.js", start.data)),
        class: "",
        body: &body,
    };
    page.html()
}

/// The page of a room that is closed.
#[must_use]
pub fn gone(language: Language, gone: &Gone) -> String {
    let mut body = format!(
        "<h1>{}</h1>\n<p>{}</p>\n<p><a class=\"button primary\" href=\"/\">{}</a></p>\n",
        escape(&language.text("page.goneTitle")),
        escape(&language.text("page.goneText")),
        escape(&language.text("page.new"))
    );
    if let Some(file) = &gone.file {
        let text = language.text("page.goneFile");
        let _ = writeln!(
            body,
            "<p><a href=\"{}\">{}</a></p>",
            escape(file),
            escape(&text)
        );
    }
    plain(
        language,
        &language.text("page.goneTitle"),
        &language.text("page.goneText"),
        &body,
    )
}

/// The page of something that does not exist; `what` is the key of the text that says what.
#[must_use]
pub fn missing(language: Language, what: &str) -> String {
    let (title, text) = (language.text("page.missingTitle"), language.text(what));
    let body = format!(
        "<h1>{}</h1>\n<p>{}</p>\n<p><a class=\"button primary\" href=\"/\">{}</a></p>\n",
        escape(&title),
        escape(&text),
        escape(&language.text("page.home"))
    );
    plain(language, &title, &text, &body)
}

/// The page that a problem's `type` leads to.
#[must_use]
pub fn problem(language: Language, name: &str, status: u16) -> String {
    let text = language.text(&format!("problem.{name}"));
    let what = language.filled(
        "page.problemStatus",
        &[("name", name), ("status", &status.to_string())],
    );
    // Some problems say more exactly by a code what is wrong.
    let of_code = format!("problem.{name}.");
    let codes = language.entries().filter_map(|(key, text)| {
        let code = key.strip_prefix(&of_code)?;
        Some(format!(
            "<dt><code>{}</code></dt>\n<dd>{}</dd>\n",
            escape(code),
            escape(text)
        ))
    });
    let mut codes: String = codes.collect();
    if !codes.is_empty() {
        codes = format!("<dl>\n{codes}</dl>\n");
    }
    let body = format!(
        "<h1>{}</h1>\n<p>{}</p>\n{codes}<p><a href=\"/openapi.json\">{}</a> · <a href=\"/\">{}</a></p>\n",
        escape(&text),
        escape(&what),
        escape(&language.text("page.api")),
        escape(&language.text("page.home"))
    );
    plain(language, &text, &what, &body)
}

fn plain(language: Language, title: &str, description: &str, body: &str) -> String {
    let page = Page {
        language,
        title,
        description,
        url: None,
        preview: None,
        script: None,
        class: "plain",
        body,
    };
    page.html()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ASSETS;

    fn shown(name: &str) -> String {
        let view = Room {
            id: "01",
            url: "http://h/r/01",
            game: "damas",
            status: "waiting",
            seats: Seats {
                white: Some(name.to_owned()),
                black: None,
            },
            turn: None,
            preset: Some("family"),
            changed: true,
            options: vec![("blocked", "count"), ("huffing", "family")],
            preview: Preview {
                image: "http://h/rooms/01/board.png?v=1".to_owned(),
                size: (1200, 630),
            },
            data: r#"{"id":"01","name":"</script><b>"}"#,
        };
        room(Language::Spanish, &view)
    }

    #[test]
    fn a_name_cannot_become_markup() {
        let page = shown("<script>\"'&");
        assert!(
            page.contains("&lt;script&gt;&quot;&#39;&amp; te invita a una partida de damas"),
            "{page}"
        );
        assert!(
            !page.contains("<script>") && !page.contains("<b>"),
            "{page}"
        );
    }

    #[test]
    fn a_room_says_its_table_in_words_and_shows_its_position_to_previews() {
        let page = shown("Alfil");
        for part in [
            "<meta property=\"og:title\" content=\"Alfil te invita a una partida de damas\">",
            "<meta property=\"og:image\" content=\"http://h/rooms/01/board.png?v=1\">",
            "<meta property=\"og:image:width\" content=\"1200\">",
            "<meta name=\"robots\" content=\"noindex\">",
            "Familiar, con cambios",
            "Se cuentan: gana quien tenga más fichas",
        ] {
            assert!(page.contains(part), "{part} is not in {page}");
        }
    }

    #[test]
    fn nothing_runs_that_is_not_a_file_of_ours() {
        let page = shown("Alfil");
        for odd in [
            "style=",
            "onclick",
            "onload",
            "javascript:",
            "<style",
            "http://www",
            "https://",
        ] {
            assert!(!page.contains(odd), "{odd} in {page}");
        }
        let mut scripts = 0;
        for tag in page.split("<script ").skip(1) {
            let own = tag.starts_with("type=\"module\" src=\"/assets/");
            assert!(own || tag.starts_with("type=\"application/json\""), "{tag}");
            scripts += 1;
        }
        assert_eq!(scripts, 2);
        assert!(!crate::POLICY.contains("unsafe"));
    }

    #[test]
    fn every_file_that_a_page_names_is_there() {
        let pages = [
            shown("Alfil"),
            start(
                Language::English,
                &Start {
                    public_url: "http://h",
                    data: "{}",
                },
            ),
            problem(Language::Portuguese, "stale-ply", 409),
        ];
        for page in pages {
            let mut named = 0;
            for rest in page.split("\"/assets/").skip(1) {
                let file = rest.split('"').next().unwrap();
                assert!(crate::asset(file).is_some(), "{file}");
                named += 1;
            }
            assert!(named > 4);
        }
        for asset in ASSETS {
            let text = std::str::from_utf8(asset.plain).unwrap_or_default();
            assert!(
                !text.contains("\"./"),
                "{} names something that is not there",
                asset.name
            );
        }
    }

    #[test]
    fn a_room_s_first_load_is_light_enough() {
        let mut weight = crate::gzip(shown("Alfil").as_bytes()).unwrap().len();
        for rest in shown("Alfil").split("href=\"/assets/").skip(1) {
            let asset = crate::asset(rest.split('"').next().unwrap()).unwrap();
            // Icons for a home screen are asked for when the page is put there.
            if !asset.name.starts_with("icon-") {
                weight += asset.gzip.unwrap_or(asset.plain).len();
            }
        }
        assert!((20_000..60 * 1024).contains(&weight), "{weight} bytes");
    }
}
