//! The moves and the offers of a game in few bytes: a room is one item, and an item is paid for by the KiB.
//!
//! Each list starts with a byte that names its codec. What this version cannot read is an error that says so, never a
//! guess: a list from a newer version, or a damaged one.
//!
//! The first byte of the moves also names the game. An entry of chess is two bytes for the move (`chess::Move::to_bits`, big
//! end first; zero, which is no move, is a pass; the top bit, which that leaves free, is set if the clock went backwards)
//! and the milliseconds since the entry before it, in base 128, low digits first. That is five bytes for a move made within
//! 35 minutes and six for one made within three days.
//!
//! An entry of damas is the move (`damas::Move::to_bytes`: two bytes, or six with captures; the second highest bit of the
//! first, which that leaves free, is set if the clock went backwards) and the same milliseconds. Where the first square
//! would be zero, the second byte is 0 for a pass, a square for the piece that was huffed, or 33 for a move undone.

use rooms::{Act, DrawOffer, Entry, GameKind, OfferState, Timestamp};
use rules::{Color, chess, damas};

use crate::error::Unreadable;

/// The codec of offers, and of the moves of chess.
const VERSION: u8 = 1;

/// The codec of the moves of damas.
const DAMAS: u8 = 2;

/// The clocks of two machines differ: an entry may be older than the one before it.
const BACKWARDS: u16 = 0x8000;

/// The same in an entry of damas.
const DAMAS_BACKWARDS: u8 = 0x40;

/// A wrong move undone, as the second byte of an entry of damas that is no move.
const UNDONE: u8 = 33;

/// The codec of a game's moves.
const fn version(game: GameKind) -> u8 {
    match game {
        GameKind::Chess => VERSION,
        GameKind::Damas => DAMAS,
    }
}

/// Writes the entries of a game that began at `started_at`.
pub(crate) fn write_entries(game: GameKind, entries: &[Entry], started_at: Timestamp) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(entries.len() * 6 + 1);
    bytes.push(version(game));
    let mut before = started_at;
    for entry in entries {
        let start = bytes.len();
        match (game, entry.act) {
            (GameKind::Chess, Act::Chess(mv)) => bytes.extend(mv.to_bits().to_be_bytes()),
            (GameKind::Chess, _) => bytes.extend([0, 0]),
            (GameKind::Damas, Act::Damas(mv)) => bytes.extend(mv.to_bytes()),
            (GameKind::Damas, Act::Huff(Some(square))) => bytes.extend([0, square.number()]),
            (GameKind::Damas, Act::Huff(None)) => bytes.extend([0, UNDONE]),
            (GameKind::Damas, _) => bytes.extend([0, 0]),
        }
        if entry.at < before
            && let Some(first) = bytes.get_mut(start)
        {
            *first |= match game {
                GameKind::Chess => BACKWARDS.to_be_bytes()[0],
                GameKind::Damas => DAMAS_BACKWARDS,
            };
        }
        let apart = entry.at.as_millis().abs_diff(before.as_millis());
        write_number(&mut bytes, apart);
        before = entry.at;
    }
    bytes
}

/// Reads what [`write_entries`] wrote.
pub(crate) fn read_entries(
    game: GameKind,
    bytes: &[u8],
    started_at: Timestamp,
) -> Result<Vec<Entry>, Unreadable> {
    let mut bytes = Reader::new(bytes, "the moves", version(game))?;
    let mut entries = Vec::with_capacity(bytes.left() / 4);
    let mut before = started_at.as_millis();
    while bytes.left() > 0 {
        let (act, backwards) = match game {
            GameKind::Chess => bytes.chess()?,
            GameKind::Damas => bytes.damas()?,
        };
        let apart = bytes.number()?;
        let at = if backwards {
            before.checked_sub(apart)
        } else {
            before.checked_add(apart)
        };
        before = at.ok_or_else(|| bytes.damaged())?;
        entries.push(Entry {
            act,
            at: Timestamp::from_millis(before),
        });
    }
    Ok(entries)
}

/// Writes the offers of a draw: one byte for the colour (bit 0) and the state, the ply, and where it applies the ply of
/// the refusal or the lapse.
pub(crate) fn write_offers(offers: &[DrawOffer]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(offers.len() * 5 + 1);
    bytes.push(VERSION);
    for offer in offers {
        let (state, at_ply) = match offer.state {
            OfferState::Open => (0, None),
            OfferState::Accepted => (1, None),
            OfferState::Refused { at_ply } => (2, Some(at_ply)),
            OfferState::Lapsed { at_ply } => (3, Some(at_ply)),
        };
        let color = match offer.by {
            Color::White => 0,
            Color::Black => 1,
        };
        bytes.push(state << 1 | color);
        write_number(&mut bytes, offer.ply.into());
        if let Some(at_ply) = at_ply {
            write_number(&mut bytes, at_ply.into());
        }
    }
    bytes
}

