#!/usr/bin/env python3
"""What the hard level costs: processor time a move and memory, over the positions of one game from the starting position.

The time is that of the engine's process, from the kernel, so that other work on the machine counts less.
"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import statistics
import sys

import chess
import chess.engine


def processor_ms(pid: int) -> float:
    with open(f"/proc/{pid}/stat", encoding="ascii") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) * 1000 / os.sysconf("SC_CLK_TCK")


def peak_kib(pid: int) -> int:
    with open(f"/proc/{pid}/status", encoding="ascii") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("VmHWM"))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", required=True)
    parser.add_argument("--plies", type=int, default=80)
    args = parser.parse_args()
    engine = chess.engine.SimpleEngine.popen_uci(shlex.split(args.engine))
    pid = engine.transport.get_pid()
    engine.configure({"Level": "empresario", "Seed": 1})
    idle = peak_kib(pid)
    board = chess.Board()
    times = []
    while not board.is_game_over(claim_draw=True) and board.ply() < args.plies:
        begun = processor_ms(pid)
        board.push(engine.play(board, chess.engine.Limit(nodes=1_000_000), game=1).move)
        times.append(processor_ms(pid) - begun)
    result = {
        "moves": len(times),
        "median ms": statistics.median(times),
        "most ms": max(times),
        "memory over idle, MiB": round((peak_kib(pid) - idle) / 1024, 1),
    }
    engine.quit()
    print(json.dumps(result))
    return 0 if result["median ms"] <= 150 and result["memory over idle, MiB"] <= 32 else 1


if __name__ == "__main__":
    sys.exit(main())
