// Every state that the page can be in: for the accessibility tests and for the pictures in docs/screenshots.

import { enter, room } from "./rooms.js";

const GAME = ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Bxc6", "dxc6"];
const FORK = "W:W1,6,K32:B10,11,18,19,29,K4";

const start = (set = async () => {}) => async (stage, { page }) => {
  await page.goto(`${stage.origin}/`);
  await page.waitForSelector(".setup");
  await set(page);
};

/** The state of a room as a seat sees it, after `then`. */
const seated = (body, moves, side, then = async () => {}) => async (stage, person) => {
  const made = await room(stage, body, moves);
  await enter(person, made, side && made[side]);
  await then(person, made, stage);
};

const ending = (moves, side) => seated({ game: "chess" }, moves, side, async (person) => person.page.waitForSelector('.files a'));

/** Shows the state `name` to a person. The server's clock may have been turned by another. */
export async function show(stage, person, name) {
  await stage.server.turnClock("+0");
  await STATES[name](stage, person);
}

/** By name, how to bring them about on a stage with a clock. */
export const STATES = {
  "start": start(),
  "start-damas": start(async (page) => {
    await page.check('input[value="damas"]', { force: true });
    await page.selectOption("#preset", "taringa");
    await page.locator("details", { has: page.locator("#option-board") }).locator("summary").click();
  }),
  "start-computer": start((page) => page.check('input[value="computer"]', { force: true })),
  "start-my-rooms": async (stage, person) => {
    const [mine, waiting, over] = [await room(stage, { game: "chess" }, GAME), await room(stage, { game: "damas" }, [], { joined: false }), await room(stage, { game: "chess" }, ["f3", "e5", "g4", "Qh4#"])];
    for (const made of [mine, waiting, over]) {
      await enter(person, made, made.white);
      await person.page.waitForFunction((id) => JSON.parse(localStorage.getItem(`jaque.room.${id}`) ?? "{}").token, made.id);
    }
    await start()(stage, person);
    await person.page.waitForSelector(".mine li:nth-child(3)");
  },
  "invite-link": async (stage, person) => {
    const made = await room(stage, { game: "chess" }, [], { joined: false });
    await enter(person, made, made.white);
    await person.page.locator(".invite summary").click();
    await person.page.waitForSelector(".qr svg");
    await person.page.locator(".personal summary").click();
  },
  "join-chess": async (stage, person) => enter(person, await room(stage, { game: "chess" }, [], { joined: false })),
  "join-damas": async (stage, person) => enter(person, await room(stage, { game: "damas", table: { preset: "family", king: "short" } }, [], { joined: false })),
  "your-turn": seated({ game: "chess" }, GAME, "white", (person) => person.heading("Te toca")),
  "targets": seated({ game: "chess" }, GAME, "white", async (person) => {
    await person.heading("Te toca");
    await person.tap("f3");
  }),
  "their-turn": seated({ game: "chess" }, GAME, "black", (person) => person.heading("Le toca a Alfil")),
  "check": seated({ game: "chess" }, ["e4", "e5", "Qh5", "Nc6", "Qxf7+"].slice(0, 5), "black", (person) => person.heading("Jaque")),
  "promotion": seated({ game: "chess", initialFen: "4k3/P7/8/8/8/8/8/4K2R w K - 0 1" }, [], "white", async (person) => {
    await person.heading("Te toca");
    await person.tap("a7", "a8");
    await person.page.waitForSelector("dialog");
  }),
  "damas": seated({ game: "damas" }, ["11-15", "22-18", "12-16"], "black", (person) => person.heading("Te toca")),
  "damas-capture": seated({ game: "damas", initialFen: FORK }, [], "white", async (person) => {
    await person.heading("Te toca");
    await person.tap("6", "15");
  }),
  "damas-ways": seated({ game: "damas", initialFen: FORK }, [], "white", async (person) => {
    await person.heading("Te toca");
    await person.tap("6", "22");
    await person.page.waitForSelector("dialog");
  }),
  "huff": seated({ game: "damas", table: { preset: "family" } }, ["11-15", "22-19", "6-11"], "black", (person) => person.sees("puedes soplar")),
  "draw-offered": seated({ game: "chess" }, GAME.slice(0, 6), "black", async (person, made, stage) => {
    await made.act(made.white, "draw-offer");
    await person.sees("Alfil ofrece tablas");
  }),
  "resign": seated({ game: "chess" }, GAME, "white", async (person) => {
    await person.press("resign");
    await person.page.waitForSelector("dialog");
  }),
  "stepping": seated({ game: "chess" }, GAME, "white", async (person) => {
    await person.press("move-2");
    await person.heading("Posición anterior");
  }),
  "won": ending(["f3", "e5", "g4", "Qh4#"], "black"),
  "lost": ending(["f3", "e5", "g4", "Qh4#"], "white"),
  "rematch": seated({ game: "chess" }, ["f3", "e5", "g4", "Qh4#"], "black", async (person, made) => {
    await made.act(made.white, "rematch");
    await person.sees("Alfil pide la revancha");
  }),
  "watching": seated({ game: "chess" }, GAME, undefined, (person) => person.sees("Estás mirando")),
  "offline": seated({ game: "chess" }, GAME, "white", async (person) => {
    await person.heading("Te toca");
    person.expect(/ERR_INTERNET_DISCONNECTED/);
    await person.context.setOffline(true);
    await person.tap("e1", "g1");
    await person.sees("Sin conexión");
  }),
  "cancelled": async (stage, person) => {
    const made = await room(stage, { game: "chess" }, [], { joined: false });
    await stage.api("DELETE", `/invites/${made.id}`, { token: made.white });
    await enter(person, made);
  },
  "claim": seated({ game: "chess" }, GAME.slice(0, 7), "white", async (person, made, stage) => {
    await stage.server.turnClock("+49h");
    await person.sees("Torre lleva más de dos días sin jugar");
  }),
  "closed": seated({ game: "chess" }, GAME, "white", async (person, made, stage) => {
    stage.expect(/status of 410/);
    await person.heading("Te toca");
    await stage.server.turnClock("+170h");
    await person.heading("Sala cerrada");
  }),
  "gone": async (stage, person) => {
    person.expect(/status of 410/);
    await person.page.goto(`${stage.origin}/r/01HF7YAT00ABCDEFGHJKMNPQRS`);
  },
  "missing": async (stage, person) => {
    person.expect(/status of 404/);
    await person.page.goto(`${stage.origin}/r/nada`);
  },
  "problem": async (stage, { page }) => {
    await page.goto(`${stage.origin}/problems/stale-ply`);
  },
};
