//! Every limit of the domain, once. The API's documents and pages print these.

use crate::time::Span;

/// A rival absent for *more than* this may be claimed against.
pub const ABSENCE: Span = Span::hours(48);

/// A room in which nothing has been played for this long is expired.
pub const EXPIRY: Span = Span::days(7);

/// How long a room stays readable after its end, unless the operator says otherwise.
pub const RETENTION: Span = Span::days(90);

/// A client-made id must be of the last five minutes …
pub const ID_AGE: Span = Span::minutes(5);

/// … or at most this far ahead: phones' clocks are not exact.
pub const ID_AHEAD: Span = Span::minutes(1);

/// When a sweep looks again at a room that it could do nothing with: until then the others have its place.
pub const PUT_OFF: Span = Span::minutes(15);

/// The first ply at which a draw may be offered.
pub const FIRST_DRAW_OFFER: u32 = 2;

/// How many games one room can have; after the last one people make a new room.
pub const GAMES: u32 = 999;

/// The most that an operator can set for the hard games of a caller's day: the store keeps the name of each in one item.
pub const HARD_GAMES: u32 = 1000;

/// After a refusal or a lapse the same seat waits this many plies before it offers again.
pub const DRAW_OFFER_WAIT: u32 = 20;
