// What the browser tests share: a server of their own, a browser, and people with profiles of their own.
//
// A page of any person fails the test if it logs an error, breaks the Content-Security-Policy or asks another origin.
//
// The tests may run on a busy machine. So no test waits for a fixed time, and no test relies on which of two pages asks
// first: every page asks the server again and again, at moments of its own.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { isDeepStrictEqual } from "node:util";
import { chromium } from "playwright-core";

// How long a test waits for what must come, in milliseconds. Only a failing test waits that long.
const PATIENCE = 120_000;

const QUIET = [
  "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage",
];

export const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
export const DESK = { viewport: { width: 1280, height: 800 } };

// Debian's library that turns the clock of a program which knows nothing of it.
const FAKETIME = ["x86_64", "aarch64"].map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketime.so.1`).find(existsSync);

/** A server with its rooms in a folder of its own, and on wish with a clock that a test turns. */
class Server {
  constructor({ clock = false } = {}) {
    this.clock = clock;
  }

  async start() {
    this.folder ??= await mkdtemp(join(tmpdir(), "jaque-browser-"));
    const env = { ...process.env };
    if (this.clock) {
      assert.ok(FAKETIME, "libfaketime is not installed");
      await this.turnClock("+0");
      // Timers go on as they are: only the day is another.
      Object.assign(env, { LD_PRELOAD: FAKETIME, FAKETIME_TIMESTAMP_FILE: this.clockFile, FAKETIME_NO_CACHE: "1", FAKETIME_DONT_FAKE_MONOTONIC: "1", DONT_FAKE_MONOTONIC: "1" });
    }
    this.process = spawn(process.env.JAQUE, ["--port", String(this.port ?? 0), "--data-dir", this.folder], { env, stdio: ["ignore", "pipe", "ignore"] });
    // A test that ends before its time must not leave its server behind.
    process.once("exit", () => this.process.kill());
    for await (const line of createInterface({ input: this.process.stdout })) {
      const port = /^listening on .*:(\d+)$/.exec(line)?.[1];
      if (!port) continue;
      this.port = Number(port);
      this.origin = `http://localhost:${port}`;
      return;
    }
    throw new Error("the server did not start");
  }

  get clockFile() {
    return join(this.folder, "clock");
  }

  /** Sets the server's clock against this machine's: `+2d` is the day after tomorrow. */
  async turnClock(offset) {
    // The server must never find it half written.
    await writeFile(`${this.clockFile}.new`, offset);
    await rename(`${this.clockFile}.new`, this.clockFile);
  }

  async stop() {
    if (this.process.exitCode !== null) return;
    const ended = once(this.process, "exit");
    this.process.kill("SIGTERM");
    await ended;
  }
}

/** Keeps all that the live region says. Runs in the page. */
function keepWhatIsSaid() {
  window.said = [];
  new MutationObserver((changes) => {
    for (const { target } of changes) {
      if (target.id === "live" && target.textContent) window.said.push(target.textContent);
    }
  }).observe(document, { childList: true, subtree: true });
}

/** A person: a browser profile with one page. */
export class Person {
  constructor(name, page, stage) {
    const { origin } = stage;
    Object.assign(this, { name, page, stage, faults: [], expected: [], open: new Set() });
    page.on("console", (message) => ["error", "warning"].includes(message.type()) && this.fault(`${message.text()} ${message.location().url}`));
    page.on("pageerror", (error) => this.fault(String(error.stack ?? error)));
    for (const end of ["requestfinished", "requestfailed"]) page.on(end, (request) => this.open.delete(request));
    page.on("request", (request) => {
      this.open.add(request);
      const { origin: asked, protocol } = new URL(request.url());
      if (asked !== origin && protocol !== "data:") this.fault(`a request left the origin: ${request.url()}`);
    });
  }

  fault(text) {
    if (![...this.expected, ...this.stage.expected].some((pattern) => pattern.test(text))) this.faults.push(text);
  }

  /**
   * From now on this is no fault of this page's: what this person brings about alone. What comes from the server's state is
   * seen by every page that asks: `Stage.expect` is for that.
   */
  expect(pattern) {
    this.expected.push(pattern);
  }

  /**
   * Keeps the page from hearing of the room until the person has sent a command that was answered. A page that has asked in
   * the meantime would know what the command is about to tell.
   */
  async unaware() {
    let answered;
    const command = new Promise((resolve) => (answered = resolve));
    const held = new Set();
    await this.page.route(/\/(rooms|invites)\b/, async (route) => {
      if (route.request().method() === "GET") {
        held.add(route.request());
        await command;
        return route.continue();
      }
      const response = await route.fetch();
      await route.fulfill({ response });
      answered();
    });
    // What was asked before is answered before.
    await this.eventually(async () => ([...this.open].every((request) => held.has(request)) ? undefined : `${this.name} still waits for an answer`));
  }

  /** Waits until the page has asked for the room once more and was answered. */
  async asks() {
    const answer = this.page.waitForResponse((response) => response.request().method() === "GET" && new URL(response.url()).pathname.startsWith("/rooms/"));
    await this.look();
    await answer;
  }

  square(name) {
    return this.page.locator(`[data-square="${name}"]`);
  }

  /** Taps squares one after another. */
  async tap(...squares) {
    for (const square of squares) await this.square(square).click();
  }

