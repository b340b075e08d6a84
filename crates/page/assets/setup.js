// The form for a new game: which, with whom, on what table. What there is to choose from, the server says.

import { data, drawPiece, h, show } from "./dom.js";
import { setWish, wish } from "./keep.js";
import { t } from "./texts.js";

const radio = (group, value, checked, ...inside) =>
  h("label", { class: "card" }, h("input", { type: "radio", name: group, value, checked }), h("span", { class: "card-face" }, ...inside));

const card = (group, value, checked, title, about, ...pieces) =>
  radio(
    group,
    value,
    checked,
    pieces.length > 0 && h("span", { class: "card-pieces", "aria-hidden": "true" }, pieces.map(drawPiece)),
    h("span", { class: "card-title", text: title }),
    about && h("span", { class: "card-about", text: about }),
  );

const group = (name, legend, kind, ...cards) => h("fieldset", { class: `group ${kind}`, "data-group": name }, h("legend", { text: legend }), h("div", { class: "cards" }, cards));

function seats(game) {
  const kind = game === "chess" ? "king" : "disc";
  return [
    card("seat", "white", true, t("seat.white"), t("seat.white.about"), { side: "white", kind }),
    card("seat", "black", false, t("seat.black"), t("seat.black.about"), { side: "black", kind }),
    card("seat", "random", false, t("seat.random"), undefined, { side: "white", kind }, { side: "black", kind }),
  ];
}

/** A list to choose from with an explanation of what is chosen. */
function select(id, label, values, chosen, { text, about, changed }) {
  const said = h("p", { class: "hint", id: `${id}-about` });
  const list = h(
    "select",
    { id, name: id, "aria-describedby": said.id, onchange: () => { tell(); changed(list.value); } },
    values.map((value) => h("option", { value, selected: value === chosen, text: text(value) })),
  );
  const tell = () => (said.textContent = about(list.value));
  tell();
  return h("div", { class: "field" }, h("label", { for: id, text: label }), list, said);
}

/** The form; `start(body)` gets the body of `POST /invites` without id and secret. */
export function setupForm(start) {
  const presets = new Map(data.presets);
  const options = new Map(data.options);
  const chosen = { game: "chess", preset: "classic", options: {} };
  const form = h("form", { class: "setup" });
  const value = (name) => new FormData(form).get(name);
  const table = h("div", { class: "table-setup" });
  const submit = h("button", { type: "submit", class: "primary wide" });
  const rivals = h("div", {}, group("rival", t("form.rival"), "", ...data.rivals.map((name, index) => card("rival", name, index === 0, t(`rival.${name}`), t(`rival.${name}.about`)))));
  const seatPlace = h("div", {});
  const name = h("input", { id: "name", name: "name", type: "text", maxlength: "40", autocomplete: "nickname", value: wish("name") ?? "" });
  const fen = h("input", { id: "fen", name: "fen", type: "text", maxlength: "200", autocomplete: "off", spellcheck: "false", "aria-describedby": "fen-hint" });
  const fenHint = h("p", { class: "hint", id: "fen-hint" });
  const minutes = data.minutes && select("minutes", t("form.minutes"), ["", "5", "10", "15", "30", "60", "120"], "", {
    text: (n) => (n ? t("form.minutesEach", { n }) : t("form.noClock")),
    about: () => t("form.minutesAbout"),
    changed: () => {},
  });

  function damasTable() {
    const preset = presets.get(chosen.preset);
    const lists = data.options.map(([option, values]) =>
      select(`option-${option}`, t(`option.${option}`), values, chosen.options[option] ?? preset[option], {
        text: (value) => t(`option.${option}.${value}`),
        about: () => t(`option.${option}.about`),
        changed: (value) => {
          if (value === preset[option]) delete chosen.options[option];
          else chosen.options[option] = value;
        },
      }),
    );
    const wasOpen = table.querySelector("details")?.open;
    return [
      select("preset", t("form.preset"), [...presets.keys()], chosen.preset, {
        text: (name) => t(`preset.${name}`),
        about: (name) => t(`preset.${name}.about`),
        changed: (name) => {
          chosen.preset = name;
          chosen.options = {};
          update();
        },
      }),
      h("details", { open: wasOpen }, h("summary", { text: t("form.options") }), h("div", { class: "fields" }, lists)),
    ];
  }

  const chessTable = () => [
    h("details", {}, h("summary", { text: t("form.options") }), select("option-drawOffer", t("option.drawOffer"), options.get("drawOffer"), "free", {
      text: (value) => t(`option.drawOffer.${value}`),
      about: () => t("option.drawOffer.about"),
      changed: (value) => (chosen.options = value === "free" ? {} : { drawOffer: value }),
    })),
  ];

  function update() {
    const game = value("game");
    if (game !== chosen.game) Object.assign(chosen, { game, preset: "classic", options: {} });
    const computer = value("with") === "computer";
    rivals.hidden = !computer;
    show(seatPlace, game, () => group("seat", t("form.seat"), "three", ...seats(game)));
    show(table, [game, chosen.preset], () => (game === "chess" ? chessTable() : damasTable()));
    fenHint.textContent = game === "chess" ? t("form.fenChess") : t("form.fenDamas");
    submit.textContent = computer ? t("form.startComputer") : t("form.startLink");
  }

  function body() {
    const made = { game: chosen.game };
    const seat = value("seat");
    if (seat !== "white") made.seat = seat;
    if (name.value.trim()) made.name = name.value.trim();
    if (value("with") === "computer") made.rival = value("rival");
    const asked = { ...(chosen.game === "damas" ? { preset: chosen.preset } : {}), ...chosen.options };
    if (Object.keys(asked).length > 0) made.table = asked;
    if (fen.value.trim()) made.initialFen = fen.value.trim();
    if (value("minutes")) made.minutes = Number(value("minutes"));
    return made;
  }

  form.append(
    group("game", t("form.game"), "two", card("game", "chess", true, t("game.chess.title"), t("game.chess.about"), { side: "white", kind: "knight" }, { side: "black", kind: "queen" }), card("game", "damas", false, t("game.damas.title"), t("game.damas.about"), { side: "white", kind: "disc" }, { side: "black", kind: "stack" })),
    group("with", t("form.with"), "two", card("with", "someone", true, t("form.someone"), t("form.someoneAbout")), card("with", "computer", false, t("form.computer"), t("form.computerAbout"))),
    rivals,
    seatPlace,
    h("div", { class: "field" }, h("label", { for: "name", text: t("form.name") }), name),
    table,
    minutes || "",
    h("details", {}, h("summary", { text: t("form.fen") }), h("div", { class: "field" }, h("label", { for: "fen", text: t("form.fenLabel") }), fen, fenHint)),
    submit,
  );
  form.addEventListener("change", update);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    setWish("name", name.value.trim());
    start(body());
  });
  update();
  return { form, busy: (on) => (submit.disabled = on) };
}
