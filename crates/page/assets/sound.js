// A knock for a move and a chime for a turn, made here; off until wished for.

import { wish } from "./keep.js";

let audio;

function tone(frequency, at, length) {
  const [source, volume] = [audio.createOscillator(), audio.createGain()];
  source.type = "triangle";
  source.frequency.value = frequency;
  volume.gain.setValueAtTime(0.18, audio.currentTime + at);
  volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + at + length);
  source.connect(volume).connect(audio.destination);
  source.start(audio.currentTime + at);
  source.stop(audio.currentTime + at + length);
}

/** Tells of a move, of one's own turn, or of the end, if the person wished for it. */
export function tell(what) {
  if (wish("vibration")) navigator.vibrate?.(what === "move" ? 15 : [30, 40, 30]);
  if (!wish("sound")) return;
  audio ??= new AudioContext();
  if (what === "move") tone(220, 0, 0.08);
  else if (what === "turn") [440, 660].forEach((frequency, index) => tone(frequency, index * 0.09, 0.18));
  else [523, 659, 784].forEach((frequency, index) => tone(frequency, index * 0.14, 0.3));
}
