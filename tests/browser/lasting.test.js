// What must not be lost: by a reload, a restart of the server, a dead network, an answer that never came, another device.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Stage } from "./stage.js";

let stage;
before(async () => (stage = await Stage.open()));
after(() => stage.close());

/** Lets a request through and loses its answer, once. */
async function loseAnswer(page, pattern) {
  let lost = 0;
  await page.route(pattern, async (route) => {
    if (route.request().method() !== "POST" || lost > 0) return route.continue();
    lost += 1;
    await route.fetch();
    await route.abort();
  });
  return () => lost;
}

test("a reload in the middle keeps the seat, and the game goes on", async () => {
  const { white, black } = await stage.pair();
  await white.heading("Te toca");
  await white.tap("e2", "e4");
  await white.heading("Le toca a Torre");
  await white.page.reload();
  await white.heading("Le toca a Torre");
  await white.page.waitForSelector('[data-id="resign"]');
  await black.heading("Te toca");
  await black.tap("e7", "e5");
  await white.heading("Te toca");
  await white.tap("g1", "f3");
  await black.sees("Nf3");
});

test("the personal link brings the seat to a second device, and its secret out of the address bar", async () => {
  const { white, url, id } = await stage.pair();
  await white.page.locator(".personal summary").click();
  const personal = await white.page.inputValue("#personal-url");
  const token = await white.token(id);
  assert.equal(personal, `${url}#${token}`);
  const second = await stage.person("Alfil, otra vez");
  const asked = [];
  second.page.on("request", (request) => asked.push(request.url()));
  await second.page.goto(personal);
  await second.heading("Te toca");
  assert.equal(second.page.url(), url);
  await second.tap("d2", "d4");
  await white.heading("Le toca a Torre");
  await white.seesMoves(["d4"]);
  assert.ok(asked.length > 5 && asked.every((address) => !address.includes(token)));
  // The link to send brings no seat.
  const third = await stage.person("Peón");
  await third.page.goto(url);
  await third.sees("Estás mirando");
});

test("a personal link with a wrong secret says so and takes nothing", async () => {
  const { url } = await stage.pair();
  const other = await stage.person("Peón");
  other.expect(/status of 401/);
  await other.page.goto(`${url}#aaaaaaaaaaaaaaaaaaaaaaaaaa`);
  await other.sees("Esta clave no es de esta sala");
  assert.equal(other.page.url(), url);
});

test("a move whose answer is lost is sent again and made once", async () => {
  const { white, black, id } = await stage.pair();
  white.expect(/ERR_FAILED/);
  await white.heading("Te toca");
  const lost = await loseAnswer(white.page, "**/moves");
  await white.tap("e2", "e4");
  await white.heading("Le toca a Torre");
  await white.eventually(async () => ((await white.page.evaluate((key) => JSON.parse(localStorage.getItem(key)).sending, `jaque.room.${id}`)) ? "the move still waits" : undefined));
  assert.equal(lost(), 1);
  await black.heading("Te toca");
  const { body } = await stage.api("GET", `/rooms/${id}`);
  assert.deepEqual(body.moves.map(({ move }) => move), ["e2e4"]);
});

test("an invite and an acceptance whose answers are lost are asked for again", async () => {
  const white = await stage.person("Alfil");
  white.expect(/ERR_FAILED/);
  const lostInvite = await loseAnswer(white.page, "**/invites");
  const url = await stage.invite(white);
  const black = await stage.person("Torre");
  black.expect(/ERR_FAILED/);
  const lostSeat = await loseAnswer(black.page, "**/acceptance");
  await stage.join(black, url);
  assert.deepEqual([lostInvite(), lostSeat()], [1, 1]);
  await white.heading("Te toca");
  await black.heading("Le toca a Alfil");
});

test("a move made without a network waits, survives a reload and is sent when there is one again", async () => {
  const { white, black, id } = await stage.pair();
  for (const person of [white, black]) person.expect(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  await white.heading("Te toca");
  await white.context.setOffline(true);
  await white.tap("e2", "e4");
  await white.sees("Sin conexión");
  assert.equal(await white.pieceOn("e4"), "white pawn");
  assert.equal((await stage.api("GET", `/rooms/${id}`)).body.ply, 0);
  await white.context.setOffline(false);
  await black.heading("Te toca");
  await white.eventually(async () => ((await white.page.locator(".offline").count()) === 0 ? undefined : "it still says that there is no network"));

  // The other side: the page is left before the answer, and the move goes out when it is opened again.
  await black.page.route("**/moves", (route) => route.abort());
  await black.tap("e7", "e5");
  await black.sees("Sin respuesta todavía");
  await black.page.unroute("**/moves");
  await black.page.reload();
  await white.heading("Te toca");
  await white.seesMoves(["e4", "e5"]);
});

test("the server is restarted in the middle, and nobody loses anything", async () => {
  const { white, black } = await stage.pair();
  stage.expect(/ERR_CONNECTION_\w+|ERR_EMPTY_RESPONSE|ERR_SOCKET_NOT_CONNECTED|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_CONTENT_LENGTH_MISMATCH/);
  await white.heading("Te toca");
  await white.tap("e2", "e4");
  await black.heading("Te toca");
  await stage.server.stop();
  await black.tap("c7", "c5");
  await black.sees("Sin respuesta todavía");
  await white.look();
  await white.sees("Sin conexión");
  await stage.server.start();
  await white.heading("Te toca");
  await white.seesMoves(["e4", "c5"]);
  await black.heading("Le toca a Alfil");
});
