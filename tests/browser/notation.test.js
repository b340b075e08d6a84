// What people type: moves in many spellings, and positions. What is wrong is said in the page's own language.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Stage, fromPosition } from "./stage.js";

let stage;
before(async () => (stage = await Stage.open()));
after(() => stage.close());

async function type(person, text) {
  await person.page.fill("#typed", text);
  await person.page.press("#typed", "Enter");
}

test("moves are typed as people write them", async () => {
  const { white, black } = await stage.pair();
  const typed = [[white, "1. e2–e4"], [black, "1… e5"], [white, "2.♘f3!"], [black, "♞c6"], [white, "Bb5 $1"], [black, "a6"], [white, "O–O"]];
  for (const [index, [mover, text]] of typed.entries()) {
    await mover.heading("Te toca");
    await type(mover, text);
    await mover.eventually(async () => ((await mover.moves()).length > index ? undefined : `${text} was not taken`));
  }
  assert.equal((await white.moves()).join(" "), "e4 e5 Nf3 Nc6 Bb5 a6 O-O");
});

test("what cannot be read is explained with how moves are written, in three languages", async () => {
  const { white } = await stage.pair();
  await white.heading("Te toca");
  white.expect(/status of 422/);
  const said = { es: "No se entiende esa jugada.", en: "That move cannot be read.", pt: "Não se entende esse lance." };
  for (const [language, words] of Object.entries(said)) {
    await white.page.click(`[data-language=${language}]`);
    await white.page.waitForSelector(`html[lang=${language}] #typed`);
    await type(white, "Cf3");
    await white.sees(words);
    await white.sees("Nf3");
    // On a small screen the notice lies over the links below.
    await white.press("close");
  }
});

test("a typed move that fits two knights is asked about, and the answer is played", async () => {
  const { white } = await stage.pair(fromPosition("chess", "4k3/8/8/8/8/8/8/RN2KN2 w - - 0 1"));
  await white.heading("Te toca");
  white.expect(/status of 422/);
  await type(white, "Nd2");
  await white.sees("¿Cuál de estas jugadas?");
  const labels = await white.page.locator("dialog .options button").allTextContents();
  assert.deepEqual(labels.sort(), ["b1–d2", "f1–d2"]);
  await white.answer("f1d2");
  await white.heading("Le toca a Torre");
  assert.equal(await white.pieceOn("d2"), "white knight");
});

test("a typed move that fits promotions of two pawns names both", async () => {
  const { white } = await stage.pair(fromPosition("chess", "1r5k/P1P5/8/8/8/8/8/K7 w - - 0 1"));
  await white.heading("Te toca");
  white.expect(/status of 422/);
  await type(white, "xb8");
  await white.sees("¿Cuál de estas jugadas?");
  assert.equal(await white.page.locator("dialog .options button").count(), 8);
  await white.sees("c7–b8, caballo");
  await white.answer("c7b8n");
  await white.heading("Le toca a Torre");
  assert.equal(await white.pieceOn("b8"), "white knight");
});

test("what is wrong with a position is said in the language of the page, and in no other", async () => {
  const person = await stage.person("Alfil");
  person.expect(/status of 422/);
  await person.page.goto(`${stage.origin}/`);
  const wrong = [
    ["es", "chess", "4k3/44/8/8/8/8/8/4K2R w - - 0 1", "Las casillas vacías seguidas"],
    ["en", "chess", "4k3/8/8/8/8/8/8/7R w - - 0 1", "Each side must have one king"],
    ["pt", "damas", "W:W1,1:B32", "Há duas peças na mesma casa."],
    ["es", "damas", "W:W0:B32", "Las casillas son números del 1 al 32."],
  ];
  for (const [language, game, fen, words] of wrong) {
    await person.page.click(`[data-language=${language}]`);
    await person.page.waitForSelector(`html[lang=${language}] .setup`);
    await fromPosition(game, fen)(person.page);
    await person.page.click(".setup button[type=submit]");
    await person.sees(words);
    const said = await person.page.locator(".said").innerText();
    if (language !== "en") assert.doesNotMatch(said, /must|cannot|stand|square/, said);
  }
});
