//! The embedded files, under names that hold their content's hash.

use std::io::Write as _;

use flate2::Compression;
use flate2::write::GzEncoder;

/// A file that a page asks for. Its content never changes under its name.
#[derive(Clone, Copy, Debug)]
pub struct Asset {
    /// What it is called in the source: `board.js`.
    pub name: &'static str,
    /// What it is called in `/assets/{file}`: `board-0123456789abcdef.js`.
    pub file: &'static str,
    /// Its media type.
    pub kind: &'static str,
    /// Its content.
    pub plain: &'static [u8],
    /// Its content compressed, where that is smaller.
    pub gzip: Option<&'static [u8]>,
}

/// Every file.
pub static ASSETS: &[Asset] = include!(concat!(env!("OUT_DIR"), "/table.rs"));

/// The asset behind `/assets/{file}`.
#[must_use]
pub fn asset(file: &str) -> Option<&'static Asset> {
    ASSETS.iter().find(|asset| asset.file == file)
}

/// Where an asset is, by its name in the source. A name that is none leads to a 404, which the tests look for.
pub(crate) fn href(name: &str) -> String {
    let file = ASSETS
        .iter()
        .find(|asset| asset.name == name)
        .map_or(name, |asset| asset.file);
    format!("/assets/{file}")
}

/// The drawn pieces: an SVG sprite whose symbols the page and `board.png` share.
#[must_use]
pub fn pieces() -> &'static str {
    let sprite = ASSETS.iter().find(|asset| asset.name == "pieces.svg");
    sprite
        .and_then(|asset| std::str::from_utf8(asset.plain).ok())
        .unwrap_or_default()
}

/// Text compressed, for whoever accepts it so.
#[must_use]
pub fn gzip(content: &[u8]) -> Option<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(content).ok()?;
    encoder.finish().ok()
}
