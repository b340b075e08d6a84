//! Any text as a position of damas: no panic; what is read comes out as text that is read as the same position; under every
//! preset each legal move leads to a position that is itself read, and is read again from both of its texts.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rules::damas::{Position, Preset};

fuzz_target!(|fen: &str| {
    let Ok(position) = Position::from_fen(fen) else {
        return;
    };
    assert_eq!(Position::from_fen(&position.fen()), Ok(position));
    for preset in Preset::ALL {
        let table = preset.table();
        let written = position.written_moves(&table);
        assert_eq!(written.len() as u64, position.count_moves(&table));
        assert_eq!(written.is_empty(), !position.has_move(&table));
        for written in written {
            let after = position.play(written.mv);
            // A capture of the last piece leaves a board that is still one.
            assert_eq!(Position::from_fen(&after.fen()), Ok(after));
            assert_eq!(position.parse_move(&table, &written.text), Ok(written.mv));
            assert_eq!(
                position.parse_move(&table, &written.notation),
                Ok(written.mv)
            );
        }
        let _ = Position::playable_from_fen(fen, &table);
    }
});
