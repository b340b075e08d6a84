//! `template.yaml` held against the code: what is deployed is what is tested.
//!
//! What each function may do to the table stands here a second time, in [`allowed`], so that nobody widens a permission
//! without a reviewer seeing it in two places.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};

use api::{Function, ROUTES};
use dynamo::{INDEXES, KeyKind};
use journeys::template::{functions, id, list, resources, root, template, texts};
use serde_json::{Value, json};

/// Where a permission reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Reach {
    /// The items of the table.
    Items,
    /// The index of what is due, and nothing else.
    DueIndex,
}

/// The actions that a function's code uses, and on what.
fn allowed(function: Function) -> &'static [(Reach, &'static [&'static str])] {
    match function {
        // No store at all.
        Function::DescribeApi | Function::NotFound => &[],
        Function::GetRoom | Function::ExportGame | Function::BoardImage | Function::SharePage => {
            &[(Reach::Items, &["GetItem"])]
        }
        // A read and one conditional put; two puts in a transaction where a rematch starts the next game. An invite is
        // read where its client-made id is too old to be made but not to be asked for again.
        Function::AcceptInvite
        | Function::CancelInvite
        | Function::SubmitMove
        | Function::ProposeDraw
        | Function::AcceptDraw
        | Function::DeclineDraw
        | Function::Resign
        | Function::Huff
        | Function::ClaimAbsence => &[(Reach::Items, &["GetItem", "PutItem"])],
        // These may start a game against the strongest rival, which is counted first.
        Function::CreateInvite | Function::OfferRematch => {
            &[(Reach::Items, &["GetItem", "PutItem", "UpdateItem"])]
        }
        // Finds what is due; reads a room; records an expiry, moves an alarm, or removes the room with its games.
        Function::CheckAbsences => &[
            (
                Reach::Items,
                &[
                    "ConditionCheckItem",
                    "DeleteItem",
                    "GetItem",
                    "PutItem",
                    "Query",
                    "UpdateItem",
                ],
            ),
            (Reach::DueIndex, &["Query"]),
        ],
    }
}

