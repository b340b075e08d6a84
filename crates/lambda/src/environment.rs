//! What the template tells a function through its environment.

use std::io::Write as _;

use api::{App, Settings};
use aws_config::BehaviorVersion;
use dynamo::DynamoStore;
use lambda_runtime::Error;
use rooms::{Policy, Span, limits};

use crate::emf;

/// The table's name.
const TABLE: &str = "TABLE_NAME";
/// Where people reach the stack.
const PUBLIC_URL: &str = "PUBLIC_URL";
/// For how many days an ended room stays readable.
const RETENTION: &str = "RETENTION_DAYS";

/// How many games against the strongest rival a caller may start in a day.
const HARD_GAMES: &str = "HARD_GAMES_A_DAY";
/// The stack's name, under which metrics are written to the log. Without it there are none.
const STACK: &str = "STACK_NAME";

/// The application as the environment describes it.
pub(crate) async fn app() -> Result<App<DynamoStore>, Error> {
    let settings = settings(&|name| std::env::var(name).ok())?;
    let table = std::env::var(TABLE).map_err(|_| missing(TABLE))?;
    let shared = aws_config::load_defaults(BehaviorVersion::latest()).await;
    let config = dynamo::settings(aws_sdk_dynamodb::config::Builder::from(&shared)).build();
    let client = aws_sdk_dynamodb::Client::from_conf(config);
    let store = DynamoStore::new(client, table, settings.policy.retention);
    let app = App::new(store, settings);
    Ok(match std::env::var(STACK) {
        Ok(stack) if !stack.is_empty() => app.with_counter(move |metric, value| {
            let line = emf::line(&stack, metric, value, api::system_time().as_millis());
            // A whole line in one call, so that lines do not mix; nobody could be told if it failed.
            let _ = writeln!(std::io::stdout().lock(), "{line}");
        }),
        _ => app,
    })
}

fn settings(variable: &dyn Fn(&str) -> Option<String>) -> Result<Settings, Error> {
    let public_url = variable(PUBLIC_URL)
        .ok_or_else(|| missing(PUBLIC_URL))?
        .trim_end_matches('/')
        .to_owned();
    let policy = match variable(RETENTION) {
        None => Policy::default(),
        Some(days) => {
            let days = days
                .parse()
                .map_err(|_| format!("{RETENTION} must be a whole number of days, not `{days}`"))?;
            Policy {
                retention: Span::days(days),
            }
        }
    };
    let hard_games = match variable(HARD_GAMES) {
        None => 0,
        Some(text) => text
            .parse()
            .ok()
            .filter(|number| *number <= limits::HARD_GAMES)
            .ok_or_else(|| {
                let most = limits::HARD_GAMES;
                format!("{HARD_GAMES} must be a whole number up to {most}, not `{text}`")
            })?,
    };
    Ok(Settings {
        public_url,
        policy,
        hard_games,
    })
}

fn missing(name: &str) -> Error {
    format!("the environment variable {name} is not set; the template sets it").into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_or_wrong_in_the_environment_is_named() {
        let none = settings(&|_| None).unwrap_err().to_string();
        assert!(none.contains(PUBLIC_URL), "{none}");
        let wrong = settings(&|name| {
            Some(
                if name == RETENTION {
                    "long"
                } else {
                    "https://h"
                }
                .to_owned(),
            )
        });
        assert!(wrong.unwrap_err().to_string().contains(RETENTION));
    }

    #[test]
    fn the_hard_games_of_a_day_have_a_bound() {
        let set = |number: u32| {
            settings(&|name| match name {
                PUBLIC_URL => Some("https://h".to_owned()),
                HARD_GAMES => Some(number.to_string()),
                _ => None,
            })
        };
        let most = rooms::limits::HARD_GAMES;
        assert_eq!(set(most).unwrap().hard_games, most);
        let wrong = set(most + 1).unwrap_err().to_string();
        assert!(wrong.contains(HARD_GAMES), "{wrong}");
    }

    #[test]
    fn the_public_url_has_no_trailing_slash() {
        let set = settings(&|name| (name == PUBLIC_URL).then(|| "https://h/".to_owned())).unwrap();
        assert_eq!(set.public_url, "https://h");
        assert_eq!(set.policy, Policy::default());
    }
}
