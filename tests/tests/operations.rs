//! What operators rely on: throttles, alarms, the dashboard and the runbook, held against the code and each other.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

use api::{Metric, ROUTES};
use journeys::template::{resources, root, template, texts};
use serde_json::{Value, json};

#[test]
fn dearer_routes_have_throttles_of_their_own_and_are_there_before_them() {
    let template = template();
    let stage = &template["Resources"]["Stage"];
    let waits: Vec<_> = texts(&stage["DependsOn"])
        .into_iter()
        .map(|id| template["Resources"][id]["Properties"]["RouteKey"].as_str())
        .collect();
    let settings = stage["Properties"]["RouteSettings"].as_object().unwrap();
    assert!(settings.contains_key("POST /invites"));
    for (key, limits) in settings {
        let known = ROUTES
            .iter()
            .any(|it| *key == format!("{} {}", it.method, it.path));
        assert!(known, "{key} is no route");
        assert!(
            waits.contains(&Some(key)),
            "{key} may come after its settings"
        );
        assert!(limits["ThrottlingRateLimit"].as_u64() < Some(100), "{key}");
        assert!(limits["ThrottlingBurstLimit"].is_u64(), "{key}");
    }
}

/// Every metric of ours that a part of the template asks for.
fn asked(part: &str) -> Vec<&str> {
    let known = Metric::ALL.map(Metric::name);
    let names = known.into_iter().chain(["RefusedByGateway"]);
    names
        .filter(|name| part.contains(&format!("\"{name}\"")))
        .collect()
}

#[test]
fn alarms_and_dashboard_look_at_metrics_that_exist_and_the_runbook_knows_every_alarm() {
    let template = template();
    let runbook = std::fs::read_to_string(root().join("infra/runbook.md")).unwrap();
    let alarms = resources(&template, "AWS::CloudWatch::Alarm");
    let expected = [
        "DeadScheduleAlarm",
        "FaultsAlarm",
        "FunctionThrottlesAlarm",
        "GatewayThrottlesAlarm",
        "SweepFailuresAlarm",
        "SweepLagAlarm",
    ];
    assert_eq!(alarms.keys().copied().collect::<Vec<_>>(), expected);
    for (id, alarm) in &alarms {
        let properties = &alarm["Properties"];
        assert!(
            runbook.contains(&format!("\n### {id}\n")),
            "{id} is not in the runbook"
        );
        assert!(properties["AlarmActions"].is_object(), "{id} tells nobody");
        assert!(properties["TreatMissingData"].is_string(), "{id}");
        if properties["Namespace"] == "Jaque" {
            assert_eq!(asked(&properties.to_string()).len(), 1, "{id}");
            let by = json!([{"Name": "Stack", "Value": {"Ref": "AWS::StackName"}}]);
            assert_eq!(properties["Dimensions"], by, "{id}");
        }
    }
    let headings = runbook.matches("Alarm\n").count();
    assert_eq!(
        headings,
        expected.len(),
        "the runbook knows alarms that are no longer there"
    );

    let body = template["Resources"]["Overview"]["Properties"]["DashboardBody"]["Fn::Sub"].as_str();
    let body: Value = serde_json::from_str(body.unwrap()).expect("the dashboard is JSON");
    assert!(body["widgets"].as_array().unwrap().len() > 3);
    let shown = asked(&body.to_string()).len();
    assert_eq!(
        shown,
        Metric::ALL.len() + 1,
        "the dashboard shows every metric"
    );
    let filter = &template["Resources"]["RefusedByGateway"]["Properties"];
    let log = template["Resources"]["Stage"]["Properties"]["AccessLogSettings"].to_string();
    let pattern = filter["FilterPattern"].as_str().unwrap();
    let field = pattern
        .trim_start_matches("{ $.")
        .split(' ')
        .next()
        .unwrap();
    assert!(
        log.contains(&format!("\\\"{field}\\\":")),
        "{field} is not logged: {log}"
    );
}