#[test]
fn every_function_is_there_once_and_builds_its_own_crate() {
    let template = template();
    let functions = functions(&template);
    assert_eq!(
        functions
            .keys()
            .map(ToString::to_string)
            .collect::<BTreeSet<_>>(),
        Function::ALL.map(id).into_iter().collect()
    );
    for function in Function::ALL {
        let (name, written) = (function.name(), functions[id(function).as_str()]);
        assert_eq!(
            written["Metadata"],
            json!({"BuildMethod": "rust-cargolambda", "BuildProperties": {"Binary": name}}),
            "{name}"
        );
        // Not the workspace's root: functions are none of its default members, so cargo finds no binary from there.
        assert_eq!(
            written["Properties"]["CodeUri"],
            format!("functions/{name}"),
            "{name}"
        );
        let directory = root().join("functions").join(name);
        let manifest = std::fs::read_to_string(directory.join("Cargo.toml")).unwrap();
        assert!(
            manifest.contains(&format!("\nname = \"{name}\"\n")),
            "{name}"
        );
        let main = std::fs::read_to_string(directory.join("src/main.rs")).unwrap();
        let runs = match function {
            Function::CheckAbsences => "lambda::run_check_absences()".to_owned(),
            _ => format!("lambda::run::<api::{function:?}>()"),
        };
        assert!(main.contains(&runs), "{name} does not run {runs}");
    }
    let directories: BTreeSet<_> = std::fs::read_dir(root().join("functions"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        // How functions are built.
        .filter(|name| name != ".cargo")
        .collect();
    assert_eq!(
        directories,
        Function::ALL
            .map(|function| function.name().to_owned())
            .into()
    );
}

#[test]
fn every_function_runs_alike_and_is_told_what_it_reads() {
    let template = template();
    let globals = &template["Globals"]["Function"];
    assert_eq!(globals["Runtime"], "provided.al2023");
    assert_eq!(globals["Handler"], "bootstrap");
    assert_eq!(globals["Architectures"], json!([{"Ref": "Architecture"}]));
    let architecture = &template["Parameters"]["Architecture"];
    assert_eq!(architecture["Default"], "arm64");
    assert_eq!(architecture["AllowedValues"], json!(["arm64", "x86_64"]));
    // Below INFO the runtime logs whole events.
    assert_eq!(globals["LoggingConfig"]["ApplicationLogLevel"], "INFO");

    let told = globals["Environment"]["Variables"].as_object().unwrap();
    let read = std::fs::read_to_string(root().join("crates/lambda/src/environment.rs")).unwrap();
    assert_eq!(
        told.keys().collect::<Vec<_>>(),
        [
            "HARD_GAMES_A_DAY",
            "PUBLIC_URL",
            "RETENTION_DAYS",
            "STACK_NAME",
            "TABLE_NAME"
        ]
    );
    for name in told.keys() {
        assert!(read.contains(&format!("\"{name}\"")), "{name} is not read");
    }
    assert_eq!(told["TABLE_NAME"], json!({"Ref": "Table"}));
    assert_eq!(told["RETENTION_DAYS"], json!({"Ref": "RetentionDays"}));
    let days = template["Parameters"]["RetentionDays"]["Default"].as_u64();
    assert_eq!(days.map(rooms::Span::days), Some(rooms::limits::RETENTION));
    for (id, function) in functions(&template) {
        let own: Vec<_> = [
            "Environment",
            "Runtime",
            "Handler",
            "Architectures",
            "LoggingConfig",
        ]
        .into_iter()
        .filter(|&property| function["Properties"].get(property).is_some())
        .collect();
        assert!(own.is_empty(), "{id} has its own {own:?}");
    }
}

#[test]
fn every_route_and_its_head_reach_their_function_and_there_are_no_others() {
    let template = template();
    let integrations: BTreeMap<_, _> = resources(&template, "AWS::ApiGatewayV2::Integration")
        .into_iter()
        .map(|(id, written)| {
            let properties = &written["Properties"];
            assert_eq!(properties["ApiId"], json!({"Ref": "HttpApi"}), "{id}");
            assert_eq!(properties["IntegrationType"], "AWS_PROXY", "{id}");
            assert_eq!(properties["PayloadFormatVersion"], "2.0", "{id}");
            let arn = properties["IntegrationUri"]["Fn::GetAtt"].as_str().unwrap();
            (id, arn.strip_suffix(".Arn").unwrap())
        })
        .collect();
    let routes: Vec<_> = resources(&template, "AWS::ApiGatewayV2::Route")
        .into_iter()
        .map(|(id, written)| {
            let properties = &written["Properties"];
            assert_eq!(properties["ApiId"], json!({"Ref": "HttpApi"}), "{id}");
            let target = properties["Target"]["Fn::Sub"].as_str().unwrap();
            let integration = target
                .strip_prefix("integrations/${")
                .and_then(|rest| rest.strip_suffix('}'))
                .unwrap();
            let key = properties["RouteKey"].as_str().unwrap().to_owned();
            (key, integrations[integration].to_owned())
        })
        .collect();

    let mut expected = vec![("$default".to_owned(), id(Function::NotFound))];
    for route in ROUTES {
        expected.push((
            format!("{} {}", route.method, route.path),
            id(route.function),
        ));
        if route.method == "GET" {
            expected.push((format!("HEAD {}", route.path), id(route.function)));
        }
    }
    let sorted = |mut routes: Vec<(String, String)>| {
        routes.sort();
        routes
    };
    assert_eq!(sorted(routes), sorted(expected));

    let integrated: BTreeSet<_> = integrations.values().copied().collect();
    assert_eq!(integrated.len(), integrations.len());
    let permitted: Vec<_> = resources(&template, "AWS::Lambda::Permission")
        .into_iter()
        .map(|(id, written)| {
            let properties = &written["Properties"];
            assert_eq!(properties["Action"], "lambda:InvokeFunction", "{id}");
            assert_eq!(properties["Principal"], "apigateway.amazonaws.com", "{id}");
            let source = properties["SourceArn"]["Fn::Sub"].as_str().unwrap();
            assert!(source.ends_with(":${HttpApi}/*"), "{id}: {source}");
            properties["FunctionName"]["Ref"].as_str().unwrap()
        })
        .collect();
    assert_eq!(permitted.len(), integrated.len());
    assert_eq!(permitted.into_iter().collect::<BTreeSet<_>>(), integrated);
}

#[test]
fn the_api_is_one_with_cors_as_the_code_has_it_and_no_stage_in_its_paths() {
    let template = template();
    let apis = resources(&template, "AWS::ApiGatewayV2::Api");
    assert_eq!(apis.keys().collect::<Vec<_>>(), [&"HttpApi"]);
    let api = &apis["HttpApi"]["Properties"];
    assert_eq!(api["ProtocolType"], "HTTP");
    assert_eq!(
        api["CorsConfiguration"],
        json!({
            "AllowOrigins": ["*"],
            "AllowMethods": api::cors::METHODS,
            "AllowHeaders": api::cors::ALLOW_HEADERS,
            "ExposeHeaders": api::cors::EXPOSE_HEADERS,
            "MaxAge": api::cors::MAX_AGE,
        })
    );
    let stages = resources(&template, "AWS::ApiGatewayV2::Stage");
    assert_eq!(stages.len(), 1);
    assert_eq!(stages["Stage"]["Properties"]["StageName"], "$default");
    assert_eq!(stages["Stage"]["Properties"]["AutoDeploy"], true);
}

#[test]
fn the_api_needs_no_function_or_nothing_could_be_made_first() {
    let template = template();
    let api = template["Resources"]["HttpApi"].to_string();
    for function in Function::ALL {
        assert!(!api.contains(&id(function)), "{function:?}");
    }
    // An event of this type would put its function into the API.
    assert!(!template.to_string().contains(r#""Type":"HttpApi""#));
}

#[test]
fn the_access_log_has_no_path_no_address_and_no_token() {
    let template = template();
    let settings = &template["Resources"]["Stage"]["Properties"]["AccessLogSettings"];
    let mut line: BTreeMap<String, String> =
        serde_json::from_str(settings["Format"]["Fn::Sub"].as_str().unwrap())
            .expect("a line is JSON");
    assert_eq!(line.remove("stack").unwrap(), "${AWS::StackName}");
    // What may be logged; `routeKey` is the pattern, such as `GET /rooms/{id}`.
    let harmless = [
        "integrationLatency",
        "integrationStatus",
        "requestId",
        "requestTimeEpoch",
        "responseLatency",
        "responseLength",
        "routeKey",
        "status",
    ];
    for (name, value) in line {
        let variable = value.strip_prefix("$context.").unwrap();
        assert!(harmless.contains(&variable), "{name}: {value}");
    }
    for (id, group) in resources(&template, "AWS::Logs::LogGroup") {
        let kept = &group["Properties"]["RetentionInDays"];
        assert_eq!(*kept, json!({"Ref": "LogRetentionDays"}), "{id}");
    }
}

#[test]
fn the_table_is_the_one_that_the_tests_make() {
    let template = template();
    let tables = resources(&template, "AWS::DynamoDB::Table");
    assert_eq!(tables.keys().collect::<Vec<_>>(), [&"Table"]);
    let properties = &tables["Table"]["Properties"];
    let keys = |partition, sort| {
        json!([
            {"AttributeName": partition, "KeyType": "HASH"},
            {"AttributeName": sort, "KeyType": "RANGE"},
        ])
    };
    assert_eq!(properties["KeySchema"], keys(dynamo::PK, dynamo::SK));

    let indexes: Vec<_> = INDEXES
        .iter()
        .map(|index| {
            let projection = match index.include {
                None => json!({"ProjectionType": "KEYS_ONLY"}),
                Some(names) => json!({"ProjectionType": "INCLUDE", "NonKeyAttributes": names}),
            };
            json!({
                "IndexName": index.name,
                "KeySchema": keys(index.partition.0, index.sort.0),
                "Projection": projection,
            })
        })
        .collect();
    assert_eq!(properties["GlobalSecondaryIndexes"], Value::from(indexes));

    let mut kinds = BTreeMap::from([(dynamo::PK, "S"), (dynamo::SK, "S")]);
    for (name, kind) in INDEXES
        .iter()
        .flat_map(|index| [index.partition, index.sort])
    {
        kinds.insert(
            name,
            match kind {
                KeyKind::String => "S",
                KeyKind::Number => "N",
            },
        );
    }
    let written: BTreeMap<_, _> = list(&properties["AttributeDefinitions"])
        .into_iter()
        .map(|attribute| {
            let text = |name: &str| attribute[name].as_str().unwrap();
            (text("AttributeName"), text("AttributeType"))
        })
        .collect();
    assert_eq!(written, kinds);
    assert_eq!(
        properties["TimeToLiveSpecification"],
        json!({"AttributeName": dynamo::EXPIRES_AT, "Enabled": true})
    );
}

#[test]
fn the_table_outlives_its_stack_and_can_be_made_again() {
    let template = template();
    let table = &template["Resources"]["Table"];
    assert_eq!(table["DeletionPolicy"], "Retain");
    assert_eq!(table["UpdateReplacePolicy"], "Retain");
    let properties = &table["Properties"];
    assert_eq!(
        properties.get("TableName"),
        None,
        "a second deploy would fail"
    );
    assert_eq!(properties["BillingMode"], "PAY_PER_REQUEST");
    assert_eq!(
        properties["PointInTimeRecoverySpecification"],
        json!({"PointInTimeRecoveryEnabled": true})
    );
}

/// Everything a policy of the function's allows.
fn statements(function: &Value) -> Vec<(Reach, Vec<&str>)> {
    let policies = list(&function["Properties"]["Policies"]);
    let statements = policies.into_iter().flat_map(|policy| {
        let members = policy
            .as_object()
            .expect("a policy is written out, not named");
        let names: Vec<_> = members.keys().map(String::as_str).collect();
        assert_eq!(
            names,
            ["Statement", "Version"],
            "no policy is SAM's: those grant more"
        );
        list(&policy["Statement"])
    });
    statements
        .map(|statement| {
            let names: Vec<_> = statement.as_object().unwrap().keys().collect();
            assert_eq!(names, ["Action", "Effect", "Resource"]);
            assert_eq!(statement["Effect"], "Allow");
            let resource = &statement["Resource"];
            let due = format!("${{Table.Arn}}/index/{}", dynamo::DUE_INDEX);
            let reach = if *resource == json!({"Fn::GetAtt": "Table.Arn"}) {
                Reach::Items
            } else if *resource == json!({ "Fn::Sub": due }) {
                Reach::DueIndex
            } else {
                panic!("a statement reaches {resource}");
            };
            let mut actions: Vec<_> = texts(&statement["Action"])
                .into_iter()
                .map(|action| action.strip_prefix("dynamodb:").expect("DynamoDB alone"))
                .collect();
            actions.sort_unstable();
            (reach, actions)
        })
        .collect()
}

#[test]
fn each_function_may_do_what_its_code_does_and_no_more() {
    let template = template();
    for (name, function) in functions(&template) {
        let mut written = statements(function);
        written.sort();
        for action in written.iter().flat_map(|(_, actions)| actions) {
            assert!(
                !action.contains('*') && *action != "Scan",
                "{name}: {action}"
            );
        }
        let code = Function::ALL.into_iter().find(|&f| id(f) == name).unwrap();
        let expected: Vec<_> = allowed(code)
            .iter()
            .map(|(reach, actions)| (*reach, actions.to_vec()))
            .collect();
        assert_eq!(written, expected, "{name}");
        assert_eq!(function["Properties"].get("Role"), None, "{name}");
    }
    let others: Vec<_> = template["Resources"]
        .as_object()
        .unwrap()
        .iter()
        .filter(|(_, resource)| resource["Type"].as_str().unwrap().starts_with("AWS::IAM::"))
        .map(|(id, _)| id)
        .collect();
    assert!(
        others.is_empty(),
        "roles and policies beside the functions: {others:?}"
    );
}

#[test]
fn the_sweep_alone_is_scheduled_and_may_run_as_long_as_it_means_to() {
    let template = template();
    for (name, function) in functions(&template) {
        let properties = &function["Properties"];
        if name != id(Function::CheckAbsences) {
            assert_eq!(properties.get("Events"), None, "{name}");
            continue;
        }
        assert_eq!(properties["Timeout"], 60);
        let events: Vec<_> = properties["Events"].as_object().unwrap().values().collect();
        assert_eq!(events.len(), 1);
        assert_eq!(events[0]["Type"], "ScheduleV2");
        let schedule = &events[0]["Properties"];
        assert_eq!(schedule["ScheduleExpression"], "rate(5 minutes)");
        assert_eq!(schedule["OmitName"], true, "two stacks would share a name");
        assert!(schedule["RetryPolicy"]["MaximumRetryAttempts"].is_u64());
        let failures = json!({"Fn::GetAtt": "SweepFailures.Arn"});
        assert_eq!(schedule["DeadLetterConfig"]["Arn"], failures);
        let invoked = &properties["EventInvokeConfig"];
        assert!(invoked["MaximumRetryAttempts"].is_u64());
        assert_eq!(
            invoked["DestinationConfig"]["OnFailure"]["Destination"],
            failures
        );
    }
}

#[test]
fn an_operator_is_told_where_the_api_and_the_table_are() {
    let template = template();
    let outputs = &template["Outputs"];
    let url = outputs["ApiUrl"]["Value"].to_string();
    assert!(
        url.contains("HttpApi.ApiEndpoint") && url.contains("https://${DomainName}"),
        "{url}"
    );
    assert_eq!(outputs["TableName"]["Value"], json!({"Ref": "Table"}));
}
