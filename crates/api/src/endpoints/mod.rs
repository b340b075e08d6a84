//! One endpoint per function.

#[cfg(feature = "board-image")]
mod board_image;
mod commands;
mod describe_api;
mod export_game;
mod get_room;
mod invites;
mod not_found;
mod pages;
mod share_page;

#[cfg(feature = "board-image")]
pub use board_image::BoardImage;
pub use commands::{
    AcceptDraw, ClaimAbsence, DeclineDraw, Huff, OfferRematch, ProposeDraw, Resign, SubmitMove,
};
pub use describe_api::DescribeApi;
pub use export_game::ExportGame;
pub(crate) use export_game::{GameView, PDN, PGN, REGISTERED_PGN};
pub use get_room::GetRoom;
pub use invites::{AcceptInvite, CancelInvite, CreateInvite};
pub use not_found::NotFound;
pub(crate) use pages::refusal;
pub use share_page::SharePage;

use crate::body::Field;
use crate::routes::Function;

/// The fields of the body that a function takes; `None` if it takes none.
#[must_use]
pub(crate) fn fields(function: Function) -> Option<&'static [Field]> {
    match function {
        Function::CreateInvite => Some(&invites::CREATE),
        Function::AcceptInvite => Some(&invites::ACCEPT),
        Function::SubmitMove => Some(&commands::MOVE),
        Function::ProposeDraw => Some(&commands::OFFER),
        Function::Huff => Some(&commands::HUFF),
        Function::AcceptDraw | Function::DeclineDraw => Some(&commands::ANSWER),
        Function::Resign | Function::ClaimAbsence | Function::OfferRematch => Some(&commands::GAME),
        _ => None,
    }
}
