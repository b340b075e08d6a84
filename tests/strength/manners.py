#!/usr/bin/env python3
"""How a level errs: it plays itself from the starting position, Stockfish at depth 9 judges every move.

Prints, for a level: the share of moves that lose 300 centipawns or more, of those that had as much to lose; the mean loss of a move
when level (within ±100) and when worse (-150 to -600) and their ratio; and mates in one taken and missed. Scores are cut off at ±1000: beyond it nothing is lost.
The judge errs too, and most of what it finds where the player hardly errs is that: with --again DEPTH every such move is looked at
once more, deeper, and only those count that it still holds for blunders.

With --variety it only counts how many of 50 seeds give different games by ply 12. The status is 1 if a goal of docs/rivals.md is missed.

Needs python-chess (`pip install chess`) and Stockfish.
"""

from __future__ import annotations

import argparse
import json
import shlex
import sys

import chess
import chess.engine

CUT = 1000
BLUNDER = 300

# The goals: blunders in percent of the moves, the ratio of losses, and different games.
BLUNDERS = {"domador": (8, 15), "chofer": (3, 8), "carcelero": (1, 3), "empresario": (0, 0.3)}
RATIO = 1.2
DIFFERENT = 45


def start(command: str, options: dict) -> chess.engine.SimpleEngine:
    engine = chess.engine.SimpleEngine.popen_uci(shlex.split(command), timeout=30)
    engine.configure(options)
    return engine


def score(judge, board: chess.Board, depth: int) -> int:
    """For the side to move."""
    outcome = board.outcome(claim_draw=True)
    if outcome is not None:
        return 0 if outcome.winner is None else (CUT if outcome.winner == board.turn else -CUT)
    info = judge.analyse(board, chess.engine.Limit(depth=depth), game=object())
    points = info["score"].pov(board.turn).score(mate_score=10_000)
    return max(-CUT, min(CUT, points))


def mates(board: chess.Board) -> list[chess.Move]:
    found = []
    for move in board.legal_moves:
        board.push(move)
        if board.is_checkmate():
            found.append(move)
        board.pop()
    return found


def manners(args) -> dict:
    judge = start(args.judge, {"Threads": 1, "Hash": 16})
    losses = {"level": [], "worse": []}
    moves = risks = blunders = certain = taken = missed = given = 0
    engine = start(args.engine, {"Level": args.level})
    for number in range(args.games):
        board = chess.Board()
        # Two seeds, one for each side: a player does not know what the other overlooks.
        before = score(judge, board, args.depth)
        game = object()
        while not board.is_game_over(claim_draw=True) and board.ply() < args.plies:
            engine.configure({"Seed": 2 * number + board.turn})
            move = engine.play(board, chess.engine.Limit(nodes=1_000_000), game=game).move
            mating = mates(board)
            if mating:
                taken += move in mating
                missed += move not in mating
            board.push(move)
            given += bool(mates(board)) and not board.is_check()
            after = -score(judge, board, args.depth)
            loss = max(0, before - after)
            moves += 1
            risks += before >= BLUNDER - CUT
            if loss >= BLUNDER:
                blunders += 1
                if args.again:
                    after_again = -score(judge, board, args.again)
                    board.pop()
                    before_again = score(judge, board, args.again)
                    board.push(move)
                    certain += before_again - after_again >= BLUNDER
            if abs(before) <= 100:
                losses["level"].append(loss)
            elif -600 <= before <= -150:
                losses["worse"].append(loss)
            before = -after
    engine.quit()
    judge.quit()
    mean = {key: sum(values) / max(1, len(values)) for key, values in losses.items()}
    least, most = BLUNDERS[args.level]
    result = {
        "level": args.level,
        "games": args.games,
        "moves": moves,
        "of all moves": round(100 * blunders / max(1, moves), 2),
        "blunders": round(100 * blunders / max(1, risks), 2),
        **({f"still at depth {args.again}": round(100 * certain / max(1, risks), 2)} if args.again else {}),
        "loss when level": round(mean["level"], 1),
        "loss when worse": round(mean["worse"], 1),
        "ratio": round(mean["worse"] / max(1e-9, mean["level"]), 2),
        "mates taken": taken,
        "mates missed": missed,
        "mates in one given": given,
    }
    share = 100 * (certain if args.again else blunders) / max(1, risks)
    held = least <= share <= most and result["ratio"] <= RATIO and (not missed or args.level == "domador")
    return result | {"held": held}


def variety(args) -> dict:
    engine = start(args.engine, {"Level": args.level})
    games = set()
    for seed in range(50):
        engine.configure({"Seed": seed})
        board = chess.Board()
        game = object()
        while board.ply() < 12:
            board.push(engine.play(board, chess.engine.Limit(nodes=1_000_000), game=game).move)
        games.add(board.fen())
    engine.quit()
    return {"level": args.level, "different games of 50 by ply 12": len(games), "held": len(games) >= DIFFERENT}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", required=True)
    parser.add_argument("--judge", default="/usr/games/stockfish")
    parser.add_argument("--level", required=True)
    parser.add_argument("--games", type=int, default=30)
    parser.add_argument("--plies", type=int, default=120)
    parser.add_argument("--depth", type=int, default=9)
    parser.add_argument("--again", type=int)
    parser.add_argument("--variety", action="store_true")
    args = parser.parse_args()
    result = (variety if args.variety else manners)(args)
    print(json.dumps(result), flush=True)
    return 0 if result["held"] else 1


if __name__ == "__main__":
    sys.exit(main())
