// Plays through a client whose types `openapi-typescript` has made of the served document. `tsc --strict` checks them
// before this runs.

import assert from "node:assert/strict";
import createClient, { type Client } from "openapi-fetch";
import type { components, paths } from "./generated/jaque.js";

type Schemas = components["schemas"];
type Invite = NonNullable<paths["/invites"]["post"]["requestBody"]>["content"]["application/json"];

const baseUrl = process.argv[2] ?? assert.fail("usage: play.js URL");

const as = (token?: string): Client<paths> =>
  createClient<paths>({ baseUrl, headers: token === undefined ? {} : { authorization: `Bearer ${token}` } });

/** The data of an answer that must be no problem. */
function must<T>(answer: { data?: T; error?: Schemas["Problem"] }): T {
  assert.equal(answer.error, undefined);
  return answer.data ?? assert.fail("an answer without data");
}

/** A room's id, and white and black in it. */
async function pair(body: Invite): Promise<{ id: string; seats: [Client<paths>, Client<paths>] }> {
  const made = must(await as().POST("/invites", { body }));
  const { id } = made;
  const joined = must(
    await as().POST("/invites/{id}/acceptance", { params: { path: { id } }, body: { name: "Torre" } }),
  );
  const you: "white" | "black" | undefined = joined.you;
  assert.equal(you, "black");
  assert.ok(joined.actions.includes("resign"));
  // @ts-expect-error There is no such function.
  assert.ok(!joined.actions.includes("castle"));
  assert.ok(joined.personalUrl.endsWith(`#${joined.seatToken}`));
  return { id, seats: [as(made.seatToken), as(joined.seatToken)] };
}

/** The room after these moves. */
async function play(id: string, seats: [Client<paths>, Client<paths>], moves: string[]): Promise<Schemas["Room"]> {
  let room: Schemas["Room"] | undefined;
  for (const [ply, move] of moves.entries()) {
    const seat = ply % 2 === 0 ? seats[0] : seats[1];
    room = must(
      await seat.POST("/rooms/{id}/moves", { params: { path: { id } }, body: { move, ply, gameNumber: 1 } }),
    );
    assert.equal(room.ply, ply + 1);
  }
  return room ?? assert.fail("no move");
}

async function chess(): Promise<void> {
  const { id, seats } = await pair({ game: "chess", name: "Alfil" });
  const { error: problem } = await seats[0].POST("/rooms/{id}/moves", {
    params: { path: { id } },
    body: { move: "e2e5", ply: 0, gameNumber: 1 },
  });
  assert.equal(problem?.type, "/problems/illegal-move" satisfies Schemas["Problem"]["type"]);
  assert.equal(problem?.legalMoves?.length, 20);
  assert.equal(problem?.room?.ply, 0);

  const mate = await play(id, seats, ["e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6", "Qxf7#"]);
  const reason = mate.result?.reason;
  assert.equal(reason, "checkmate" satisfies Schemas["ReasonName"]);
  // @ts-expect-error No game ends so.
  assert.ok(reason !== "boredom");
  assert.equal(mate.result?.winner, "white");

  const read = { params: { path: { id } } };
  const seen = await seats[0].GET("/rooms/{id}", read);
  const etag = seen.response.headers.get("etag") ?? assert.fail("no ETag");
  const header = { "If-None-Match": etag };
  const again = await seats[0].GET("/rooms/{id}", { params: { path: { id }, header } });
  assert.equal(again.response.status, 304);

  const path = { id, n: 1 };
  const pgn: string = must(
    await as().GET("/rooms/{id}/games/{n}.pgn", { params: { path }, parseAs: "text" }),
  );
  assert.match(pgn.replaceAll("\n", " "), /4\. Qxf7# 1-0/);
  const game: Schemas["Game"] = must(await as().GET("/rooms/{id}/games/{n}", { params: { path } }));
  assert.equal(game.positions.length, 8);
}

async function damas(): Promise<void> {
  const { id, seats } = await pair({ game: "damas", table: { preset: "taringa" } });
  const room = await play(id, seats, ["10-13", "21-18", "13-17"]);
  assert.ok("preset" in room.table && room.table.preset === "taringa");
  const path = { id, n: 1 };
  const pdn: string = must(
    await as().GET("/rooms/{id}/games/{n}.pdn", { params: { path }, parseAs: "text" }),
  );
  assert.match(pdn.replaceAll("\n", " "), /1\. 10-13 21-18 2\. 13-17/);
}

await chess();
await damas();
console.log("the TypeScript client has played chess and damas");
