// Weighs the first load file by file, and times it on a slow phone: a CPU four times slower, 1.6 Mbit/s, 150 ms.

import { room } from "./rooms.js";
import { PHONE, Stage } from "./stage.js";

const RUNS = 5;
const NETWORK = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** Notes when the page's own scripts have put the board there, and when a piece can be taken up. */
function watchBoard() {
  const times = (window.times = {});
  const note = (name, selector) => {
    if (!times[name] && document.querySelector(selector)) times[name] = performance.now();
  };
  new MutationObserver(() => {
    note("board", ".board .piece");
    note("interactive", ".cell.movable, .setup button[type=submit]");
  }).observe(document, { subtree: true, childList: true, attributes: true });
  new PerformanceObserver((list) => (times.paint ??= list.getEntries().at(-1).startTime)).observe({ type: "paint", buffered: true });
}

async function visit(stage, address, slow) {
  const context = await stage.browser.newContext({ locale: "es-ES", ...PHONE });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  if (slow) {
    await session.send("Network.emulateNetworkConditions", NETWORK);
    await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  }
  const files = new Map();
  const names = new Map();
  session.on("Network.requestWillBeSent", ({ requestId, request }) => names.set(requestId, new URL(request.url).pathname));
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => files.set(names.get(requestId), encodedDataLength));
  await page.addInitScript(watchBoard);
  await page.goto(address);
  await page.waitForFunction(() => window.times.interactive);
  const times = await page.evaluate(() => window.times);
  await page.waitForTimeout(500);
  await context.close();
  return { times, files };
}

const stage = await Stage.open();
const made = await room(stage, { game: "chess" }, ["e4", "e5", "Nf3", "Nc6"]);
for (const [name, address] of [["start page", `${stage.origin}/`], ["room, a seat's personal link", `${made.url}#${made.white}`]]) {
  const { files } = await visit(stage, address, false);
  console.log(`\n${name}`);
  let total = 0;
  for (const [file, bytes] of [...files].sort(([, a], [, b]) => b - a)) {
    total += bytes;
    console.log(`${String(bytes).padStart(7)}  ${file.replace(made.id, "{id}").replace(/-[0-9a-f]{16}/, "")}`);
  }
  console.log(`${String(total).padStart(7)}  together, headers included`);
  const runs = [];
  for (let run = 0; run < RUNS; run += 1) runs.push((await visit(stage, address, true)).times);
  for (const what of ["paint", "board", "interactive"]) {
    const numbers = runs.map((times) => times[what]).filter(Boolean);
    if (numbers.length > 0) console.log(`${String(Math.round(median(numbers))).padStart(7)} ms  ${what}, median of ${numbers.length}`);
  }
}
await stage.close();
