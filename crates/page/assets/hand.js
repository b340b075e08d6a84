// The person's hand over the board: taking up, going on square by square, putting down, choosing.

import { Choice } from "./choice.js";
import { choose, sure } from "./dialog.js";
import { between, jumped } from "./position.js";
import { t } from "./texts.js";

const PROMOTIONS = { q: "queen", r: "rook", b: "bishop", n: "knight" };

/** `room()`, `pieces()`, `mayMove()` tell how things are; `play(text)` gives a move; `changed()` asks for a new picture. */
export class Hand {
  constructor(given) {
    Object.assign(this, given);
    this.made = undefined;
  }

  /** The choice among the present legal moves. */
  choice() {
    const room = this.room();
    if (this.of !== room) {
      const path = this.made?.path ?? [];
      this.made = new Choice(room.game, room.legalMoves ?? []);
      this.made.path = path;
      this.of = room;
    }
    return this.made;
  }

  /** On a table with huffing, while a capture is due, the API takes other moves too; it says which. */
  loose() {
    const { table, legalMoves = [] } = this.room();
    return Boolean(table.huffing) && table.huffing !== "off" && this.mayMove() && legalMoves.some((move) => move.includes("x"));
  }

  rest() {
    if (!this.made || this.made.path.length === 0) return;
    this.made.drop();
    this.changed();
  }

  /** The move in the making as a text, for the picture. */
  way() {
    const path = this.made?.path ?? [];
    return path.length > 1 ? path.join("x") : undefined;
  }

  marks() {
    if (!this.mayMove()) return {};
    const choice = this.choice();
    const { next, ends } = choice.targets();
    const movable = choice.starts();
    if (this.loose()) for (const [square, piece] of this.pieces()) if (piece.side === this.room().you) movable.add(square);
    return { selected: choice.path.at(-1), next, ends, movable };
  }

  press(square) {
    if (!this.mayMove()) return;
    const choice = this.choice();
    if (choice.path.length === 0) return this.takeUp(square);
    if (square === choice.path.at(-1)) return choice.path.length > 1 && this.loose() ? this.stop() : this.rest();
    const step = choice.step(square);
    if (step) return this.after(step);
    if (this.loose() && !this.pieces().has(square)) return this.wrong([...choice.path, square]);
    choice.drop();
    return this.takeUp(square);
  }

  takeUp(square) {
    const choice = this.choice();
    const own = this.pieces().get(square)?.side === this.room().you;
    if (choice.starts().has(square) || (own && this.loose())) choice.begin(square);
    this.changed();
  }

  /** A drag: without `to` it has just begun. */
  drop(from, to) {
    if (!this.mayMove()) return;
    const choice = this.choice();
    if (to === undefined) {
      if (choice.path.at(-1) !== from) this.takeUp(from);
    } else if (choice.path.at(-1) === from) this.press(to);
  }

  async after({ play, choose: texts }) {
    if (play) this.finish(play);
    else if (texts) await this.offer(texts);
    else this.changed();
  }

  finish(text) {
    this.choice().drop();
    this.play(text);
  }

  /** Lets the person choose among full moves. */
  async offer(texts) {
    const room = this.room();
    const pieces = this.pieces();
    // The piece that is nearly always wanted comes first.
    const wanted = [...texts].sort((a, b) => "qrbn".indexOf(a[4]) - "qrbn".indexOf(b[4]));
    // What is typed may fit moves of several pieces; then each is named by its squares.
    const several = new Set(texts.map((text) => text.slice(0, 4))).size > 1;
    const squares = (text) => `${text.slice(0, 2)}–${text.slice(2, 4)}`;
    const ofChess = (text) => {
      const kind = PROMOTIONS[text[4]] ?? pieces.get(text.slice(0, 2))?.kind;
      const promotes = text.length === 5 && t(`piece.${kind}`);
      const label = [several && squares(text), promotes].filter(Boolean).join(", ");
      return { label, value: text, piece: { side: room.you, kind } };
    };
    const ofDamas = (text) => ({ label: t("choose.capture", { move: text.replaceAll("x", " × "), squares: jumped(text, pieces, room.you).join(", ") }), value: text });
    const options = room.game === "chess" ? wanted.map(ofChess) : texts.map(ofDamas);
    const title = room.game === "damas" ? t("choose.path") : several ? t("choose.move") : t("choose.promotion");
    const text = await choose({ title, options });
    if (text) this.finish(text);
    else this.rest();
  }

  /** A move that is not among the legal ones: the rival may huff it, so the person is asked. */
  async wrong(path) {
    const enemies = (from, to) => between(from, to).filter((square) => this.pieces().has(square));
    const takes = path.length > 2 || enemies(path[0], path[1]).length > 0;
    const text = path.join(takes ? "x" : "-");
    if (await sure(t("wrong.title"), t("wrong.text", { move: text }), t("wrong.yes"))) this.finish(text);
    else this.rest();
  }

  /** Whether a capture is under way that may be broken off. */
  stoppable() {
    return (this.made?.path.length ?? 0) > 1 && this.loose();
  }

  stop() {
    return this.wrong([...this.choice().path]);
  }
}
