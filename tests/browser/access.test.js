// Every state, light and dark: axe-core finds nothing serious, all fits on 320 pixels and at 200 %, and fingers hit.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { Stage } from "./stage.js";
import { show, STATES } from "./states.js";

const AXE = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const NARROW = { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true };

let stage;
before(async () => (stage = await Stage.open({ clock: true })));
after(() => stage.close());

/** What axe-core finds serious or critical. Evaluated by the debugger: the page's own policy lets no script in. */
async function findings(page) {
  await page.evaluate(AXE);
  const { violations, passes } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  assert.ok(passes.length > 10, `only ${passes.length} rules applied`);
  return violations
    .filter(({ impact }) => ["serious", "critical"].includes(impact))
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html.slice(0, 120)} ${node.failureSummary}`).join("\n")}`);
}

/** What is too wide, and what a finger would miss. Squares are as large as the screen lets them be. */
const measured = (page) =>
  page.evaluate((width) => {
    const wide = document.documentElement.scrollWidth > width ? [`${document.documentElement.scrollWidth} wide on ${width}`] : [];
    const small = [...document.querySelectorAll("button, summary, select, .button, input[type=text], .bar a, footer a")]
      .filter((element) => element.checkVisibility() && element.getClientRects().length > 0)
      .map((element) => [element.outerHTML.slice(0, 100), element.getBoundingClientRect()])
      .filter(([, box]) => box.height < 43.9 || box.width < 43.9)
      .map(([html, box]) => `${Math.round(box.width)}×${Math.round(box.height)} ${html}`);
    return [...wide, ...small];
    // Not `innerWidth`: on a phone that grows with what is too wide.
  }, page.viewportSize().width);

for (const name of Object.keys(STATES)) {
  test(`${name} is accessible`, async () => {
    const person = await stage.person(name, NARROW);
    await show(stage, person, name);
    assert.deepEqual(await measured(person.page), [], "at 320 pixels");
    for (const colorScheme of ["light", "dark"]) {
      await person.page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      assert.deepEqual(await findings(person.page), [], colorScheme);
    }
    // At 200 % a desk of 1280 has the room of 640.
    await person.page.setViewportSize({ width: 640, height: 400 });
    const wide = (await measured(person.page)).filter((line) => line.includes("wide on"));
    assert.deepEqual(wide, [], "at 200 %");
    await person.context.close();
  });
}

test("held sideways, a phone shows the whole board and both players", async () => {
  for (const name of ["damas", "your-turn", "watching"]) {
    const person = await stage.person(name, { viewport: { width: 667, height: 331 }, hasTouch: true, isMobile: true });
    await show(stage, person, name);
    for (const part of [".player.top", ".board", ".player.bottom"]) {
      const box = await person.page.locator(part).boundingBox();
      assert.ok(box.y >= 0 && box.y + box.height <= 331.5, `${name}: ${part} from ${box.y} to ${box.y + box.height}`);
    }
    await person.context.close();
  }
});

test("axe-core and the measures find what is wrong", async () => {
  const person = await stage.person("wrong", NARROW);
  await person.page.goto(`${stage.origin}/`);
  await person.page.waitForSelector(".setup");
  await person.page.evaluate(() => {
    const button = document.createElement("button");
    button.style.cssText = "min-width: 0; min-height: 0; width: 20px; height: 20px; padding: 0; color: #bbb; background: #ccc";
    document.querySelector("main").append(button);
    const wide = document.createElement("div");
    wide.style.width = "400px";
    wide.textContent = "x";
    document.querySelector("main").append(wide);
  });
  assert.match((await findings(person.page)).join(), /button-name/);
  assert.equal((await measured(person.page)).length, 2);
});
