// The start page: a new game, and the games that go on.

import { Refused, askTime, insist } from "./api.js";
import { h, loadPieces } from "./dom.js";
import { secret, ulid } from "./ids.js";
import { forgetRoom, keepRoom, lasts, making, roomKept } from "./keep.js";
import { showMine } from "./mine.js";
import { setupForm } from "./setup.js";
import { now } from "./time.js";
import { explain, t } from "./texts.js";
import "./language.js";

await loadPieces();

const said = h("p", { class: "said", role: "status" });
const mine = h("section", { class: "my-rooms", hidden: true });
const setup = setupForm(create);

async function create(body) {
  setup.busy(true);
  said.textContent = "";
  try {
    const id = await made(body);
    // Where nothing can be kept, the seat goes along as a personal link does.
    location.assign(lasts() ? `/r/${id}` : `/r/${id}#${roomKept(id).token}`);
  } catch (fault) {
    if (!(fault instanceof Refused)) throw fault;
    said.textContent = explain(fault);
    setup.busy(false);
  }
}

/** Creates the room under an id and a secret of ours, so that a lost answer is asked for again; answers the id. */
async function made(body, again = true) {
  const [id, seatToken] = [ulid(now()), secret()];
  keepRoom(id, { token: seatToken, game: body.game });
  making.add(id);
  try {
    await insist("POST", "/invites", { body: { ...body, id, seatToken } }, () => (said.textContent = t("notice.resending")));
    // Another page of ours may have looked too early, and forgotten it.
    keepRoom(id, { token: seatToken, game: body.game });
    return id;
  } catch (fault) {
    forgetRoom(id);
    // The page may have been open, or kept, for longer than the time it was told holds.
    if (fault.name !== "invalid-id" || !again) throw fault;
    await askTime();
    return made(body, false);
  } finally {
    making.delete(id);
  }
}

document.getElementById("main").replaceChildren(
  h("div", { class: "hero" }, h("h1", { text: t("start.title") }), h("p", { class: "lead", text: t("start.lead") })),
  mine,
  h("section", { class: "new" }, h("h2", { text: t("start.new") }), setup.form, said),
);
showMine(mine);
// Whoever comes back to the page wants to know whose turn it is now.
window.addEventListener("pageshow", (event) => {
  if (event.persisted) {
    setup.busy(false);
    showMine(mine);
  }
});
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && showMine(mine));
