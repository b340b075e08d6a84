// A command is kept from the moment it is given until it is answered: a reload or a dead network loses none. Each
// carries the ply and the game that its sender saw, so sending it again does nothing twice.

import { NoAnswer, Refused, insist } from "./api.js";
import { keepRoom, roomKept } from "./keep.js";

/** The one command of a room that waits for its answer. */
export class Outbox {
  /** `changed()` when the command or its state changes; `answered(room, etag)` and `refused(problem)` when it is over. */
  constructor(id, { token, changed, answered, refused }) {
    Object.assign(this, { id, token, changed, answered, refused });
    this.command = roomKept(id).sending;
    this.stuck = false;
  }

  /** Goes on with what an earlier visit left unanswered. */
  resume() {
    if (this.command) this.deliver();
  }

  /** Gives a command; refused while another waits. */
  send(path, body, shown) {
    if (this.command) return;
    this.command = { path, body, shown };
    keepRoom(this.id, { sending: this.command });
    this.deliver();
  }

  async deliver() {
    const { path, body } = this.command;
    this.changed();
    try {
      const answer = await insist("POST", path, { token: this.token(), body }, () => {
        this.stuck = true;
        this.changed();
      });
      this.over();
      this.answered(answer.body, answer.etag);
    } catch (fault) {
      this.over();
      if (fault instanceof Refused || fault instanceof NoAnswer) this.refused(fault);
      else throw fault;
    }
  }

  over() {
    this.command = undefined;
    this.stuck = false;
    keepRoom(this.id, { sending: undefined });
  }
}
