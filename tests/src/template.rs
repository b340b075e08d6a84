//! `template.yaml` read as CloudFormation reads it, for the tests that hold it against the code.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use api::Function;
use saphyr::{LoadableYamlNode, Scalar, Yaml};
use serde_json::{Map, Value};

/// The project's top directory.
#[must_use]
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .unwrap()
        .to_owned()
}

/// The template as JSON, CloudFormation's short tags written out: `!Ref X` as `{"Ref": "X"}`.
#[must_use]
pub fn template() -> Value {
    let text = std::fs::read_to_string(root().join("template.yaml")).unwrap();
    // A key that is there twice is an error of the parser's.
    let mut documents = Yaml::load_from_str(&text).expect("template.yaml is YAML");
    assert_eq!(documents.len(), 1);
    plain(&documents.remove(0))
}

fn plain(yaml: &Yaml<'_>) -> Value {
    match yaml {
        Yaml::Value(Scalar::Null) => Value::Null,
        Yaml::Value(Scalar::Boolean(value)) => Value::from(*value),
        Yaml::Value(Scalar::Integer(value)) => Value::from(*value),
        Yaml::Value(Scalar::String(text)) => Value::from(text.as_ref()),
        Yaml::Sequence(items) => items.iter().map(plain).collect(),
        Yaml::Mapping(members) => members
            .iter()
            .map(|(name, value)| {
                (
                    name.as_str().expect("names are text").to_owned(),
                    plain(value),
                )
            })
            .collect(),
        Yaml::Tagged(tag, value) => {
            let name = match tag.suffix.as_str() {
                "Ref" | "Condition" => tag.suffix.clone(),
                function => format!("Fn::{function}"),
            };
            Map::from_iter([(name, plain(value))]).into()
        }
        odd => panic!("the template holds something that this test does not know: {odd:?}"),
    }
}

/// The resources of a type, by their logical ids.
#[must_use]
pub fn resources<'a>(template: &'a Value, kind: &str) -> BTreeMap<&'a str, &'a Value> {
    template["Resources"]
        .as_object()
        .unwrap()
        .iter()
        .filter(|(_, resource)| resource["Type"] == kind)
        .map(|(id, resource)| (id.as_str(), resource))
        .collect()
}

/// The functions of the template, by logical id, as the code names them: `GetRoom`.
#[must_use]
pub fn functions(template: &Value) -> BTreeMap<&str, &Value> {
    resources(template, "AWS::Serverless::Function")
}

/// The logical id of a function.
#[must_use]
pub fn id(function: Function) -> String {
    format!("{function:?}")
}

/// The items of a list, or the one that stands for a list of one.
#[must_use]
pub fn list(value: &Value) -> Vec<&Value> {
    match value {
        Value::Null => Vec::new(),
        Value::Array(items) => items.iter().collect(),
        one => vec![one],
    }
}

/// A list of texts.
#[must_use]
pub fn texts(value: &Value) -> Vec<&str> {
    list(value)
        .into_iter()
        .map(|item| item.as_str().expect("a list of texts"))
        .collect()
}
