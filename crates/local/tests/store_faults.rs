//! Real faults of the store's file, each with an answer and a log line of its own.

#![cfg(target_os = "linux")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

/// A server whose log goes to a file beside its data directory.
struct Server {
    process: Child,
    address: String,
    log: PathBuf,
}

fn serve(dir: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_jaque"));
    command
        .args(["serve", "--port", "0", "--data-dir"])
        .arg(dir);
    command
}

impl Server {
    fn start(mut command: Command, log: &Path) -> Server {
        let mut process = command
            .stdout(Stdio::piped())
            .stderr(fs::File::create(log).unwrap())
            .spawn()
            .unwrap();
        let mut first = String::new();
        BufReader::new(process.stdout.take().unwrap())
            .read_line(&mut first)
            .unwrap();
        let address = first
            .trim()
            .strip_prefix("listening on http://")
            .unwrap_or_else(|| panic!("{first}{}", fs::read_to_string(log).unwrap()))
            .to_owned();
        Server {
            process,
            address,
            log: log.to_owned(),
        }
    }

    /// The status of the answer, and the whole answer as text.
    fn ask(&self, method: &str, path: &str, body: &str) -> (u16, String) {
        let mut socket = TcpStream::connect(&self.address).unwrap();
        write!(
            socket,
            "{method} {path} HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        )
        .unwrap();
        let mut answer = String::new();
        socket.read_to_string(&mut answer).unwrap();
        let status = answer.split(' ').nth(1).unwrap().parse().unwrap();
        (status, answer)
    }

    fn invite(&self) -> (u16, String) {
        self.ask("POST", "/invites", r#"{"game":"chess"}"#)
    }

    /// Tells it to stop, and gives what it logged.
    fn stop(mut self) -> String {
        let told = Command::new("kill")
            .args(["-TERM", &self.process.id().to_string()])
            .status()
            .unwrap();
        assert!(told.success());
        self.process.wait().unwrap();
        fs::read_to_string(&self.log).unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn fresh(name: &str) -> PathBuf {
    let dir = std::env::temp_dir().join(format!("jaque-fault-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&dir);
    fs::create_dir_all(dir.join("data")).unwrap();
    dir
}

fn refused(dir: &Path) -> String {
    let Output { status, stderr, .. } = serve(dir).output().unwrap();
    assert!(!status.success());
    String::from_utf8(stderr).unwrap()
}

/// What the engine's developers tell each other is of no use to an operator.
fn no_foreign_advice(said: &str) {
    for word in [
        "ynoxide",
        "Database::",
        "encryption",
        "PRAGMA",
        "please report",
    ] {
        assert!(!said.contains(word), "{word}: {said}");
    }
}

fn id_of(answer: &str) -> String {
    let rest = answer.split_once("\"id\":\"").expect(answer).1;
    rest.split('"').next().unwrap().to_owned()
}

#[test]
fn a_damaged_file_is_a_fault_of_ours_and_the_log_says_what_to_do() {
    let dir = fresh("damaged");
    let data = dir.join("data");
    let file = data.join("rooms.sqlite");
    let server = Server::start(serve(&data), &dir.join("log"));
    let mut rooms = Vec::new();
    for _ in 0..30 {
        let (status, answer) = server.invite();
        if status != 201 {
            break;
        }
        rooms.push(id_of(&answer));
    }
    assert!(rooms.len() > 5, "{}", rooms.len());
    server.stop();
    let mut bytes = fs::read(&file).unwrap();
    let wal = data.join("rooms.sqlite-wal");
    assert!(
        fs::metadata(&wal).map_or(0, |m| m.len()) == 0,
        "the log was not folded in"
    );
    let half = bytes.len() / 2 / 4096 * 4096;
    bytes[half..].fill(0xa5);
    fs::write(&file, bytes).unwrap();

    let server = Server::start(serve(&data), &dir.join("log"));
    let answers: Vec<_> = rooms
        .iter()
        .map(|id| server.ask("GET", &format!("/rooms/{id}"), ""))
        .collect();
    let log = server.stop();
    let faults: Vec<_> = answers
        .iter()
        .filter(|(status, _)| *status >= 500)
        .collect();
    assert!(!faults.is_empty(), "nothing was hit");
    for (status, answer) in faults {
        assert_eq!(*status, 500, "{answer}\n{log}");
        assert!(answer.contains("/problems/internal-fault"), "{answer}");
        assert!(!answer.contains("rooms.sqlite"), "{answer}");
    }
    assert!(log.contains("ERROR"), "{log}");
    assert!(log.contains(file.to_str().unwrap()), "{log}");
    for word in ["damaged", "stop", "copy", "backup"] {
        assert!(log.contains(word), "{word}: {log}");
    }
    no_foreign_advice(&log);
    fs::remove_dir_all(dir).unwrap();
}

#[test]
fn a_file_that_is_no_database_is_named_at_the_start_and_left_alone() {
    let dir = fresh("text");
    let data = dir.join("data");
    let file = data.join("rooms.sqlite");
    let text = "a shopping list, and no database at all\n".repeat(200);
    fs::write(&file, &text).unwrap();
    let said = refused(&data);
    assert!(said.contains("is not a database of jaque"), "{said}");
    assert!(said.contains(file.to_str().unwrap()), "{said}");
    assert!(said.contains("--data-dir"), "{said}");
    no_foreign_advice(&said);
    assert_eq!(fs::read_to_string(&file).unwrap(), text);
    fs::remove_dir_all(dir).unwrap();
}

#[test]
fn a_directory_in_use_by_another_process_is_said_to_be_in_use() {
    let dir = fresh("locked");
    let data = dir.join("data");
    let server = Server::start(serve(&data), &dir.join("log"));
    let said = refused(&data);
    assert!(said.contains("in use by another jaque"), "{said}");
    assert!(said.contains(&server.process.id().to_string()), "{said}");
    assert_eq!(server.invite().0, 201);
    drop(server);
    fs::remove_dir_all(dir).unwrap();
}

/// The disk is a file system in memory, mounted for the server alone, with room for the tables and little else.
#[test]
fn a_full_disk_is_said_to_be_full() {
    let dir = fresh("full");
    let data = dir.join("data");
    let mut command = Command::new("unshare");
    command
        .args(["--user", "--map-root-user", "--mount", "sh", "-c"])
        .arg(r#"mount -t tmpfs -o size=900k none "$1" && exec "$2" serve --port 0 --data-dir "$1""#)
        .arg("sh")
        .arg(&data)
        .arg(env!("CARGO_BIN_EXE_jaque"));
    let server = Server::start(command, &dir.join("log"));
    let (status, answer) = (0..400)
        .map(|_| server.invite())
        .find(|(status, _)| *status != 201)
        .expect("the disk was never full");
    let log = server.stop();
    assert_eq!(status, 503, "{answer}\n{log}");
    assert!(
        answer.contains("the store has no space left"),
        "{answer}\n{log}"
    );
    assert!(!answer.contains("rooms.sqlite"), "{answer}");
    assert!(
        log.contains("ERROR") && log.contains("no space left"),
        "{log}"
    );
    assert!(
        log.contains(data.join("rooms.sqlite").to_str().unwrap()),
        "{log}"
    );
    no_foreign_advice(&log);
    fs::remove_dir_all(dir).unwrap();
}
