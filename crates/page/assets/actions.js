// The buttons for what the API says this caller may do now, and no others.

import { button, h } from "./dom.js";
import { choose, sure } from "./dialog.js";
import { called, offerWords, other } from "./status.js";
import { t } from "./texts.js";

const game = (room) => ({ gameNumber: room.gameNumber });
const atPly = (room) => ({ ply: room.ply, ...game(room) });
const ofOffer = (room) => ({ ply: room.drawOffer.ply, ...game(room) });

async function proposeDraw(room, send) {
  if (room.table.drawOffer === "passes-turn" && !(await sure(t("draw.passTitle"), t("draw.passText"), t("draw.pass")))) return;
  send("draw-offer", atPly(room));
}

async function resign(room, send) {
  if (await sure(t("resign.title"), t("resign.text", { name: called(room, other(room.you)) }), t("resign.yes"))) send("resignation", game(room));
}

async function claim(room, send) {
  if (await sure(t("claim.title"), t("claim.text"), t("claim.yes"))) send("absence-claim", game(room));
}

async function huff(room, send) {
  if (room.table.huffing === "formal") {
    if (await sure(t("huff.formalTitle"), t("huff.formalText"), t("huff.yes"))) send("huff", atPly(room));
    return;
  }
  const options = (room.huffable ?? []).map((square) => ({ label: t("huff.square", { square }), value: square }));
  const square = await choose({ title: t("huff.familyTitle"), text: t("huff.familyText"), options });
  if (square !== undefined) send("huff", { square, ...atPly(room) });
}

async function cancel(room, { cancelInvite }) {
  if (await sure(t("cancelInvite.title"), t("cancelInvite.text"), t("cancelInvite.yes"))) cancelInvite();
}

/** The buttons; `send(path, body)` gives a command to this room. */
export function actionButtons(room, send, extra) {
  const may = (action) => room.actions.includes(action);
  const buttons = [];
  const add = (action, text, act, kind = "") => may(action) && buttons.push(button(action, text, () => act(room, send, extra), { class: kind }));
  add("huff", t("huff.button"), huff, "primary");
  add("accept-draw", t("draw.accept"), () => send("draw-offer/acceptance", ofOffer(room)), "primary");
  add("decline-draw", t("draw.decline"), () => send("draw-offer/refusal", ofOffer(room)));
  add("claim-absence", t("claim.button"), claim, "primary");
  if (may("offer-rematch")) {
    const theirs = room.rematchOffer && room.rematchOffer.by !== room.you;
    add("offer-rematch", theirs ? t("rematch.accept") : t("rematch.offer"), () => send("rematch", game(room)), "primary");
  }
  add("propose-draw", room.table.drawOffer === "passes-turn" ? t("draw.passButton") : t("draw.offer"), proposeDraw);
  add("resign", t("resign.button"), resign);
  add("cancel-invite", t("cancelInvite.button"), (at) => cancel(at, extra));
  const said = [];
  if (offerWords(room)) said.push(h("p", { class: "offer", text: offerWords(room) }));
  if (room.huffable && may("huff")) said.push(h("p", { class: "offer", text: t("huff.note") }));
  if (room.rematchOffer) {
    const yours = room.rematchOffer.by === room.you;
    said.push(h("p", { class: "offer", text: yours ? t("rematch.yours") : t("rematch.theirs", { name: called(room, room.rematchOffer.by) }) }));
  }
  return [...said, buttons.length > 0 && h("div", { class: "buttons" }, buttons)];
}
