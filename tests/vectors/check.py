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


def damas(line, **more):
    return {"id": line["id"], "game": "damas", "table": line["table"], "fen": line["fen"], **more}


def identity(move):
    return move["from"], move["to"], tuple(move["captures"])


def damas_moves_are_right(line, answer):
    wanted = {identity(m): (m["move"], m["promotes"], m["notation"]) for m in line["moves"]}
    got = {identity(m): (m["move"], m["promotes"], m["notation"]) for m in answer["moves"]}
    return wanted == got and len(answer["moves"]) == len(got)


def damas_moves():
    lines = load("damas_moves")
    answers = ask("moves", [damas(l) for l in lines])
    return compare("damas_moves", [(l, a, damas_moves_are_right(l, a)) for l, a in zip(lines, answers)])


def damas_routes():
    """Every route of every move is read as that move: it leads to the same position as the printed one."""
    texts = []
    for line in load("damas_moves"):
        for number, move in enumerate(line["moves"]):
            for route in move.get("routes", []):
                texts.append((f"{line['id']}/{number}/{route}", line, move["move"], route))
    rules = {"rules": "off"}
    printed = ask("replay", [{**damas(l), **rules, "id": i, "moves": [text]} for i, l, text, _ in texts])
    routed = ask("replay", [{**damas(l), **rules, "id": i, "moves": [route]} for i, l, _, route in texts])
    pairs = [({"id": t[0]}, b, a["fen"] == b["fen"]) for t, a, b in zip(texts, printed, routed)]
    return compare("damas_moves, all routes", pairs)


def damas_perft():
    lines = load("damas_perft")
    answers = ask("perft", [damas(l, depth=len(l["nodes"])) for l in lines])
    return compare("damas_perft", [(l, a, l["nodes"] == a["nodes"]) for l, a in zip(lines, answers)])


def damas_outcomes():
    wrong = 0
    lines = load("damas_outcomes")
    for blocked in ("loses", "count"):
        asked = [{**damas(l), "table": {**l["table"], "blocked": blocked}} for l in lines]
        answers = ask("moves", asked)
        pairs = [(l, a, a.get("result") == l[blocked]) for l, a in zip(lines, answers)]
        wrong += compare(f"damas_outcomes, blocked {blocked}", pairs)
    return wrong


def damas_huffing_is_right(line, answer):
    wanted = {identity(m): (m["move"], m["promotes"], m["huffable"]) for m in line["wrong"]}
    got = {identity(m): (m["move"], m["promotes"], m["huffable"]) for m in answer["moves"]}
    return wanted == got


def damas_huffing():
    lines = load("damas_huffing")
    answers = ask("moves", [damas(l, wrong=True) for l in lines])
    return compare("damas_huffing", [(l, a, damas_huffing_is_right(l, a)) for l, a in zip(lines, answers)])


def damas_counts():
    lines = load("damas_counts")
    asked = [{"id": l["id"], "game": "damas", "table": l["table"], "moves": l["moves"], "rules": "off"} for l in lines]
    answers = ask("replay", asked)
    fields = ("fen", "occurrences", "quietKingPlies", "thirdAt", "maxQuietKingPlies")
    return compare(
        "damas_counts", [(l, a, all(l.get(f) == a.get(f) for f in fields)) for l, a in zip(lines, answers)]
    )


CHECKS = [
    chess_perft, chess_san, chess_outcomes,
    damas_moves, damas_routes, damas_perft, damas_outcomes, damas_huffing, damas_counts,
]

if __name__ == "__main__":
    sys.exit(1 if sum(check() for check in CHECKS) else 0)
