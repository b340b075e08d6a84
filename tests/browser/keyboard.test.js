// A whole game by keyboard alone, from the form to the mate, with what a screen reader is told.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { DESK, Stage } from "./stage.js";

let stage;
before(async () => (stage = await Stage.open()));
after(() => stage.close());

/** Tabs on until the focus is where `selector` says. */
async function tabTo(page, selector) {
  for (let presses = 0; presses < 60; presses += 1) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`no Tab leads to ${selector}`);
}

/** Goes to a square with the arrow keys and presses it. */
async function go(page, square) {
  await tabTo(page, ".cell");
  const place = (wanted) =>
    page.evaluate((name) => (name ? document.querySelector(`[data-square="${name}"]`) : document.activeElement).dataset.at.split(" ").map(Number), wanted);
  const [[x, y], [toX, toY]] = [await place(), await place(square)];
  for (let step = x; step !== toX; step += Math.sign(toX - x)) await page.keyboard.press(toX > x ? "ArrowRight" : "ArrowLeft");
  for (let step = y; step !== toY; step += Math.sign(toY - y)) await page.keyboard.press(toY > y ? "ArrowDown" : "ArrowUp");
  assert.equal(await page.evaluate(() => document.activeElement.dataset.square), square);
  await page.keyboard.press("Enter");
}

test("a game is made, joined, played to mate and played again without a finger or a mouse", async () => {
  const [white, black] = [await stage.person("Alfil", DESK), await stage.person("Torre", DESK)];
  await white.page.goto(`${stage.origin}/`);
  await white.page.waitForSelector(".setup");
  await tabTo(white.page, "#name");
  await white.page.keyboard.type("Alfil");
  await tabTo(white.page, "button[type=submit]");
  await white.page.keyboard.press("Enter");
  await white.page.waitForSelector("#invite-url");
  await black.page.goto(await white.page.inputValue("#invite-url"));
  await black.page.waitForSelector("#name");
  await tabTo(black.page, "#name");
  await black.page.keyboard.type("Torre");
  await black.page.keyboard.press("Enter");
  await white.hears("Tu rival se ha unido");

  const plays = [[white, "f2", "f3"], [black, "e7", "e5"], [white, "g2", "g4"], [black, "d8", "h4"]];
  for (const [index, [mover, from, to]] of plays.entries()) {
    await mover.heading("Te toca");
    await go(mover.page, from);
    const selected = mover.square(from);
    assert.equal(await selected.getAttribute("aria-selected"), "true");
    assert.match(await mover.square(to).getAttribute("aria-label"), /se puede ir aquí/);
    await go(mover.page, to);
    const other = mover === white ? black : white;
    if (index < 3) await other.hears(index === 1 ? "negras: peón de e7 a e5" : `blancas: peón de ${from} a ${to}`);
  }
  await white.hears("negras: dama de d8 a h4, jaque mate");
  await white.hears("Perdiste: Jaque mate.");
  await black.heading("¡Ganaste!");
  for (const person of [black, white]) {
    await tabTo(person.page, '[data-id="offer-rematch"]');
    await person.page.keyboard.press("Enter");
    await person.look();
  }
  await black.hears("Empieza otra partida");
  await black.heading("Te toca");
});

test("Escape puts a piece down, and one Tab stop leads into the board", async () => {
  const { white } = await stage.pair();
  await white.heading("Te toca");
  await go(white.page, "e2");
  assert.equal(await white.page.locator(".cell.next").count(), 2);
  await white.page.keyboard.press("Escape");
  assert.equal(await white.page.locator(".cell.next").count(), 0);
  assert.equal(await white.page.locator('.cell[tabindex="0"]').count(), 1);
  // Every square and piece has a name.
  const names = await white.page.locator("[role=gridcell]").evaluateAll((cells) => cells.map((cell) => cell.getAttribute("aria-label")));
  assert.equal(names.length, 64);
  assert.ok(names.every(Boolean));
  assert.ok(names.includes("e1, rey, blancas") && names.includes("e4, vacía"));
});

test("a question is closed with Escape, and a draw is offered with keys", async () => {
  const { white, black } = await stage.pair();
  for (const [mover, from, to] of [[white, "e2", "e4"], [black, "e7", "e5"]]) {
    await mover.heading("Te toca");
    await go(mover.page, from);
    await go(mover.page, to);
  }
  await white.heading("Te toca");
  await tabTo(white.page, '[data-id="resign"]');
  await white.page.keyboard.press("Enter");
  await white.sees("¿Abandonar la partida?");
  await white.page.keyboard.press("Escape");
  await tabTo(white.page, '[data-id="propose-draw"]');
  await white.page.keyboard.press("Enter");
  await black.sees("Alfil ofrece tablas");
  await black.hears("Alfil ofrece tablas");
});
