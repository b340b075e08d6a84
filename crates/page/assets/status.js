// How a room stands, in words: whose turn, since when, what may be claimed when, how it ended.

import { resultWords, sideName } from "./names.js";
import { ago, moment } from "./time.js";
import { t } from "./texts.js";

export const other = (side) => (side === "white" ? "black" : "white");

/** What a seat is called: its person's name, else its metal. */
export function called(room, side) {
  const seat = room.seats[side];
  return seat?.name ?? (seat?.rival ? t(`rival.${seat.rival}`) : sideName(side));
}

/** "Alfil invites you to a game of chess". */
export function inviteWords(room) {
  const host = room.seats.white ?? room.seats.black;
  const game = t(`game.${room.game}`);
  return host?.name ? t("invite.named", { name: host.name, game }) : t("invite.unnamed", { game });
}

/** The state in a few words, as the page's heading. */
export function headline(room) {
  if (room.status === "waiting") return room.you ? t("status.waiting") : inviteWords(room);
  if (room.status === "cancelled") return t("status.cancelled");
  if (room.status === "expired") return t("status.expired");
  if (room.status === "finished") return resultWords(room.result, room.you).title;
  const turn = room.turn === room.you ? t("status.yourTurn") : t("status.theirTurn", { name: called(room, room.turn) });
  return room.check ? `${turn} · ${t("status.check")}` : turn;
}

/** What more there is to say, a line each. */
export function details(room) {
  if (room.status === "waiting") return [room.you ? t("status.waitingText") : t("invite.text"), t("time.closes", { at: moment(room.expiresAt) })];
  if (room.status === "cancelled") return [t("status.cancelledText")];
  if (room.status === "expired") return [t("status.expiredText")];
  if (room.status === "finished") return score(room);
  const lines = [];
  if (room.turnStartedAt) lines.push(t("time.since", { ago: ago(room.turnStartedAt) }));
  if (room.claimableAt) {
    const at = moment(room.claimableAt);
    if (room.actions.includes("claim-absence")) lines.push(t("time.claimNow", { name: called(room, room.turn) }));
    else if (room.you === room.turn) lines.push(t("time.claimAgainst", { at }));
    else if (room.you) lines.push(t("time.claimFrom", { at, name: called(room, room.turn) }));
  } else lines.push(t("time.closes", { at: moment(room.expiresAt) }));
  if (room.stake) lines.push(t("status.stake", { points: room.stake }));
  return [...lines, ...score(room)];
}

/** The score of the room, once there is one. */
function score(room) {
  const { white, black, draws } = room.wins;
  if (white + black + draws === 0) return [];
  const values = { white: `${called(room, "white")} ${white}`, black: `${black} ${called(room, "black")}` };
  return [draws > 0 ? t("status.scoreDraws", { ...values, draws }) : t("status.score", values)];
}

/** What a draw offer that waits says. */
export function offerWords(room) {
  if (!room.drawOffer) return "";
  const name = called(room, room.drawOffer.by);
  return room.drawOffer.by === room.you ? t("offer.yours") : t("offer.theirs", { name });
}
