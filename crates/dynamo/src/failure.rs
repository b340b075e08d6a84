//! What an answer of DynamoDB's that is no success means for the caller, and when to try again.

use std::error::Error;
use std::future::Future;
use std::time::Duration;

use aws_sdk_dynamodb::error::{ProvideErrorMetadata, SdkError};
use aws_sdk_dynamodb::operation::put_item::PutItemError;
use aws_sdk_dynamodb::operation::transact_write_items::TransactWriteItemsError;
use aws_sdk_dynamodb::operation::update_item::UpdateItemError;
use aws_sdk_dynamodb::types::CancellationReason;
use rooms::StoreError;

use crate::keys::Item;

/// The error code of a store on this machine that has no space left. DynamoDB itself never sends it.
pub const STORE_FULL: &str = "StoreFullException";
/// The error code of a store on this machine whose file is damaged. DynamoDB itself never sends it.
pub const STORE_DAMAGED: &str = "StoreDamagedException";

/// How often a write that met a transaction is tried in all.
const TRIES: u32 = 3;
/// The longest pause before the second try; it doubles from there.
const PAUSE: Duration = Duration::from_millis(40);

/// Why a write was not carried out.
pub(crate) enum Failure {
    /// The condition did not hold; what is stored, if anything is.
    Condition(Option<Item>),
    /// Another transaction was at the item, or the table was throttled: nothing was written, and trying again may help.
    Contended(String),
    /// Anything else.
    Store(StoreError),
}

/// Carries out a write again, after a pause of random length, while it meets a transaction. A condition that does not
/// hold is an answer, not a reason to try again.
pub(crate) async fn with_retries<T, F>(
    write: impl Fn() -> F,
) -> Result<Result<T, Option<Item>>, StoreError>
where
    F: Future<Output = Result<T, Failure>>,
{
    let mut pause = PAUSE;
    let mut tries = 1;
    loop {
        match write().await {
            Ok(done) => return Ok(Ok(done)),
            Err(Failure::Condition(stored)) => return Ok(Err(stored)),
            Err(Failure::Store(error)) => return Err(error),
            Err(Failure::Contended(why)) if tries >= TRIES => return Err(StoreError::Busy(why)),
            Err(Failure::Contended(_)) => {
                tokio::time::sleep(pause.mul_f64(chance())).await;
                pause *= 2;
                tries += 1;
            }
        }
    }
}

/// Between nothing and one. Without randomness all losers of a race would meet again.
fn chance() -> f64 {
    getrandom::u32().map_or(1.0, |random| f64::from(random) / f64::from(u32::MAX))
}

impl From<SdkError<PutItemError>> for Failure {
    fn from(error: SdkError<PutItemError>) -> Self {
        match error {
            SdkError::ServiceError(e) if e.err().is_conditional_check_failed_exception() => {
                match e.into_err() {
                    PutItemError::ConditionalCheckFailedException(e) => Failure::Condition(e.item),
                    _ => Failure::Condition(None),
                }
            }
            e => plain(&e),
        }
    }
}

impl From<SdkError<UpdateItemError>> for Failure {
    fn from(error: SdkError<UpdateItemError>) -> Self {
        match error {
            SdkError::ServiceError(e) if e.err().is_conditional_check_failed_exception() => match e
                .into_err()
            {
                UpdateItemError::ConditionalCheckFailedException(e) => Failure::Condition(e.item),
                _ => Failure::Condition(None),
            },
            e => plain(&e),
        }
    }
}

impl From<SdkError<TransactWriteItemsError>> for Failure {
    fn from(error: SdkError<TransactWriteItemsError>) -> Self {
        match error {
            SdkError::ServiceError(e) if e.err().is_transaction_canceled_exception() => {
                match e.into_err() {
                    TransactWriteItemsError::TransactionCanceledException(e) => {
                        cancelled(e.cancellation_reasons.unwrap_or_default())
                    }
                    e => Failure::Store(StoreError::Refused(code(&e))),
                }
            }
            e => plain(&e),
        }
    }
}

/// A cancelled transaction: a condition that failed decides, whatever else went wrong.
fn cancelled(reasons: Vec<CancellationReason>) -> Failure {
    let mut others = Vec::new();
    for reason in reasons {
        match reason.code.as_deref() {
            Some("ConditionalCheckFailed") => return Failure::Condition(reason.item),
            None | Some("None") => {}
            Some(other) => others.push(other.to_owned()),
        }
    }
    let may_pass = |code: &String| {
        matches!(
            code.as_str(),
            "TransactionConflict" | "ThrottlingError" | "ProvisionedThroughputExceeded"
        )
    };
    let why = format!("the transaction was cancelled: {}", others.join(", "));
    if !others.is_empty() && others.iter().all(may_pass) {
        Failure::Contended(why)
    } else {
        Failure::Store(StoreError::Refused(why))
    }
}

