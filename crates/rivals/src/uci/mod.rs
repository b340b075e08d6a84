//! The Universal Chess Interface over any reader and writer: for matches with other programs.
//!
//! What UCI has no word for are options: `Level` (a [`Level`], whose number of nodes is then an upper limit, or `none` to play as well
//! as `go` lets it), `Seed` and `Hash`; and, where there is no level, what makes one: `Noise`, `Blindness`, `Variety`. The clock is the caller's: this crate has none.

mod bench;
mod go;

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::Duration;

use rules::chess::{Game, Position, parse_uci};

use crate::search::{TABLE_BYTES, mix};
use crate::{Frailty, Level, Limits, Report, Score, Settings, search_chess};
use go::Go;
use rules::chess::Move;

/// What time it is, counted from any moment.
pub type Clock<'a> = &'a (dyn Fn() -> Duration + Sync);

/// What a session remembers.
struct Engine<'a> {
    game: Game,
    level: Option<Level>,
    /// How it errs where no level says so.
    frailty: Frailty,
    seed: u64,
    table_bytes: u64,
    clock: Clock<'a>,
    lines: Receiver<String>,
    /// Lines that came while a search was under way.
    waiting: VecDeque<String>,
}

/// Speaks UCI until `quit` or the end of the input.
///
/// A thread reads, so that `stop` is heard during a search.
///
/// # Errors
/// If writing fails.
pub fn run(input: impl BufRead + Send, mut output: impl Write, clock: Clock<'_>) -> io::Result<()> {
    std::thread::scope(|scope| {
        let (sender, lines) = channel();
        scope.spawn(move || {
            for line in input.lines() {
                let Ok(line) = line else { break };
                let last = line.trim() == "quit";
                if sender.send(line).is_err() || last {
                    break;
                }
            }
        });
        Engine {
            game: Game::start(),
            level: None,
            frailty: Frailty::default(),
            seed: 0,
            table_bytes: TABLE_BYTES,
            clock,
            lines,
            waiting: VecDeque::new(),
        }
        .converse(&mut output)
    })
}

