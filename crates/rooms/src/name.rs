//! The name a person shows in a room.

use core::fmt;

use icu_properties::props::{
    DefaultIgnorableCodePoint, EmojiModifier, ExtendedPictographic, GeneralCategory, JoinControl,
    PrependedConcatenationMark, VariationSelector, WhiteSpace,
};
use icu_properties::{
    CodePointMapData, CodePointMapDataBorrowed, CodePointSetData, CodePointSetDataBorrowed,
};
use unicode_normalization::UnicodeNormalization as _;

type Set = CodePointSetDataBorrowed<'static>;

/// What shows nothing where a font knows it or not: fillers, joiners, selectors, tags and more.
const IGNORABLE: Set = CodePointSetData::new::<DefaultIgnorableCodePoint>();
const SPACES: Set = CodePointSetData::new::<WhiteSpace>();
const JOINERS: Set = CodePointSetData::new::<JoinControl>();
const SELECTORS: Set = CodePointSetData::new::<VariationSelector>();
/// Formats that do show something: signs of Arabic and Syriac that stand around numbers.
const SIGNS: Set = CodePointSetData::new::<PrependedConcatenationMark>();
const PICTURES: Set = CodePointSetData::new::<ExtendedPictographic>();
const SKIN_TONES: Set = CodePointSetData::new::<EmojiModifier>();
const CATEGORIES: CodePointMapDataBorrowed<'static, GeneralCategory> =
    CodePointMapData::<GeneralCategory>::new();

/// What no property of Unicode says: fonts draw nothing for these. A braille pattern without dots, two blanks of the
/// hieroglyphs, a note without a head, and the place of an object that is not there.
const BLANK: [char; 5] = [
    '\u{2800}',
    '\u{13441}',
    '\u{13442}',
    '\u{1D159}',
    '\u{FFFC}',
];

/// What the flags of regions are spelled with, after the picture of a flag (UTS #51, ED-14a), and what ends them.
const TAGS: core::ops::RangeInclusive<char> = '\u{E0020}'..='\u{E007E}';
const END_OF_TAGS: char = '\u{E007F}';

/// A name of 1–40 code points: NFC, trimmed, with something to see, without characters that control, turn or hide text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Name(String);

