// Rooms made through the API, to look at a state without playing up to it.

import assert from "node:assert/strict";

/** A room under `body`'s options with both seats taken and `moves` played: `{id, url, white, black}`. */
export async function room(stage, body, moves = [], { joined = true } = {}) {
  const made = await stage.api("POST", "/invites", { body: { name: "Alfil", ...body } });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  const { id, url, seatToken: white } = made.body;
  const act = async (token, path, extra = {}) => {
    const now = (await stage.api("GET", `/rooms/${id}`, { token })).body;
    const answer = await stage.api("POST", `/rooms/${id}/${path}`, { token, body: { ...(path === "rematch" ? {} : { ply: now.ply }), gameNumber: now.gameNumber, ...extra } });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
  };
  if (!joined) return { id, url, white, act };
  const { body: guest } = await stage.api("POST", `/invites/${id}/acceptance`, { body: { name: "Torre" } });
  const black = guest.seatToken;
  for (const move of moves) {
    const turn = (await stage.api("GET", `/rooms/${id}`)).body.turn;
    await act(turn === "white" ? white : black, "moves", { move });
  }
  return { id, url, white, black, act };
}

/** Opens a room as the owner of a seat, by the personal link. */
export async function enter(person, { url }, token) {
  await person.page.goto(token ? `${url}#${token}` : url);
  await person.page.waitForSelector(".board .piece");
}
