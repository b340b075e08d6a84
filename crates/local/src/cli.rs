//! The command line of `jaque`.

use std::net::IpAddr;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use rivals::duel::Player;
use rooms::limits::HARD_GAMES;

/// Chess and Spanish draughts by link, all of it on one machine.
#[derive(Debug, Parser)]
#[command(name = "jaque", version, about, long_about = None, args_conflicts_with_subcommands = true)]
pub struct Cli {
    /// What to do; `serve` if nothing is said.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// For `serve`, when it is not named. An option before a command is refused: it would be ignored.
    #[command(flatten)]
    pub serve: Serve,
}

/// What `jaque` can do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Serve the whole product over HTTP, on an embedded store
    Serve(Serve),
    /// List the legal moves of positions: JSON lines in, JSON lines out
    ///
    /// In: {"id", "game"?, "table"?, "fen", "wrong"?}. Out: {"id", "moves": [{"move", "notation", "from", "to", "captures"?, "promotes"?}], "result"?}.
    Moves,
    /// Count move paths: JSON lines in, JSON lines out, nodes per second on standard error
    ///
    /// In: {"id", "game"?, "table"?, "fen", "depth"}. Out: {"id", "nodes": [depth 1, depth 2, …]}.
    Perft {
        /// How many threads share the work
        #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
        threads: u16,
    },
    /// Play games through and tell how they stand: JSON lines in, JSON lines out
    ///
    /// In: {"id", "game"?, "table"?, "fen"?, "moves": […] or "pdn", "rules": "off"?}. Out: {"id", "over", "winner"?, "reason"?, "fen", "occurrences", "check"?, "stoppedAt"?}.
    Replay,
    /// Play chess as an engine over UCI, with the options Level, Seed and Hash
    Uci,
    /// Let two players of the computer play each other and tell who is stronger
    ///
    /// A player is a level (domador, chofer, carcelero, empresario), `search` or `random`, then changes: `search,nodes=20000,without=null-move`.
    Duel(Duel),
}

/// A duel.
#[derive(Args, Clone, Debug)]
pub struct Duel {
    /// The first player, whose result is told
    pub first: Player,
    /// The second
    pub second: Player,
    /// `chess`, or a preset of damas such as `classic`
    #[arg(long, default_value = "chess")]
    pub game: String,
    /// How many games; each opening is played with both colours
    #[arg(long, default_value_t = 84)]
    pub games: u16,
    /// Where all chance comes from
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// How many games at once; as many as there are processors if not said
    #[arg(long)]
    pub threads: Option<usize>,
}

/// How to serve.
#[derive(Args, Clone, Debug)]
pub struct Serve {
    /// The port to listen on; 0 takes a free one
    #[arg(long, default_value_t = 3000)]
    pub port: u16,
    /// The address to listen on
    #[arg(long, default_value = "127.0.0.1")]
    pub host: IpAddr,
    /// Where rooms are kept; the user's data directory if not said
    #[arg(long, value_name = "DIR")]
    pub data_dir: Option<PathBuf>,
    /// Do not look for expired rooms every five minutes
    #[arg(long)]
    pub no_sweep: bool,
    /// How many games against the strongest rival each address may start in a day; 0 is no limit
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u32).range(..=i64::from(HARD_GAMES)))]
    pub hard_games_a_day: u32,
    /// Where people reach this server; links are made of it [default: http://localhost:PORT]
    #[arg(long, value_name = "URL", value_parser = public_url)]
    pub public_url: Option<String>,
}

fn public_url(text: &str) -> Result<String, String> {
    let url: http::Uri = text.parse().map_err(|fault| format!("{fault}"))?;
    let plain = url.path() == "/" && url.query().is_none() && !text.contains(['#', '@']);
    match (url.scheme_str(), url.authority()) {
        (Some(scheme @ ("http" | "https")), Some(authority)) if plain => {
            Ok(format!("{scheme}://{authority}"))
        }
        _ => Err("it must be a scheme and a host alone, such as https://jaque.example".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_public_url_is_an_origin() {
        assert_eq!(
            public_url("https://jaque.example/"),
            Ok("https://jaque.example".to_owned())
        );
        for bad in [
            "jaque.example",
            "ftp://x",
            "https://x/y",
            "https://u:p@x",
            "https://x/#a",
            "https://x/?a",
            "",
        ] {
            assert!(public_url(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn the_hard_games_of_a_day_have_a_bound() {
        let parse = |number: u32| {
            let number = number.to_string();
            Cli::try_parse_from(["jaque", "serve", "--hard-games-a-day", &number])
        };
        assert!(parse(HARD_GAMES).is_ok());
        assert!(parse(HARD_GAMES + 1).is_err());
    }

    #[test]
    fn an_option_is_taken_or_refused_wherever_it_stands() {
        let commands = [
            &["serve"][..],
            &["moves"],
            &["perft"],
            &["replay"],
            &["uci"],
            &["duel", "domador", "chofer"],
        ];
        let options = [
            &["--port", "1"][..],
            &["--host", "::1"],
            &["--data-dir", "x"],
            &["--no-sweep"],
            &["--hard-games-a-day", "3"],
            &["--public-url", "https://x"],
        ];
        let parse = |before: &[&str], after: &[&str]| {
            Cli::try_parse_from([&["jaque"], before, after].concat()).map(|cli| match cli.command {
                Some(Command::Serve(options)) => options,
                _ => cli.serve,
            })
        };
        let usual = format!("{:?}", parse(&[], &[]).unwrap());
        for option in options {
            let alone = format!("{:?}", parse(option, &[]).unwrap());
            assert_ne!(alone, usual, "{option:?}");
            for command in commands {
                assert!(parse(option, command).is_err(), "{option:?} {command:?}");
                let behind = parse(command, option);
                match command {
                    ["serve"] => assert_eq!(format!("{:?}", behind.unwrap()), alone),
                    _ => assert!(behind.is_err(), "{command:?} {option:?}"),
                }
            }
        }
    }

    #[test]
    fn the_command_line_is_well_formed() {
        use clap::CommandFactory as _;
        Cli::command().debug_assert();
    }
}