impl Engine<'_> {
    fn converse(&mut self, output: &mut impl Write) -> io::Result<()> {
        loop {
            let Some(line) = self.waiting.pop_front().or_else(|| self.lines.recv().ok()) else {
                return Ok(());
            };
            let words: Vec<&str> = line.split_ascii_whitespace().collect();
            match words.as_slice() {
                ["uci", ..] => self.introduce(output)?,
                ["isready", ..] => writeln!(output, "readyok")?,
                ["ucinewgame", ..] => self.game = Game::start(),
                ["position", rest @ ..] => match position(rest) {
                    Ok(game) => self.game = game,
                    Err(why) => writeln!(output, "info string {why}")?,
                },
                ["setoption", "name", name, "value", value, ..] => {
                    if let Err(why) = self.set(name, value) {
                        writeln!(output, "info string {why}")?;
                    }
                }
                ["go", rest @ ..] => self.go(Go::read(rest), output)?,
                ["bench", rest @ ..] => {
                    let depth = rest.first().and_then(|depth| depth.parse().ok());
                    bench::bench(depth, self.clock, output)?;
                }
                ["quit", ..] => return Ok(()),
                // Nothing runs that could be stopped; UCI says to pass over what one does not know.
                _ => {}
            }
            output.flush()?;
        }
    }

    fn introduce(&self, output: &mut impl Write) -> io::Result<()> {
        writeln!(output, "id name Jaque {}", env!("CARGO_PKG_VERSION"))?;
        writeln!(output, "id author the authors of Jaque")?;
        write!(output, "option name Level type combo default none var none")?;
        for level in Level::ALL {
            write!(output, " var {level}")?;
        }
        writeln!(output)?;
        for name in ["Noise", "Blindness", "Variety"] {
            writeln!(
                output,
                "option name {name} type spin default 0 min 0 max 1024"
            )?;
        }
        writeln!(
            output,
            "option name Seed type spin default 0 min 0 max 2147483647"
        )?;
        writeln!(output, "option name Hash type spin default 16 min 1 max 16")?;
        writeln!(output, "uciok")
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let bad = |what: &str| format!("`{value}` is not {what}");
        match name.to_ascii_lowercase().as_str() {
            "level" if value == "none" => self.level = None,
            "level" => self.level = Some(value.parse().map_err(|_| bad("a level"))?),
            "seed" => self.seed = value.parse().map_err(|_| bad("a seed"))?,
            "hash" => {
                let megabytes: u64 = value.parse().map_err(|_| bad("a number of megabytes"))?;
                self.table_bytes = (megabytes << 20).clamp(1 << 20, TABLE_BYTES);
            }
            "noise" | "blindness" | "variety" => {
                let number: u16 = value.parse().map_err(|_| bad("a number"))?;
                let most = number.min(1024);
                match name.as_bytes() {
                    [b'n' | b'N', ..] => self.frailty.noise = most.into(),
                    [b'b' | b'B', ..] => self.frailty.blindness = most,
                    _ => self.frailty.variety = most.into(),
                }
            }
            _ => return Err(format!("there is no option `{name}`")),
        }
        Ok(())
    }

    /// A level's own settings, or a search without errors; within what `go` allows.
    fn settings(&self, go: &Go) -> Settings {
        let ply = self.game.ply();
        let seed = mix(self.seed ^ mix(ply as u64));
        let free = if go.is_limited() {
            u64::MAX
        } else {
            Level::Empresario.chess(ply, seed).limits.nodes
        };
        let mut settings = match self.level {
            Some(level) => level.chess(ply, seed),
            None => {
                let mut settings = Settings::new(Limits::nodes(free));
                settings.frailty = self.frailty;
                settings.seed = seed;
                settings
            }
        };
        settings.table_bytes = self.table_bytes;
        settings.limits.nodes = settings.limits.nodes.min(go.nodes.unwrap_or(u64::MAX));
        settings.limits.depth = settings.limits.depth.min(go.depth.unwrap_or(u8::MAX));
        settings
    }

    fn go(&mut self, go: Go, output: &mut impl Write) -> io::Result<()> {
        let clock = self.clock;
        let begun = clock();
        let time = go.time(self.game.position().turn());
        let settings = self.settings(&go);
        let game = self.game.clone();
        let enough = Cell::new(false);
        let mut failed = Ok(());
        let (lines, waiting) = (&self.lines, &mut self.waiting);
        let shared = RefCell::new(&mut *output);
        let mut stop = |_| {
            loop {
                match lines.try_recv() {
                    Ok(line) if line.trim() == "stop" => enough.set(true),
                    Ok(line) if line.trim() == "isready" => {
                        let output = &mut **shared.borrow_mut();
                        // If nobody reads, the next line that is written says so.
                        let _ = writeln!(output, "readyok").and_then(|()| output.flush());
                    }
                    Ok(line) => {
                        enough.set(enough.get() || line.trim() == "quit");
                        waiting.push_back(line);
                    }
                    // Whoever asked for an endless search and left does not wait for its end.
                    Err(TryRecvError::Disconnected) if go.infinite => break enough.set(true),
                    Err(_) => break,
                }
            }
            enough.get() || time.is_some_and(|time| clock().saturating_sub(begun) >= time.hard)
        };
        let mut tell = |report: &Report<Move>| {
            let spent = clock().saturating_sub(begun);
            if time.is_some_and(|time| spent >= time.soft) {
                enough.set(true);
            }
            if failed.is_ok() {
                let output = &mut **shared.borrow_mut();
                failed = inform(report, spent, output).and_then(|()| output.flush());
            }
        };
        let report = search_chess(&game, settings, &mut stop, &mut tell);
        failed?;
        if go.infinite && !enough.get() {
            self.wait_for_stop(output)?;
        }
        match report.and_then(|report| report.line.first().copied()) {
            Some(mv) => writeln!(output, "bestmove {mv}"),
            None => writeln!(output, "bestmove 0000"),
        }
    }

    /// After `go infinite` the move is told only when it is asked for.
    fn wait_for_stop(&mut self, output: &mut impl Write) -> io::Result<()> {
        while let Some(line) = self.waiting.pop_front().or_else(|| self.lines.recv().ok()) {
            match line.trim() {
                "stop" => break,
                "isready" => {
                    writeln!(output, "readyok")?;
                    output.flush()?;
                }
                "quit" => {
                    self.waiting.push_front(line);
                    break;
                }
                _ => {}
            }
        }
        Ok(())
    }
}

