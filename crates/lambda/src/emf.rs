//! Metrics as CloudWatch reads them out of the log: a line of JSON each, in its embedded metric format.

use api::Metric;
use serde_json::json;

/// The namespace of all metrics; the template's alarms and dashboard look there.
const NAMESPACE: &str = "Jaque";
/// The only dimension: a room or a person as one would cost a metric each.
const DIMENSION: &str = "Stack";

/// The line that adds `value` to a stack's metric.
pub(crate) fn line(stack: &str, metric: Metric, value: u64, millis: u64) -> String {
    json!({
        "_aws": {
            "Timestamp": millis,
            "CloudWatchMetrics": [{
                "Namespace": NAMESPACE,
                "Dimensions": [[DIMENSION]],
                "Metrics": [{"Name": metric.name(), "Unit": metric.unit()}],
            }],
        },
        DIMENSION: stack,
        metric.name(): value,
    })
    .to_string()
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[test]
    fn every_name_that_a_line_announces_is_in_it() {
        for metric in Metric::ALL {
            let line: Value =
                serde_json::from_str(&line("jaque", metric, 7, 1_796_032_800_000)).unwrap();
            let directive = &line["_aws"]["CloudWatchMetrics"][0];
            assert_eq!(directive["Namespace"], "Jaque");
            assert_eq!(directive["Dimensions"], json!([["Stack"]]));
            assert_eq!(line["Stack"], "jaque");
            let name = directive["Metrics"][0]["Name"].as_str().unwrap();
            assert_eq!(line[name], 7);
            assert_eq!(line["_aws"]["Timestamp"], 1_796_032_800_000_u64);
        }
    }
}
