//! Rooms and earlier games as items, and back.
//!
//! Names of attributes are short, because they are part of what is paid for; moves and offers are lists of bytes
//! (see `codec`). An empty list of offers is left out; the moves never are, so that lost ones are noticed.
//!
//! | attribute | type | holds |
//! | --- | --- | --- |
//! | `f` | N | the format, 1. A release that adds what an older one must not lose when it writes the room back raises it |
//! | `v` | N | the version |
//! | `w` | B | the id of the write that put the item there |
//! | `k`, `fen` | S | the game, and its position at the start if it is not the game's own |
//! | `tb` | S | the preset and the options that are not the usual ones |
//! | `c` | N | when the invite was made, epoch milliseconds, as all times but `expires_at` |
//! | `sc`, `hc` | S | the seat the host asked for, and the host's colour in the present game |
//! | `hh`, `hn` | B, S | the hash of the host's token, and the host's name |
//! | `gh`, `gn` | B, S | the same of the guest |
//! | `rv` | S | instead of them: the computer rival |
//! | `wi` | S | games won by the host, by the guest, and drawn: `2/0/1`; absent while all are zero |
//! | `s` | S | the stage |
//! | `ea`, `er`, `ew` | N, S, S | when the room or game ended, why, and who won |
//! | `rm` | S | who has offered a rematch |
//! | `n`, `ga` | N | the number of the present game, and when it began |
//! | `m`, `d` | B | its moves, and its offers of a draw |
//! | `wn`, `bn` | S | in an earlier game: the names of white and black |
//! | `wr`, `br` | S | in an earlier game: the rival who played white or black |

use aws_sdk_dynamodb::primitives::Blob;
use aws_sdk_dynamodb::types::AttributeValue;
use rooms::{
    DrawOffer, DrawOffers, End, EndReason, Entry, Folded, Game, GameKind, Guest, Name, Pairing,
    Party, PastGame, Person, Player, Rival, Room, SeatChoice, Span, Stage, Table, Terms, Timestamp,
    TokenHash, Wins,
};
use rules::{Color, damas};

use crate::codec;
use crate::error::Unreadable;
use crate::keys::{self, Item};
use crate::table::{DUE_AT, DUE_PK, EXPIRES_AT, SK};

/// The format of both kinds of item.
const FORMAT: u64 = 1;

/// What the lobby's index copies: all that a list of open invites shows, and no hash. `tb`, `mi` and `pt` are kept for
/// the options of a table, minutes and points: the copies of an index cannot be changed once it exists.
pub(crate) const LOBBY_ATTRIBUTES: &[&str] = &[
    "f", "v", "k", "fen", "c", "sc", "hc", "hn", "tb", "mi", "pt",
];

/// The name of the preset in [`table_text`].
const PRESET: &str = "preset";

const VERSION: &str = "v";
const WRITE_ID: &str = "w";

/// A room as it is put, for readers until `retention` after its end.
pub(crate) fn from_room(room: &Room, retention: Span, write_id: &[u8]) -> Item {
    let mut item = keys::room(room.id);
    put(&mut item, "f", number(FORMAT));
    put(&mut item, VERSION, number(room.version));
    put(&mut item, WRITE_ID, bytes(write_id));
    put_terms(&mut item, &room.terms);
    put(&mut item, "c", keys::millis(room.created_at));
    put(&mut item, "sc", text(room.seat_choice.name()));
    put(&mut item, "hc", text(room.host_color.name()));
    put_person(&mut item, "hh", "hn", &room.host);
    if room.wins != Wins::default() {
        let Wins { host, guest, draws } = room.wins;
        put(
            &mut item,
            "wi",
            AttributeValue::S(format!("{host}/{guest}/{draws}")),
        );
    }
    put(&mut item, "s", text(room.stage.status().name()));
    if let Some(at) = room.ended_at() {
        put(&mut item, "ea", keys::millis(at));
    }
    if let Stage::Finished { end, rematch, .. } = &room.stage {
        put_end(&mut item, end);
        if let Some(party) = rematch {
            put(&mut item, "rm", text(party_name(*party)));
        }
    }
    if let Some(pairing) = room.pairing() {
        match &pairing.guest {
            Guest::Person(person) => put_person(&mut item, "gh", "gn", person),
            Guest::Rival(rival) => put(&mut item, "rv", text(rival.name())),
        }
        put_game(&mut item, room.terms.game(), &pairing.game);
    }
    if let Some(at) = room.wake_at {
        put(
            &mut item,
            DUE_PK,
            keys::due_partition(keys::due_shard(room.id)),
        );
        put(&mut item, DUE_AT, keys::millis(at));
    }
    // Earlier games have no room to return to if it goes before them: the sweep removes all of them together.
    if !room.has_archive() {
        put(
            &mut item,
            EXPIRES_AT,
            number(room.kept_until(retention).as_seconds()),
        );
    }
    item
}

