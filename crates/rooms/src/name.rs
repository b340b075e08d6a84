//! The name a person shows in a room.

use core::fmt;

use unicode_normalization::UnicodeNormalization as _;

/// A name of 1–40 code points: NFC, trimmed, without control or direction characters.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Name(String);

/// Why a text is no name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InvalidName {
    /// Nothing is left after trimming.
    Empty,
    /// More than [`Name::MAX`] code points.
    TooLong,
    /// A character that hides or turns the text around it.
    Character(char),
}

impl fmt::Display for InvalidName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InvalidName::Empty => f.write_str("a name needs at least one visible character"),
            InvalidName::TooLong => write!(f, "a name has at most {} characters", Name::MAX),
            InvalidName::Character(c) => {
                write!(
                    f,
                    "a name cannot hold the control or direction character U+{:04X}",
                    u32::from(*c)
                )
            }
        }
    }
}

impl core::error::Error for InvalidName {}

impl Name {
    /// The most code points a name may have.
    pub const MAX: usize = 40;

    /// Normalises and checks a name.
    ///
    /// # Errors
    /// [`InvalidName`] says what is wrong with it.
    pub fn new(text: &str) -> Result<Name, InvalidName> {
        let name: String = text.trim().nfc().collect();
        // Marks that only join or select (emoji) may stand inside a name, but are no name by themselves.
        if name.chars().all(is_invisible) {
            return Err(InvalidName::Empty);
        }
        if name.chars().count() > Name::MAX {
            return Err(InvalidName::TooLong);
        }
        match name.chars().find(|&c| is_forbidden(c)) {
            Some(c) => Err(InvalidName::Character(c)),
            None => Ok(Name(name)),
        }
    }

    /// The name as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Whether a character shows nothing by itself: spaces, joiners, selectors, tags, fillers and marks without a letter.
fn is_invisible(c: char) -> bool {
    let blank = matches!(c,
        '\u{200C}' | '\u{200D}' | '\u{FE00}'..='\u{FE0F}' | '\u{E0020}'..='\u{E007F}' | '\u{2800}' | '\u{3164}'
        | '\u{115F}' | '\u{1160}' | '\u{FFA0}' | '\u{034F}');
    blank || c.is_whitespace() || unicode_normalization::char::is_combining_mark(c)
}

/// Controls, line separators, and Unicode's direction and invisible format characters (UAX #9, general category Cf).
fn is_forbidden(c: char) -> bool {
    let is_noncharacter = u32::from(c) & 0xFFFE == 0xFFFE || matches!(c, '\u{FDD0}'..='\u{FDEF}');
    c.is_control()
        || is_noncharacter
        || matches!(c,
            '\u{00AD}' | '\u{061C}' | '\u{180E}' | '\u{200B}' | '\u{200E}' | '\u{200F}'
            | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}'
            | '\u{E0000}'..='\u{E001F}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_trimmed_and_normalised() {
        assert_eq!(
            Name::new("  Ma\u{0301}s \n").map(|name| name.to_string()),
            Ok("Más".to_owned())
        );
    }

    #[test]
    fn a_name_counts_code_points() {
        assert!(Name::new(&"ñ".repeat(40)).is_ok());
        assert_eq!(Name::new(&"ñ".repeat(41)), Err(InvalidName::TooLong));
    }

    #[test]
    fn nothing_visible_is_no_name() {
        for text in [
            "",
            "   ",
            "\u{200D}\u{FE0F}",
            "\u{3000}",
            "\u{3164}",
            "\u{2800}",
            "\u{301}",
        ] {
            assert_eq!(Name::new(text), Err(InvalidName::Empty), "{text:?}");
        }
    }

    #[test]
    fn characters_that_turn_or_hide_the_text_are_refused() {
        for c in [
            '\u{202E}', '\u{2066}', '\u{0}', '\n', '\u{200F}', '\u{FEFF}', '\u{2028}', '\u{85}',
            '\u{FFFF}', '\u{FDD0}',
        ] {
            assert_eq!(Name::new(&format!("a{c}b")), Err(InvalidName::Character(c)));
        }
    }
}
