// Elements without markup: nothing a person or a server wrote can become HTML.

const SVG = "http://www.w3.org/2000/svg";

/** Makes an element. `props`: `class`, `text`, `on…` listeners; `true` and `false` for attributes without a value. */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === false || value === null) continue;
    if (name === "text") element.textContent = value;
    else if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value") element.value = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== undefined && child !== null && child !== false));
  return element;
}

/** Makes an SVG element. */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

const METALS = { white: ["url(#brass)", "#4a3208"], black: ["url(#steel)", "#0d151d"] };

/** A drawn piece; what it is called is for whoever shows it to say. */
export function drawPiece({ side, kind }) {
  const [fill, stroke] = METALS[side];
  return svg(
    "svg",
    { class: `piece ${side}`, viewBox: "0 0 100 100", fill, stroke, "aria-hidden": "true", focusable: "false" },
    svg("use", { href: `#${kind}` }),
  );
}

/** Puts the sprite of the pieces into the page, once. */
export async function loadPieces() {
  const answer = await fetch(document.getElementById("pieces").href);
  const sprite = new DOMParser().parseFromString(await answer.text(), "image/svg+xml").documentElement;
  sprite.setAttribute("class", "sprite");
  sprite.setAttribute("aria-hidden", "true");
  document.body.prepend(document.importNode(sprite, true));
}

/**
 * Shows what `build` makes in `place`, unless it shows the same already: a poll must not take the focus or a half-typed
 * text away. The focus goes back to the element of the same `data-id`.
 */
export function show(place, key, build) {
  const text = JSON.stringify(key);
  if (place.shown === text) return false;
  place.shown = text;
  const focused = place.contains(document.activeElement) ? document.activeElement.dataset.id : undefined;
  place.replaceChildren(...[build()].flat().filter(Boolean));
  if (focused) place.querySelector(`[data-id="${focused}"]`)?.focus({ preventScroll: true });
  return true;
}

/** A button. */
export function button(id, text, onclick, props = {}) {
  return h("button", { type: "button", "data-id": id, text, onclick, ...props });
}

/** What the server wrote into the page for the scripts. */
export const data = JSON.parse(document.getElementById("data")?.textContent ?? "{}");