/// Reads what [`write_offers`] wrote.
pub(crate) fn read_offers(bytes: &[u8]) -> Result<Vec<DrawOffer>, Unreadable> {
    let mut bytes = Reader::new(bytes, "the offers", VERSION)?;
    let mut offers = Vec::new();
    while bytes.left() > 0 {
        let head = bytes.byte()?;
        let by = if head & 1 == 0 {
            Color::White
        } else {
            Color::Black
        };
        let ply = bytes.ply()?;
        let state = match head >> 1 {
            0 => OfferState::Open,
            1 => OfferState::Accepted,
            2 => OfferState::Refused {
                at_ply: bytes.ply()?,
            },
            3 => OfferState::Lapsed {
                at_ply: bytes.ply()?,
            },
            _ => return Err(bytes.damaged()),
        };
        offers.push(DrawOffer { by, ply, state });
    }
    Ok(offers)
}

fn write_number(bytes: &mut Vec<u8>, mut number: u64) {
    loop {
        let digit = (number & 0x7f) as u8;
        number >>= 7;
        if number == 0 {
            bytes.push(digit);
            return;
        }
        bytes.push(digit | 0x80);
    }
}

/// Goes through the bytes of one list.
struct Reader<'a> {
    bytes: std::slice::Iter<'a, u8>,
    what: &'static str,
}

impl<'a> Reader<'a> {
    /// Checks the codec's version.
    fn new(bytes: &'a [u8], what: &'static str, known: u8) -> Result<Self, Unreadable> {
        let mut reader = Self {
            bytes: bytes.iter(),
            what,
        };
        match reader.byte()? {
            version if version == known => Ok(reader),
            version => Err(Unreadable::Newer {
                what,
                version: version.into(),
            }),
        }
    }

    /// An entry of chess, and whether the clock went backwards.
    fn chess(&mut self) -> Result<(Act, bool), Unreadable> {
        let word = u16::from_be_bytes([self.byte()?, self.byte()?]);
        let act = match word & !BACKWARDS {
            0 => Act::Pass,
            word => Act::Chess(chess::Move::from_bits(word).ok_or_else(|| self.damaged())?),
        };
        Ok((act, word & BACKWARDS != 0))
    }

    /// An entry of damas, and whether the clock went backwards.
    fn damas(&mut self) -> Result<(Act, bool), Unreadable> {
        let first = self.byte()?;
        let backwards = first & DAMAS_BACKWARDS != 0;
        let first = first & !DAMAS_BACKWARDS;
        let second = self.byte()?;
        let act = match (first, second) {
            (0, 0) => Act::Pass,
            (0, UNDONE) => Act::Huff(None),
            (0, square) => Act::Huff(Some(
                damas::Square::new(square).ok_or_else(|| self.damaged())?,
            )),
            _ => {
                let mut bytes = vec![first, second];
                if first & 0x80 != 0 {
                    for _ in 0..4 {
                        bytes.push(self.byte()?);
                    }
                }
                match damas::Move::from_bytes(&bytes) {
                    Some((mv, _)) => Act::Damas(mv),
                    None => return Err(self.damaged()),
                }
            }
        };
        Ok((act, backwards))
    }

    fn left(&self) -> usize {
        self.bytes.len()
    }

    fn damaged(&self) -> Unreadable {
        Unreadable::Damaged { what: self.what }
    }

    fn byte(&mut self) -> Result<u8, Unreadable> {
        self.bytes
            .next()
            .copied()
            .ok_or(Unreadable::Damaged { what: self.what })
    }

