// The rooms in which this device holds a seat, most urgent first.

import { Refused, ask } from "./api.js";
import { button, h } from "./dom.js";
import { forgetRoom, keptRooms, making, roomKept } from "./keep.js";
import { called, headline, other } from "./status.js";
import { ago, moment } from "./time.js";
import { t } from "./texts.js";

const MOST = 20;

/** How urgent: lower comes first. */
function urgency(room) {
  if (room.status === "playing") return room.turn === room.you || room.actions.includes("accept-draw") ? 0 : room.actions.includes("claim-absence") ? 1 : 3;
  return room.status === "waiting" ? 2 : room.rematchOffer ? 2 : 4;
}

/** Rooms in the order of what is to be done; among equals, whoever has waited longest. */
export function byUrgency(rooms) {
  const since = (room) => Date.parse(room.turnStartedAt ?? room.lastMoveAt ?? room.createdAt);
  const late = (room) => (urgency(room) === 4 ? -since(room) : since(room));
  return [...rooms].sort((a, b) => urgency(a) - urgency(b) || late(a) - late(b));
}

async function read(id) {
  try {
    // No entry is needed, and none has this number.
    const { body } = await ask("GET", `/rooms/${id}?since=99999`, { token: roomKept(id).token });
    return body;
  } catch (fault) {
    if (!(fault instanceof Refused)) return undefined;
    if (["room-expired", "room-not-found"].includes(fault.name)) forgetRoom(id);
    return undefined;
  }
}

function item(room, changed) {
  const seat = room.seats[other(room.you)];
  const rival = (seat?.name || seat?.rival) && called(room, other(room.you));
  const title = [t(`game.${room.game}.title`), rival && t("mine.with", { name: rival })].filter(Boolean).join(" · ");
  const when = room.status === "playing" ? t("mine.deadline", { ago: ago(room.turnStartedAt), at: moment(room.expiresAt) }) : moment(room.lastMoveAt ?? room.createdAt);
  const over = room.status !== "playing" && room.status !== "waiting";
  return h(
    "li",
    { class: room.turn && room.turn === room.you ? "urgent" : "" },
    h("a", { href: `/r/${room.id}` }, h("span", { class: "state", text: headline(room) }), h("span", { class: "title", text: title }), h("span", { class: "when", text: when })),
    over && button(`forget-${room.id}`, "✕", () => { forgetRoom(room.id); changed(); }, { class: "quiet", "aria-label": t("mine.forget", { title }), title: t("mine.forget", { title }) }),
  );
}

/** Shows the list in `place`, or nothing if there is none. */
export async function showMine(place) {
  const ids = keptRooms().filter((id) => !making.has(id)).sort().reverse().slice(0, MOST);
  place.hidden = ids.length === 0;
  if (ids.length === 0) return;
  const rooms = (await Promise.all(ids.map(read))).filter((room) => room?.you);
  place.hidden = rooms.length === 0;
  place.replaceChildren(h("h2", { text: t("mine.title") }), h("ul", { class: "mine" }, byUrgency(rooms).map((room) => item(room, () => showMine(place)))));
}
