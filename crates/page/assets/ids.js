// Ids and secrets made here, so that a request whose answer was lost can be sent again.

const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** A ULID for a moment in milliseconds: 48 bits of time, 80 random ones. */
export function ulid(at) {
  let time = Math.floor(at);
  let text = "";
  for (let index = 0; index < 10; index += 1) {
    text = LETTERS[time % 32] + text;
    time = Math.floor(time / 32);
  }
  for (const byte of crypto.getRandomValues(new Uint8Array(16))) text += LETTERS[byte % 32];
  return text;
}

/** A secret of 128 random bits, in letters and digits. */
export function secret() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