  /** Drags a piece. */
  async drag(from, to) {
    const middle = async (square) => {
      const box = await this.square(square).boundingBox();
      return [box.x + box.width / 2, box.y + box.height / 2];
    };
    await this.page.mouse.move(...(await middle(from)));
    await this.page.mouse.down();
    await this.page.mouse.move(...(await middle(to)), { steps: 5 });
    await this.page.mouse.up();
  }

  async press(id) {
    await this.page.locator(`[data-id="${id}"]`).click();
  }

  /** Takes an option of the open question. */
  async answer(value) {
    await this.page.locator(`dialog [data-value="${value}"]`).click();
  }

  /** Comes back to the tab: the page looks at once. */
  async look() {
    await this.page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  }

  /** Waits for the heading, looking again and again as a person would. */
  async heading(text) {
    await this.eventually(async () => {
      const heading = (await this.page.locator("h1").textContent()) ?? "";
      return heading.includes(text) ? undefined : `${this.name}'s heading is “${heading}”, not “${text}”`;
    });
  }

  /** Waits for a text anywhere on the page. */
  async sees(text) {
    await this.eventually(async () => ((await this.page.locator("body").innerText()).includes(text) ? undefined : `${this.name} does not see “${text}”`));
  }

  async eventually(check) {
    const end = Date.now() + PATIENCE;
    for (let tries = 0; ; tries += 1) {
      const wrong = await check();
      if (wrong === undefined) return;
      if (Date.now() > end) assert.fail(wrong);
      if (tries % 5 === 0) await this.look();
      await this.page.waitForTimeout(100);
    }
  }

  /** Waits until the live region has said something, now or before. */
  async hears(text) {
    await this.eventually(async () => {
      const said = await this.page.evaluate(() => window.said);
      return said.some((words) => words.includes(text)) ? undefined : `${this.name} hears “${said.join("” “")}”, not “${text}”`;
    });
  }

  /** What stands on a square, by its drawing: `white king`. */
  async pieceOn(square) {
    const side = await this.square(square).locator("svg").getAttribute("class");
    return `${side.replace("piece ", "")} ${(await this.square(square).locator("use").getAttribute("href")).slice(1)}`;
  }

  /** Waits until the list of moves is this one: the answer to a command may come after the other page has seen its effect. */
  async seesMoves(expected) {
    await this.eventually(async () => {
      const moves = await this.moves();
      return isDeepStrictEqual(moves, expected) ? undefined : `${this.name} sees the moves ${moves}, not ${expected}`;
    });
  }

  async moves() {
    return this.page.locator(".moves button").allTextContents();
  }

  token(id) {
    return this.page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? "{}").token, `jaque.room.${id}`);
  }
}

/** A server and a browser. */
export class Stage {
  static async open(options) {
    const stage = new Stage();
    stage.server = new Server(options);
    stage.people = [];
    stage.expected = [];
    await stage.server.start();
    stage.browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: QUIET, timeout: PATIENCE });
    return stage;
  }

  get origin() {
    return this.server.origin;
  }

  /** From now on this is no fault of any page's: what the test brings about on the server. */
  expect(pattern) {
    this.expected.push(pattern);
  }

  /** A person with a profile of their own. */
  async person(name, options = {}) {
    const context = await this.browser.newContext({ locale: "es-ES", ...PHONE, ...options });
    context.setDefaultTimeout(PATIENCE);
    await context.addInitScript(keepWhatIsSaid);
    const person = new Person(name, await context.newPage(), this);
    person.context = context;
    this.people.push(person);
    return person;
  }

  /** Closes all and fails if any page did wrong. */
  async close() {
    const faults = this.people.flatMap(({ name, faults }) => faults.map((fault) => `${name}: ${fault}`));
    await this.browser.close();
    await this.server.stop();
    await rm(this.server.folder, { recursive: true, force: true });
    assert.deepEqual(faults, []);
  }

  /** Makes an invite through the form; `set(page)` makes the wishes. Answers the link. */
  async invite(person, set = async () => {}) {
    await person.page.goto(`${this.origin}/`);
    await person.page.waitForSelector(".setup");
    await person.page.fill("#name", person.name);
    await set(person.page);
    await person.page.click(".setup button[type=submit]");
    await person.page.waitForSelector("#invite-url");
    return person.page.inputValue("#invite-url");
  }

  /** Joins through the page. */
  async join(person, url) {
    await person.page.goto(url);
    await person.page.fill("#name", person.name);
    await person.press("join");
    await person.page.waitForSelector('[data-id="resign"]');
  }

  /** Two people in a game of chess, or on what `set` asks for. */
  async pair(set, first = "Alfil", second = "Torre") {
    const white = await this.person(first);
    const black = await this.person(second, DESK);
    const url = await this.invite(white, set);
    await this.join(black, url);
    await white.page.waitForSelector('[data-id="resign"]');
    return { white, black, url, id: url.slice(-26) };
  }

  /** Asks the API as no page would. */
  async api(method, path, { token, body } = {}) {
    const headers = { "Content-Type": "application/json", ...(token ? { Authorization: `Bearer ${token}` } : {}) };
    const answer = await fetch(this.origin + path, { method, headers, body: body && JSON.stringify(body) });
    return { status: answer.status, body: await answer.json().catch(() => undefined) };
  }
}

/** Starts the game from a position, through the form. */
export const fromPosition = (game, fen) => async (page) => {
  await page.check(`input[value="${game}"]`, { force: true });
  await page.locator(".setup > details").last().locator("summary").click();
  await page.fill("#fen", fen);
};
