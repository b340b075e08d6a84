// The two links: the one to send, and one's own for another device. Far apart and told apart, for the second is a key.

import { button, h, show } from "./dom.js";
import { t } from "./texts.js";

async function copy(text, place) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Without the permission, or on an insecure origin: select it, so that the person can copy it.
    place.focus();
    place.select();
    document.execCommand("copy");
  }
}

function linkField(id, url, label) {
  const done = h("span", { class: "done", role: "status" });
  const field = h("input", { id, type: "text", readonly: true, value: url, "aria-label": label, onfocus: () => field.select() });
  const copying = button(`copy-${id}`, t("link.copy"), async () => {
    await copy(url, field);
    done.textContent = t("link.copied");
    setTimeout(() => (done.textContent = ""), 4000);
  });
  return [h("div", { class: "link-field" }, field, copying), done];
}

/** The link to send, with the share sheet, a copy button and a QR code. */
export function inviteLink(room, words) {
  const drawn = h("div", { class: "qr" });
  const codes = h("details", { ontoggle: async () => {
    if (!codes.open || drawn.firstChild) return;
    const { drawQr } = await import("./qr.js");
    drawn.replaceChildren(drawQr(room.url, t("link.qrAlt")));
  } }, h("summary", { text: t("link.qr") }), drawn);
  return [
    h("h2", { text: t("link.sendTitle") }),
    h("p", { text: t("link.sendText") }),
    navigator.share && button("share", t("link.share"), () => navigator.share({ text: words, url: room.url }).catch(() => {}), { class: "primary wide" }),
    ...linkField("invite-url", room.url, t("link.sendTitle")),
    codes,
  ];
}

/** The personal link, folded away. */
export function personalLink(room, token) {
  return h(
    "details",
    { class: "personal" },
    h("summary", { text: t("link.personalTitle") }),
    h("p", { text: t("link.personalText") }),
    ...linkField("personal-url", `${room.url}#${token}`, t("link.personalTitle")),
  );
}

/** Fills `place` with the personal link of a seat, or empties it. */
export function showPersonal(place, room, token) {
  show(place, [room.url, token, room.you], () => (room.you && token ? personalLink(room, token) : []));
}
