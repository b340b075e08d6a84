// The start page's list of one's own rooms, and what a device keeps.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { enter, room } from "./rooms.js";
import { Stage } from "./stage.js";

let stage;
before(async () => (stage = await Stage.open()));
after(() => stage.close());

test("one's rooms are listed by urgency, and a finished one can be forgotten", async () => {
  const person = await stage.person("Alfil");
  const over = await room(stage, { game: "chess" }, ["f3", "e5", "g4", "Qh4#"]);
  const theirs = await room(stage, { game: "chess" }, ["e4"]);
  const mine = await room(stage, { game: "chess" }, ["e4", "e5"]);
  const waiting = await room(stage, { game: "damas" }, [], { joined: false });
  const offered = await room(stage, { game: "chess" }, ["e4", "e5", "Nf3"]);
  await offered.act(offered.black, "draw-offer");
  for (const made of [over, theirs, mine, waiting, offered]) {
    await enter(person, made, made.white);
    await person.eventually(async () => ((await person.token(made.id)) ? undefined : "the seat was not kept"));
  }
  // A room that only was looked at is nobody's.
  await enter(person, await room(stage, { game: "chess" }, ["d4"]));
  await person.page.goto(`${stage.origin}/`);
  await person.page.waitForSelector(".mine li:nth-child(5)");
  const links = await person.page.locator(".mine a").evaluateAll((all) => all.map((link) => link.pathname.slice(3)));
  assert.deepEqual(links, [mine.id, offered.id, waiting.id, theirs.id, over.id]);
  await person.press(`forget-${over.id}`);
  await person.page.waitForFunction(() => document.querySelectorAll(".mine li").length === 4);
  assert.equal(await person.token(over.id), undefined);
});

test("a device keeps what the page says it keeps, and no cookie", async () => {
  const { white } = await stage.pair();
  assert.deepEqual(await white.context.cookies(), []);
  const keys = await white.page.evaluate(() => Object.keys(localStorage));
  assert.ok(keys.length > 0 && keys.every((key) => /^jaque\.(room\.[0-9A-Z]{26}|wish\.\w+)$/.test(key)), String(keys));
});

test("a breach of the policy and a request to another origin do not go unseen", async () => {
  const person = await stage.person("Intruso");
  await person.page.goto(`${stage.origin}/`);
  await person.page.waitForSelector(".setup");
  await person.page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "window.broken = true";
    document.body.append(script);
    const style = document.createElement("p");
    style.setAttribute("style", "color: red");
    const image = new Image();
    image.src = "https://elsewhere.invalid/pixel.png";
    document.body.append(style, image);
    return fetch("https://elsewhere.invalid/").catch(() => {});
  });
  for (const directive of ["script-src", "style-src", "img-src", "connect-src"]) {
    await person.eventually(async () => (person.faults.some((fault) => fault.includes(directive)) ? undefined : `nothing was said of ${directive}: ${person.faults}`));
  }
  assert.equal(await person.page.evaluate(() => window.broken), undefined);
  person.faults.length = 0;
});
