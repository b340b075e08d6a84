// Taking the free seat: only ever after a person's tap.

import { Refused, insist } from "./api.js";
import { h } from "./dom.js";
import { secret } from "./ids.js";
import { keepRoom, roomKept, setWish, wish } from "./keep.js";
import { explain, t } from "./texts.js";

/** The form to join with; `joined(answer)` once the seat is taken. */
export function joinForm(id, room, joined) {
  const name = h("input", { id: "name", name: "name", type: "text", maxlength: "40", autocomplete: "nickname", value: wish("name") ?? "" });
  const said = h("p", { class: "said", role: "status" });
  const join = h("button", { type: "submit", class: "primary wide", "data-id": "join", text: t("join.button") });
  const submit = async (event) => {
    event.preventDefault();
    join.disabled = true;
    setWish("name", name.value.trim());
    // Kept before it is sent: if the answer is lost, the same secret asks for the same seat.
    const seatToken = roomKept(id).joining ?? secret();
    keepRoom(id, { joining: seatToken });
    const body = { seatToken };
    if (name.value.trim()) body.name = name.value.trim();
    const waiting = () => (said.textContent = t("notice.resending"));
    const path = `/invites/${id}/acceptance`;
    // The seat was got before, under another name: this token asks for it as it is.
    const asItIs = (fault) => {
      if (fault.name !== "id-taken") throw fault;
      return insist("POST", path, { token: seatToken, body: {} }, waiting);
    };
    try {
      const answer = await insist("POST", path, { body }, waiting).catch(asItIs);
      keepRoom(id, { token: seatToken, joining: undefined });
      joined(answer);
    } catch (fault) {
      if (!(fault instanceof Refused)) throw fault;
      keepRoom(id, { joining: undefined });
      said.textContent = explain(fault);
      join.disabled = false;
    }
  };
  const mine = room.seats.white ? "black" : "white";
  return h(
    "form",
    { class: "join", onsubmit: submit },
    h("p", { text: t("join.side", { side: t(mine === "white" ? "side.white" : "side.black") }) }),
    h("label", { for: "name", text: t("form.name") }),
    name,
    join,
    said,
  );
}
