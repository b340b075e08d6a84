// The page of a room: joins what is watched, what is touched and what is sent.

import { actionButtons } from "./actions.js";
import { Refused, insist } from "./api.js";
import { Board } from "./board.js";
import { button, data, h, loadPieces, show } from "./dom.js";
import { joinForm } from "./join.js";
import { forgetRoom, keepRoom, roomKept, setWish, wish } from "./keep.js";
import { inviteLink, showPersonal } from "./link.js";
import { Hand } from "./hand.js";
import { Positions, lastMove, moveList, numbered, sideOf, stepButtons } from "./moves.js";
import { entryWords, resultWords } from "./names.js";
import { Outbox } from "./outbox.js";
import { showPlayer, tick } from "./players.js";
import { jumped, layout, readPosition, squaresOf } from "./position.js";
import { tell } from "./sound.js";
import { called, details, headline, inviteWords, offerWords, other } from "./status.js";
import { explain, t } from "./texts.js";
import { Watch } from "./watch.js";
import "./language.js";

const id = data.id;
// A store's copy may lag behind a seat just taken: only a secret that is refused again and again is of no use.
const REFUSALS = 3;
let refusals = 0;
const token = () => (refusals < REFUSALS ? roomKept(id).token : undefined);

// What is shown beside what the server said.
const shown = { flipped: false, viewed: undefined, position: undefined, problem: undefined, trouble: undefined, joining: false };
let room;

/** A personal link brings a seat; it leaves the address bar before anything else can see it. Answers the room as that seat sees it. */
async function takePersonalLink() {
  const brought = /^#([A-Za-z0-9]{22,64})$/.exec(location.hash)?.[1];
  if (!location.hash) return undefined;
  history.replaceState(null, "", location.pathname + location.search);
  if (!brought || brought === token()) return undefined;
  try {
    const answer = await insist("GET", `/rooms/${id}`, { token: brought });
    keepRoom(id, { token: brought });
    return answer;
  } catch (fault) {
    shown.problem = fault;
    return undefined;
  }
}

// The table in words, which the server has written.
const table = document.getElementById("table");

// The parts of the page, in the order in which a reader meets them.
const place = (tag, props) => h(tag, props);
const parts = {
  // Over the page, not in it: what comes and goes must not move the board under a finger.
  notice: place("div", { class: "notice toast", role: "status" }),
  watching: place("div", { class: "notice" }),
  title: place("h1", {}),
  reason: place("div", { class: "reason" }),
  details: place("div", { class: "details" }),
  actions: place("section", { class: "actions", "aria-label": t("room.actions") }),
  invite: place("section", { class: "invite" }),
  top: place("div", { class: "player top" }),
  bottom: place("div", { class: "player bottom" }),
  moves: place("section", { class: "history", "aria-label": t("moves.title") }),
  steps: place("div", { class: "steps-place" }),
  list: place("div", { class: "list" }),
  typed: place("div", { class: "typed-place" }),
  tools: place("div", { class: "tools" }),
  files: place("p", { class: "files" }),
  personal: place("div", {}),
  live: place("div", { class: "hidden", role: "status", "aria-live": "polite", id: "live" }),
};

const board = new Board({
  label: t("board.label"),
  press: (square) => hand.press(square),
  drop: (from, to) => hand.drop(from, to),
  escape: () => hand.rest(),
});

const outbox = new Outbox(id, {
  token,
  changed: render,
  answered: (answer, etag) => {
    shown.problem = undefined;
    watch.take(answer, etag);
  },
  refused: (fault) => {
    shown.problem = fault;
    if (fault.body?.room) watch.take(fault.body.room);
    else watch.look();
    if (fault.body?.choices) hand.offer(fault.body.choices);
    announce(explain(fault));
    render();
  },
});

const watch = new Watch(id, { token, seen, trouble });
const positions = new Positions(id, token);

const hand = new Hand({
  room: () => room,
  mayMove: () => room.actions.includes("submit-move") && !outbox.command && shown.viewed === undefined,
  pieces: () => readPosition(room.game, room.fen),
  changed: render,
  play: (text) => {
    shown.problem = undefined;
    outbox.send(`/rooms/${id}/moves`, { move: text, ply: room.ply, gameNumber: room.gameNumber }, text);
  },
});

const send = (path, body) => {
  shown.problem = undefined;
  outbox.send(`/rooms/${id}/${path}`, body);
};

