//! The binary itself: started, killed in the middle of a burst of moves, and started again.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

struct Server {
    process: Child,
    address: String,
}

fn start(dir: &Path) -> Server {
    let mut process = Command::new(env!("CARGO_BIN_EXE_jaque"))
        .args(["serve", "--port", "0", "--data-dir"])
        .arg(dir)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = String::new();
    BufReader::new(process.stdout.take().unwrap())
        .read_line(&mut first)
        .unwrap();
    let address = first
        .trim()
        .strip_prefix("listening on http://")
        .expect("the first line")
        .to_owned();
    Server { process, address }
}

impl Server {
    /// Sends a request; `None` if the server died before it answered.
    fn post(&self, path: &str, token: &str, body: &Value) -> Option<Value> {
        let mut socket = TcpStream::connect(&self.address).ok()?;
        let body = body.to_string();
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: h\r\nConnection: close\r\nContent-Type: application/json\r\n\
             Authorization: Bearer {token}\r\nContent-Length: {}\r\n\r\n",
            body.len()
        );
        // Without a token the header must not be there at all.
        let head = head.replace("Authorization: Bearer \r\n", "");
        socket.write_all(format!("{head}{body}").as_bytes()).ok()?;
        let mut answer = String::new();
        socket.read_to_string(&mut answer).ok()?;
        serde_json::from_str(answer.split_once("\r\n\r\n")?.1).ok()
    }

    fn get(&self, path: &str) -> Value {
        let mut socket = TcpStream::connect(&self.address).unwrap();
        write!(
            socket,
            "GET {path} HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n"
        )
        .unwrap();
        let mut answer = String::new();
        socket.read_to_string(&mut answer).unwrap();
        serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn fresh_dir(name: &str) -> PathBuf {
    let dir = std::env::temp_dir().join(format!("jaque-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&dir);
    dir
}

#[test]
fn a_kill_in_a_burst_of_moves_loses_no_answered_move() {
    let dir = fresh_dir("kill");
    for round in 0..4 {
        let server = start(&dir);
        let mut games = Vec::new();
        for _ in 0..4 {
            let host = server
                .post("/invites", "", &json!({"game": "chess"}))
                .unwrap();
            let id = host["id"].as_str().unwrap().to_owned();
            let guest = server
                .post(&format!("/invites/{id}/acceptance"), "", &json!({}))
                .unwrap();
            games.push((
                id,
                [
                    host["seatToken"].as_str().unwrap().to_owned(),
                    guest["seatToken"].as_str().unwrap().to_owned(),
                ],
            ));
        }
        let process = server.process.id();
        let answered = std::thread::scope(|scope| {
            let players: Vec<_> = games
                .iter()
                .map(|(id, tokens)| {
                    let server = &server;
                    scope.spawn(move || {
                        let shuffle = [
                            "a3", "a6", "b3", "b6", "c3", "c6", "d3", "d6", "e3", "e6", "f3", "f6",
                            "g3", "g6", "h3", "h6", "Nd2", "Nd7", "Bb2", "Bb7",
                        ];
                        let mut answered = 0;
                        for (ply, text) in shuffle.iter().enumerate() {
                            let body = json!({"move": text, "ply": ply, "gameNumber": 1});
                            match server.post(
                                &format!("/rooms/{id}/moves"),
                                &tokens[ply % 2],
                                &body,
                            ) {
                                Some(room) => {
                                    let ply = room["ply"].as_u64();
                                    answered = ply.unwrap_or_else(|| panic!("{room}"));
                                }
                                None => break,
                            }
                        }
                        answered
                    })
                })
                .collect();
            std::thread::sleep(std::time::Duration::from_millis(40 + 60 * round));
            let killed = Command::new("kill")
                .args(["-9", &process.to_string()])
                .status()
                .unwrap();
            assert!(killed.success());
            players
                .into_iter()
                .map(|player| player.join().unwrap())
                .collect::<Vec<_>>()
        });
        drop(server);
        let server = start(&dir);
        for ((id, _), answered) in games.iter().zip(answered) {
            let kept = server.get(&format!("/rooms/{id}"))["ply"].as_u64().unwrap();
            // One more may have been stored whose answer was cut off.
            assert!(
                (answered..=answered + 1).contains(&kept),
                "{answered} answered, {kept} kept"
            );
        }
    }
    std::fs::remove_dir_all(&dir).unwrap();
}

#[test]
fn it_stops_cleanly_when_told_and_a_second_process_is_refused_the_directory() {
    let dir = fresh_dir("stop");
    let mut server = start(&dir);
    let second = Command::new(env!("CARGO_BIN_EXE_jaque"))
        .args(["serve", "--port", "0", "--data-dir"])
        .arg(&dir)
        .output()
        .unwrap();
    assert!(!second.status.success());
    let said = String::from_utf8(second.stderr).unwrap();
    assert!(
        said.contains("another process") || said.contains("in use"),
        "{said}"
    );
    // A connection that is kept open does not hold it up.
    let idle = TcpStream::connect(&server.address).unwrap();
    let told = Command::new("kill")
        .args(["-TERM", &server.process.id().to_string()])
        .status()
        .unwrap();
    assert!(told.success() && server.process.wait().unwrap().success());
    drop(idle);
    std::fs::remove_dir_all(&dir).unwrap();
}

/// A number from what the system says of a process, such as `Threads`.
#[cfg(target_os = "linux")]
fn told(process: u32, what: &str) -> usize {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix(what));
    let digits: String = line.unwrap().chars().filter(char::is_ascii_digit).collect();
    digits.parse().unwrap()
}

#[cfg(target_os = "linux")]
#[test]
fn many_writers_at_once_are_all_answered_on_a_bounded_number_of_threads() {
    let dir = fresh_dir("crowd");
    let server = start(&dir);
    let process = server.process.id();
    let done = std::sync::atomic::AtomicBool::new(false);
    let most = std::thread::scope(|scope| {
        let watch = scope.spawn(|| {
            let mut most = 0;
            while !done.load(std::sync::atomic::Ordering::Relaxed) {
                most = most.max(told(process, "Threads:"));
                std::thread::sleep(std::time::Duration::from_millis(2));
            }
            most
        });
        let writers: Vec<_> = (0..256)
            .map(|number| {
                let server = &server;
                scope.spawn(move || {
                    // Some of them play a computer, which thinks for a while.
                    let mut wish = json!({"game": "damas", "name": format!("n{number}")});
                    if number % 8 == 0 {
                        wish["rival"] = json!("carcelero");
                        wish["seat"] = json!("black");
                    }
                    let room = server.post("/invites", "", &wish).unwrap();
                    let id = room["id"].as_str().unwrap_or_else(|| panic!("{room}"));
                    assert_eq!(
                        server.get(&format!("/rooms/{id}"))["version"],
                        room["version"]
                    );
                })
            })
            .collect();
        for writer in writers {
            writer.join().unwrap();
        }
        done.store(true, std::sync::atomic::Ordering::Relaxed);
        watch.join().unwrap()
    });
    assert!(
        most <= local::pool::most_threads(),
        "{most} threads, {} at most",
        local::pool::most_threads()
    );
    drop(server);
    std::fs::remove_dir_all(&dir).unwrap();
}
