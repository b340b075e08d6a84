// The link in a chat: what previews see, what they may not do, and what is on the first load.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { DESK, Stage } from "./stage.js";

const LIMIT = 60 * 1024;

let stage;
before(async () => (stage = await Stage.open()));
after(() => stage.close());

const status = async (url) => (await stage.api("GET", `/rooms/${url.slice(-26)}`)).body;

test("neither a preview bot nor a scripted headless visit takes the seat", async () => {
  const white = await stage.person("Alfil");
  const url = await stage.invite(white);
  const before = await status(url);
  for (const agent of ["WhatsApp/2.25.33 A", "TelegramBot (like TwitterBot)", "facebookexternalhit/1.1", "Slackbot-LinkExpanding 1.0", "Mozilla/5.0 (compatible; Discordbot/2.0)"]) {
    for (const method of ["GET", "HEAD"]) {
      const answer = await fetch(url, { method, headers: { "User-Agent": agent } });
      assert.equal(answer.status, 200);
      if (method === "HEAD") continue;
      const page = await answer.text();
      const meta = (name) => new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)">`).exec(page)?.[1];
      assert.equal(meta("og:title"), "Alfil te invita a una partida de ajedrez");
      assert.match(meta("og:description"), /El segundo lugar está libre/);
      assert.equal(meta("twitter:card"), "summary_large_image");
      assert.equal(meta("robots"), "noindex");
      assert.ok(meta("og:image:alt"));
      const image = await fetch(meta("og:image"), { headers: { "User-Agent": agent } });
      assert.equal(image.headers.get("content-type"), "image/png");
      assert.match(image.headers.get("cache-control"), /immutable/);
      const bytes = Buffer.from(await image.arrayBuffer());
      const size = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
      assert.deepEqual(size, [Number(meta("og:image:width")), Number(meta("og:image:height"))]);
      assert.deepEqual(size, [1200, 630]);
      assert.ok(bytes.length < 300_000);
    }
  }
  const robot = await stage.person("Robot", DESK);
  await robot.page.goto(url);
  await robot.page.waitForSelector('[data-id="join"]');
  await robot.page.mouse.wheel(0, 500);
  await robot.page.keyboard.press("Tab");
  await robot.asks();
  await robot.asks();
  const after = await status(url);
  assert.deepEqual([after.status, after.version], ["waiting", before.version]);
  // And it could have been taken: a person's tap does.
  await robot.press("join");
  await robot.page.waitForSelector('[data-id="resign"]');
  assert.equal((await status(url)).status, "playing");
});

test("whoever made the invite opens its link and is still its maker", async () => {
  const white = await stage.person("Alfil");
  const url = await stage.invite(white);
  await white.page.goto(url);
  await white.heading("Esperando rival");
  assert.equal(await white.page.locator('[data-id="join"]').count(), 0);
});

test("a page without script says what the link is", async () => {
  const white = await stage.person("Alfil");
  const url = await stage.invite(white);
  const plain = await stage.person("Sin script", { ...DESK, javaScriptEnabled: false });
  // What was loaded ahead for the scripts is not used without them.
  plain.expect(/was preloaded using link preload/);
  await plain.page.goto(url);
  await plain.page.waitForSelector("noscript img, img[alt*='tablero']");
  assert.match(await plain.page.locator("main").innerText(), /Alfil te invita a una partida de ajedrez/);
});

test("the language follows the browser until the person chooses one, and the choice stays", async () => {
  for (const [locale, text] of [["en-GB", "Chess and draughts by link"], ["pt-BR", "Xadrez e damas por link"], ["de-DE", "Ajedrez y damas por enlace"]]) {
    const person = await stage.person(locale, { locale });
    await person.page.goto(`${stage.origin}/`);
    await person.heading(text);
    if (locale !== "de-DE") continue;
    await person.page.click("[data-language=en]");
    await person.heading("Chess and draughts by link");
    await person.page.goto(`${stage.origin}/`);
    await person.heading("Chess and draughts by link");
  }
});

