//! What is around every page: its head, its links and its scripts.

use std::fmt::Write as _;

use crate::assets::{ASSETS, href};
use crate::html::Preview;
use crate::texts::Language;

/// A page, its parts in words or markup.
pub(crate) struct Page<'a> {
    pub(crate) language: Language,
    pub(crate) title: &'a str,
    pub(crate) description: &'a str,
    pub(crate) url: Option<&'a str>,
    pub(crate) preview: Option<(&'a Preview, &'a str)>,
    pub(crate) script: Option<(&'a str, &'a str)>,
    pub(crate) class: &'a str,
    pub(crate) body: &'a str,
}

impl Page<'_> {
    pub(crate) fn html(&self) -> String {
        let mut head = String::new();
        let mut meta = |kind: &str, name: &str, content: &str| {
            let _ = writeln!(
                head,
                "<meta {kind}=\"{name}\" content=\"{}\">",
                escape(content)
            );
        };
        meta("name", "viewport", "width=device-width, initial-scale=1");
        meta("name", "robots", "noindex");
        meta("name", "referrer", "no-referrer");
        meta("name", "color-scheme", "light dark");
        meta("name", "theme-color", "#1f5a4c");
        meta("name", "description", self.description);
        meta("property", "og:type", "website");
        meta("property", "og:site_name", "Jaque");
        meta("property", "og:title", self.title);
        meta("property", "og:description", self.description);
        meta("property", "og:locale", self.language.code());
        if let Some(url) = self.url {
            meta("property", "og:url", url);
        }
        meta(
            "name",
            "twitter:card",
            if self.preview.is_some() {
                "summary_large_image"
            } else {
                "summary"
            },
        );
        if let Some((preview, alt)) = self.preview {
            meta("property", "og:image", &preview.image);
            meta("property", "og:image:type", "image/png");
            meta("property", "og:image:width", &preview.size.0.to_string());
            meta("property", "og:image:height", &preview.size.1.to_string());
            meta("property", "og:image:alt", alt);
            meta("name", "twitter:image", &preview.image);
            meta("name", "twitter:image:alt", alt);
        }
        let _ = write!(
            head,
            "<title>{} – Jaque</title>\n<link rel=\"stylesheet\" href=\"{}\">\n<link rel=\"icon\" type=\"image/svg+xml\" href=\"{}\">\n\
             <link rel=\"apple-touch-icon\" href=\"{}\">\n<link rel=\"manifest\" href=\"{}\">\n",
            escape(self.title),
            href("style.css"),
            href("icon.svg"),
            href("icon-192.png"),
            href("jaque.webmanifest")
        );
        let mut end = String::new();
        if let Some((script, data)) = self.script {
            let texts = href(&format!("{}.txt", self.language.code()));
            let _ = write!(
                head,
                "<link rel=\"preload\" as=\"fetch\" crossorigin id=\"texts\" href=\"{texts}\">\n\
                 <link rel=\"preload\" as=\"fetch\" crossorigin id=\"pieces\" href=\"{}\">\n",
                href("pieces.svg")
            );
            // All at once: found one by one, each module would cost a round trip.
            for module in modules(script) {
                let _ = writeln!(
                    head,
                    "<link rel=\"modulepreload\" href=\"{}\">",
                    href(module)
                );
            }
            let _ = writeln!(
                head,
                "<script type=\"module\" src=\"{}\"></script>",
                href(script)
            );
            // Not a script to the browser, but data; only `<` could end it.
            let _ = writeln!(
                end,
                "<script type=\"application/json\" id=\"data\">{}</script>",
                data.replace('<', "\\u003c")
            );
        }
        let language = self.language;
        let mut languages = String::new();
        for other in Language::ALL {
            let current = if other == language {
                " aria-current=\"true\""
            } else {
                ""
            };
            let (code, name) = (other.code(), other.own_name());
            let _ = write!(
                languages,
                "<a href=\"?lang={code}\" hreflang=\"{code}\" lang=\"{code}\" data-language=\"{code}\"{current}>{name}</a>"
            );
        }
        format!(
            "<!doctype html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n{head}</head>\n<body>\n\
             <header class=\"bar\"><a class=\"brand\" href=\"/\"><img src=\"{}\" alt=\"\" width=\"28\" height=\"28\">Jaque</a></header>\n<main id=\"main\" class=\"{}\">\n{}</main>\n\
             <footer><nav class=\"languages\" aria-label=\"{}\">{languages}</nav><a href=\"/openapi.json\">{}</a></footer>\n{end}</body>\n</html>\n",
            language.code(),
            href("icon.svg"),
            self.class,
            self.body,
            escape(&language.text("page.language")),
            escape(&language.text("page.api"))
        )
    }
}

/// The modules that a script needs at once, itself not among them.
fn modules(script: &str) -> Vec<&'static str> {
    let mut found: Vec<&'static str> = Vec::new();
    let mut open: Vec<&str> = vec![script];
    while let Some(name) = open.pop() {
        let Some(source) = ASSETS.iter().find(|asset| asset.name == name) else {
            continue;
        };
        let text = std::str::from_utf8(source.plain).unwrap_or_default();
        for line in text.lines().filter(|line| line.starts_with("import ")) {
            let named = ASSETS.iter().find(|asset| line.contains(asset.file));
            if let Some(asset) = named
                && !found.contains(&asset.name)
            {
                found.push(asset.name);
                open.push(asset.name);
            }
        }
    }
    found
}

/// Makes a text safe between tags and in quoted attributes.
#[must_use]
pub(crate) fn escape(text: &str) -> String {
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
