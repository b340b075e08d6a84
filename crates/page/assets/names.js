// Squares, pieces and moves in words, for those who hear the board.

import { squaresOf } from "./position.js";
import { has, t } from "./texts.js";

/** A side by its metal, as people say it. */
export const sideName = (side) => t(side === "white" ? "side.white" : "side.black");

/** A piece by its name. */
export const pieceName = (piece) => t(`piece.${piece.kind}`);

/** What is on a square: "e4, white knight". */
export function squareWords(square, piece) {
  if (!square.name) return t("square.blank");
  const empty = t("square.empty", { square: square.name });
  return piece ? t("square.piece", { square: square.name, piece: pieceName(piece), side: sideName(piece.side) }) : empty;
}

/** An entry of the move list in words, with the pieces as they stand after it. */
export function entryWords(game, entry, side, pieces) {
  const who = sideName(side);
  if (entry.huff !== undefined) {
    return entry.huff === "undo" ? t("said.huffUndo", { who: sideName(entry.by) }) : t("said.huff", { who: sideName(entry.by), square: entry.huff });
  }
  if (entry.move === "--") return t("said.pass", { who });
  const squares = squaresOf(game, entry.move);
  const to = squares.at(-1);
  const parts = [];
  const castling = /^O-O(-O)?/.exec(entry.notation);
  if (castling) parts.push(castling[1] ? t("said.castlingLong", { who }) : t("said.castlingShort", { who }));
  else {
    const promotion = /=([QRBN])/.exec(entry.notation);
    const takes = entry.notation.includes("x");
    const piece = promotion ? t("piece.pawn") : pieces.has(to) ? pieceName(pieces.get(to)) : "";
    const values = { who, piece, from: squares[0], to };
    parts.push(takes ? t("said.capture", values) : t("said.move", values));
    if (promotion) parts.push(t("said.promotion", { piece: t(`piece.${{ Q: "queen", R: "rook", B: "bishop", N: "knight" }[promotion[1]]}`) }));
  }
  if (entry.notation.endsWith("#")) parts.push(t("said.mate"));
  else if (entry.notation.endsWith("+")) parts.push(t("said.check"));
  if (entry.wrong) parts.push(t("said.wrong"));
  return parts.join(", ");
}

/** The result in words. */
export function resultWords(result, you) {
  const reason = has(`reason.${result.reason}`) ? t(`reason.${result.reason}`) : result.reason;
  if (!result.winner) return { title: t("result.draw"), reason };
  const won = t("result.won", { who: sideName(result.winner) });
  if (!you) return { title: won, reason };
  return { title: result.winner === you ? t("result.youWon") : t("result.youLost"), reason };
}
