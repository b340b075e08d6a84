// Asking the API, once or until it answers.

import { learn } from "./time.js";

/** No answer came: the network, or a server that is away for a moment. Ask again. */
export class NoAnswer extends Error {
  constructor(after) {
    super("no answer");
    this.after = after;
  }
}

/** The API refused: `name` is the last part of the problem's `type`. */
export class Refused extends Error {
  constructor(status, body) {
    super(body?.detail ?? `status ${status}`);
    this.status = status;
    this.body = body ?? {};
    this.name = String(body?.type ?? "").replace("/problems/", "");
  }
}

const PATIENCE = 15_000;
// A limit that holds for longer is told, not waited for: that of a day, say.
const LONGEST_WAIT = 60_000;

/** Asks once: `{status, body, etag}`; throws `NoAnswer` or `Refused`. */
export async function ask(method, path, { token, body, etag } = {}) {
  const headers = {};
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body) headers["Content-Type"] = "application/json";
  if (etag) headers["If-None-Match"] = etag;
  const asked = performance.now();
  let answer;
  let read;
  try {
    answer = await fetch(path, {
      method,
      headers,
      body: body && JSON.stringify(body),
      cache: "no-store",
      credentials: "omit",
      signal: AbortSignal.timeout(PATIENCE),
    });
    const text = await answer.text();
    read = text ? JSON.parse(text) : undefined;
  } catch {
    throw new NoAnswer();
  }
  const after = Number(answer.headers.get("retry-after")) * 1000 || undefined;
  const waits = answer.status === 429 && !(after > LONGEST_WAIT);
  if (waits || answer.status >= 500) throw new NoAnswer(after);
  if (answer.status >= 400) {
    learn(read?.room?.serverTime, asked);
    throw new Refused(answer.status, read);
  }
  learn(read?.serverTime, asked);
  return { status: answer.status, body: read, etag: answer.headers.get("etag") };
}

/** Waits, but no longer than until the device is online again or the person is back. */
export function pause(milliseconds) {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener("online", end);
      document.removeEventListener("visibilitychange", seen);
      resolve();
    };
    const seen = () => document.visibilityState === "visible" && end();
    const timer = setTimeout(end, milliseconds);
    window.addEventListener("online", end);
    document.addEventListener("visibilitychange", seen);
  });
}

/** Asks again and again until there is an answer; every command of the API may be sent again. */
export async function insist(method, path, options, onWait = () => {}) {
  for (let wait = 500; ; wait = Math.min(wait * 2, 15_000)) {
    try {
      return await ask(method, path, options);
    } catch (fault) {
      if (!(fault instanceof NoAnswer)) throw fault;
      onWait();
      await pause(fault.after ?? wait * (0.75 + Math.random() / 2));
    }
  }
}

/** The server's time by its `Date`, for when what the page was told has grown old. */
export async function askTime() {
  const asked = performance.now();
  const answer = await fetch("/", { method: "HEAD", cache: "no-store" });
  learn(Date.parse(answer.headers.get("date")), asked);
}
