//! What operators rely on: throttles, alarms, the dashboard and the runbook, held against the code and each other.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

use std::collections::BTreeSet;

use api::{Function, Metric, ROUTES};
use journeys::template::{functions, id, list, resources, root, template, texts};
use serde_json::{Value, json};

/// The routes of a function as the gateway knows them: `HEAD` is a route of its own.
fn keys(chosen: impl Fn(Function) -> bool) -> Vec<String> {
    let mut keys = Vec::new();
    for route in ROUTES.iter().filter(|route| chosen(route.function)) {
        keys.push(format!("{} {}", route.method, route.path));
        if route.method == "GET" {
            keys.push(format!("HEAD {}", route.path));
        }
    }
    keys
}

#[test]
fn dearer_routes_have_the_throttles_of_the_code_and_are_there_before_them() {
    let template = template();
    let stage = &template["Resources"]["Stage"];
    let waits: BTreeSet<_> = texts(&stage["DependsOn"])
        .into_iter()
        .map(|id| {
            template["Resources"][id]["Properties"]["RouteKey"]
                .as_str()
                .unwrap()
                .to_owned()
        })
        .collect();
    let settings = stage["Properties"]["RouteSettings"].as_object().unwrap();
    let throttled: BTreeSet<_> = keys(|function| function.throttle().is_some())
        .into_iter()
        .collect();
    assert_eq!(settings.keys().cloned().collect::<BTreeSet<_>>(), throttled);
    assert_eq!(waits, throttled, "a route may come after its settings");
    for function in Function::ALL {
        for key in keys(|it| it == function) {
            let written = function.throttle().map(|throttle| {
                json!({"ThrottlingRateLimit": throttle.rate, "ThrottlingBurstLimit": throttle.burst})
            });
            assert_eq!(settings.get(&key), written.as_ref(), "{key}");
        }
    }
    // Whatever makes an item of its own is among them, however many games one room is asked for.
    for makes in [Function::CreateInvite, Function::OfferRematch] {
        assert!(makes.throttle().is_some(), "{makes:?}");
    }
}

#[test]
fn wherever_a_rival_thinks_it_has_the_memory_for_it_and_a_bound_on_how_many_think() {
    let template = template();
    let bound = json!({"Fn::If": ["HasReservedConcurrency", {"Ref": "ReservedConcurrency"}, {"Ref": "AWS::NoValue"}]});
    let functions = functions(&template);
    for function in Function::ALL
        .into_iter()
        .filter(|function| function.thinks())
    {
        let properties = &functions[id(function).as_str()]["Properties"];
        assert_eq!(
            properties["ReservedConcurrentExecutions"], bound,
            "{function:?}"
        );
        assert_eq!(properties["MemorySize"], 512, "{function:?}");
    }
    // The alarm looks at each function that has a bound, and at no other.
    let alarm = &template["Resources"]["FunctionThrottlesAlarm"]["Properties"]["Metrics"];
    let watched: BTreeSet<_> = list(alarm)
        .into_iter()
        .filter_map(|metric| {
            metric["MetricStat"]["Metric"]["Dimensions"][0]["Value"]["Ref"].as_str()
        })
        .collect();
    let bounded: BTreeSet<_> = functions
        .iter()
        .filter(|(_, function)| {
            function["Properties"]
                .get("ReservedConcurrentExecutions")
                .is_some()
        })
        .map(|(id, _)| *id)
        .collect();
    assert_eq!(watched, bounded);
}

#[test]
fn the_hard_games_of_a_day_have_the_bound_of_the_code() {
    let template = template();
    let parameter = &template["Parameters"]["HardGamesADay"];
    assert_eq!(parameter["MaxValue"], rooms::limits::HARD_GAMES);
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
        "PutOffAlarm",
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
