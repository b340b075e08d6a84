// The server's time, for the device's own clock may be wrong; and times in words.

import { data } from "./dom.js";
import { language, t } from "./texts.js";

let offset = data.serverTime ? Date.parse(data.serverTime) - performance.now() : Date.now() - performance.now();

/** The server's time now, in milliseconds. */
export const now = () => performance.now() + offset;

/** Learns the server's time from an answer that was asked for at `asked` (of `performance.now()`). */
export function learn(serverTime, asked) {
  const at = typeof serverTime === "string" ? Date.parse(serverTime) : serverTime;
  if (!Number.isFinite(at)) return;
  // It was told somewhere between the question and the answer.
  offset = at - (asked + performance.now()) / 2;
}

const day = new Intl.DateTimeFormat(language, { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });
const hour = new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit" });

/** A moment: the hour if it is today, else the day too. */
export function moment(text) {
  const at = new Date(text);
  return new Date(now()).toDateString() === at.toDateString() ? hour.format(at) : day.format(at);
}

/** How long ago, in words. */
export function ago(text) {
  const minutes = Math.floor((now() - Date.parse(text)) / 60_000);
  if (minutes < 1) return t("time.now");
  if (minutes < 60) return t("time.minutes", { n: minutes });
  if (minutes < 48 * 60) return t("time.hours", { n: Math.floor(minutes / 60) });
  return t("time.days", { n: Math.floor(minutes / 1440) });
}

/** Milliseconds as a clock shows them. */
export function clockFace(milliseconds) {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  const two = (number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
