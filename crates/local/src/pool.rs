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

/// How many of them may be requests in which a rival may think. They take their time; the other places are for the rest.
pub const WAITING_TO_THINK: usize = WAITING / 2;

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
    to_think: Arc<Semaphore>,
    /// Threads for these.
    thinkers: Arc<Semaphore>,
}

impl Pool {
    /// On this runtime.
    #[must_use]
    pub fn on(handle: Handle) -> Pool {
        Pool {
            handle,
            places: Arc::new(Semaphore::new(WAITING)),
            to_think: Arc::new(Semaphore::new(WAITING_TO_THINK)),
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
        let thinks = function.is_some_and(Function::thinks);
        let taken = thinks.then(|| Arc::clone(&self.to_think).try_acquire_owned());
        let place = Arc::clone(&self.places).try_acquire_owned();
        let (Ok(to_think), Ok(place)) = (taken.transpose(), place) else {
            return Err(Problem::new(
                "try-again",
                "the server has too much to do; nothing was done, send the same request again",
            )
            .with_header(header::RETRY_AFTER, &BREATH.as_secs().to_string()));
        };
        let thinkers = thinks.then(|| Arc::clone(&self.thinkers));
        let task = self.handle.spawn(async move {
            let _places = (place, to_think);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn rivals_that_think_take_neither_every_thread_nor_every_place() {
        let pool = Pool::on(Handle::current());
        let think = |pool: Pool| async move {
            let never = std::future::pending::<()>();
            pool.run(Some(Function::CreateInvite), never).await
        };
        let thinking: Vec<_> = (0..WAITING_TO_THINK)
            .map(|_| tokio::spawn(think(pool.clone())))
            .collect();
        while pool.to_think.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        let refused = think(pool.clone()).await.map(drop).unwrap_err();
        assert_eq!(refused.kind().name, "try-again");
        let other = pool.run(Some(Function::GetRoom), async { 7 }).await;
        assert!(matches!(other, Ok(7)));
        for task in thinking {
            task.abort();
        }
    }

    #[tokio::test]
    async fn what_finds_no_place_is_refused_at_once_and_a_place_comes_free() {
        let pool = Pool::on(Handle::current());
        let (tell, told) = tokio::sync::watch::channel(false);
        let waiting: Vec<_> = (0..WAITING)
            .map(|_| {
                let (pool, mut told) = (pool.clone(), told.clone());
                tokio::spawn(async move {
                    let work = async move { told.wait_for(|&told| told).await.map(drop).is_ok() };
                    pool.run(None, work).await
                })
            })
            .collect();
        while pool.places.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        assert!(pool.run(None, async {}).await.is_err());
        tell.send(true).unwrap();
        for task in waiting {
            assert!(matches!(task.await, Ok(Ok(true))));
        }
        assert!(pool.run(None, async {}).await.is_ok());
    }
}