/// An error that no operation treats specially. The SDK has tried again by itself wherever it was throttled, the
/// connection broke or the service failed.
pub(crate) fn plain<E>(error: &SdkError<E>) -> Failure
where
    E: ProvideErrorMetadata + Error + 'static,
{
    match error {
        SdkError::ServiceError(e) if e.err().code() == Some("TransactionConflictException") => {
            Failure::Contended(code(e.err()))
        }
        SdkError::ServiceError(e) => {
            let may_pass =
                e.raw().status().is_server_error() || e.err().code().is_some_and(is_throttling);
            let said = || e.err().message().unwrap_or_default().to_owned();
            Failure::Store(match e.err().code() {
                Some(STORE_FULL) => StoreError::Full(said()),
                Some(STORE_DAMAGED) => StoreError::Damaged(said()),
                _ if may_pass => StoreError::Busy(code(e.err())),
                _ => StoreError::Refused(code(e.err())),
            })
        }
        SdkError::TimeoutError(_) => {
            Failure::Store(StoreError::Busy("no answer in time".to_owned()))
        }
        SdkError::DispatchFailure(e) if e.is_io() || e.is_timeout() => {
            Failure::Store(StoreError::Busy("the connection broke".to_owned()))
        }
        SdkError::ResponseError(_) => {
            Failure::Store(StoreError::Busy("the answer was not readable".to_owned()))
        }
        // Before anything was sent: no credentials, no region, a request that cannot be built.
        e => Failure::Store(StoreError::Refused(deepest(e))),
    }
}

/// The same for reads, which know no condition.
pub(crate) fn read_error<E>(error: &SdkError<E>) -> StoreError
where
    E: ProvideErrorMetadata + Error + 'static,
{
    match plain(error) {
        Failure::Store(error) => error,
        Failure::Contended(why) => StoreError::Busy(why),
        Failure::Condition(_) => StoreError::Refused("a read has no condition".to_owned()),
    }
}

/// What the service says, and never its `Debug`: that would print the stored item, hashes included.
fn code(error: &impl ProvideErrorMetadata) -> String {
    let code = error.code().unwrap_or("an error without a name");
    match error.message() {
        Some(message) if !message.is_empty() => format!("{code}: {message}"),
        _ => code.to_owned(),
    }
}

/// The last of a chain of causes says most.
fn deepest(error: &dyn Error) -> String {
    let mut deepest = error;
    while let Some(source) = deepest.source() {
        deepest = source;
    }
    deepest.to_string()
}

fn is_throttling(code: &str) -> bool {
    matches!(
        code,
        "ProvisionedThroughputExceededException"
            | "RequestLimitExceeded"
            | "ThrottlingException"
            | "TransactionInProgressException"
            | "LimitExceededException"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(codes: &[&str]) -> Failure {
        cancelled(
            codes
                .iter()
                .map(|&code| CancellationReason::builder().code(code).build())
                .collect(),
        )
    }

    #[test]
    fn a_failed_condition_decides_whatever_else_went_wrong() {
        for codes in [
            ["ConditionalCheckFailed", "None"],
            ["ConditionalCheckFailed", "TransactionConflict"],
            ["ThrottlingError", "ConditionalCheckFailed"],
        ] {
            assert!(
                matches!(told(&codes), Failure::Condition(None)),
                "{codes:?}"
            );
        }
    }

    #[test]
    fn only_conflict_and_throttling_may_pass() {
        for codes in [
            ["TransactionConflict", "None"],
            ["None", "ThrottlingError"],
            ["ProvisionedThroughputExceeded", "TransactionConflict"],
        ] {
            assert!(matches!(told(&codes), Failure::Contended(_)), "{codes:?}");
        }
        for codes in [
            ["ValidationError", "None"],
            ["TransactionConflict", "ValidationError"],
            ["None", "None"],
        ] {
            assert!(
                matches!(told(&codes), Failure::Store(StoreError::Refused(_))),
                "{codes:?}"
            );
        }
    }

    #[tokio::test(start_paused = true)]
    async fn the_third_conflict_is_the_last() {
        for conflicts in 0..5_u32 {
            let tries = std::cell::Cell::new(0);
            let result = with_retries(|| {
                tries.set(tries.get() + 1);
                let met = tries.get() <= conflicts;
                async move {
                    if met {
                        Err(Failure::Contended("busy".to_owned()))
                    } else {
                        Ok(())
                    }
                }
            })
            .await;
            assert_eq!(tries.get(), (conflicts + 1).min(TRIES));
            assert_eq!(matches!(result, Ok(Ok(()))), conflicts < TRIES);
        }
    }
}
