// The board: a grid of squares that fingers, mice, keys and screen readers can use. It shows what it is told and says
// what was touched; what that means is for its owner.

import { drawPiece, h } from "./dom.js";
import { squareWords } from "./names.js";
import { t } from "./texts.js";

const DRAG_FROM = 6;
const still = window.matchMedia("(prefers-reduced-motion: reduce)");

/** A board. `press(square)` is called for a tap, a click or a key; `drop(from, to)` after a drag. */
export class Board {
  constructor({ label, press, drop, escape }) {
    this.press = press;
    this.dropped = drop;
    this.cells = new Map();
    this.pieces = new Map();
    this.element = h("div", {
      class: "board",
      role: "grid",
      "aria-label": label,
      onkeydown: (event) => this.key(event, escape),
      onpointerdown: (event) => this.grab(event),
      onpointermove: (event) => this.drag(event),
      onpointerup: (event) => this.release(event),
      onpointercancel: () => this.letGo(),
      onclick: (event) => this.click(event),
    });
  }

  /** Lays the squares out anew: `rows` of `{name, dark}`, top to bottom. */
  lay(rows, game) {
    this.rows = rows;
    this.cells.clear();
    this.pieces.clear();
    const had = this.element.contains(document.activeElement);
    this.element.className = `board ${game}`;
    this.element.replaceChildren(
      ...rows.map((row, y) =>
        h(
          "div",
          { role: "row", class: "row" },
          row.map((square, x) => {
            const cell = h("div", { role: "gridcell", class: `cell ${square.dark ? "dark" : "light"}`, tabindex: "-1" });
            if (square.name) cell.dataset.square = square.name;
            cell.dataset.at = `${x} ${y}`;
            if (game === "chess" && y === 7) cell.dataset.file = square.name[0];
            if (game === "chess" && x === 0) cell.dataset.rank = square.name[1];
            if (game !== "chess" && square.name) cell.dataset.number = square.name;
            cell.square = square;
            if (square.name) this.cells.set(square.name, cell);
            return cell;
          }),
        ),
      ),
    );
    const first = [...this.cells.values()].find((cell) => cell.square.name === this.current) ?? this.element.querySelector(".row:last-child [data-square]");
    first.tabIndex = 0;
    if (had) first.focus({ preventScroll: true });
  }

  /**
   * Shows a position with its marks: sets of squares `last`, `next`, `ends`, `path`, `gone`, `movable`; one square each
   * `selected` and `check`. A piece that came along `slide` (`[from, to]`) is seen to come.
   */
  update({ pieces, marks, slide }) {
    for (const [name, cell] of this.cells) {
      const piece = pieces.get(name);
      const drawn = this.pieces.get(name);
      if (drawn?.kind !== piece?.kind || drawn?.side !== piece?.side) {
        cell.replaceChildren(...(piece ? [drawPiece(piece)] : []));
        if (piece) this.pieces.set(name, piece);
        else this.pieces.delete(name);
      }
      const on = (mark) => marks[mark]?.has(name) ?? false;
      const list = cell.classList;
      for (const mark of ["last", "next", "ends", "path", "gone", "movable", "huffable"]) list.toggle(mark, on(mark));
      list.toggle("selected", marks.selected === name);
      list.toggle("check", marks.check === name);
      list.toggle("occupied", Boolean(piece));
      const words = [squareWords(cell.square, piece)];
      if (marks.check === name) words.push(t("square.check"));
      if (on("next") || on("ends")) words.push(t("square.target"));
      if (on("huffable")) words.push(t("square.huffable"));
      if (on("last")) words.push(t("square.last"));
      if (marks.selected === name) cell.setAttribute("aria-selected", "true");
      else cell.removeAttribute("aria-selected");
      const label = words.join(", ");
      if (cell.getAttribute("aria-label") !== label) cell.setAttribute("aria-label", label);
    }
    for (const cell of this.element.querySelectorAll(".cell:not([data-square])")) cell.setAttribute("aria-label", t("square.blank"));
    if (slide) this.slide(...slide);
  }

  slide(from, to) {
    const [start, end] = [this.cells.get(from), this.cells.get(to)];
    const piece = end?.firstElementChild;
    if (!start || !piece || still.matches) return;
    const [a, b] = [start.getBoundingClientRect(), end.getBoundingClientRect()];
    piece.animate([{ transform: `translate(${a.x - b.x}px, ${a.y - b.y}px)` }, { transform: "none" }], { duration: 180, easing: "ease-out" });
  }

  focus(square) {
    const cell = this.cells.get(square);
    if (cell) this.rove(cell);
  }

  rove(cell) {
    this.element.querySelector('[tabindex="0"]')?.setAttribute("tabindex", "-1");
    cell.tabIndex = 0;
    this.current = cell.square.name;
    cell.focus({ preventScroll: true });
  }

  key(event, escape) {
    const cell = event.target.closest(".cell");
    if (!cell || event.ctrlKey || event.altKey || event.metaKey) return;
    const [x, y] = cell.dataset.at.split(" ").map(Number);
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1], Home: [-x, 0], End: [7 - x, 0], PageUp: [0, -y], PageDown: [0, 7 - y] };
    if (event.key in steps) {
      const [dx, dy] = steps[event.key];
      const next = this.element.querySelector(`[data-at="${x + dx} ${y + dy}"]`);
      if (next) this.rove(next);
    } else if (event.key === "Enter" || event.key === " ") {
      if (cell.square.name) this.press(cell.square.name);
    } else if (event.key === "Escape") escape();
    else return;
    event.preventDefault();
  }

  click(event) {
    if (this.dragged) {
      // The click that ends a drag is no tap.
      this.dragged = false;
      return;
    }
    const cell = event.target.closest(".cell");
    if (!cell?.square.name) return;
    this.rove(cell);
    this.press(cell.square.name);
  }

  grab(event) {
    this.dragged = false;
    const cell = event.target.closest(".cell.movable");
    if (!cell || event.button !== 0) return;
    this.held = { cell, x: event.clientX, y: event.clientY, id: event.pointerId };
  }

  drag(event) {
    const held = this.held;
    if (held?.id !== event.pointerId) return;
    const [dx, dy] = [event.clientX - held.x, event.clientY - held.y];
    if (!held.moving) {
      if (Math.hypot(dx, dy) < DRAG_FROM) return;
      held.moving = true;
      this.element.setPointerCapture(held.id);
      this.dropped(held.cell.square.name);
      held.piece = held.cell.firstElementChild;
      held.piece?.classList.add("held");
    }
    if (held.piece) held.piece.style.transform = `translate(${dx}px, ${dy}px) scale(1.15)`;
  }

  release(event) {
    const held = this.held;
    if (held?.id !== event.pointerId) return;
    this.letGo();
    if (!held.moving) return;
    this.dragged = true;
    const under = document.elementsFromPoint(event.clientX, event.clientY).find((element) => element.classList.contains("cell"));
    const to = under?.square?.name;
    // Whoever puts a piece back where it was has changed their mind, or only wanted to touch it.
    if (to && to !== held.cell.square.name) this.dropped(held.cell.square.name, to);
    setTimeout(() => (this.dragged = false), 0);
  }

  letGo() {
    const piece = this.held?.piece;
    if (piece) {
      piece.classList.remove("held");
      piece.style.transform = "";
    }
    this.held = undefined;
  }
}
