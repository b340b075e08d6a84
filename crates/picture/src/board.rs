//! The drawing: an SVG of the board beside the two metals.

use std::fmt::Write as _;

use crate::Picture;

/// Where the board lies, and how large its squares are.
const LEFT: u32 = 35;
const TOP: u32 = 35;
const CELL: u32 = 70;

/// A piece on the board: its place from white's bottom left, and its drawing.
struct Placed {
    row: u32,
    column: u32,
    white: bool,
    kind: &'static str,
}

impl Picture<'_> {
    /// The picture as SVG.
    pub(crate) fn svg(&self) -> String {
        let mut svg = String::from(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1200\" height=\"630\" viewBox=\"0 0 1200 630\">",
        );
        svg.push_str(inside(page::pieces()));
        svg.push_str("<rect width=\"1200\" height=\"630\" fill=\"#1f5a4c\"/><rect x=\"23\" y=\"23\" width=\"584\" height=\"584\" rx=\"8\" fill=\"#123c33\"/>");
        let chess = self.game == "chess";
        for row in 0..8 {
            for column in 0..8 {
                // Chess has a light square in the right corner, damas a playing one, on dark.
                let dark = ((row + column) % 2 == 0) == chess;
                let fill = match (self.is_last(row, column), dark) {
                    (false, false) => "#ede6d6",
                    (false, true) => "#8fa18f",
                    (true, false) => "#e2c67c",
                    (true, true) => "#c5ae64",
                };
                let (x, y) = self.corner(row, column);
                let _ = write!(
                    svg,
                    "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"{fill}\"/>"
                );
            }
        }
        for Placed {
            row,
            column,
            white,
            kind,
        } in self.pieces()
        {
            let (x, y) = self.corner(row, column);
            draw(&mut svg, kind, white, x + 3, y + 3, CELL - 6);
        }
        // The two sides, the one on turn with a light behind it.
        let large = if chess { "king" } else { "stack" };
        for (side, x) in [("white", 655), ("black", 915)] {
            let on_turn = self.turn == Some(side);
            let (fill, stroke) = if on_turn {
                ("#cfe3d6", "#ffffff")
            } else {
                ("#2c6f5f", "#2c6f5f")
            };
            let _ = write!(
                svg,
                "<rect x=\"{x}\" y=\"185\" width=\"240\" height=\"260\" rx=\"28\" fill=\"{fill}\" stroke=\"{stroke}\" stroke-width=\"8\"/>"
            );
            draw(&mut svg, large, side == "white", x + 20, 215, 200);
        }
        svg.push_str("</svg>");
        svg
    }

    fn corner(&self, row: u32, column: u32) -> (u32, u32) {
        let column = if self.mirrored { 7 - column } else { column };
        (LEFT + column * CELL, TOP + (7 - row) * CELL)
    }

    fn pieces(&self) -> Vec<Placed> {
        if self.game == "chess" {
            chess(self.fen)
        } else {
            damas(self.fen)
        }
    }

    fn is_last(&self, row: u32, column: u32) -> bool {
        let place = if self.game == "chess" {
            // `e2e4`: two squares of two letters, and a promotion that is none.
            let square = |from, to| self.last.get(from..to).and_then(chess_place);
            return [square(0, 2), square(2, 4)].contains(&Some((row, column)));
        } else {
            |text: &str| text.parse().ok().and_then(damas_place)
        };
        self.last
            .split(['-', 'x'])
            .filter_map(place)
            .any(|at| at == (row, column))
    }
}

/// The symbols and gradients of the sprite, without the sprite around them.
fn inside(sprite: &str) -> &str {
    let begin = sprite.find('>').map_or(0, |at| at + 1);
    let end = sprite.rfind("</svg>").unwrap_or(sprite.len());
    sprite.get(begin..end).unwrap_or_default()
}

fn draw(svg: &mut String, kind: &str, white: bool, x: u32, y: u32, size: u32) {
    let (fill, stroke) = if white {
        ("brass", "#4a3208")
    } else {
        ("steel", "#0d151d")
    };
    let _ = write!(
        svg,
        "<use href=\"#{kind}\" x=\"{x}\" y=\"{y}\" width=\"{size}\" height=\"{size}\" fill=\"url(#{fill})\" stroke=\"{stroke}\" \
         stroke-width=\"3.2\" stroke-linejoin=\"round\" stroke-linecap=\"round\"/>"
    );
}

fn chess(fen: &str) -> Vec<Placed> {
    let mut placed = Vec::new();
    let rows = fen.split(' ').next().unwrap_or_default().split('/');
    for (row, pieces) in (0..8).rev().zip(rows) {
        let mut column = 0;
        for letter in pieces.chars() {
            if let Some(empty) = letter.to_digit(10) {
                column += empty;
                continue;
            }
            let kind = match letter.to_ascii_lowercase() {
                'k' => "king",
                'q' => "queen",
                'r' => "rook",
                'b' => "bishop",
                'n' => "knight",
                'p' => "pawn",
                _ => continue,
            };
            if column < 8 {
                let white = letter.is_ascii_uppercase();
                placed.push(Placed {
                    row,
                    column,
                    white,
                    kind,
                });
            }
            column += 1;
        }
    }
    placed
}

fn chess_place(square: &str) -> Option<(u32, u32)> {
    let mut letters = square.chars();
    let column = u32::from(letters.next()?).checked_sub(u32::from('a'))?;
    let row = letters.next()?.to_digit(10)?.checked_sub(1)?;
    Some((row, column))
}

fn damas(fen: &str) -> Vec<Placed> {
    let mut placed = Vec::new();
    for part in fen.split(':').skip(1) {
        let Some(side) = part.chars().next().filter(char::is_ascii) else {
            continue;
        };
        for item in part.get(1..).unwrap_or_default().split(',') {
            let (kind, square) = match item.strip_prefix('K') {
                Some(square) => ("stack", square),
                None => ("disc", item),
            };
            if let Some((row, column)) = square.parse().ok().and_then(damas_place) {
                let white = side == 'W';
                placed.push(Placed {
                    row,
                    column,
                    white,
                    kind,
                });
            }
        }
    }
    placed
}

/// Where a square of damas lies: 1 is the bottom right corner, counted leftwards and up.
fn damas_place(square: u32) -> Option<(u32, u32)> {
    let index = square.checked_sub(1).filter(|index| *index < 32)?;
    let row = index / 4;
    Some((row, 7 - 2 * (index % 4) - row % 2))
}
