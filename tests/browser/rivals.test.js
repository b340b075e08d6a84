// The computer in the other seat, from the start page to a rematch.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Stage } from "./stage.js";

let stage;
before(async () => (stage = await Stage.open()));
after(() => stage.close());

/** The squares of the first of the legal moves that needs no choice, as the API tells them. */
async function firstMove(person, id) {
  const room = await (await fetch(`${stage.origin}/rooms/${id}`, { headers: { authorization: `Bearer ${await person.token(id)}` } })).json();
  const move = room.legalMoves.find((text) => (room.game === "chess" ? text.length === 4 : text.split(/[-x]/).length === 2));
  const squares = room.game === "chess" ? [move.slice(0, 2), move.slice(2, 4)] : move.split(/[-x]/);
  return { room, squares };
}

for (const [game, rival, named] of [["chess", "carcelero", "Carcelero"], ["damas", "domador", "Domador"]]) {
  test(`${game}: a rival is chosen, answers at once, is resigned to, and plays again`, async () => {
    const person = await stage.person("Alfil");
    await person.page.goto(`${stage.origin}/`);
    await person.page.waitForSelector(".setup");
    await person.page.check(`input[value="${game}"]`, { force: true });
    await person.page.check('input[value="computer"]', { force: true });
    await person.page.check(`input[value="${rival}"]`, { force: true });
    await person.page.click(".setup button[type=submit]");
    await person.page.waitForURL("**/r/*");
    await person.heading("Te toca");
    await person.sees(named);
    await person.sees("computadora");
    const id = new URL(person.page.url()).pathname.split("/").at(-1);
    assert.equal(await person.page.locator('[data-id="propose-draw"]').count(), 0, "a computer takes no draws");
    for (let played = 2; played <= 6; played += 2) {
      const { room, squares } = await firstMove(person, id);
      assert.equal(room.ply, played - 2);
      await person.tap(...squares);
      await person.eventually(async () => ((await person.moves()).length >= played ? undefined : "the rival has not answered"));
      await person.heading("Te toca");
    }
    await person.page.reload();
    await person.heading("Te toca");
    assert.ok((await person.moves()).length >= 6);

    await person.press("resign");
    await person.answer("yes");
    await person.heading("Perdiste");
    await person.press("offer-rematch");
    // Now the rival has white, and has moved.
    await person.heading("Te toca");
    await person.eventually(async () => ((await person.moves()).length === 1 ? undefined : "the rival has not begun"));
    assert.equal((await firstMove(person, id)).room.gameNumber, 2);
  });
}
