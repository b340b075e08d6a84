// The language that the person has chosen on this device goes before the one the browser asks for.

import { setWish, wish } from "./keep.js";
import { language } from "./texts.js";

for (const link of document.querySelectorAll("[data-language]")) {
  link.addEventListener("click", () => setWish("language", link.dataset.language));
}

const chosen = wish("language");
const asked = new URLSearchParams(location.search);
if (chosen && chosen !== language && !asked.has("lang")) {
  asked.set("lang", chosen);
  location.replace(`${location.pathname}?${asked}${location.hash}`);
}
