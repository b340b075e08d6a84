"""Feeds the vectors to the command line and compares what comes back. Standard library only."""

import json
import subprocess
import sys
from pathlib import Path

JAQUE, VECTORS = sys.argv[1], Path(sys.argv[2])
MANY = {"perft": ["--threads", "2"]}


def load(name):
    with open(VECTORS / f"{name}.jsonl", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def ask(command, questions):
    text = "".join(json.dumps(question) + "\n" for question in questions)
    done = subprocess.run(
        [JAQUE, command, *MANY.get(command, [])], input=text, capture_output=True, text=True, check=False
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    if done.returncode != 0 or [a["id"] for a in answers] != [q["id"] for q in questions]:
        bad = [answer for answer in answers if "error" in answer]
        raise SystemExit(f"jaque {command}: exit {done.returncode}, first errors {bad[:3]}, {done.stderr[-300:]}")
    return answers


def compare(name, pairs):
    wrong = [(line, answer) for line, answer, right in pairs if not right]
    print(f"{name}: {len(pairs) - len(wrong)} right, {len(wrong)} wrong")
    for line, answer in wrong[:3]:
        print("  wanted", json.dumps(line)[:600], "\n  got   ", json.dumps(answer)[:600])
    return len(wrong)


def chess_perft():
    lines = load("chess_perft")
    answers = ask("perft", [{"id": l["id"], "fen": l["fen"], "depth": len(l["nodes"])} for l in lines])
    return compare("chess_perft", [(l, a, l["nodes"] == a["nodes"]) for l, a in zip(lines, answers)])


def chess_san():
    lines = load("chess_san")
    answers = ask("moves", [{"id": l["id"], "fen": l["fen"]} for l in lines])
    got = [{m["move"]: m["notation"] for m in a["moves"]} for a in answers]
    return compare("chess_san", [(l, a, l["moves"] == g) for l, a, g in zip(lines, answers, got)])


def chess_outcome_is_right(line, answer):
    reasons = line.get("reasons", [line["reason"]] if "reason" in line else [None])
    return (
        answer["over"] == line["over"]
        and answer.get("winner") == line.get("winner")
        and answer.get("reason") in reasons
        and answer["fen"] == line["finalFen"]
        and answer["occurrences"] == line["occurrences"]
        and bool(answer.get("check")) == line["check"]
        and "stoppedAt" not in answer
    )


def chess_outcomes():
    lines = load("chess_outcomes")
    keep = ("id", "fen", "moves")
    answers = ask("replay", [{key: l[key] for key in keep if key in l} for l in lines])
    return compare("chess_outcomes", [(l, a, chess_outcome_is_right(l, a)) for l, a in zip(lines, answers)])


if __name__ == "__main__":
    sys.exit(1 if sum([chess_perft(), chess_san(), chess_outcomes()]) else 0)
