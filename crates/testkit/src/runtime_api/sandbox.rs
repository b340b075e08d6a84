//! The process, and what is asked of it.

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use serde_json::Value;
use tokio::sync::{mpsc, oneshot};

use super::server::{Said, Shared, Work, listen};

/// How long AWS lets a function start.
const START: Duration = Duration::from_secs(10);

/// How long a function may take for one event. Longer than the store's own patience.
const TIMEOUT: Duration = Duration::from_secs(20);

/// How often a silent process is looked at.
const LOOK: Duration = Duration::from_millis(10);

/// What came of an event.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// The function's answer.
    Answered(Value),
    /// The function said that it failed. API Gateway makes a 500 of it.
    Failed(Value),
    /// The process ended.
    Exited(ExitStatus),
    /// Nothing came in time.
    TimedOut,
}

/// One function's process under a Runtime API of its own.
pub struct Sandbox {
    name: String,
    started: Instant,
    child: Mutex<Child>,
    pid: u32,
    shared: Arc<Shared>,
    work: mpsc::UnboundedSender<Work>,
    count: AtomicU64,
    log: Arc<Mutex<String>>,
    readers: Mutex<Vec<JoinHandle<()>>>,
}

impl std::fmt::Debug for Sandbox {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Sandbox({}, {})", self.name, self.pid)
    }
}

impl Sandbox {
    /// Starts a binary, named as its function, with what AWS puts into the environment and `variables`.
    ///
    /// # Panics
    /// If the binary is not there.
    pub async fn start(binary: &Path, variables: &[(&str, &str)]) -> Sandbox {
        let name = binary.file_name().unwrap().to_str().unwrap().to_owned();
        let arn = format!("arn:aws:lambda:eu-west-1:123456789012:function:{name}");
        let (address, shared, work) = listen(arn).await;
        let started = Instant::now();
        let mut child = Command::new(binary)
            .env_clear()
            .envs([
                ("AWS_LAMBDA_RUNTIME_API", address.as_str()),
                ("AWS_LAMBDA_FUNCTION_NAME", &name),
                ("AWS_LAMBDA_FUNCTION_VERSION", "$LATEST"),
                ("AWS_LAMBDA_FUNCTION_MEMORY_SIZE", "256"),
                ("AWS_LAMBDA_INITIALIZATION_TYPE", "on-demand"),
                ("AWS_LAMBDA_LOG_FORMAT", "JSON"),
                ("AWS_LAMBDA_LOG_LEVEL", "INFO"),
                ("AWS_LAMBDA_LOG_GROUP_NAME", "/aws/lambda/test"),
                ("AWS_LAMBDA_LOG_STREAM_NAME", "2026/11/30/[$LATEST]test"),
                ("AWS_EXECUTION_ENV", "AWS_Lambda_provided.al2023"),
                ("AWS_REGION", "eu-west-1"),
                ("AWS_DEFAULT_REGION", "eu-west-1"),
                ("AWS_ACCESS_KEY_ID", "ASIAEXAMPLE"),
                ("AWS_SECRET_ACCESS_KEY", "example"),
                ("AWS_SESSION_TOKEN", "example"),
                ("_HANDLER", "bootstrap"),
                ("LAMBDA_TASK_ROOT", "/var/task"),
                ("LAMBDA_RUNTIME_DIR", "/var/runtime"),
                ("LANG", "en_US.UTF-8"),
                ("PATH", "/usr/local/bin:/usr/bin:/bin"),
                ("TZ", ":UTC"),
            ])
            .envs(variables.iter().copied())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap_or_else(|fault| panic!("{}: {fault}", binary.display()));
        let log = Arc::<Mutex<String>>::default();
        let readers = vec![
            collect(child.stdout.take().unwrap(), &log),
            collect(child.stderr.take().unwrap(), &log),
        ];
        Sandbox {
            name,
            started,
            pid: child.id(),
            child: Mutex::new(child),
            shared,
            work,
            count: AtomicU64::new(0),
            log,
            readers: Mutex::new(readers),
        }
    }

    /// Waits until the function asks for work for the first time; returns how long after its start that was.
    ///
    /// # Errors
    /// What kept it from it: its own words, its exit, or time.
    ///
    /// # Panics
    /// If a thread of the sandbox panicked.
    pub async fn ready(&self) -> Result<Duration, String> {
        let mut ready = self.shared.ready.subscribe();
        while self.started.elapsed() < START {
            if let Some(at) = *ready.borrow_and_update() {
                return Ok(at - self.started);
            }
            if let Some(said) = &*self.shared.unready.lock().unwrap() {
                return Err(said.to_string());
            }
            if let Some(status) = self.exited() {
                return Err(format!("{status}: {}", self.end()));
            }
            let _ = tokio::time::timeout(LOOK, ready.changed()).await;
        }
        Err("it did not ask for work in time".to_owned())
    }

    /// Gives the function an event and waits for what comes of it.
    ///
    /// # Panics
    /// If the Runtime API itself has gone away.
    pub async fn invoke(&self, event: &Value) -> Outcome {
        let number = self.count.fetch_add(1, Ordering::SeqCst) + 1;
        let (answer, mut said) = oneshot::channel();
        let work = Work {
            id: format!("8476a536-e9f4-11e8-9739-{number:012x}"),
            event: event.to_string(),
            deadline: TIMEOUT,
            answer,
        };
        assert!(self.work.send(work).is_ok(), "the Runtime API is gone");
        let since = Instant::now();
        loop {
            match tokio::time::timeout(LOOK, &mut said).await {
                Ok(Ok(Said::Answer(value))) => return Outcome::Answered(value),
                Ok(Ok(Said::Error(value))) => return Outcome::Failed(value),
                Ok(Err(_)) => panic!("the Runtime API dropped an event"),
                Err(_) => {}
            }
            if let Some(status) = self.exited() {
                return Outcome::Exited(status);
            }
            if since.elapsed() > TIMEOUT {
                return Outcome::TimedOut;
            }
        }
    }

    /// The function's name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The process.
    #[must_use]
    pub fn pid(&self) -> u32 {
        self.pid
    }

    /// How many events it was given.
    #[must_use]
    pub fn invocations(&self) -> u64 {
        self.count.load(Ordering::SeqCst)
    }

    /// When it was started.
    #[must_use]
    pub fn started(&self) -> Instant {
        self.started
    }

    /// How the process ended, if it has.
    ///
    /// # Panics
    /// If the system does not say.
    #[must_use]
    pub fn exited(&self) -> Option<ExitStatus> {
        self.child.lock().unwrap().try_wait().unwrap()
    }

    /// Ends the process and returns all that it wrote, standard output and error together, line by line.
    ///
    /// # Panics
    /// If a reader of it panicked.
    #[must_use]
    pub fn end(&self) -> String {
        self.kill();
        for reader in self.readers.lock().unwrap().drain(..) {
            reader.join().unwrap();
        }
        self.log.lock().unwrap().clone()
    }

    fn kill(&self) {
        if let Ok(mut child) = self.child.lock() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

impl Drop for Sandbox {
    fn drop(&mut self) {
        self.kill();
    }
}

fn collect(from: impl Read + Send + 'static, log: &Arc<Mutex<String>>) -> JoinHandle<()> {
    let log = Arc::clone(log);
    std::thread::spawn(move || {
        let mut lines = BufReader::new(from);
        let mut line = Vec::new();
        while lines
            .read_until(b'\n', &mut line)
            .is_ok_and(|read| read > 0)
        {
            log.lock()
                .unwrap()
                .push_str(&String::from_utf8_lossy(&line));
            line.clear();
        }
    })
}
