// The two people, above and below the board: who, with which metal, what they have taken, and their clock.

import { drawPiece, h, show } from "./dom.js";
import { pieceName, sideName } from "./names.js";
import { lost } from "./position.js";
import { called, other } from "./status.js";
import { clockFace, now } from "./time.js";
import { t } from "./texts.js";

const LOW = 30_000;

/** What a side has captured: pieces of the other's. */
function taken(room, side, pieces) {
  const missing = lost(room.game, other(side), pieces, room.initialFen);
  const kinds = Object.entries(missing).filter(([, number]) => number > 0);
  if (kinds.length === 0) return undefined;
  const spoken = kinds.map(([kind, number]) => `${number} × ${pieceName({ kind })}`).join(", ");
  const drawn = kinds.map(([kind, number]) =>
    h("span", { class: "taken-kind", "aria-hidden": "true" }, drawPiece({ side: other(side), kind }), number > 1 && h("span", { text: String(number) })),
  );
  return h("span", { class: "taken" }, h("span", { class: "hidden", text: t("players.taken", { pieces: spoken }) }), drawn);
}

/** Fills a strip with one side's person. */
export function showPlayer(place, room, side, pieces) {
  const seat = room.seats[side];
  const token = room.game === "chess" ? { side, kind: "king" } : { side, kind: "disc" };
  const key = [room.seats[side], room.you, side, room.turn, room.status, room.game, lost(room.game, other(side), pieces, room.initialFen)];
  const changed = show(place, key, () => [
    h("span", { class: "metal" }, drawPiece(token)),
    h(
      "span",
      { class: "who" },
      h("span", { class: "name", text: seat ? called(room, side) : t("players.free") }),
      h("span", { class: "seat", text: [seat?.name && sideName(side), room.you === side && t("players.you"), seat?.rival && t("players.rival")].filter(Boolean).join(" · ") }),
    ),
    taken(room, side, pieces),
    room.turn === side && h("span", { class: "on-turn", text: t("players.onTurn") }),
    room.clocks && h("span", { class: "clock", role: "timer" }),
  ]);
  place.classList.toggle("active", room.turn === side);
  if (changed) place.dataset.side = side;
}

/** Sets the clocks forward; `at` is the server's time when `room.clocks` was told. */
export function tick(places, room) {
  if (!room.clocks) return;
  for (const place of places) {
    const side = place.dataset.side;
    const clock = place.querySelector(".clock");
    if (!clock) continue;
    // Clocks run from white's first move on.
    const running = room.status === "playing" && room.turn === side && room.ply > 0;
    const left = room.clocks[side] - (running ? now() - Date.parse(room.serverTime) : 0);
    const face = clockFace(left);
    if (clock.textContent !== face) clock.textContent = face;
    clock.classList.toggle("low", left < LOW);
  }
}
