//! Where requests are carried out: on a fixed number of threads, apart from those that take connections.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

use api::{Function, Problem};
use http::header;
use tokio::runtime::{Builder, Handle, Runtime};
use tokio::sync::Semaphore;
use tokio::task::JoinError;

/// How many requests may be under way or wait for their turn. A request holds its body and its answer: 16 KiB and, for the
/// longest game, a megabyte.
pub const WAITING: usize = 1024;

/// How many threads may wait for the store. It does one thing at a time; more would only stand in line.
const STORE_THREADS: usize = 4;

/// Threads for requests, for each processor. A long read or a rival's thinking holds one; the system shares the processors
/// between them, so short requests go on beside it.
const PER_PROCESSOR: usize = 4;

/// The most threads for requests, on the largest machine.
const MOST: usize = 32;

/// How many threads requests are carried out on here.
#[must_use]
pub fn threads() -> usize {
    processors().saturating_mul(PER_PROCESSOR).min(MOST)
}

/// How many threads `jaque serve` has at most: for connections, for requests, for the store, and the first one.
#[must_use]
pub fn most_threads() -> usize {
    let store = STORE_THREADS.saturating_mul(2);
    processors()
        .saturating_add(threads())
        .saturating_add(store)
        .saturating_add(1)
}

fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, NonZeroUsize::get)
}

/// The runtime that takes connections.
///
/// # Errors
/// What the system said.
pub fn front() -> std::io::Result<Runtime> {
    Builder::new_multi_thread()
        .max_blocking_threads(STORE_THREADS)
        .enable_all()
        .build()
}

/// The runtime that carries requests out.
///
/// # Errors
/// What the system said.
pub fn back() -> std::io::Result<Runtime> {
    Builder::new_multi_thread()
        .worker_threads(threads())
        .max_blocking_threads(STORE_THREADS)
        .thread_name("request")
        .enable_all()
        .build()
}

/// Carries requests out.
#[derive(Clone, Debug)]
pub struct Pool {
    handle: Handle,
    /// Places for requests.
    places: Arc<Semaphore>,
    /// Places for those among them in which a rival may think.
    thinkers: Arc<Semaphore>,
}

impl Pool {
    /// On this runtime.
    #[must_use]
    pub fn on(handle: Handle) -> Pool {
        Pool {
            handle,
            places: Arc::new(Semaphore::new(WAITING)),
            // Half of the threads are left for who does not play a computer.
            thinkers: Arc::new(Semaphore::new((threads() / 2).max(1))),
        }
    }

    /// Carries out what a request asks of `function`. It is finished even if nobody waits for it any more: a client that
    /// hangs up must not leave a command half done.
    ///
    /// # Errors
    /// `try-again` if too many wait already; `internal-fault` if it panicked.
    pub async fn run<T: Send + 'static>(
        &self,
        function: Option<Function>,
        work: impl Future<Output = T> + Send + 'static,
    ) -> Result<T, Problem> {
        let Ok(place) = Arc::clone(&self.places).try_acquire_owned() else {
            return Err(Problem::new(
                "try-again",
                "the server has too much to do; nothing was done, send the same request again",
            )
            .with_header(header::RETRY_AFTER, &BREATH.as_secs().to_string()));
        };
        let thinks = function.is_some_and(Function::thinks);
        let thinkers = thinks.then(|| Arc::clone(&self.thinkers));
        let task = self.handle.spawn(async move {
            let _place = place;
            let _turn = match thinkers {
                Some(thinkers) => thinkers.acquire_owned().await.ok(),
                None => None,
            };
            work.await
        });
        task.await.map_err(|fault: JoinError| {
            tracing::error!(%fault, "an endpoint failed");
            Problem::fault()
        })
    }
}

/// After how long a client that found no place should come again.
const BREATH: Duration = Duration::from_secs(1);
