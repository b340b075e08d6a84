//! Any text as a move in SAN: no panic; what is read is legal and is read again from its proper spelling; the choices of a
//! refusal are legal and at least two.
#![no_main]

mod positions;

use libfuzzer_sys::fuzz_target;
use rules::chess::{MoveError, parse_move, parse_san, san};

fuzz_target!(|input: &[u8]| {
    let Some((position, text)) = positions::split(input) else {
        return;
    };
    for read in [parse_san(&position, text), parse_move(&position, text)] {
        match read {
            Ok(chosen) => {
                assert!(position.is_legal(chosen));
                let proper = san(&position, chosen);
                assert_eq!(parse_san(&position, &proper), Ok(chosen));
                let printed = format!("12… {}! $1", proper.replace('-', "–").replace('N', "♞"));
                assert_eq!(parse_move(&position, &printed), Ok(chosen));
            }
            Err(MoveError::PromotionRequired { choices } | MoveError::Ambiguous { choices }) => {
                assert!(choices.len() > 1);
                assert!(choices.iter().all(|&choice| position.is_legal(choice)));
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
});
