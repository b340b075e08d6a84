// What comes by waiting: the win over a rival who stays away, and the end of a room in which nobody plays. The page is open
// all the while, and only the server's clock goes on.

import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { Stage } from "./stage.js";

let stage;
beforeEach(async () => (stage = await Stage.open({ clock: true })));
afterEach(() => stage.close());

/** Lets seven days pass. Every page that asks for a closed room gets a 410, and the browser logs that. */
async function close() {
  stage.expect(/status of 410/);
  await stage.server.turnClock("+170h");
}

test("the win over an absent rival is claimed from an open page, once it is due and not before", async () => {
  const { white, black, id } = await stage.pair();
  await white.heading("Te toca");
  await white.tap("e2", "e4");
  await white.sees("Si Torre no juega, desde");
  await black.heading("Te toca");
  await black.sees("Si no juegas antes de");
  await stage.server.turnClock("+47h");
  await white.asks();
  await white.sees("Si Torre no juega, desde");
  assert.equal(await white.page.locator('[data-id="claim-absence"]').count(), 0, "no claim in time");

  await stage.server.turnClock("+49h");
  await white.sees("Torre lleva más de dos días sin jugar");
  await white.press("claim-absence");
  await white.sees("¿Reclamar la victoria?");
  await white.answer("cancel");
  assert.equal((await stage.api("GET", `/rooms/${id}`)).body.status, "playing");
  await white.press("claim-absence");
  await white.answer("yes");
  await white.heading("¡Ganaste!");
  await white.sees("Por ausencia: más de dos días sin jugar.");
  await black.heading("Perdiste");
  await black.sees("Por ausencia: más de dos días sin jugar.");
  assert.equal(await black.page.locator('[data-id="claim-absence"]').count(), 0);
});

test("who comes back in time plays on, and the claim is gone", async () => {
  const { white, black, id } = await stage.pair();
  await white.heading("Te toca");
  await white.tap("e2", "e4");
  await black.heading("Te toca");
  await stage.server.turnClock("+3d");
  await white.sees("Torre lleva más de dos días sin jugar");
  await black.tap("e7", "e5");
  await white.heading("Te toca");
  assert.equal(await white.page.locator('[data-id="claim-absence"]').count(), 0);
  assert.equal((await stage.api("GET", `/rooms/${id}`)).body.status, "playing");
});

test("a room in which nobody plays for seven days closes under the eyes of both", async () => {
  const { white, black } = await stage.pair();
  await white.heading("Te toca");
  await white.tap("e2", "e4");
  await black.heading("Te toca");
  await close();
  for (const person of [white, black]) {
    await person.heading("Sala cerrada");
    await person.sees("Nadie jugó durante siete días");
    assert.equal(await person.page.locator('[data-id="resign"]').count(), 0);
    assert.equal(await person.page.locator('[data-id="claim-absence"]').count(), 0);
  }
});

test("a move made on a page that does not know yet that the room has closed is told so", async () => {
  const { white } = await stage.pair();
  await white.heading("Te toca");
  await white.unaware();
  await close();
  await white.tap("e2", "e4");
  await white.heading("Sala cerrada");
  await white.seesMoves([]);
});

test("an invite that nobody took for seven days closes too: for who made it, and for who comes late", async () => {
  const white = await stage.person("Alfil");
  const url = await stage.invite(white);
  const late = await stage.person("Torre");
  await late.page.goto(url);
  await late.page.fill("#name", "Torre");
  await late.unaware();
  await close();
  await late.press("join");
  await late.heading("Sala cerrada");
  assert.equal(await late.page.locator('[data-id="join"]').count(), 0);
  await white.heading("Sala cerrada");
});