/// An `info` line.
fn inform(report: &Report<Move>, spent: Duration, output: &mut impl Write) -> io::Result<()> {
    let milliseconds = spent.as_millis();
    let per_second = u128::from(report.nodes) * 1000 / milliseconds.max(1);
    write!(output, "info depth {} score ", report.depth)?;
    match report.score {
        Score::Centipawns(points) => write!(output, "cp {points}")?,
        Score::Wins(moves) => write!(output, "mate {moves}")?,
        Score::Loses(moves) => write!(output, "mate -{moves}")?,
    }
    write!(
        output,
        " nodes {} nps {per_second} time {milliseconds} pv",
        report.nodes
    )?;
    for mv in &report.line {
        write!(output, " {mv}")?;
    }
    writeln!(output)
}

/// `startpos` or `fen …`, then `moves …`.
fn position(words: &[&str]) -> Result<Game, String> {
    let at = words.iter().position(|&word| word == "moves");
    let (place, moves) = words.split_at(at.unwrap_or(words.len()));
    let start = match place {
        ["startpos", ..] => Position::start(),
        ["fen", fields @ ..] => {
            let fen = fields.join(" ");
            Position::from_fen(&fen).map_err(|fault| format!("`{fen}`: {fault}"))?
        }
        _ => return Err("after `position` comes `startpos` or `fen`".to_owned()),
    };
    let mut game = Game::new(start);
    for text in moves.iter().skip(1) {
        let mv = parse_uci(game.position(), text).map_err(|fault| format!("`{text}`: {fault}"))?;
        game.play(mv)
            .map_err(|fault| format!("`{text}`: {fault}"))?;
    }
    Ok(game)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A clock that goes on by a millisecond whenever it is looked at.
    fn answers(input: &str) -> String {
        let time = std::sync::atomic::AtomicU64::new(0);
        let clock =
            || Duration::from_millis(time.fetch_add(1, std::sync::atomic::Ordering::Relaxed));
        let mut output = Vec::new();
        run(input.as_bytes(), &mut output, &clock).unwrap();
        String::from_utf8(output).unwrap()
    }

    fn best(input: &str) -> String {
        let answers = answers(input);
        let last = answers.lines().last().unwrap();
        last.strip_prefix("bestmove ").unwrap().to_owned()
    }

    #[test]
    fn it_introduces_itself_and_is_ready() {
        let answers = answers("uci\nisready\nquit\n");
        assert!(answers.starts_with("id name Jaque"));
        assert!(answers.contains("option name Level type combo default none var none var domador"));
        assert!(answers.ends_with("uciok\nreadyok\n"));
    }

    #[test]
    fn a_level_plays_the_same_whatever_nodes_it_is_allowed_beyond_its_own() {
        let one = best(
            "setoption name Level value chofer\nsetoption name Seed value 5\nposition startpos moves e2e4\ngo nodes 1000000\nquit\n",
        );
        let other = best(
            "setoption name Level value chofer\nsetoption name Seed value 5\nposition startpos moves e2e4\ngo infinite\nstop\nquit\n",
        );
        let third = best(
            "setoption name Level value chofer\nsetoption name Seed value 5\nposition startpos moves e2e4\ngo\nquit\n",
        );
        assert_eq!((&one, &one), (&third, &other));
    }

    #[test]
    fn it_finds_a_mate_and_says_so() {
        let answers = answers("position fen 7k/R7/6K1/8/8/8/8/8 w - - 0 1\ngo depth 3\nquit\n");
        assert!(answers.contains("score mate 1 "), "{answers}");
        assert!(answers.ends_with("bestmove a7a8\n") || answers.ends_with("bestmove a7h7\n"));
    }

    #[test]
    fn time_ends_a_search() {
        for go in [
            "movetime 30",
            "wtime 600 btime 600",
            "wtime 900 btime 900 winc 10 binc 10 movestogo 5",
        ] {
            assert!(best(&format!("go {go}\nquit\n")).len() >= 4);
        }
    }

    #[test]
    fn a_side_without_moves_says_so_and_nonsense_is_passed_over() {
        assert_eq!(
            best("position startpos moves f2f3 e7e5 g2g4 d8h4\ngo nodes 100\n"),
            "0000"
        );
        let answers =
            answers("xyzzy\nposition fen nonsense\nsetoption name Level value king\nquit\n");
        assert_eq!(answers.lines().count(), 2);
        assert!(answers.lines().all(|line| line.starts_with("info string ")));
    }

    #[test]
    fn the_bench_counts_the_same_nodes_every_time() {
        let count = || {
            let answers = answers("bench 4\nquit\n");
            answers
                .lines()
                .find(|line| line.starts_with("nodes "))
                .map(str::to_owned)
        };
        assert!(count().is_some());
        assert_eq!(count(), count());
    }
}
