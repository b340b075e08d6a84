//! What people write around a move and in it, in both games: the move's number, dashes of every length, signs of judgement.

/// A longer text is no move, in bytes. The longest capture of damas, written with `×`, a number and a sign, is shorter.
const LONGEST: usize = 120;

/// The move alone: without the number in front (`1.`, `12...`, `12…`) and the judgement behind (`!?`, `$1`), its dashes
/// as `-`, its signs of capture as `x`. `None` if the text is too long to be a move.
///
/// A number counts as a move number only with a full stop behind it, so that the squares of damas stay what they are.
pub(crate) fn bare(text: &str) -> Option<String> {
    if text.len() > LONGEST {
        return None;
    }
    let text = without_judgement(without_number(text.trim()));
    Some(text.chars().map(plain).collect())
}

/// Without `1.`, `1. ` or `1...`; the text itself if it begins with no number and no full stop.
pub(crate) fn without_number(text: &str) -> &str {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let rest = rest.trim_start();
    if rest.starts_with(is_stop) {
        rest.trim_start_matches(|c: char| is_stop(c) || c.is_whitespace())
    } else {
        text
    }
}

const fn is_stop(c: char) -> bool {
    matches!(c, '.' | '…')
}

/// Without `!`, `?` and numeric annotation glyphs (`$1`, PGN 8.2.4) at the end.
fn without_judgement(mut text: &str) -> &str {
    loop {
        let shorter = text
            .trim_end_matches(['!', '?', '‼', '⁇', '⁈', '⁉'])
            .trim_end();
        let digitless = shorter.trim_end_matches(|c: char| c.is_ascii_digit());
        let shorter = match digitless.strip_suffix('$') {
            Some(before) if digitless.len() < shorter.len() => before.trim_end(),
            _ => shorter,
        };
        if shorter.len() == text.len() {
            return text;
        }
        text = shorter;
    }
}

/// The keyboard's character for one that printed texts and telephones write in its place.
const fn plain(c: char) -> char {
    match c {
        // Hyphen, non-breaking hyphen, figure dash, en dash, em dash, horizontal bar, minus.
        '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
        '×' => 'x',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_in_front_and_judgement_behind_are_taken_away() {
        for (text, move_alone) in [
            ("Nf3", "Nf3"),
            (" 1. Nf3 ", "Nf3"),
            ("1.Nf3", "Nf3"),
            ("12...Nf6", "Nf6"),
            ("12… Nf6", "Nf6"),
            ("12 ... Nf6", "Nf6"),
            ("12. ... Nf6", "Nf6"),
            ("...Nf6", "Nf6"),
            ("1.\u{a0}e4", "e4"),
            ("Nf3!?", "Nf3"),
            ("Nf3 $1", "Nf3"),
            ("Nf3$1", "Nf3"),
            ("Nf3!? $13 $146", "Nf3"),
            ("e4‼", "e4"),
            ("1. 10-14 $4", "10-14"),
            ("10.14-18", "14-18"),
            ("15×22", "15x22"),
            ("e2–e4", "e2-e4"),
            ("O—O—O", "O-O-O"),
        ] {
            assert_eq!(bare(text).as_deref(), Some(move_alone), "{text}");
        }
    }

    #[test]
    fn what_is_no_number_and_no_judgement_stays() {
        for text in [
            "", "10-14", "1 10-14", "0-0", "0-0-0", "$", "Nf3 $", "Nf3 $x", "--", "7",
        ] {
            assert_eq!(bare(text).as_deref(), Some(text), "{text}");
        }
    }

    #[test]
    fn a_long_text_is_no_move() {
        assert_eq!(bare(&"1".repeat(LONGEST + 1)), None);
        assert_eq!(bare(&"×".repeat(LONGEST)), None);
        assert!(bare(&"1".repeat(LONGEST)).is_some());
        // The longest capture there could be: nineteen squares.
        let squares = ["32"; 19].join("×");
        let text = format!("12000... {squares}!? $139");
        assert!(bare(&text).is_some(), "{} bytes", text.len());
    }
}