async function cancelInvite() {
  try {
    await insist("DELETE", `/invites/${id}`, { token: token() });
  } catch (fault) {
    shown.problem = fault;
  }
  await watch.look();
  render();
}

function announce(text) {
  // A text that comes while another waits to be said is said with it.
  if (announce.waiting) {
    announce.waiting += ` ${text}`;
    return;
  }
  announce.waiting = text;
  // A text said twice is only heard twice if it goes away in between.
  parts.live.textContent = "";
  setTimeout(() => {
    parts.live.textContent = announce.waiting;
    announce.waiting = undefined;
  }, 50);
}

/** A new state has come. */
function seen(next) {
  const before = room;
  room = next;
  if (before && (before.gameNumber !== room.gameNumber || before.moves.length !== room.moves.length || before.turn !== room.turn)) {
    hand.rest();
    shown.viewed = shown.viewed !== undefined && before.gameNumber === room.gameNumber ? shown.viewed : undefined;
  }
  if (room.you && token()) keepRoom(id, { game: room.game });
  if (before) tellWhatIsNew(before);
  render(before);
}

function tellWhatIsNew(before) {
  const said = [];
  if (before.gameNumber === room.gameNumber) {
    const pieces = readPosition(room.game, room.fen);
    for (let index = Math.max(before.moves.length, room.moves.length - 2); index < room.moves.length; index += 1) {
      said.push(entryWords(room.game, room.moves[index], sideOf(room, index), pieces));
    }
  } else said.push(t("said.newGame"));
  // Only whoever waited: others have joined themselves, or watch.
  if (before.you && before.status === "waiting" && room.status === "playing") said.push(t("said.joined"));
  const refused = before.drawOffer?.by === room.you && !room.drawOffer && room.status === "playing" && room.moves.length === before.moves.length;
  if (room.you && refused) shown.refused = room.moves.length;
  if (room.you && refused) said.push(t("said.refused", { name: called(room, other(room.you)) }));
  if (room.status === "finished" && before.status !== "finished") {
    const { title, reason } = resultWords(room.result, room.you);
    said.push(`${title}: ${reason}`);
    tell("end");
  } else if (room.moves.length > before.moves.length) tell(room.turn === room.you ? "turn" : "move");
  if (room.drawOffer && !before.drawOffer) said.push(offerWords(room));
  if (room.turn && room.turn === room.you && before.turn !== room.turn) said.push(t("status.yourTurn"));
  if (said.length > 0) announce(said.join(". ").replaceAll("..", "."));
}

function trouble(fault) {
  const before = shown.trouble;
  shown.trouble = fault;
  if (!fault) refusals = token() ? 0 : refusals;
  if (fault instanceof Refused) {
    if (fault.name === "token-unknown" && token()) {
      refusals += 1;
      if (refusals === REFUSALS) shown.problem = fault;
      setTimeout(() => watch.look(), 1000);
    } else if (fault.name === "room-expired" || fault.name === "room-not-found") {
      watch.stop();
      if (fault.body.room) seen(fault.body.room);
      if (!fault.body.room) forgetRoom(id);
    }
  }
  if (fault?.message !== before?.message) render();
}

/** The pieces to draw with their marks: the present ones, those of a step back, or a move on its way. */
function picture() {
  if (shown.viewed !== undefined) {
    const entry = lastMove(room, shown.viewed);
    return { pieces: readPosition(room.game, shown.position), last: entry ? squaresOf(room.game, entry.move) : [], marks: {} };
  }
  const pieces = readPosition(room.game, room.fen);
  const entry = lastMove(room, room.moves.length - 1);
  const sending = outbox.command?.shown;
  const text = sending && squaresOf(room.game, sending).every((square) => board.cells.has(square)) ? sending : hand.way();
  const marks = outbox.command ? {} : hand.marks();
  if (room.actions.includes("huff")) marks.huffable = new Set((room.huffable ?? []).map(String));
  const path = text ? squaresOf(room.game, text) : [];
  if (path.length > 1 && pieces.has(path[0])) {
    marks.gone = new Set(room.game === "chess" ? [] : jumped(text, pieces, room.turn));
    const moved = pieces.get(path[0]);
    pieces.delete(path[0]);
    pieces.set(path.at(-1), moved);
    marks.path = new Set(path);
  }
  return { pieces, last: entry ? squaresOf(room.game, entry.move) : [], check: room.check, marks };
}

