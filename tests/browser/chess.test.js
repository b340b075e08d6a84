// Chess between two people, through the page and nothing else.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { DESK, Stage } from "./stage.js";

let stage;
before(async () => (stage = await Stage.open()));
after(() => stage.close());

test("two people play to mate, with castling, en passant and a promotion, while a third watches", async () => {
  const { white, black, url } = await stage.pair();
  const watcher = await stage.person("Peón", DESK);
  await watcher.page.goto(url);
  await watcher.sees("Estás mirando");
  assert.equal(await watcher.page.locator('[data-id="resign"], .typed').count(), 0);

  const plays = [
    [white, "e2", "e4"], [black, "f7", "f6"], [white, "e4", "e5"], [black, "d7", "d5"], [white, "e5", "d6"], [black, "e8", "f7"],
    [white, "d6", "c7"], [black, "f7", "g6"], [white, "c7", "d8", "c7d8n"], [black, "e7", "e6"], [white, "g1", "f3"], [black, "e6", "e5"],
    [white, "f1", "e2"], [black, "e5", "e4"], [white, "e1", "g1"], [black, "g8", "e7"], [white, "f3", "e5"], [black, "g6", "h6"], [white, "d8", "f7"],
  ];
  for (const [index, [mover, from, to, promotion]] of plays.entries()) {
    await mover.heading("Te toca");
    if (index % 4 === 1) await mover.drag(from, to);
    else await mover.tap(from, to);
    if (promotion) await mover.answer(promotion);
    await mover.eventually(async () => ((await mover.moves()).length > index ? undefined : `${from}${to} was not taken`));
    if (index === 4) {
      // En passant: the pawn that was taken did not stand where the taker went.
      assert.equal(await white.square("d5").locator("svg").count(), 0);
      await black.sees("exd6");
    }
    if (index === 8) assert.equal(await white.pieceOn("d8"), "white knight");
    if (index === 14) assert.deepEqual([await white.pieceOn("g1"), await white.pieceOn("f1")], ["white king", "white rook"]);
    if (index === 16) {
      await black.heading("Jaque");
      assert.match(await black.square("g6").getAttribute("class"), /\bcheck\b/);
      assert.match(await black.square("g6").getAttribute("aria-label"), /en jaque/);
    }
  }
  await white.heading("¡Ganaste!");
  await black.heading("Perdiste");
  await watcher.heading("Ganan las blancas");
  await watcher.sees("Jaque mate.");
  await watcher.seesMoves("e4 f6 e5 d5 exd6 Kf7 dxc7 Kg6 cxd8=N e6 Nf3 e5 Be2 e4 O-O Ne7 Ne5+ Kh6 Ndf7#".split(" "));

  // Stepping back and forth, on the watcher's page.
  await watcher.press("step-first");
  await watcher.heading("Posición anterior");
  assert.equal(await watcher.pieceOn("e2"), "white pawn");
  await watcher.press("step-on");
  assert.equal(await watcher.pieceOn("e4"), "white pawn");
  await watcher.press("move-8");
  assert.equal(await watcher.pieceOn("d8"), "white knight");
  await watcher.press("step-last");
  assert.equal(await watcher.pieceOn("f7"), "white knight");
});

test("only legal squares are offered, a tap elsewhere plays nothing, and the board turns", async () => {
  const { white, black } = await stage.pair();
  await white.heading("Te toca");
  await white.tap("g1");
  const offered = await white.page.locator(".cell.next").evaluateAll((cells) => cells.map((cell) => cell.dataset.square).sort());
  assert.deepEqual(offered, ["f3", "h3"]);
  await white.tap("g4");
  assert.equal(await white.page.locator(".cell.next").count(), 0);
  assert.equal((await white.moves()).length, 0);
  // Black sees the board from black's side, until it is turned.
  const first = () => black.page.locator("[data-square]").first().getAttribute("data-square");
  assert.equal(await first(), "h1");
  await black.press("flip");
  assert.equal(await first(), "a8");
});

test("a move can be typed, and a wrong one is explained", async () => {
  const { white } = await stage.pair();
  await white.heading("Te toca");
  white.expect(/status of 422/);
  await white.page.fill("#typed", "Ke2");
  await white.page.press("#typed", "Enter");
  await white.sees("Esa pieza no puede ir ahí.");
  await white.page.fill("#typed", "Nf3");
  await white.page.press("#typed", "Enter");
  await white.heading("Le toca a Torre");
  assert.equal(await white.pieceOn("f3"), "white knight");
});
