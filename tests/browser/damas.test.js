// Damas between two people: captures square by square, a choice of ways, huffing.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Stage, fromPosition } from "./stage.js";

let stage;
before(async () => (stage = await Stage.open()));
after(() => stage.close());

// From 6 two captures of two men end on 22: over 10 and 18, or over 11 and 19.
const FORK = "W:W1,6:B10,11,18,19,29,32";

test("a capture is played square by square", async () => {
  const { white, black } = await stage.pair(fromPosition("damas", FORK));
  await white.heading("Te toca");
  await white.tap("6");
  const marks = (mark) => white.page.locator(`.cell.${mark}`).evaluateAll((cells) => cells.map((cell) => cell.dataset.square).sort());
  assert.deepEqual(await marks("next"), ["13", "15"]);
  assert.deepEqual(await marks("ends"), ["22"]);
  await white.tap("15");
  // The first man is as good as taken, and the rest of the way is shown.
  assert.deepEqual([await marks("gone"), await marks("next")], [["11"], ["22"]]);
  assert.equal(await white.pieceOn("15"), "white disc");
  await white.tap("22");
  await black.heading("Te toca");
  await black.seesMoves(["6x15x22"]);
  assert.equal(await black.pieceOn("10"), "black disc");
  assert.equal(await black.square("11").locator("svg").count(), 0);
  await black.sees("ha capturado: 2 × peón");
});

test("where two ways end on one square, the person chooses", async () => {
  const { white, black } = await stage.pair(fromPosition("damas", FORK));
  await white.heading("Te toca");
  await white.tap("6", "22");
  const choices = await white.page.locator("dialog .options button").allTextContents();
  assert.deepEqual(choices, ["6 × 13 × 22 (come 10, 18)", "6 × 15 × 22 (come 11, 19)"]);
  await white.answer("6x13x22");
  await black.heading("Te toca");
  assert.equal(await black.pieceOn("11"), "black disc");
  assert.equal(await black.square("10").locator("svg").count(), 0);
});

test("the table is set option by option, and whoever is invited reads it before joining", async () => {
  const white = await stage.person("Alfil");
  const url = await stage.invite(white, async (page) => {
    await page.check('input[value="damas"]', { force: true });
    await page.selectOption("#preset", "family");
    await page.locator("details", { has: page.locator("#option-board") }).locator("summary").click();
    await page.selectOption("#option-board", "left");
    await page.selectOption("#option-king", "short");
  });
  const { body } = await stage.api("GET", `/rooms/${url.slice(-26)}`);
  assert.deepEqual([body.table.preset, body.table.board, body.table.king, body.table.huffing], ["family", "left", "short", "family"]);
  const black = await stage.person("Torre");
  await black.page.goto(url);
  await black.sees("Mesa: Familiar, con cambios");
  await black.sees("Corta: una casilla");
  await black.sees("Familiar: se retira la ficha que debía comer");
  // A mirrored board: square 1 is white's bottom left.
  assert.equal(await white.page.locator("[role=row]").last().locator(".cell").first().getAttribute("data-square"), "1");
});

test("a capture that was not made is huffed", async () => {
  const { white, black } = await stage.pair(async (page) => {
    await page.check('input[value="damas"]', { force: true });
    await page.selectOption("#preset", "family");
  });
  for (const [mover, ...squares] of [[white, "11", "15"], [black, "22", "19"]]) {
    await mover.heading("Te toca");
    await mover.tap(...squares);
  }
  await white.heading("Te toca");
  await white.tap("6", "11");
  await white.answer("yes");
  await black.heading("Te toca");
  await black.sees("puedes soplar");
  await black.press("huff");
  await black.answer("15");
  await black.eventually(async () => ((await black.square("15").locator("svg").count()) === 0 ? undefined : "15 still stands"));
  await white.sees("sopla 15");
  await black.seesMoves(["11-15", "22-19", "6-11", "sopla 15"]);
});

test("on a table with huffing a capture may be broken off, after a question", async () => {
  const { white, black } = await stage.pair(async (page) => {
    await fromPosition("damas", FORK)(page);
    await page.selectOption("#preset", "family");
  });
  await white.heading("Te toca");
  await white.tap("6", "15");
  await white.press("stop-here");
  await white.sees("6x15 no es lo que toca");
  await white.answer("yes");
  await black.heading("Te toca");
  await black.seesMoves(["6x15"]);
  await black.sees("puedes soplar");
  const huffable = await black.page.locator(".cell.huffable").evaluateAll((cells) => cells.map((cell) => cell.dataset.square));
  assert.deepEqual(huffable, ["15"]);
});

test("on a formal table the wrong move is undone, and the list shows it struck out", async () => {
  const { white, black } = await stage.pair(async (page) => {
    await page.check('input[value="damas"]', { force: true });
    await page.selectOption("#preset", "formal");
  });
  for (const [mover, ...squares] of [[white, "11", "15"], [black, "22", "19"]]) {
    await mover.heading("Te toca");
    await mover.tap(...squares);
  }
  await white.heading("Te toca");
  await white.tap("6", "11");
  await white.sees("Tu rival podrá soplar");
  await white.answer("yes");
  await black.heading("Te toca");
  await black.press("huff");
  await black.sees("La jugada de tu rival se deshace");
  await black.answer("yes");
  await black.heading("Le toca a Alfil");
  await white.heading("Te toca");
  assert.equal(await white.pieceOn("6"), "white disc");
  assert.deepEqual(await white.page.locator(".moves .undone").allTextContents(), ["6-11"]);
  await white.tap("15", "22");
  await black.heading("Te toca");
  await black.seesMoves(["11-15", "22-19", "6-11", "sopla", "15x22"]);
  assert.equal(await black.square("19").locator("svg").count(), 0);
});
