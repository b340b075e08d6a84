//! Any text as a game of damas: no panic; what is read is read again from what is written of it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rules::damas::{Game, Pdn, read_pdn};

fuzz_target!(|text: &str| {
    match read_pdn(text) {
        Ok(record) => {
            let game = &record.game;
            let entries = Game::replay(*game.initial(), *game.table(), game.entries());
            assert_eq!(entries.as_ref(), Ok(game));
            let again = read_pdn(&Pdn::new(game).to_string());
            assert_eq!(again.map(|record| record.game).as_ref(), Ok(game));
        }
        Err(error) => assert!(error.line > 0 && !error.to_string().is_empty()),
    }
});
