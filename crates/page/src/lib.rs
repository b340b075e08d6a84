//! What a browser gets: the pages, and the scripts, styles, pictures and texts that they ask for, all embedded.
//!
//! No request is answered here and no room is read: whoever does that says what to show. Every value is escaped.

mod assets;
mod frame;
mod html;
mod texts;

pub use assets::{ASSETS, Asset, asset, gzip, pieces};
pub use html::{Gone, Preview, Room, Seats, Start, gone, missing, problem, room, start};
pub use texts::Language;

/// The Content-Security-Policy of every page: its own scripts, styles and answers, and nothing from anywhere else.
pub const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
    manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
