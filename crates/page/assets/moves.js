// What was played, to read and to step through. The positions come from the API: none is computed here.

import { ask } from "./api.js";
import { button, h, svg } from "./dom.js";
import { other } from "./status.js";
import { t } from "./texts.js";

/** Who begins, by the position that the game began from. */
function beginner(room) {
  const fen = room.initialFen;
  if (!fen) return "white";
  const turn = room.game === "chess" ? fen.split(" ")[1] : fen[0].toLowerCase();
  return turn === "b" ? "black" : "white";
}

/** The entries with who made each and the number before it, if it bears one. */
export function numbered(room) {
  const first = beginner(room);
  let standing = first === "white" ? 0 : 1;
  return room.moves.map((entry, index) => {
    if (entry.huff !== undefined) return { ...entry, side: entry.by, label: "", index };
    const side = standing % 2 === 0 ? "white" : "black";
    const number = Math.floor(standing / 2) + 1;
    const label = side === "white" ? `${number}.` : index === 0 || room.moves[index - 1].huff !== undefined ? `${number}…` : "";
    if (!entry.undone) standing += 1;
    return { ...entry, side, label, index };
  });
}

function text(entry) {
  if (entry.huff === undefined) return entry.notation;
  return entry.huff === "undo" ? t("moves.huffUndo") : t("moves.huff", { square: entry.huff });
}

/** The list; `viewed` is the entry whose position is shown, `go(index)` shows another. */
export function moveList(room, viewed, go) {
  const entries = numbered(room);
  if (entries.length === 0) return h("p", { class: "none", text: t("moves.none") });
  const at = viewed ?? entries.length - 1;
  return h(
    "ol",
    { class: "moves" },
    entries.map((entry) =>
      h(
        "li",
        {},
        entry.label && h("span", { class: "number", text: entry.label }),
        button(`move-${entry.index}`, text(entry), () => go(entry.index), {
          class: [entry.undone && "undone", entry.wrong && "wrong"].filter(Boolean).join(" "),
          "aria-current": entry.index === at ? "step" : undefined,
          "aria-label": entry.undone ? t("moves.undone", { move: text(entry) }) : undefined,
        }),
      ),
    ),
  );
}

/** The buttons to step with; -1 is the position before the first entry. */
export function stepButtons(room, viewed, go) {
  const last = room.moves.length - 1;
  const at = viewed ?? last;
  const step = (id, label, sign, to, off) =>
    h("button", { type: "button", "data-id": id, class: "step", "aria-label": label, title: label, disabled: off, onclick: () => go(to) }, svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: sign })));
  return h(
    "div",
    { class: "steps", role: "group", "aria-label": t("moves.steps") },
    step("step-first", t("moves.first"), "M5 5h3v14H5zM20 5v14L9 12z", -1, at < 0),
    step("step-back", t("moves.back"), "M17 5v14L6 12z", at - 1, at < 0),
    step("step-on", t("moves.on"), "M7 5v14l11-7z", at + 1, at >= last),
    step("step-last", t("moves.last"), "M16 5h3v14h-3zM4 5v14l11-7z", last, at >= last),
  );
}

/** The positions of the present game, the first before any entry; asked for when they are first wanted. */
export class Positions {
  constructor(id, token) {
    Object.assign(this, { id, token });
  }

  async at(room, index) {
    const key = `${room.gameNumber} ${room.moves.length}`;
    if (this.key !== key) {
      const { body } = await ask("GET", `/rooms/${this.id}/games/${room.gameNumber}`, { token: this.token() });
      this.list = body.positions;
      this.key = key;
    }
    return this.list[index + 1];
  }
}

/** The last entry that moved something, of those up to `index`. */
export function lastMove(room, index) {
  for (let at = index; at >= 0; at -= 1) {
    const entry = room.moves[at];
    if (entry?.move && !entry.undone) return entry;
  }
  return undefined;
}

/** Whose entry this is. */
export const sideOf = (room, index) => numbered(room)[index]?.side ?? other(room.turn ?? "black");
