//! The commands that answer line by line, driven by another program through pipes.

#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use serde_json::{Value, json};

/// How long a missing answer is waited for. Only a test that fails takes it.
const PATIENCE: Duration = Duration::from_secs(60);

/// A command that runs, with its lines.
struct Talk {
    process: Child,
    answers: Receiver<String>,
}

impl Talk {
    fn with(command: &str) -> Talk {
        let mut process = Command::new(env!("CARGO_BIN_EXE_jaque"))
            .arg(command)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let output = BufReader::new(process.stdout.take().unwrap());
        let (send, answers) = channel();
        std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if send.send(line).is_err() {
                    break;
                }
            }
        });
        Talk { process, answers }
    }

    /// Sends one line and waits for its answer before anything else is sent. The input stays open.
    fn ask(&mut self, line: &str) -> Value {
        let input = self.process.stdin.as_mut().unwrap();
        writeln!(input, "{line}").unwrap();
        input.flush().unwrap();
        match self.answers.recv_timeout(PATIENCE) {
            Ok(answer) => serde_json::from_str(&answer).unwrap(),
            Err(_) => {
                self.process.kill().unwrap();
                Value::Null
            }
        }
    }

    /// Ends the input and says with which status the command ends.
    fn end(mut self) -> Option<i32> {
        drop(self.process.stdin.take());
        self.process.wait().unwrap().code()
    }
}

#[test]
fn each_line_is_answered_before_the_next_one_is_sent() {
    let lines = [
        ("moves", json!({"id": 1, "game": "damas"}), "moves"),
        ("perft", json!({"id": 1, "depth": 1}), "nodes"),
        ("replay", json!({"id": 1, "moves": ["e4", "e5"]}), "fen"),
    ];
    for (command, line, member) in lines {
        let mut talk = Talk::with(command);
        for id in [1, 2, 3] {
            let mut line = line.clone();
            line["id"] = id.into();
            let answer = talk.ask(&line.to_string());
            assert_eq!(answer["id"], id, "{command} {answer}");
            assert!(!answer[member].is_null(), "{command} {answer}");
        }
        assert_eq!(talk.end(), Some(0), "{command}");
    }
}

#[test]
fn a_bad_line_is_answered_at_once_too_and_the_talk_goes_on() {
    let mut talk = Talk::with("moves");
    assert!(talk.ask("{").get("error").is_some());
    assert!(
        talk.ask("{\"id\": 7, \"fen\": \"44\"}")
            .get("error")
            .is_some()
    );
    let answer = talk.ask("{\"id\": 8}");
    assert_eq!(answer["moves"].as_array().unwrap().len(), 20);
    assert_eq!(talk.end(), Some(1), "a line was bad");
}