function renderBoard(before) {
  const side = (room.you === "black") !== shown.flipped ? "black" : "white";
  const mirror = room.table.board === "left";
  const lay = `${room.game} ${side} ${mirror}`;
  if (board.laid !== lay) {
    board.lay(layout(room.game, side, mirror), room.game);
    board.laid = lay;
  }
  const { pieces, last, check, marks } = picture();
  // What the rival played is seen to move; what one's own hand has moved is there already.
  const entry = lastMove(room, room.moves.length - 1);
  const came = before && before.moves.length < room.moves.length && entry && room.turn !== undefined && room.turn === room.you;
  const squares = came && shown.viewed === undefined ? squaresOf(room.game, entry.move) : [];
  board.update({ pieces, marks: { ...marks, last: new Set(last), check }, slide: squares.length > 1 ? [squares[0], squares.at(-1)] : undefined });
  board.element.setAttribute("aria-label", t("board.label"));
  showPlayer(parts.top, room, other(side), pieces);
  showPlayer(parts.bottom, room, side, pieces);
  tick([parts.top, parts.bottom], room);
}

/** Shows another position: after an entry, or before the first. */
async function go(index) {
  if (index >= room.moves.length - 1) {
    shown.viewed = undefined;
  } else {
    try {
      shown.position = await positions.at(room, index);
      shown.viewed = index;
      hand.rest();
    } catch (fault) {
      shown.problem = fault;
    }
  }
  const entry = numbered(room)[index];
  if (entry) announce(entryWords(room.game, entry, entry.side, picture().pieces));
  render();
}

function notices() {
  const lines = [];
  if (shown.trouble && !(shown.trouble instanceof Refused)) lines.push(["offline", t("notice.offline")]);
  else if (outbox.stuck) lines.push(["offline", t("notice.resending")]);
  if (shown.refused === room.moves.length && room.status === "playing" && !room.drawOffer) {
    lines.push(["refused", `${t("said.refused", { name: called(room, other(room.you)) })}.`]);
  }
  if (shown.problem) lines.push(["problem", explain(shown.problem)]);
  if (shown.trouble instanceof Refused && shown.trouble.name !== "token-unknown" && room.status !== "expired") lines.push(["problem", explain(shown.trouble)]);
  return lines;
}

function notice([kind, text]) {
  const forget = () => {
    shown.problem = undefined;
    render();
  };
  const close = kind === "problem" && button("close", "✕", forget, { class: "quiet", "aria-label": t("notice.close") });
  return h("p", { class: kind }, h("span", { text }), close);
}

function renderTexts() {
  const title = outbox.stuck ? t("status.unsent") : shown.viewed !== undefined ? t("status.viewing") : headline(room);
  document.title = `${room.turn && room.turn === room.you ? "● " : ""}${title} – Jaque`;
  show(parts.notice, notices(), () => notices().map(notice));
  const watching = !room.you && room.seats.white && room.seats.black && room.status !== "expired";
  show(parts.watching, watching, () => (watching ? h("p", { text: t("notice.watching") }) : []));
  show(parts.title, title, () => [document.createTextNode(title)]);
  const reason = room.result ? resultWords(room.result, room.you).reason : "";
  show(parts.reason, reason, () => (reason ? h("p", { text: reason }) : []));
  show(parts.details, details(room), () => details(room).map((text) => h("p", { text })));
  const sending = Boolean(outbox.command);
  show(parts.actions, [room.actions, room.drawOffer, room.rematchOffer, room.huffable, sending, hand.stoppable(), room.ply, room.gameNumber], () => [
    ...actionButtons(room, send, { cancelInvite }),
    hand.stoppable() && button("stop-here", t("wrong.stop"), () => hand.stop()),
    room.status !== "waiting" && room.status !== "playing" && h("p", {}, h("a", { class: "button", href: "/", text: t("room.another") })),
  ]);
  parts.actions.toggleAttribute("inert", sending);
  parts.actions.classList.toggle("sending", sending);
  const invite = room.status === "waiting" ? (room.you ? "link" : "join") : "";
  show(parts.invite, [invite, room.url], () => (invite === "link" ? inviteLink(room, inviteWords(room)) : invite === "join" ? joinForm(id, room, joined) : []));
  parts.invite.hidden = !invite;
  // Whoever is invited reads the table before joining; whoever plays knows it.
  if (table && (table.previousSibling === parts.invite) !== Boolean(invite)) (invite ? parts.invite : parts.tools).after(table);
  show(parts.steps, [room.gameNumber, room.moves.length, shown.viewed], () => stepButtons(room, shown.viewed, go));
  const listed = show(parts.list, [room.gameNumber, room.moves.length, room.moves.at(-1), room.moves.at(-2)?.undone, shown.viewed], () => moveList(room, shown.viewed, go));
  if (listed) showCurrent();
  parts.moves.hidden = room.status === "waiting";
  show(parts.typed, [room.actions.includes("submit-move"), room.game], () => typed());
  show(parts.files, [room.gameNumber, room.game, room.moves.length > 0], files);
  showPersonal(parts.personal, room, token());
  document.body.dataset.status = room.status;
  document.body.classList.toggle("your-turn", Boolean(room.you) && room.turn === room.you);
}