/// A room as it was read, replayed.
pub(crate) fn to_room(item: &Item) -> Result<Room, Unreadable> {
    to_folded(item)?.open().map_err(Unreadable::Game)
}

/// A room as it was read.
pub(crate) fn to_folded(item: &Item) -> Result<Folded, Unreadable> {
    let read = Attributes::of(item, "the room")?;
    let terms = read.terms()?;
    let pairing = || -> Result<Pairing, Unreadable> {
        Ok(Pairing {
            guest: match read.maybe("rv", |name| read.rival(name))? {
                Some(rival) => Guest::Rival(rival),
                None => Guest::Person(read.person("gh", "gn")?),
            },
            game: read.game(&terms, Game::unplayed)?,
        })
    };
    let maybe_pairing = || {
        if read.has("gh") || read.has("rv") || read.has("n") {
            pairing().map(Some)
        } else {
            Ok(None)
        }
    };
    let stage = match read.text("s")? {
        "waiting" => Stage::Waiting,
        "playing" => Stage::Playing(pairing()?),
        "finished" => Stage::Finished {
            pairing: pairing()?,
            end: read.end()?,
            rematch: read.maybe("rm", |name| read.named(name, party_named))?,
        },
        "expired" => Stage::Expired {
            at: read.time("ea")?,
            pairing: maybe_pairing()?,
        },
        "cancelled" => Stage::Cancelled {
            at: read.time("ea")?,
            pairing: maybe_pairing()?,
        },
        _ => return Err(Unreadable::Wrong("s")),
    };
    Ok(Folded::new(Room {
        id: keys::id(item)?,
        version: read.number(VERSION)?,
        seat_choice: read.named("sc", SeatChoice::from_name)?,
        created_at: read.time("c")?,
        host: read.person("hh", "hn")?,
        host_color: read.named("hc", color_named)?,
        wins: read
            .maybe("wi", |name| read.named(name, wins_written))?
            .unwrap_or_default(),
        stage,
        wake_at: read.maybe(DUE_AT, |name| read.time(name))?,
        terms,
    }))
}

/// An earlier game as it is put beside its room. No hash is in it.
pub(crate) fn from_past_game(past: &PastGame) -> Item {
    let mut item = keys::game(past.room, past.game.number());
    put(&mut item, "f", number(FORMAT));
    put_terms(&mut item, &past.terms);
    for (name, rival, player) in [("wn", "wr", &past.white), ("bn", "br", &past.black)] {
        let name = match player {
            Player::Person(_) => name,
            Player::Rival(_) => rival,
        };
        if let Some(shown) = player.name() {
            put(&mut item, name, text(shown));
        }
    }
    put_game(&mut item, past.terms.game(), &past.game);
    put(&mut item, "ea", keys::millis(past.end.at));
    put_end(&mut item, &past.end);
    item
}

/// An earlier game as it was read.
pub(crate) fn to_past_game(item: &Item) -> Result<PastGame, Unreadable> {
    let read = Attributes::of(item, "the game")?;
    let terms = read.terms()?;
    Ok(PastGame {
        room: keys::id(item)?,
        white: read.player("wn", "wr")?,
        black: read.player("bn", "br")?,
        game: read.game(&terms, Game::restore)?,
        end: read.end()?,
        terms,
    })
}

/// The id of the write that put this item there.
pub(crate) fn write_id(item: &Item) -> Option<&[u8]> {
    item.get(WRITE_ID)?.as_b().ok().map(AsRef::as_ref)
}

/// A row of the index of what is due: its id and moment.
pub(crate) fn to_due(item: &Item) -> Result<(rooms::RoomId, Timestamp), Unreadable> {
    let at = Attributes { item }.time(DUE_AT)?;
    Ok((keys::id(item)?, at))
}

