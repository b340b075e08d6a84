//! `jaque serve`: opens the store, listens, sweeps, and stops cleanly.

use std::future::Future;
use std::io::Write as _;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use api::{App, Settings, check_absences};
use dynamo::DynamoStore;
use rooms::{Policy, Span};
use tokio::net::TcpListener;
use tokio::runtime::Handle;
use tokio::sync::oneshot;

use crate::cli::Serve;
use crate::embedded::Engine;
use crate::pool::{self, Pool};
use crate::server::{self, Patience};

/// How often the schedule looks for rooms that time has changed, as on AWS.
const SWEEP_EVERY: Duration = Duration::from_secs(300);

/// How long open requests may take to end once the server is told to stop.
const GRACE: Duration = Duration::from_secs(5);

/// Serves until it is told to stop.
#[must_use]
pub fn run(options: &Serve) -> ExitCode {
    match serve(options) {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => {
            let _ = writeln!(std::io::stderr(), "jaque: {fault}");
            ExitCode::FAILURE
        }
    }
}

fn serve(options: &Serve) -> Result<(), String> {
    tracing_subscriber::fmt()
        .with_writer(std::io::stderr)
        .with_max_level(tracing::Level::WARN)
        .init();
    let started = |fault| format!("the runtime does not start: {fault}");
    let (front, back) = (
        pool::front().map_err(started)?,
        pool::back().map_err(started)?,
    );
    let served = front.block_on(serve_on(options, back.handle()));
    // A sweep or a request that hangs must not keep the process.
    back.shutdown_timeout(GRACE);
    front.shutdown_timeout(GRACE);
    served
}

async fn serve_on(options: &Serve, back: &Handle) -> Result<(), String> {
    let stopped = stop_signal().map_err(|fault| format!("signals cannot be received: {fault}"))?;
    let dir = data_dir(options)?;
    let engine = Engine::open(&dir)
        .await
        .map_err(|fault| fault.to_string())?;
    let engine = Arc::new(engine);
    let address = SocketAddr::new(options.host, options.port);
    let listener = TcpListener::bind(address)
        .await
        .map_err(|fault| format!("cannot listen on {address}: {fault}; try --port 0"))?;
    let address = listener.local_addr().map_err(|fault| fault.to_string())?;
    let public_url = options
        .public_url
        .clone()
        .unwrap_or_else(|| format!("http://localhost:{}", address.port()));

    let policy = Policy::default();
    let store = DynamoStore::new(engine.client(), engine.table(), policy.retention);
    let app = Arc::new(App::new(
        store,
        Settings {
            public_url: public_url.clone(),
            policy,
            hard_games: options.hard_games_a_day,
        },
    ));
    {
        let mut out = std::io::stdout().lock();
        let lines = format!(
            "listening on http://{address}\nrooms are kept in {}\nopen {public_url}\n",
            dir.display()
        );
        // Whoever started us may have closed our output; that is no reason not to serve.
        let _ = out.write_all(lines.as_bytes()).and_then(|()| out.flush());
    }
    let sweeping =
        (!options.no_sweep).then(|| back.spawn(sweep(Arc::clone(&app), Arc::clone(&engine))));
    let (told, tell) = oneshot::channel::<()>();
    let serving = tokio::spawn(server::serve(
        app,
        listener,
        Patience::default(),
        Pool::on(back.clone()),
        async move {
            stopped.await;
            let _ = told.send(());
        },
    ));
    let _ = tell.await;
    if let Some(sweeping) = sweeping {
        sweeping.abort();
    }
    match tokio::time::timeout(GRACE, serving).await {
        Ok(served) => served.map_err(|fault| format!("the server failed: {fault}")),
        // A request that takes longer does not hold the server up.
        Err(_) => Ok(()),
    }
}

async fn sweep(app: Arc<App<DynamoStore>>, engine: Arc<Engine>) {
    let mut every = tokio::time::interval(SWEEP_EVERY);
    loop {
        every.tick().await;
        if let Err(fault) = check_absences(&app, Span::minutes(4)).await {
            tracing::warn!(%fault, "the sweep failed; the next one goes on");
        }
        if let Err(fault) = engine.sweep_ttl().await {
            tracing::warn!(%fault, "old rooms were not removed; the next sweep tries again");
        }
    }
}

fn data_dir(options: &Serve) -> Result<PathBuf, String> {
    if let Some(dir) = &options.data_dir {
        return Ok(dir.clone());
    }
    let dirs = directories::ProjectDirs::from("", "", "jaque");
    let dirs =
        dirs.ok_or("there is no home directory to keep rooms in; say where with --data-dir DIR")?;
    Ok(dirs.data_dir().to_owned())
}

#[cfg(unix)]
fn stop_signal() -> std::io::Result<impl Future<Output = ()> + Send> {
    use tokio::signal::unix::{SignalKind, signal};
    let (mut terminate, mut interrupt) = (
        signal(SignalKind::terminate())?,
        signal(SignalKind::interrupt())?,
    );
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    })
}

#[cfg(not(unix))]
fn stop_signal() -> std::io::Result<impl Future<Output = ()> + Send> {
    Ok(async {
        let _ = tokio::signal::ctrl_c().await;
    })
}
