//! Opening the engine, and its broom.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use aws_sdk_dynamodb::config::timeout::TimeoutConfig;
use aws_sdk_dynamodb::config::{HttpClient, Region};
use aws_sdk_dynamodb::{Client, Config};
use dynoxide::Database;

use super::connector::EmbeddedClient;
use super::error::EmbeddedError;
use super::lock::DataDir;

/// The engine, and the directory it keeps its file in. In this order: the file is closed before the directory is given up.
pub(super) struct Opened {
    pub(super) db: Database,
    dir: Option<DataDir>,
    /// The database's file; none in memory.
    pub(super) file: Option<PathBuf>,
}

/// The database file inside the data directory.
const FILE: &str = "rooms.sqlite";

/// The name of the table inside the embedded engine.
const TABLE: &str = "jaque";

/// The embedded engine with its table. Cheap to clone; its directory is given up when the last clone and the last client
/// made from it are gone.
#[derive(Clone)]
pub struct Engine {
    opened: Arc<Opened>,
}

impl std::fmt::Debug for Engine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Engine")
            .field("dir", &self.opened.dir)
            .finish_non_exhaustive()
    }
}

impl Engine {
    /// Opens the store kept in `dir`, making the directory (for its owner alone), the file and the table where they
    /// are missing.
    ///
    /// What was answered is on disk: the engine writes ahead (SQLite's WAL) and leaves `synchronous` at SQLite's
    /// `FULL`, which syncs the log before a commit returns. A `kill -9` therefore loses no answered write, and
    /// neither does a loss of power on a disk that keeps its word.
    ///
    /// # Errors
    /// [`EmbeddedError::InUse`] if another process holds the directory; else what the system or the engine said.
    pub async fn open(dir: &Path) -> Result<Self, EmbeddedError> {
        let dir = dir.to_owned();
        let opened = tokio::task::spawn_blocking(move || {
            let dir = DataDir::open(&dir)?;
            let path = dir.private(FILE)?;
            let text = path
                .to_str()
                .ok_or_else(|| EmbeddedError::NotText { path: path.clone() })?;
            let db = Database::new(text)
                .map_err(|e| EmbeddedError::engine("open the database", Some(&path), e))?;
            Ok::<_, EmbeddedError>(Opened {
                db,
                dir: Some(dir),
                file: Some(path),
            })
        })
        .await
        .map_err(|e| EmbeddedError::engine("open the database", None, e))??;
        Self::with_table(opened).await
    }

    /// A store that lives in memory and is gone with it; for tests and benchmarks.
    ///
    /// # Errors
    /// What the engine said.
    pub async fn in_memory() -> Result<Self, EmbeddedError> {
        let db =
            Database::memory().map_err(|e| EmbeddedError::engine("open the database", None, e))?;
        Self::with_table(Opened {
            db,
            dir: None,
            file: None,
        })
        .await
    }

    async fn with_table(opened: Opened) -> Result<Self, EmbeddedError> {
        let engine = Self {
            opened: Arc::new(opened),
        };
        dynamo::ensure_table(&engine.client(), TABLE)
            .await
            .map_err(|e| EmbeddedError::table(engine.opened.file.as_deref(), e))?;
        Ok(engine)
    }

    /// The table's name, for whoever builds a store on [`Engine::client`].
    #[must_use]
    pub fn table(&self) -> &'static str {
        TABLE
    }

    /// A DynamoDB client whose requests this engine answers.
    #[must_use]
    pub fn client(&self) -> Client {
        Self::client_over(self.http_client())
    }

    /// The HTTP client beneath [`Engine::client`], for a test that wants to put something between the two.
    #[must_use]
    pub fn http_client(&self) -> EmbeddedClient {
        EmbeddedClient::new(Arc::clone(&self.opened))
    }

    /// A DynamoDB client over `http_client`, which reaches this engine in the end. Requests are not signed, since
    /// nobody is there to check.
    #[must_use]
    pub fn client_over(http_client: impl HttpClient + 'static) -> Client {
        let config = dynamo::settings(Config::builder())
            .region(Region::new("local"))
            // Never looked up; without it the SDK would derive one from the region.
            .endpoint_url("http://embedded.invalid")
            .allow_no_auth()
            // Nothing is gained by giving up on this very process: a slow disk stays slow.
            .timeout_config(TimeoutConfig::disabled())
            .http_client(http_client)
            .build();
        Client::from_conf(config)
    }

    /// Deletes what has expired, as DynamoDB does by itself within days; returns how many items went. Call it now and
    /// then: nothing depends on it but the size of the file.
    ///
    /// # Errors
    /// What the engine said.
    pub async fn sweep_ttl(&self) -> Result<usize, EmbeddedError> {
        let opened = Arc::clone(&self.opened);
        let file = opened.file.clone();
        let failed = |e| EmbeddedError::engine("sweep the database", file.as_deref(), e);
        tokio::task::spawn_blocking(move || opened.db.sweep_ttl())
            .await
            .map_err(|e| EmbeddedError::engine("sweep the database", None, e))?
            .map_err(failed)
    }
}