/// Why a text is no name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InvalidName {
    /// Nothing is left after trimming.
    Empty,
    /// More than [`Name::MAX`] code points.
    TooLong,
    /// A character that shows nothing, or hides or turns the text around it.
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
                    "a name cannot hold the control, direction or invisible character U+{:04X}",
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
        let forbidden = name.chars().find(|&c| is_forbidden(c));
        match forbidden.or_else(|| stray_tag(&name)) {
            Some(c) => Err(InvalidName::Character(c)),
            None => Ok(Name(name)),
        }
    }

    /// A name as a store kept it: what was a name once stays one, whatever is refused since.
    ///
    /// # Errors
    /// [`InvalidName`] if it is empty or too long.
    pub fn stored(text: &str) -> Result<Name, InvalidName> {
        match text.chars().count() {
            0 => Err(InvalidName::Empty),
            1..=Name::MAX => Ok(Name(text.to_owned())),
            _ => Err(InvalidName::TooLong),
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

/// Whether a character shows nothing by itself: a control, a format, a space, a mark without its letter, or a blank.
fn is_invisible(c: char) -> bool {
    use GeneralCategory as Is;
    let category = CATEGORIES.get(c);
    let hidden = matches!(
        category,
        Is::Control
            | Is::Format
            | Is::NonspacingMark
            | Is::SpacingMark
            | Is::EnclosingMark
            | Is::SpaceSeparator
            | Is::LineSeparator
            | Is::ParagraphSeparator
    );
    hidden || IGNORABLE.contains(c) || SPACES.contains(c) || BLANK.contains(&c)
}

/// Whether a character may not stand in a name: controls, line separators, noncharacters, and what is invisible or
/// turns the text (UAX #9) and is no part of a letter or an emoji.
fn is_forbidden(c: char) -> bool {
    use GeneralCategory as Is;
    let category = CATEGORIES.get(c);
    if matches!(
        category,
        Is::Control | Is::LineSeparator | Is::ParagraphSeparator
    ) {
        return true;
    }
    let is_noncharacter = u32::from(c) & 0xFFFE == 0xFFFE || matches!(c, '\u{FDD0}'..='\u{FDEF}');
    // The place of an object that was not pasted along.
    if is_noncharacter || c == '\u{FFFC}' {
        return true;
    }
    let is_part = JOINERS.contains(c)
        || SELECTORS.contains(c)
        || SIGNS.contains(c)
        // Where these may stand, `stray_tag` knows.
        || TAGS.contains(&c)
        || c == END_OF_TAGS;
    (category == Is::Format || IGNORABLE.contains(c)) && !is_part
}

/// The first tag that is no part of an emoji: tags can spell a text that nobody sees.
fn stray_tag(name: &str) -> Option<char> {
    // Whether tags may begin here, and the last tag of those that have begun.
    let (mut after_picture, mut begun) = (false, None);
    for c in name.chars() {
        if TAGS.contains(&c) {
            if !after_picture && begun.is_none() {
                return Some(c);
            }
            (after_picture, begun) = (false, Some(c));
        } else if c == END_OF_TAGS {
            if begun.take().is_none() {
                return Some(c);
            }
        } else if begun.is_some() {
            return begun;
        } else if !SELECTORS.contains(c) {
            after_picture = PICTURES.contains(c) || SKIN_TONES.contains(c);
        }
    }
    begun
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

    /// What shows nothing, one of each kind: by Unicode's properties, and by what fonts draw.
    const INVISIBLE: [char; 30] = [
        '\u{200B}',
        '\u{200C}',
        '\u{200D}',
        '\u{2060}',
        '\u{FEFF}',
        '\u{00AD}',
        '\u{034F}',
        '\u{061C}',
        '\u{115F}',
        '\u{1160}',
        '\u{17B4}',
        '\u{180B}',
        '\u{180E}',
        '\u{2065}',
        '\u{2800}',
        '\u{3000}',
        '\u{3164}',
        '\u{FE0F}',
        '\u{FFA0}',
        '\u{FFF0}',
        '\u{FFFC}',
        '\u{13430}',
        '\u{13441}',
        '\u{1BCA0}',
        '\u{1D159}',
        '\u{1D173}',
        '\u{E0001}',
        '\u{E0041}',
        '\u{E0100}',
        '\u{301}',
    ];

    #[test]
    fn nothing_visible_is_no_name() {
        for text in ["", "   ", "\u{200D}\u{FE0F}", " \u{301}\u{FE0F} "] {
            assert_eq!(Name::new(text), Err(InvalidName::Empty), "{text:?}");
        }
        let all = INVISIBLE.iter().collect::<String>();
        assert_eq!(Name::new(&all), Err(InvalidName::Empty));
        for c in INVISIBLE {
            for text in [
                c.to_string(),
                format!(" {c}{c} {c}"),
                format!("{c}\u{FE0F}\u{200D}{c}"),
            ] {
                assert_eq!(Name::new(&text), Err(InvalidName::Empty), "{text:?}");
            }
        }
    }

    #[test]
    fn whatever_unicode_calls_ignorable_or_a_format_is_invisible() {
        // The whole code space, so that no list of ours can lack one.
        let mut refused = 0;
        for c in '\0'..=char::MAX {
            let text = c.to_string();
            let visible = Name::new(&text) != Err(InvalidName::Empty);
            let hidden = IGNORABLE.contains(c) || CATEGORIES.get(c) == GeneralCategory::Format;
            assert!(!(visible && hidden), "U+{:04X}", u32::from(c));
            refused += u32::from(!visible);
        }
        // Some 4,200 are ignorable, 2,500 are marks.
        assert!((6_000..9_000).contains(&refused), "{refused}");
    }

    #[test]
    fn letters_of_any_script_and_emoji_are_names() {
        for text in [
            "Ñandú",
            "a",
            "7",
            "!",
            "中",
            "ي",
            "می\u{200C}خواهم",
            "क्\u{200D}ष",
            "ภาษาไทย",
            "한글",
            "ᄀ",
            "⠓⠕⠇⠁",
            "\u{1F600}",
            "❤\u{FE0F}",
            "👩\u{200D}👧",
            "👨🏽\u{200D}🚀",
            "1\u{FE0F}\u{20E3}",
            "葛\u{E0100}",
            "\u{600}1",
            // The flag of Scotland: a black flag, then tags.
            "🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}",
            "Ana 🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F} B",
        ] {
            assert_eq!(
                Name::new(text).map(|name| name.to_string()),
                Ok(text.to_owned())
            );
        }
    }

    #[test]
    fn tags_hide_no_text_behind_letters() {
        for text in [
            "a\u{E0041}",
            "a\u{E0041}\u{E007F}",
            "7\u{E0041}\u{E007F}",
            // No end.
            "🏴\u{E0067}\u{E0062}",
            "🏴\u{E0067}\u{E0062} x",
            // An end, and nothing that it ends.
            "🏴\u{E007F}",
            "🏴\u{E0067}\u{E007F}\u{E0067}\u{E007F}",
        ] {
            let refused = Name::new(text);
            assert!(
                matches!(
                    refused,
                    Err(InvalidName::Character('\u{E0020}'..='\u{E007F}'))
                ),
                "{text:?}: {refused:?}"
            );
        }
    }

    #[test]
    fn characters_that_turn_or_hide_the_text_are_refused() {
        let turning = [
            '\u{61C}', '\u{200E}', '\u{200F}', '\u{202A}', '\u{202B}', '\u{202C}', '\u{202D}',
            '\u{202E}', '\u{2066}', '\u{2067}', '\u{2068}', '\u{2069}',
        ];
        let others = [
            '\u{0}',
            '\n',
            '\u{7F}',
            '\u{85}',
            '\u{2028}',
            '\u{2029}',
            '\u{FEFF}',
            '\u{FFF9}',
            '\u{FFFC}',
            '\u{FFFF}',
            '\u{FDD0}',
            '\u{10FFFF}',
            '\u{AD}',
            '\u{200B}',
            '\u{2063}',
            '\u{206A}',
            '\u{3164}',
            '\u{FFA0}',
            '\u{115F}',
            '\u{1BCA0}',
            '\u{1D173}',
            '\u{E0001}',
            '\u{E01F0}',
        ];
        for c in turning.into_iter().chain(others) {
            let refused = Name::new(&format!("a{c}b"));
            assert_eq!(
                refused,
                Err(InvalidName::Character(c)),
                "U+{:04X}",
                u32::from(c)
            );
        }
    }

    #[test]
    fn what_was_a_name_once_is_read_again() {
        let long = "ñ".repeat(40);
        for text in ["Alfil", "a\u{3164}b", "a\u{E0041}", "\u{1D173}", &long] {
            assert_eq!(
                Name::stored(text).map(|name| name.to_string()),
                Ok(text.to_owned())
            );
        }
        assert_eq!(Name::stored(""), Err(InvalidName::Empty));
        assert_eq!(Name::stored(&(long + "n")), Err(InvalidName::TooLong));
    }
}
