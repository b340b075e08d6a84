"""infra/restore on moto's DynamoDB: counts first, copies what is missing or older, leaves what went on, does nothing twice."""

import logging
import os
import pathlib
import subprocess
import sys

import boto3
from moto.server import ThreadedMotoServer

logging.getLogger("werkzeug").setLevel(logging.ERROR)

server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
server.start()
host, port = server.get_host_and_port()
environment = dict(
    os.environ,
    AWS_ENDPOINT_URL_DYNAMODB=f"http://{host}:{port}",
    AWS_ACCESS_KEY_ID="test",
    AWS_SECRET_ACCESS_KEY="test",
    AWS_DEFAULT_REGION="us-east-1",
)
os.environ.update(environment)
client = boto3.client("dynamodb", endpoint_url=environment["AWS_ENDPOINT_URL_DYNAMODB"])
for table in ("restored", "live"):
    client.create_table(
        TableName=table,
        BillingMode="PAY_PER_REQUEST",
        AttributeDefinitions=[{"AttributeName": name, "AttributeType": "S"} for name in ("pk", "sk")],
        KeySchema=[{"AttributeName": "pk", "KeyType": "HASH"}, {"AttributeName": "sk", "KeyType": "RANGE"}],
    )


def put(table, room, version, moves):
    item = {"pk": {"S": f"ROOM#{room}"}, "sk": {"S": "ROOM"}, "v": {"N": str(version)}, "m": {"B": moves}}
    client.put_item(TableName=table, Item=item)


def rooms(table):
    items = client.scan(TableName=table)["Items"]
    return {(it["pk"]["S"], it["sk"]["S"]): (it.get("v", {"N": "0"})["N"], it["m"]["B"]) for it in items}


def restore(*arguments):
    script = pathlib.Path("infra/restore")
    done = subprocess.run([sys.executable, script, *arguments], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


for number in range(40):
    put("restored", number, 10, b"old")
put("live", 1, 12, b"went on")
put("live", 2, 10, b"the same")
put("live", 3, 9, b"older")
game = {"pk": {"S": "ROOM#1"}, "sk": {"S": "GAME#0001"}, "m": {"B": b"earlier"}}
client.put_item(TableName="restored", Item=game)

before = rooms("live")
assert restore("restored", "live") == "39 items would be copied, 2 left alone"
assert rooms("live") == before
assert restore("restored", "live", "--write") == "39 items copied, 2 left alone"
after = rooms("live")
assert len(after) == 41, len(after)
assert after["ROOM#1", "ROOM"] == ("12", b"went on")
assert after["ROOM#2", "ROOM"] == ("10", b"the same")
assert after["ROOM#3", "ROOM"] == ("10", b"old")
assert after["ROOM#1", "GAME#0001"] == ("0", b"earlier")
assert restore("restored", "live", "--write") == "0 items copied, 41 left alone"
wrong = subprocess.run([sys.executable, "infra/restore", "live", "live"], env=environment, capture_output=True)
assert wrong.returncode != 0 and b"infra/restore FROM TO" in wrong.stderr
server.stop()
print("infra/restore: counted, copied, left alone what went on")
