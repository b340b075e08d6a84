//! `jaque`: the whole product on one machine.

use std::io::{BufWriter, Write, stderr, stdin, stdout};
use std::process::ExitCode;

use clap::Parser as _;
use local::cli::{Cli, Command};
use local::{computer, lines};

fn main() -> ExitCode {
    let cli = Cli::parse();
    let output = || BufWriter::new(stdout().lock());
    let good = match cli.command.unwrap_or(Command::Serve(cli.serve)) {
        Command::Serve(options) => return local::run(&options),
        Command::Moves => lines::moves(stdin().lock(), output()),
        Command::Perft { threads } => lines::perft(stdin().lock(), output(), threads),
        Command::Replay => lines::replay(stdin().lock(), output()),
        Command::Uci => computer::uci(output()),
        Command::Duel(options) => computer::duel(&options, output()),
    };
    match good {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        // Whoever read us has gone, as `head` does.
        Err(fault) if fault.kind() == std::io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(fault) => {
            let _ = writeln!(stderr(), "jaque: {fault}");
            ExitCode::FAILURE
        }
    }
}