    fn number(&mut self) -> Result<u64, Unreadable> {
        let mut number: u64 = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            let digit = u64::from(byte & 0x7f);
            let shifted = digit << shift;
            // The tenth digit has room for one bit.
            if shifted >> shift != digit {
                return Err(self.damaged());
            }
            number |= shifted;
            if byte & 0x80 == 0 {
                return Ok(number);
            }
        }
        Err(self.damaged())
    }

    fn ply(&mut self) -> Result<u32, Unreadable> {
        u32::try_from(self.number()?).map_err(|_| self.damaged())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn a_move() -> impl Strategy<Value = chess::Move> {
        (1..BACKWARDS).prop_filter_map("some words are no moves", chess::Move::from_bits)
    }

    fn an_act(game: GameKind) -> BoxedStrategy<Act> {
        let square = (1..=32_u8).prop_filter_map("squares", damas::Square::new);
        match game {
            GameKind::Chess => {
                prop_oneof![9 => a_move().prop_map(Act::Chess), 1 => Just(Act::Pass)].boxed()
            }
            GameKind::Damas => {
                let captures = prop_oneof![Just(0), any::<u32>()];
                let mv =
                    (square.clone(), square.clone(), captures).prop_map(|(from, to, captures)| {
                        damas::Move {
                            from,
                            to,
                            captures: damas::Squares::from_bits(captures),
                        }
                    });
                prop_oneof![
                    8 => mv.prop_map(Act::Damas),
                    1 => Just(Act::Pass),
                    1 => proptest::option::of(square).prop_map(Act::Huff),
                ]
                .boxed()
            }
        }
    }

    fn games() -> impl Strategy<Value = (GameKind, Timestamp, Vec<Entry>)> {
        prop::sample::select(GameKind::ALL.to_vec()).prop_flat_map(|game| {
            entries(game).prop_map(move |(start, entries)| (game, start, entries))
        })
    }

    fn entries(game: GameKind) -> impl Strategy<Value = (Timestamp, Vec<Entry>)> {
        // Times of all sizes, in any order: clocks of several machines wrote them.
        let time = prop_oneof![0..=u64::MAX, 1_700_000_000_000..1_800_000_000_000u64];
        (
            time.clone(),
            proptest::collection::vec((an_act(game), time), 0..400),
        )
            .prop_map(|(start, list)| {
                let entry = |(act, at)| Entry {
                    act,
                    at: Timestamp::from_millis(at),
                };
                (
                    Timestamp::from_millis(start),
                    list.into_iter().map(entry).collect(),
                )
            })
    }

    fn offers() -> impl Strategy<Value = Vec<DrawOffer>> {
        let state = prop_oneof![
            Just(OfferState::Open),
            Just(OfferState::Accepted),
            any::<u32>().prop_map(|at_ply| OfferState::Refused { at_ply }),
            any::<u32>().prop_map(|at_ply| OfferState::Lapsed { at_ply }),
        ];
        let by = prop_oneof![Just(Color::White), Just(Color::Black)];
        let offer =
            (by, any::<u32>(), state).prop_map(|(by, ply, state)| DrawOffer { by, ply, state });
        proptest::collection::vec(offer, 0..60)
    }

    proptest! {
        #[test]
        fn entries_come_back_as_they_were((game, start, entries) in games()) {
            let bytes = write_entries(game, &entries, start);
            prop_assert_eq!(read_entries(game, &bytes, start), Ok(entries));
        }

        #[test]
        fn offers_come_back_as_they_were(offers in offers()) {
            prop_assert_eq!(read_offers(&write_offers(&offers)), Ok(offers));
        }

        #[test]
        fn no_bytes_bring_a_reader_down(bytes in proptest::collection::vec(any::<u8>(), 0..200), start: u64) {
            let start = Timestamp::from_millis(start);
            for game in GameKind::ALL {
                if let Ok(entries) = read_entries(game, &bytes, start) {
                    let again = write_entries(game, &entries, start);
                    prop_assert_eq!(read_entries(game, &again, start), Ok(entries));
                }
            }
            if let Ok(offers) = read_offers(&bytes) {
                prop_assert_eq!(read_offers(&write_offers(&offers)), Ok(offers));
            }
        }
    }

    #[test]
    fn a_move_takes_five_bytes_at_the_board_and_six_by_letter() {
        let mv = chess::Move::from_bits(0x4fff).unwrap();
        let bytes = |millis| {
            let entry = Entry {
                act: Act::Chess(mv),
                at: Timestamp::from_millis(millis),
            };
            write_entries(GameKind::Chess, &[entry], Timestamp::from_millis(0)).len() - 1
        };
        assert_eq!(bytes(5_000), 4);
        assert_eq!(bytes(34 * 60_000), 5);
        assert_eq!(bytes(74 * 3_600_000), 6);
        assert_eq!(bytes(7 * 24 * 3_600_000), 7);
    }

    #[test]
    fn a_list_of_a_newer_version_is_refused_by_name() {
        let start = Timestamp::from_millis(0);
        let newer = |what| Unreadable::Newer { what, version: 2 };
        assert_eq!(
            read_entries(GameKind::Chess, &[2, 0, 0, 0], start),
            Err(newer("the moves"))
        );
        assert_eq!(read_offers(&[2]), Err(newer("the offers")));
    }

    #[test]
    fn a_cut_list_is_damaged() {
        let start = Timestamp::from_millis(0);
        let mv = chess::Move::from_bits(0x70c).unwrap();
        let entry = Entry {
            act: Act::Chess(mv),
            at: Timestamp::from_millis(1_000),
        };
        let bytes = write_entries(GameKind::Chess, &[entry], start);
        assert_eq!(
            read_entries(GameKind::Chess, &bytes, start),
            Ok(vec![entry])
        );
        for length in [0, 2, 3, 4] {
            let cut = bytes.get(..length).unwrap();
            assert_eq!(
                read_entries(GameKind::Chess, cut, start),
                Err(Unreadable::Damaged { what: "the moves" }),
                "{length}"
            );
        }
    }
}
