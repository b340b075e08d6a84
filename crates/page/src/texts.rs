//! The texts in each language: a file of `key = text` lines, read by the pages here and by the scripts alike.

/// A language that the pages speak.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// Spanish, which whoever names no other gets.
    Spanish,
    /// English.
    English,
    /// Portuguese.
    Portuguese,
}

impl Language {
    /// Every language.
    pub const ALL: [Language; 3] = [Language::Spanish, Language::English, Language::Portuguese];

    /// Its code.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Language::Spanish => "es",
            Language::English => "en",
            Language::Portuguese => "pt",
        }
    }

    /// What it is called by those who speak it.
    #[must_use]
    pub const fn own_name(self) -> &'static str {
        match self {
            Language::Spanish => "Español",
            Language::English => "English",
            Language::Portuguese => "Português",
        }
    }

    /// The language with this code; regions do not matter: `pt-BR` is Portuguese.
    #[must_use]
    pub fn from_code(code: &str) -> Option<Language> {
        let primary = code.split(['-', '_']).next().unwrap_or_default();
        Language::ALL
            .into_iter()
            .find(|language| language.code().eq_ignore_ascii_case(primary))
    }

    /// The language wanted most among those that there are, of the ranges of an `Accept-Language` header with their
    /// weights, 0 for what is refused. Spanish where none is named; the first of equals.
    #[must_use]
    pub fn accepted<'a>(ranges: impl IntoIterator<Item = (&'a str, f32)>) -> Language {
        let mut named: Vec<(Language, f32)> = Vec::new();
        let mut others = 0.0_f32;
        for (range, weight) in ranges {
            match Language::from_code(range) {
                Some(language) => named.push((language, weight)),
                None if range == "*" => others = others.max(weight),
                None => {}
            }
        }
        // `*` stands for the languages that are not named.
        let rest = Language::ALL
            .into_iter()
            .filter(|language| !named.iter().any(|(other, _)| other == language));
        let rest: Vec<_> = rest.map(|language| (language, others)).collect();
        let all = named.into_iter().chain(rest);
        all.fold((Language::Spanish, 0.0), |best, other| {
            if other.1 > best.1 { other } else { best }
        })
        .0
    }

    const fn file(self) -> &'static str {
        match self {
            Language::Spanish => include_str!("../texts/es.txt"),
            Language::English => include_str!("../texts/en.txt"),
            Language::Portuguese => include_str!("../texts/pt.txt"),
        }
    }

    /// Every key with its text.
    pub fn entries(self) -> impl Iterator<Item = (&'static str, &'static str)> {
        self.file()
            .lines()
            .filter(|line| !line.starts_with('#'))
            .filter_map(|line| line.split_once(" = "))
    }

    /// The text of a key; the key itself if there is none, which the tests make impossible for keys known here.
    #[must_use]
    pub fn text(self, key: &str) -> String {
        self.entries()
            .find(|(name, _)| *name == key)
            .map_or(key, |(_, text)| text)
            .to_owned()
    }

    /// Whether there is a text of this key.
    #[must_use]
    pub fn has(self, key: &str) -> bool {
        self.entries().any(|(name, _)| name == key)
    }

    /// The text of a key with its `{placeholders}` filled in.
    #[must_use]
    pub fn filled(self, key: &str, values: &[(&str, &str)]) -> String {
        values.iter().fold(self.text(key), |text, (name, value)| {
            text.replace(&format!("{{{name}}}"), value)
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;

    /// The names in braces of a text.
    fn placeholders(text: &str) -> BTreeSet<&str> {
        text.split('{')
            .skip(1)
            .filter_map(|rest| rest.split('}').next())
            .collect()
    }

    #[test]
    fn no_language_lacks_a_key_or_a_placeholder_of_another() {
        let spanish: BTreeMap<_, _> = Language::Spanish.entries().collect();
        assert!(spanish.len() > 150, "{} texts were found", spanish.len());
        for language in Language::ALL {
            let own: BTreeMap<_, _> = language.entries().collect();
            assert_eq!(
                own.len(),
                language.entries().count(),
                "{} has a key twice",
                language.code()
            );
            let (keys, wanted): (BTreeSet<_>, BTreeSet<_>) =
                (own.keys().collect(), spanish.keys().collect());
            let odd: Vec<_> = keys.symmetric_difference(&wanted).collect();
            assert!(
                odd.is_empty(),
                "{} and es differ in {odd:?}",
                language.code()
            );
            for (key, text) in own {
                assert!(!text.trim().is_empty(), "{} {key}", language.code());
                assert_eq!(
                    placeholders(text),
                    placeholders(spanish[key]),
                    "{} {key}",
                    language.code()
                );
            }
        }
    }

    /// Whether a word after a number is one that changes with it. `min` and `h` are signs of units.
    fn is_counted(text: &str) -> bool {
        ["{n} ", "{points} "].iter().any(|number| {
            let after = text.split(number).nth(1).unwrap_or_default();
            let word = after.split(|c: char| !c.is_alphabetic()).next();
            word.is_some_and(|word| word.ends_with('s'))
        })
    }

    #[test]
    fn what_is_counted_has_a_text_of_its_own_for_one() {
        assert!(is_counted("hace {n} días") && !is_counted("{n} min ago"));
        let mut counted = 0;
        for language in Language::ALL {
            for (key, text) in language.entries().filter(|(_, text)| is_counted(text)) {
                let one = format!("{key}.one");
                assert!(language.has(&one), "{} lacks {one}", language.code());
                assert!(!is_counted(&language.text(&one)), "{one}: {text}");
                counted += 1;
            }
        }
        assert!(counted > 3, "{counted}");
    }

    #[test]
    fn every_line_is_a_text_or_a_remark() {
        for language in Language::ALL {
            for line in language.file().lines() {
                let good = line.is_empty() || line.starts_with('#') || line.contains(" = ");
                assert!(good, "{}: {line}", language.code());
            }
        }
    }

    #[test]
    fn every_text_that_a_script_asks_for_by_its_whole_key_is_there() {
        let mut asked = 0;
        for asset in crate::ASSETS
            .iter()
            .filter(|asset| asset.name.ends_with(".js"))
        {
            let script = std::str::from_utf8(asset.plain).unwrap();
            for (at, call) in script.match_indices("t(\"") {
                let before = script[..at].chars().next_back().unwrap_or(' ');
                if before.is_alphanumeric() || before == '.' {
                    continue;
                }
                let key = script[at + call.len()..].split('"').next().unwrap();
                assert!(Language::Spanish.has(key), "{} asks for {key}", asset.name);
                asked += 1;
            }
        }
        assert!(asked > 100, "only {asked} texts are asked for");
    }

    #[test]
    fn the_language_is_the_one_wanted_most() {
        let (es, en, pt) = (Language::Spanish, Language::English, Language::Portuguese);
        let cases: [(&[(&str, f32)], Language); 12] = [
            (&[], es),
            (&[("", 1.0)], es),
            (&[("de", 1.0), ("fr", 0.5)], es),
            (&[("en-GB", 1.0), ("en", 0.9), ("es", 0.8)], en),
            (&[("de", 0.9), ("pt-BR", 0.7), ("en", 0.3)], pt),
            (&[("EN_us", 0.2), ("es-419", 0.9)], es),
            (&[("en", 0.0)], es),
            (&[("*", 1.0)], es),
            (&[("*", 0.9), ("en", 0.5)], es),
            (&[("*", 0.5), ("en", 0.9)], en),
            (&[("es", 0.0), ("*", 0.5)], en),
            (&[("pt", 1.0), ("en", 1.0)], pt),
        ];
        for (ranges, language) in cases {
            let wanted = Language::accepted(ranges.iter().copied());
            assert_eq!(wanted, language, "{ranges:?}");
        }
    }
}