test("a name of forty wide letters widens nobody's page, and one that cannot be used is called so", async () => {
  const name = "W".repeat(40);
  const { id, url } = await (await fetch(`${stage.origin}/invites`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ game: "chess", name }) })).json();
  const small = { viewport: { width: 320, height: 568 }, hasTouch: true, isMobile: true };
  const guest = await stage.person("Torre", small);
  guest.expect(/status of 422/);
  const fits = async (where) => {
    const [wide, inside] = await guest.page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
    assert.ok(wide <= 320 && inside <= 320, `${where} is ${wide} wide, the window ${inside}`);
  };
  await guest.page.goto(`${stage.origin}/r/${id}`);
  await guest.sees(name);
  await fits("the invitation");
  await guest.page.locator("input[type=text]").first().fill("a\u202eb");
  await guest.page.click("form button[type=submit]");
  await guest.sees("Ese nombre no se puede usar");
  await guest.page.locator("input[type=text]").first().fill("Torre");
  await guest.page.click("form button[type=submit]");
  await guest.sees("Abandonar");
  await fits("the room");
  await guest.press("resign");
  const box = await guest.page.locator("dialog[open]").boundingBox();
  const inner = await guest.page.locator("dialog[open]").evaluate((dialog) => dialog.scrollWidth);
  assert.ok(box.x >= 0 && box.x + box.width <= 320 && inner <= box.width + 1, `the question is ${inner} wide in ${box.width}`);
  await guest.answer("cancel");
  await guest.page.goto(`${stage.origin}/`);
  await guest.sees(name);
  await fits("the list of one's rooms");
  assert.ok(url.endsWith(id));
});

test("clocks run down on the page between two answers", async () => {
  const { white } = await stage.pair();
  await white.page.route("**/rooms/*", async (route) => {
    const headers = { ...route.request().headers() };
    delete headers["if-none-match"];
    const answer = await route.fetch({ headers, url: route.request().url().split("?")[0] });
    const body = { ...(await answer.json()), clocks: { white: 65_000, black: 900_000 }, ply: 2, pollAfter: 60_000 };
    delete body.drawOffer;
    await route.fulfill({ response: answer, json: body });
  });
  await white.page.reload();
  const clock = white.page.locator(".player.bottom .clock");
  const seconds = async () => {
    const [minutes, rest] = (await clock.textContent()).split(":").map(Number);
    return minutes * 60 + rest;
  };
  await white.page.waitForFunction(() => /^\d+:\d\d$/.test(document.querySelector(".player.bottom .clock")?.textContent));
  const first = await seconds();
  assert.ok(first > 0 && first <= 65, `${first} seconds`);
  // Nothing is asked again: each answer would set the clock anew.
  await white.page.waitForFunction((shown) => document.querySelector(".player.bottom .clock").textContent !== shown, await clock.textContent());
  assert.ok((await seconds()) < first);
  assert.equal(await white.page.locator(".player.top .clock").textContent(), "15:00");
});

test("the first load is light and asks nobody else, and a second one asks for next to nothing", async () => {
  const white = await stage.person("Alfil");
  const url = await stage.invite(white);
  for (const address of [`${stage.origin}/`, url]) {
    const visitor = await stage.person("Visita");
    const session = await visitor.context.newCDPSession(visitor.page);
    await session.send("Network.enable");
    let bytes = 0;
    let files = 0;
    session.on("Network.loadingFinished", ({ encodedDataLength }) => {
      bytes += encodedDataLength;
      files += 1;
    });
    await visitor.page.goto(address);
    await visitor.page.waitForSelector(".setup, .board .piece");
    await visitor.page.waitForLoadState("networkidle");
    assert.ok(files > 10 && bytes > 15_000, `${files} files, ${bytes} bytes: nothing was measured`);
    assert.ok(bytes <= LIMIT, `${address}: ${bytes} bytes`);
    const first = bytes;
    bytes = 0;
    await visitor.page.reload();
    await visitor.page.waitForSelector(".setup, .board .piece");
    await visitor.page.waitForLoadState("networkidle");
    assert.ok(bytes < first / 4, `the second load of ${address} took ${bytes} of ${first} bytes`);
  }
});
