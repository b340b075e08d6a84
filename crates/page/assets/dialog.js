// Questions that must be answered before anything else.

import { drawPiece, h } from "./dom.js";
import { t } from "./texts.js";

/** Asks, and answers with the value of the option taken; `undefined` if the question was closed. */
export function choose({ title, text, options, cancel = t("cancel") }) {
  return new Promise((resolve) => {
    const done = (value) => {
      dialog.close();
      dialog.remove();
      resolve(value);
    };
    const buttons = options.map(({ label, value, piece, kind = "" }) =>
      h(
        "button",
        { type: "button", class: `${piece ? "with-piece" : ""} ${kind}`, "data-value": value, onclick: () => done(value) },
        piece && drawPiece(piece),
        h("span", { text: label }),
      ),
    );
    const dialog = h(
      "dialog",
      { "aria-labelledby": "dialog-title", oncancel: () => done(undefined), onclick: (event) => event.target === dialog && done(undefined) },
      h(
        "div",
        { class: "dialog" },
        h("h2", { id: "dialog-title", text: title }),
        text && h("p", { text }),
        h("div", { class: options.some((option) => option.piece) ? "options pieces" : "options" }, buttons),
        h("button", { type: "button", class: "quiet", "data-value": "cancel", text: cancel, onclick: () => done(undefined) }),
      ),
    );
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** Asks whether to do something that cannot be undone. */
export async function sure(title, text, label) {
  return (await choose({ title, text, options: [{ label, value: "yes", kind: "danger" }] })) === "yes";
}
