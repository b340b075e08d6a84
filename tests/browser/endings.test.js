// Draws, resignation, rematch; and what a person who only watches is offered.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Stage } from "./stage.js";

let stage;
before(async () => (stage = await Stage.open()));
after(() => stage.close());

async function play(plays) {
  for (const [mover, ...squares] of plays) {
    await mover.heading("Te toca");
    await mover.tap(...squares);
  }
}

test("a draw is offered, refused, offered by the other and accepted; a rematch swaps the colours", async () => {
  const { white, black } = await stage.pair();
  assert.equal(await white.page.locator('[data-id="propose-draw"]').count(), 0, "no draw before anybody has moved");
  await play([[white, "e2", "e4"], [black, "e7", "e5"]]);
  await white.heading("Te toca");
  await white.press("propose-draw");
  await white.sees("Ofreciste tablas");
  await black.sees("Alfil ofrece tablas");
  await black.press("decline-draw");
  await white.sees("rechaza las tablas.");
  await black.page.waitForSelector('[data-id="propose-draw"]');
  await white.eventually(async () => ((await white.page.locator(".offer").count()) === 0 ? undefined : "the refused offer is still there"));
  await black.press("propose-draw");
  await white.sees("Torre ofrece tablas");
  await white.press("accept-draw");
  await white.heading("Tablas");
  await black.heading("Tablas");
  await black.sees("De común acuerdo");

  await black.press("offer-rematch");
  await black.sees("Pediste la revancha");
  await white.sees("Torre pide la revancha");
  await white.press("offer-rematch");
  await black.heading("Te toca");
  assert.match(await black.page.locator(".player.bottom").innerText(), /Torre\s+blancas · tú/);
  await white.heading("Le toca a Torre");
  assert.equal((await white.moves()).length, 0);
  await white.sees("tablas: 1");
  await white.sees("Partida 1 (PGN)");
});

test("resigning is asked twice, and only the second yes counts", async () => {
  const { white, black } = await stage.pair();
  await white.press("resign");
  await white.sees("¿Abandonar la partida?");
  await white.answer("cancel");
  await black.look();
  await black.heading("Le toca a Alfil");
  await white.press("resign");
  await white.answer("yes");
  await white.heading("Perdiste");
  await black.heading("¡Ganaste!");
  await black.sees("Por abandono.");
  assert.equal(await white.page.locator('[data-id="resign"]').count(), 0);
});

test("an invite is called off, and its link says so", async () => {
  const white = await stage.person("Alfil");
  const url = await stage.invite(white);
  await white.press("cancel-invite");
  await white.answer("yes");
  await white.heading("Invitación retirada");
  const other = await stage.person("Torre");
  await other.page.goto(url);
  await other.heading("Invitación retirada");
  assert.equal(await other.page.locator('[data-id="join"]').count(), 0);
});

test("on a T! table a draw offer passes the turn, and the page says so first", async () => {
  const { white, black } = await stage.pair(async (page) => {
    await page.check('input[value="damas"]', { force: true });
    await page.selectOption("#preset", "taringa");
  });
  await play([[white, "11", "15"], [black, "22", "18"]]);
  await white.heading("Te toca");
  await white.press("propose-draw");
  await white.sees("ofrecer tablas es tu jugada");
  await white.answer("yes");
  await black.heading("Te toca");
  await black.sees("Alfil ofrece tablas");
  await black.press("decline-draw");
  await black.eventually(async () => ((await black.page.locator(".offer").count()) === 0 ? undefined : "the refused offer is still there"));
  await black.tap("24", "20");
  await white.heading("Te toca");
  await white.seesMoves(["11-15", "22-18", "--", "24-20"]);
});