/// The sort key of an item.
pub(crate) fn sort_key(item: &Item) -> Result<String, Unreadable> {
    Attributes { item }.text(SK).map(ToOwned::to_owned)
}

fn put(item: &mut Item, name: &str, value: AttributeValue) {
    item.insert(name.to_owned(), value);
}

fn put_terms(item: &mut Item, terms: &Terms) {
    put(item, "k", text(terms.game().name()));
    let table = table_text(terms);
    if !table.is_empty() {
        put(item, "tb", text(&table));
    }
    if let Some(fen) = &terms.initial_fen {
        put(item, "fen", text(fen));
    }
}

/// The preset and the options that are not the usual ones: `preset=english,king=short,law=free`. A preset is not
/// looked up when it is read: what a room is played under never changes.
fn table_text(terms: &Terms) -> String {
    let mut parts = Vec::new();
    if let Some(preset) = terms.preset() {
        parts.push((PRESET, preset.name()));
    }
    if let Table::Damas { options, .. } = &terms.table {
        parts.extend(options.changes());
    }
    if terms.draw_offers != DrawOffers::default() {
        parts.push((DrawOffers::FIELD, terms.draw_offers.name()));
    }
    let parts: Vec<_> = parts
        .iter()
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    parts.join(",")
}

/// What [`table_text`] wrote, for a game.
fn table_read(game: GameKind, text: &str) -> Option<(Table, DrawOffers)> {
    let (mut options, mut preset, mut draw_offers) =
        (damas::Table::default(), None, DrawOffers::default());
    for part in text.split(',').filter(|part| !part.is_empty()) {
        match part.split_once('=')? {
            (PRESET, name) => preset = Some(damas::Preset::from_name(name)?),
            (DrawOffers::FIELD, name) => draw_offers = DrawOffers::from_name(name)?,
            (name, value) => options.set(name, value).ok()?,
        }
    }
    let table = match game {
        GameKind::Chess => Table::Chess,
        GameKind::Damas => Table::Damas { options, preset },
    };
    Some((table, draw_offers))
}

fn put_person(item: &mut Item, hash: &str, name: &str, person: &Person) {
    put(item, hash, bytes(person.token.as_bytes()));
    if let Some(shown) = &person.name {
        put(item, name, text(shown.as_str()));
    }
}

fn put_game(item: &mut Item, kind: GameKind, game: &Game) {
    put(item, "n", number(game.number().into()));
    put(item, "ga", keys::millis(game.started_at()));
    put(
        item,
        "m",
        bytes(&codec::write_entries(
            kind,
            game.entries(),
            game.started_at(),
        )),
    );
    if !game.offers().is_empty() {
        put(item, "d", bytes(&codec::write_offers(game.offers())));
    }
}

fn put_end(item: &mut Item, end: &End) {
    put(item, "er", text(end.reason.name()));
    if let Some(winner) = end.winner {
        put(item, "ew", text(winner.name()));
    }
}

fn text(value: &str) -> AttributeValue {
    AttributeValue::S(value.to_owned())
}

/// A whole number as an attribute.
pub(crate) fn number(value: u64) -> AttributeValue {
    AttributeValue::N(value.to_string())
}

fn bytes(value: &[u8]) -> AttributeValue {
    AttributeValue::B(Blob::new(value))
}

const fn party_name(party: Party) -> &'static str {
    match party {
        Party::Host => "host",
        Party::Guest => "guest",
    }
}

fn party_named(name: &str) -> Option<Party> {
    [Party::Host, Party::Guest]
        .into_iter()
        .find(|&party| party_name(party) == name)
}

fn color_named(name: &str) -> Option<Color> {
    Color::ALL.into_iter().find(|color| color.name() == name)
}

fn wins_written(text: &str) -> Option<Wins> {
    let mut counts = text.split('/').map(|count| count.parse().ok());
    let wins = Wins {
        host: counts.next()??,
        guest: counts.next()??,
        draws: counts.next()??,
    };
    counts.next().is_none().then_some(wins)
}

/// How a game is made of what was stored: replayed, or not yet.
type MakeGame =
    fn(&Terms, u32, Timestamp, Vec<Entry>, Vec<DrawOffer>) -> Result<Game, rooms::Corrupt>;

/// Reads attributes; every error names the attribute and never its value.
struct Attributes<'a> {
    item: &'a Item,
}

