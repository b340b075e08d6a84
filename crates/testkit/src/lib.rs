//! What only tests need.
//!
//! - [`Faults`] and [`Meter`] go between the AWS SDK and whatever answers it: one breaks on purpose, the other adds up
//!   what DynamoDB would charge.
//! - [`Sandbox`] runs a function's binary as AWS Lambda does, and [`DynamoEndpoint`] is the table it reaches.
//! - [`play`] makes rooms and plays in them.
//! - [`contract`] is the suite that every store of rooms must pass, whatever is beneath it; [`store_contract!`] makes
//!   tests of it.
//!
//! Panicking is how a test fails, so the lints against it are off here, and only here.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout
)]

pub mod contract;
mod endpoint;
mod faults;
mod meter;
pub mod play;
mod runtime_api;

pub use endpoint::DynamoEndpoint;
pub use faults::{Fault, Faults};
pub use meter::{Meter, Units};
pub use runtime_api::{Outcome, Sandbox};
