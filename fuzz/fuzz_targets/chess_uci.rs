//! Any text as a move in UCI: no panic; what is read is legal, and is read again from its own spelling and compact form.
#![no_main]

mod positions;

use libfuzzer_sys::fuzz_target;
use rules::chess::{Move, MoveError, parse_move, parse_uci};

fuzz_target!(|input: &[u8]| {
    let Some((position, text)) = positions::split(input) else {
        return;
    };
    match parse_uci(&position, text) {
        Ok(chosen) => {
            assert!(position.is_legal(chosen));
            assert_eq!(parse_uci(&position, &chosen.to_string()), Ok(chosen));
            assert_eq!(parse_move(&position, text), Ok(chosen));
            let (from, rest) = text.split_at(2);
            assert_eq!(
                parse_move(&position, &format!("1. {from}–{rest} $1")),
                Ok(chosen)
            );
            assert_eq!(Move::from_bits(chosen.to_bits()), Some(chosen));
        }
        Err(MoveError::PromotionRequired { choices }) => {
            assert_eq!(choices.len(), 4);
            assert!(choices.iter().all(|&choice| position.is_legal(choice)));
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
