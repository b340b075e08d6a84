// From taps to a move: which of the API's legal moves is meant by the squares touched so far. It knows no rules.

import { squaresOf } from "./position.js";

/** A move in the making. */
export class Choice {
  /** `moves` are the API's `legalMoves`. */
  constructor(game, moves) {
    this.moves = moves.map((text) => ({ text, squares: squaresOf(game, text) }));
    this.path = [];
  }

  /** The squares from which a legal move begins. */
  starts() {
    return new Set(this.moves.map((move) => move.squares[0]));
  }

  get from() {
    return this.path[0];
  }

  /** Takes a piece up. */
  begin(square) {
    this.path = [square];
  }

  drop() {
    this.path = [];
  }

  /** The legal moves that begin with the squares touched so far. */
  fitting() {
    return this.moves.filter((move) => this.path.every((square, index) => move.squares[index] === square));
  }

  /** The next squares of those moves: `next` by one step, `ends` where they end. */
  targets() {
    if (this.path.length === 0) return { next: new Set(), ends: new Set() };
    const fitting = this.fitting().filter((move) => move.squares.length > this.path.length);
    return {
      next: new Set(fitting.map((move) => move.squares[this.path.length])),
      ends: new Set(fitting.map((move) => move.squares.at(-1))),
    };
  }

  /**
   * Goes on to a square. Answers `{play}` when one move is meant, `{choose}` when several are, `{going: true}` when the
   * path goes on, and nothing when no legal move does so.
   */
  step(square) {
    const { next, ends } = this.targets();
    if (next.has(square)) {
      this.path.push(square);
      const fitting = this.fitting();
      const done = fitting.filter((move) => move.squares.length === this.path.length);
      if (done.length === fitting.length) return this.meant(done);
      // Where only one move is left there is nothing to choose, but the way is still shown square by square.
      return { going: true };
    }
    if (ends.has(square)) return this.meant(this.fitting().filter((move) => move.squares.at(-1) === square));
    return undefined;
  }

  meant(moves) {
    const texts = moves.map((move) => move.text);
    return texts.length === 1 ? { play: texts[0] } : { choose: texts };
  }
}
