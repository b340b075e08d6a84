//! A position as a PNG of 1200×630, drawn from the page's own pieces. No text, so no fonts.
//!
//! What is drawn is what it is told: no room is known here, and no rule.

mod board;

use std::fmt;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// The picture's width and height.
pub const SIZE: (u32, u32) = (1200, 630);

/// What to draw.
#[derive(Clone, Copy, Debug)]
pub struct Picture<'a> {
    /// `chess` or `damas`.
    pub game: &'a str,
    /// The position, in the game's FEN.
    pub fen: &'a str,
    /// The last move, as the API writes it; empty if there is none.
    pub last: &'a str,
    /// `white` or `black`; nobody once the game is over.
    pub turn: Option<&'a str>,
    /// Whether the board of damas is mirrored.
    pub mirrored: bool,
}

/// Why nothing was drawn. It takes a fault in the drawings themselves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Undrawn(String);

impl fmt::Display for Undrawn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the picture was not drawn: {}", self.0)
    }
}

impl std::error::Error for Undrawn {}

impl Picture<'_> {
    /// The picture as PNG.
    ///
    /// # Errors
    /// If the drawing cannot be read or written, which the tests make unlikely.
    pub fn png(&self) -> Result<Vec<u8>, Undrawn> {
        let undrawn = |fault: &dyn fmt::Display| Undrawn(fault.to_string());
        let svg = self.svg();
        let tree = Tree::from_str(&svg, &Options::default()).map_err(|fault| undrawn(&fault))?;
        let (width, height) = SIZE;
        let mut canvas = Pixmap::new(width, height).ok_or_else(|| undrawn(&"no canvas"))?;
        resvg::render(&tree, Transform::identity(), &mut canvas.as_mut());
        canvas.encode_png().map_err(|fault| undrawn(&fault))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    fn pixels(picture: &Picture<'_>) -> Pixmap {
        Pixmap::decode_png(&picture.png().unwrap()).unwrap()
    }

    const CHESS: Picture<'_> = Picture {
        game: "chess",
        fen: START,
        last: "",
        turn: Some("white"),
        mirrored: false,
    };

    #[test]
    fn a_picture_has_the_size_that_previews_are_told() {
        let drawn = pixels(&CHESS);
        assert_eq!((drawn.width(), drawn.height()), SIZE);
        assert!(CHESS.png().unwrap().len() < 200_000);
    }

    #[test]
    fn every_difference_can_be_seen() {
        let damas = Picture {
            game: "damas",
            fen: "W:W1,2,K7:B21,K30",
            ..CHESS
        };
        let pictures = [
            CHESS,
            Picture {
                last: "e2e4",
                ..CHESS
            },
            Picture {
                turn: Some("black"),
                ..CHESS
            },
            Picture {
                turn: None,
                ..CHESS
            },
            Picture {
                fen: "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
                ..CHESS
            },
            damas,
            Picture {
                mirrored: true,
                ..damas
            },
            Picture {
                last: "22x15x6",
                ..damas
            },
            Picture {
                fen: "W:W1,2,7:B21,K30",
                ..damas
            },
        ];
        let drawn: Vec<_> = pictures
            .iter()
            .map(|picture| pixels(picture).data().to_vec())
            .collect();
        for (index, one) in drawn.iter().enumerate() {
            assert!(
                drawn.iter().skip(index + 1).all(|other| other != one),
                "{index}"
            );
        }
    }

    #[test]
    fn no_text_is_too_odd_to_be_drawn() {
        for fen in [
            "",
            "x",
            "////////////",
            "9ppppppppppppppppppppp",
            "W:W0,33,K,99999999999:B1-32",
            "W:W\"<,1",
        ] {
            for game in ["chess", "damas", ""] {
                for last in ["", "x", "i9z0", "0x99", "\u{e9}2\u{e9}4"] {
                    assert!(
                        Picture {
                            game,
                            fen,
                            last,
                            ..CHESS
                        }
                        .png()
                        .is_ok(),
                        "{game} {fen} {last}"
                    );
                }
            }
        }
    }
}