impl<'a> Attributes<'a> {
    /// Checks the format first: nothing of a newer item is guessed at.
    fn of(item: &'a Item, what: &'static str) -> Result<Self, Unreadable> {
        let read = Self { item };
        match read.number("f")? {
            FORMAT => Ok(read),
            version => Err(Unreadable::Newer { what, version }),
        }
    }

    fn has(&self, name: &str) -> bool {
        self.item.contains_key(name)
    }

    fn get(&self, name: &'static str) -> Result<&'a AttributeValue, Unreadable> {
        self.item.get(name).ok_or(Unreadable::Missing(name))
    }

    fn maybe<T>(
        &self,
        name: &'static str,
        read: impl FnOnce(&'static str) -> Result<T, Unreadable>,
    ) -> Result<Option<T>, Unreadable> {
        if self.has(name) {
            read(name).map(Some)
        } else {
            Ok(None)
        }
    }

    fn text(&self, name: &'static str) -> Result<&'a str, Unreadable> {
        self.get(name)?
            .as_s()
            .map(String::as_str)
            .map_err(|_| Unreadable::Wrong(name))
    }

    fn named<T>(
        &self,
        name: &'static str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T, Unreadable> {
        read(self.text(name)?).ok_or(Unreadable::Wrong(name))
    }

    fn number(&self, name: &'static str) -> Result<u64, Unreadable> {
        let digits = self
            .get(name)?
            .as_n()
            .map_err(|_| Unreadable::Wrong(name))?;
        digits.parse().map_err(|_| Unreadable::Wrong(name))
    }

    fn time(&self, name: &'static str) -> Result<Timestamp, Unreadable> {
        self.number(name).map(Timestamp::from_millis)
    }

    fn bytes(&self, name: &'static str) -> Result<&'a [u8], Unreadable> {
        self.get(name)?
            .as_b()
            .map(AsRef::as_ref)
            .map_err(|_| Unreadable::Wrong(name))
    }

    fn name(&self, name: &'static str) -> Result<Name, Unreadable> {
        Name::stored(self.text(name)?).map_err(|_| Unreadable::Wrong(name))
    }

    fn person(&self, hash: &'static str, name: &'static str) -> Result<Person, Unreadable> {
        let hash = self
            .bytes(hash)?
            .try_into()
            .map_err(|_| Unreadable::Wrong(hash))?;
        Ok(Person {
            name: self.maybe(name, |name| self.name(name))?,
            token: TokenHash::from_bytes(hash),
        })
    }

    fn rival(&self, name: &'static str) -> Result<Rival, Unreadable> {
        self.named(name, |text| text.parse().ok())
    }

    fn player(&self, name: &'static str, rival: &'static str) -> Result<Player, Unreadable> {
        Ok(match self.maybe(rival, |rival| self.rival(rival))? {
            Some(rival) => Player::Rival(rival),
            None => Player::Person(self.maybe(name, |name| self.name(name))?),
        })
    }

    fn terms(&self) -> Result<Terms, Unreadable> {
        let game = self.named("k", GameKind::from_name)?;
        let initial_fen = self
            .maybe("fen", |name| self.text(name))?
            .map(ToOwned::to_owned);
        let table = self
            .maybe("tb", |name| self.text(name))?
            .unwrap_or_default();
        let (table, draw_offers) = table_read(game, table).ok_or(Unreadable::Wrong("tb"))?;
        Ok(Terms {
            table,
            draw_offers,
            initial_fen,
        })
    }

    fn game(&self, terms: &Terms, make: MakeGame) -> Result<Game, Unreadable> {
        let number = u32::try_from(self.number("n")?).map_err(|_| Unreadable::Wrong("n"))?;
        let started_at = self.time("ga")?;
        let entries = codec::read_entries(terms.game(), self.bytes("m")?, started_at)?;
        let offers = self.maybe("d", |name| codec::read_offers(self.bytes(name)?))?;
        make(
            terms,
            number,
            started_at,
            entries,
            offers.unwrap_or_default(),
        )
        .map_err(Unreadable::Game)
    }

    fn end(&self) -> Result<End, Unreadable> {
        Ok(End {
            winner: self.maybe("ew", |name| self.named(name, color_named))?,
            reason: self.named("er", EndReason::from_name)?,
            at: self.time("ea")?,
        })
    }
}

#[cfg(test)]
mod tests;
