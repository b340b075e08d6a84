#!/usr/bin/env python3
"""What the hard level costs: processor time a move and memory, over the positions of one game from the starting position.

The time is that of the engine's process, from the kernel, so that other work on the machine counts less.

With --lambda MIB the engine is held to the share of a processor that a Lambda of that memory has (1769 MiB are given one), in periods of
20 ms, and the time is the clock's. That takes root, a kernel with control groups, and a machine that does nothing else.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import pathlib
import shlex
import statistics
import sys
import time

import chess
import chess.engine


def processor_ms(pid: int) -> float:
    with open(f"/proc/{pid}/stat", encoding="ascii") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) * 1000 / os.sysconf("SC_CLK_TCK")


def peak_kib(pid: int) -> int:
    with open(f"/proc/{pid}/status", encoding="ascii") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("VmHWM"))


@contextlib.contextmanager
def held_to(pid: int, mib: int):
    """The process has no more of a processor than a Lambda of this memory."""
    period = 20_000
    quota = period * mib // 1769
    root = pathlib.Path("/sys/fs/cgroup")
    second = (root / "cgroup.controllers").exists()
    group = (root if second else root / "cpu") / f"jaque-{os.getpid()}"
    group.mkdir()
    try:
        if second:
            (group / "cpu.max").write_text(f"{quota} {period}")
        else:
            (group / "cpu.cfs_period_us").write_text(str(period))
            (group / "cpu.cfs_quota_us").write_text(str(quota))
        (group / "cgroup.procs").write_text(str(pid))
        yield
    finally:
        (group.parent / "cgroup.procs").write_text(str(pid))
        group.rmdir()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", required=True)
    parser.add_argument("--plies", type=int, default=80)
    parser.add_argument("--lambda", dest="mib", type=int)
    args = parser.parse_args()
    engine = chess.engine.SimpleEngine.popen_uci(shlex.split(args.engine))
    pid = engine.transport.get_pid()
    engine.configure({"Level": "empresario", "Seed": 1})
    idle = peak_kib(pid)
    board = chess.Board()
    times = []
    clock = (lambda: time.monotonic() * 1000) if args.mib else (lambda: processor_ms(pid))
    with held_to(pid, args.mib) if args.mib else contextlib.nullcontext():
        while not board.is_game_over(claim_draw=True) and board.ply() < args.plies:
            begun = clock()
            board.push(engine.play(board, chess.engine.Limit(nodes=1_000_000), game=1).move)
            times.append(clock() - begun)
    result = {
        "moves": len(times),
        "median ms": round(statistics.median(times)),
        "most ms": round(max(times)),
        "memory over idle, MiB": round((peak_kib(pid) - idle) / 1024, 1),
    }
    engine.quit()
    print(json.dumps(result))
    return 0 if result["median ms"] <= (1000 if args.mib else 150) and result["memory over idle, MiB"] <= 32 else 1


if __name__ == "__main__":
    sys.exit(main())
