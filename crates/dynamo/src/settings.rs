//! How the SDK is to behave, wherever it runs.

use std::time::Duration;

use aws_sdk_dynamodb::config::retry::RetryConfig;
use aws_sdk_dynamodb::config::timeout::TimeoutConfig;
use aws_sdk_dynamodb::config::{BehaviorVersion, Builder};

/// Sets retries and timeouts for a store that people wait for: three attempts, the second at most 50 ms after the first
/// has failed, and an end to all waiting before the gateway in front gives up.
#[must_use]
pub fn settings(config: Builder) -> Builder {
    config
        .behavior_version(BehaviorVersion::v2026_01_12())
        .retry_config(
            RetryConfig::standard()
                .with_max_attempts(3)
                .with_initial_backoff(Duration::from_millis(50))
                .with_max_backoff(Duration::from_secs(1)),
        )
        .timeout_config(
            TimeoutConfig::builder()
                .connect_timeout(Duration::from_secs(1))
                .operation_attempt_timeout(Duration::from_secs(3))
                .operation_timeout(Duration::from_secs(8))
                .build(),
        )
}
