//! Dependencies point one way: what the crates may not know is not in their trees.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::BTreeSet;
use std::process::Command;

/// The names of all packages that a package is built from.
fn tree(package: &str) -> Vec<String> {
    let lines = lines(package, "{p}");
    let names = lines.iter().filter_map(|line| line.split(' ').next());
    names.map(ToOwned::to_owned).collect()
}

/// All packages that a package is built from, written in `cargo tree`'s format.
fn lines(package: &str, format: &str) -> Vec<String> {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let output = Command::new(cargo)
        .args([
            "tree",
            "--locked",
            "--edges",
            "normal,build",
            "--prefix",
            "none",
            "--format",
            format,
            "--package",
            package,
        ])
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines()
        .map(|line| line.trim_end_matches(" (*)").to_owned())
        .collect()
}

#[test]
fn the_rules_depend_on_nothing() {
    assert_eq!(tree("rules"), ["rules"]);
}

#[test]
fn the_domain_knows_neither_aws_nor_http() {
    let tree = tree("rooms");
    assert!(tree.contains(&"rules".to_owned()), "{tree:?}");
    for package in &tree {
        let foreign = package.starts_with("aws") || package.starts_with("hyper");
        assert!(
            !foreign
                && !["http", "tokio", "axum", "serde", "serde_json"].contains(&package.as_str()),
            "{package}"
        );
    }
}

#[test]
fn no_function_carries_the_embedded_engine() {
    for function in api::Function::ALL {
        let tree = tree(function.name());
        assert!(tree.contains(&"lambda".to_owned()), "{}", function.name());
        for package in &tree {
            let engine = package.contains("sqlite") || package.starts_with("dynoxide");
            assert!(
                !engine && package != "axum" && package != "local",
                "{} has {package}",
                function.name()
            );
        }
    }
}

#[test]
fn only_the_function_that_draws_carries_what_drawing_takes() {
    for function in api::Function::ALL {
        let tree = tree(function.name());
        for package in ["picture", "resvg", "tiny-skia"] {
            assert_eq!(
                tree.contains(&package.to_owned()),
                function == api::Function::BoardImage,
                "{} and {package}",
                function.name()
            );
        }
    }
}

#[test]
fn every_function_builds_what_it_shares_with_another_the_same_way() {
    // Features that differ in one of them would have SAM build the whole SDK a second time, for that one alone.
    let sdk = tree("aws-sdk-dynamodb");
    let built = |function: api::Function| -> BTreeSet<String> {
        let lines = lines(function.name(), "{p} {f}").into_iter();
        lines
            .filter(|line| sdk.iter().any(|name| line.split(' ').next() == Some(name)))
            .collect()
    };
    let drawing = built(api::Function::BoardImage);
    for function in api::Function::ALL {
        let odd: Vec<_> = built(function).difference(&drawing).cloned().collect();
        assert!(odd.is_empty(), "{} has {odd:?}", function.name());
    }
}