function showCurrent() {
  const current = parts.list.querySelector("[aria-current]");
  if (current) parts.list.scrollTo({ left: current.offsetLeft - parts.list.clientWidth / 2, top: current.offsetTop - parts.list.clientHeight / 2 });
}

function render(before) {
  if (!room) return;
  renderBoard(before?.moves ? before : undefined);
  renderTexts();
}

/** The games of the room as files. */
function files() {
  const ending = room.game === "chess" ? "pgn" : "pdn";
  if (room.moves.length === 0 && room.gameNumber === 1) return [];
  const links = Array.from({ length: room.gameNumber }, (_, index) =>
    h("a", { href: `/rooms/${id}/games/${index + 1}.${ending}`, download: `${id}-${index + 1}.${ending}`, text: t("files.game", { n: index + 1, format: ending.toUpperCase() }) }),
  );
  return links.flatMap((link, index) => (index > 0 ? [document.createTextNode(" · "), link] : [link]));
}

/** The field for those who would rather write their move. */
function typed() {
  if (!room.actions.includes("submit-move")) return [];
  const input = h("input", { id: "typed", name: "move", type: "text", autocomplete: "off", autocapitalize: "off", spellcheck: "false", enterkeyhint: "send", "aria-describedby": "typed-hint" });
  const submit = (event) => {
    event.preventDefault();
    const text = input.value.trim();
    if (!text || outbox.command) return;
    input.value = "";
    hand.play(text);
  };
  return h(
    "form",
    { class: "typed", onsubmit: submit },
    h("label", { for: "typed", text: t("typed.label") }),
    h("div", { class: "link-field" }, input, h("button", { type: "submit", text: t("typed.send") })),
    h("p", { class: "hint", id: "typed-hint", text: room.game === "chess" ? t("typed.hintChess") : t("typed.hintDamas") }),
  );
}

function joined({ body, etag }) {
  watch.take(body, etag);
  history.replaceState(null, "", location.pathname);
}

function settings() {
  const box = (name) =>
    h("label", { class: "check-line" }, h("input", { type: "checkbox", checked: Boolean(wish(name)), onchange: (event) => { setWish(name, event.target.checked); tell("turn"); } }), h("span", { text: t(`wish.${name}`) }));
  return h("details", { class: "settings" }, h("summary", { text: t("wish.title") }), box("sound"), box("vibration"));
}

function build() {
  const flip = button("flip", t("board.flip"), () => {
    shown.flipped = !shown.flipped;
    render();
  }, { class: "quiet" });
  parts.moves.append(h("h2", { class: "hidden", text: t("moves.title") }), parts.steps, parts.list);
  parts.tools.append(flip);
  document.getElementById("main").replaceChildren(
    parts.live,
    parts.notice,
    h("div", { class: "head" }, parts.watching, parts.title, parts.reason),
    h("div", { class: "play" }, parts.top, board.element, parts.bottom),
    h("div", { class: "side" }, parts.invite, parts.moves, parts.actions, parts.details, parts.typed, parts.tools, table ?? "", parts.personal, settings(), parts.files),
  );
}

const arriving = takePersonalLink();
await loadPieces();
build();
if (data.room) {
  // The server has put what everyone may see into the page; a seat's own view follows at once.
  room = data.room;
  render();
}
const arrived = await arriving;
if (arrived) watch.take(arrived.body, arrived.etag);
outbox.resume();
watch.run();
setInterval(() => room && (tick([parts.top, parts.bottom], room), renderTexts()), 1000);
window.addEventListener("pageshow", (event) => event.persisted && watch.look());
