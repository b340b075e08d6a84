// Takes the pictures in docs/screenshots: every state on a phone and on a desk, some of them dark too.

import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { DESK, PHONE, Stage } from "./stage.js";
import { show, STATES } from "./states.js";

const FOLDER = process.env.SCREENSHOTS ?? new URL("../../docs/screenshots/", import.meta.url).pathname;
const DARK = ["start", "your-turn", "damas", "resign"];
const SCREENS = { phone: PHONE, desk: DESK };

const stage = await Stage.open({ clock: true });
await mkdir(FOLDER, { recursive: true });
for (const file of await readdir(FOLDER)) if (file.endsWith(".webp")) await rm(`${FOLDER}/${file}`);

let total = 0;
for (const name of Object.keys(STATES)) {
  for (const [screen, options] of Object.entries(SCREENS)) {
    for (const colorScheme of DARK.includes(name) ? ["light", "dark"] : ["light"]) {
      const person = await stage.person(name, { ...options, colorScheme, reducedMotion: "reduce" });
      await show(stage, person, name);
      await person.page.evaluate(() => window.scrollTo(0, 0));
      await person.page.waitForTimeout(300);
      const session = await person.context.newCDPSession(person.page);
      const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: 70 });
      const picture = Buffer.from(data, "base64");
      total += picture.length;
      const file = [name, screen, ...(colorScheme === "dark" ? ["dark"] : [])].join("-");
      await writeFile(`${FOLDER}/${file}.webp`, picture);
      await person.context.close();
    }
  }
}
await stage.close();
console.log(`${total} bytes of pictures`);
