// Positions as pictures: where pieces stand and how squares lie. No rules: what may be played, the API says.

const CHESS = { k: "king", q: "queen", r: "rook", b: "bishop", n: "knight", p: "pawn" };

function readChess(fen) {
  const pieces = new Map();
  fen.split(" ")[0].split("/").forEach((row, index) => {
    let file = 0;
    for (const letter of row) {
      if (letter >= "1" && letter <= "8") {
        file += Number(letter);
        continue;
      }
      const side = letter === letter.toUpperCase() ? "white" : "black";
      pieces.set("abcdefgh"[file] + (8 - index), { side, kind: CHESS[letter.toLowerCase()] });
      file += 1;
    }
  });
  return pieces;
}

function readDamas(fen) {
  const pieces = new Map();
  for (const part of fen.split(":").slice(1)) {
    const side = part[0] === "W" ? "white" : "black";
    for (const item of part.slice(1).split(",").filter(Boolean)) {
      const kind = item[0] === "K" ? "stack" : "disc";
      const [first, last] = item.replace("K", "").split("-").map(Number);
      for (let square = first; square <= (last ?? first); square += 1) pieces.set(String(square), { side, kind });
    }
  }
  return pieces;
}

/** The pieces of a FEN, by square. */
export const readPosition = (game, fen) => (game === "chess" ? readChess(fen) : readDamas(fen));

/** Where a square of damas lies, from white's bottom left: 1 is the bottom right corner, counted leftwards and up. */
function damasPlace(square) {
  const row = Math.floor((square - 1) / 4);
  return { row, column: 7 - 2 * ((square - 1) % 4) - (row % 2) };
}

/**
 * The board as rows of squares, top to bottom, as `side` sees it: `{name, dark, playable}`. `mirror` is damas with a
 * playing square in the left corner.
 */
export function layout(game, side, mirror) {
  const rows = Array.from({ length: 8 }, () => []);
  for (let row = 7; row >= 0; row -= 1) {
    for (let column = 0; column < 8; column += 1) {
      rows[7 - row].push({
        name: game === "chess" ? "abcdefgh"[column] + (row + 1) : "",
        // Chess has a light corner on the right; damas a playing square there, on dark.
        dark: game === "chess" ? (row + column) % 2 === 0 : (row + column) % 2 === 1,
        row,
        column,
      });
    }
  }
  if (game !== "chess") {
    for (let square = 1; square <= 32; square += 1) {
      const { row, column } = damasPlace(square);
      rows[7 - row][column].name = String(square);
    }
    if (mirror) rows.forEach((row) => row.reverse());
  }
  if (side === "black") {
    rows.reverse();
    rows.forEach((row) => row.reverse());
  }
  return rows;
}

/** The squares strictly between two on a diagonal of damas; none if they are not on one. */
export function between(from, to) {
  const [a, b] = [damasPlace(Number(from)), damasPlace(Number(to))];
  const steps = Math.abs(a.row - b.row);
  if (steps === 0 || steps !== Math.abs(a.column - b.column)) return [];
  const squares = [];
  for (let step = 1; step < steps; step += 1) {
    const row = a.row + ((b.row - a.row) / steps) * step;
    const column = a.column + ((b.column - a.column) / steps) * step;
    squares.push(String(row * 4 + (7 - column - (row % 2)) / 2 + 1));
  }
  return squares;
}

/** The squares that a move's text names, in order. */
export function squaresOf(game, text) {
  if (text === "--") return [];
  return game === "chess" ? [text.slice(0, 2), text.slice(2, 4)] : text.split(/[-x]/);
}

/** Which squares a capture of damas jumps over, for drawing it. */
export function jumped(text, pieces, side) {
  if (!text.includes("x")) return [];
  const path = text.split("x");
  return path.slice(1).flatMap((to, index) => between(path[index], to).filter((square) => pieces.has(square) && pieces.get(square).side !== side));
}

const FULL = {
  chess: { queen: 1, rook: 2, bishop: 2, knight: 2, pawn: 8 },
  damas: { disc: 12 },
};

function count(pieces, side) {
  const counts = {};
  for (const piece of pieces.values()) if (piece.side === side) counts[piece.kind] = (counts[piece.kind] ?? 0) + 1;
  return counts;
}

/** What a side has lost since the start: kinds with numbers. A promoted pawn is no lost one. */
export function lost(game, side, pieces, initialFen) {
  const start = initialFen ? count(readPosition(game, initialFen), side) : FULL[game];
  const left = count(pieces, side);
  if (game === "damas") {
    const sum = (counts) => (counts.disc ?? 0) + (counts.stack ?? 0);
    return { disc: sum(start) - sum(left) };
  }
  const missing = {};
  let promoted = 0;
  for (const kind of ["queen", "rook", "bishop", "knight"]) {
    const difference = (start[kind] ?? 0) - (left[kind] ?? 0);
    if (difference > 0) missing[kind] = difference;
    else promoted -= difference;
  }
  const pawns = (start.pawn ?? 0) - (left.pawn ?? 0) - promoted;
  if (pawns > 0) missing.pawn = pawns;
  return missing;
}
