"""Makes the template's table in a DynamoDB of this machine, and points the functions of a built template to it."""

import json
import sys

import boto3
import yaml

NAME = "jaque"


class Loader(yaml.SafeLoader):
    """Reads CloudFormation's short tags as what they stand for."""


def tagged(loader, suffix, node):
    name = suffix if suffix in ("Ref", "Condition") else f"Fn::{suffix}"
    if isinstance(node, yaml.ScalarNode):
        value = loader.construct_scalar(node)
    elif isinstance(node, yaml.SequenceNode):
        value = loader.construct_sequence(node, deep=True)
    else:
        value = loader.construct_mapping(node, deep=True)
    return {name: value}


Loader.add_multi_constructor("!", tagged)

path, endpoint = sys.argv[1:]
with open(path) as file:
    template = yaml.load(file, Loader)
table = dict(template["Resources"]["Table"]["Properties"])
for later in ("TimeToLiveSpecification", "PointInTimeRecoverySpecification"):
    table.pop(later)
boto3.client("dynamodb", endpoint_url=endpoint).create_table(TableName=NAME, **table)

variables = template["Globals"]["Function"]["Environment"]["Variables"]
variables["TABLE_NAME"] = NAME
variables["AWS_ENDPOINT_URL_DYNAMODB"] = endpoint
# YAML holds JSON.
print(json.dumps(template, indent=1))
