//! A Lambda Runtime API of our own, so that a function's real binary can be run as AWS runs it, without Docker.
//!
//! A [`Sandbox`] is what AWS calls an execution environment: one process, its own Runtime API on a free port of this
//! machine, one event at a time. The process is given the variables that AWS gives and nothing else of ours, and it is
//! killed when the sandbox is dropped. The protocol is
//! <https://docs.aws.amazon.com/lambda/latest/dg/runtimes-api.html>.

mod sandbox;
mod server;

pub use sandbox::{Outcome, Sandbox};
