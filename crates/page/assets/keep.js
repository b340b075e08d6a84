// What this device remembers: the seats it holds, what has not been answered yet, and a few wishes. No cookies.

const ROOM = "jaque.room.";

// A browser may refuse storage altogether; then the page works until it is closed.
const fallback = new Map();

function read(key) {
  try {
    const text = localStorage.getItem(key);
    if (text !== null) return JSON.parse(text);
  } catch {
    // Fall through: unreadable is as good as absent.
  }
  return fallback.get(key);
}

function write(key, value) {
  fallback.set(key, value);
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Kept in memory alone.
  }
}

function remove(key) {
  fallback.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}

/** Whether what is kept outlasts the page. */
export function lasts() {
  try {
    localStorage.setItem("jaque.wish.lasts", "1");
    localStorage.removeItem("jaque.wish.lasts");
    return true;
  } catch {
    return false;
  }
}

/** What is known of a room: `{token?, sending?, …}`. */
export const roomKept = (id) => read(ROOM + id) ?? {};

/** Adds to what is known of a room. */
export function keepRoom(id, changes) {
  const kept = { ...roomKept(id), ...changes };
  for (const [name, value] of Object.entries(kept)) if (value === undefined) delete kept[name];
  write(ROOM + id, kept);
}

/** The rooms that this page is just asking for. The server does not know them yet, and they are in no list. */
export const making = new Set();

/** Forgets a room. */
export const forgetRoom = (id) => remove(ROOM + id);

/** The ids of the rooms in which this device holds a seat. */
export function keptRooms() {
  const ids = new Set();
  const add = (key) => key.startsWith(ROOM) && ids.add(key.slice(ROOM.length));
  try {
    for (let index = 0; index < localStorage.length; index += 1) add(localStorage.key(index));
  } catch {
    // Memory alone.
  }
  for (const key of fallback.keys()) add(key);
  return [...ids].filter((id) => roomKept(id).token);
}

/** A wish of the person's: `sound`, `vibration`, `name`, `language`. */
export const wish = (name) => read(`jaque.wish.${name}`);

/** Remembers a wish. */
export const setWish = (name, value) => write(`jaque.wish.${name}`, value);
