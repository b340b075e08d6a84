// Looking at a room again and again: as often as it says, at once when the person is back, and not at all in vain.

import { NoAnswer, Refused, ask, pause } from "./api.js";

/** Watches a room. `seen(room)` gets each new state, whole; `trouble(fault)` what went wrong, and nothing once it is well. */
export class Watch {
  constructor(id, { token, seen, trouble }) {
    Object.assign(this, { id, token, seen, trouble });
    this.failed = 0;
  }

  /** Takes a state that came another way, such as a command's answer, with its ETag. */
  take(room, etag) {
    // An answer that was overtaken by another on its way must not undo it.
    if (this.room && room.version < this.room.version) return;
    this.etag = etag;
    this.accept(room);
  }

  accept(room) {
    this.room = room;
    this.seen(room);
  }

  /** Looks until the page is left. */
  async run() {
    while (!this.stopped) {
      await this.look();
      await pause(this.delay());
    }
  }

  stop() {
    this.stopped = true;
  }

  delay() {
    if (this.failed > 0) return Math.min(1000 * 2 ** this.failed, 30_000);
    const asked = this.room?.pollAfter ?? 5000;
    // Nobody is looking: only the title can change.
    return document.visibilityState === "hidden" ? Math.max(asked, 30_000) : asked;
  }

  async look() {
    const base = this.room;
    const since = this.etag && base ? base.moves.length : 0;
    try {
      const answer = await ask("GET", `/rooms/${this.id}${since > 0 ? `?since=${since}` : ""}`, { token: this.token(), etag: this.etag });
      this.failed = 0;
      this.trouble();
      const room = answer.body;
      if (answer.status === 304 || room.version < (this.room?.version ?? 0)) return;
      if (since > 0 && !joins(base, room)) {
        this.etag = undefined;
        return await this.look();
      }
      if (since > 0) room.moves = [...base.moves, ...room.moves];
      this.etag = answer.etag;
      this.accept(room);
    } catch (fault) {
      if (fault instanceof NoAnswer) this.failed += 1;
      else if (!(fault instanceof Refused)) throw fault;
      this.trouble(fault);
    }
  }
}

/**
 * Whether the entries of `room` go on where those of `base` end. Another game begins with an empty list; and a huff that
 * undoes a move changes an entry that is known already.
 */
function joins(base, room) {
  return room.gameNumber === base.gameNumber && !room.moves.some((entry) => entry.huff === "undo");
}
