// The texts of the page's language: lines of `key = text`, one file per language.

const answer = await fetch(document.getElementById("texts").href);
const texts = new Map(
  (await answer.text())
    .split("\n")
    .filter((line) => line.includes(" = ") && !line.startsWith("#"))
    .map((line) => [line.slice(0, line.indexOf(" = ")), line.slice(line.indexOf(" = ") + 3)]),
);

/** The language of the page. */
export const language = document.documentElement.lang;

/** Whether there is a text of this key. */
export const has = (key) => texts.has(key);

/** The text of a key with its `{placeholders}` filled in. Where something is counted, one of it has a text of its own. */
export function t(key, values = {}) {
  const one = Object.values(values).some((value) => Number(value) === 1);
  const text = (one && texts.get(`${key}.one`)) || (texts.get(key) ?? key);
  return text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

/** What is wrong, in the page's language. */
export function explain(problem) {
  // A name is no option that one chooses among.
  if (problem?.name === "invalid-option" && problem.body?.field === "name") return t("problem.badName");
  // Shorter waits are waited out, see `ask`.
  if (problem?.name === "too-many-requests") return t("problem.tooManyToday");
  const key = `problem.${problem?.name}`;
  // Some problems say more exactly by a code what is wrong.
  return texts.get(`${key}.${problem?.body?.code}`) ?? texts.get(key) ?? t("problem.unknown");
}
