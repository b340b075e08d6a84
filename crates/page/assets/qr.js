// QR codes (ISO/IEC 18004): bytes, error correction M, versions 1 to 10. Drawn here, so that no link goes to anyone else.

import { svg } from "./dom.js";

// Per version: error correction bytes per block, then the data bytes of each block.
const BLOCKS = [
  [10, 16], [16, 28], [26, 44], [18, 32, 32], [24, 43, 43], [16, 27, 27, 27, 27], [18, 31, 31, 31, 31],
  [22, 38, 38, 39, 39], [22, 36, 36, 36, 37, 37], [26, 43, 43, 43, 43, 44],
];
const ALIGNMENT = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]];

const [EXP, LOG] = [new Uint8Array(512), new Uint8Array(256)];
for (let power = 0, value = 1; power < 255; power += 1) {
  EXP[power] = EXP[power + 255] = value;
  LOG[value] = power;
  value = (value << 1) ^ (value & 128 ? 0x11d : 0);
}

const times = (a, b) => (a && b ? EXP[LOG[a] + LOG[b]] : 0);

function correction(bytes, length) {
  let generator = [1];
  for (let index = 0; index < length; index += 1) {
    const next = new Array(generator.length + 1).fill(0);
    generator.forEach((factor, place) => {
      next[place] ^= factor;
      next[place + 1] ^= times(factor, EXP[index]);
    });
    generator = next;
  }
  const rest = [...bytes, ...new Array(length).fill(0)];
  for (let index = 0; index < bytes.length; index += 1) {
    const factor = rest[index];
    generator.forEach((part, place) => (rest[index + place] ^= times(part, factor)));
  }
  return rest.slice(bytes.length);
}

function codewords(bytes, version) {
  const [length, ...sizes] = BLOCKS[version - 1];
  const capacity = sizes.reduce((sum, size) => sum + size, 0);
  const bits = [];
  const put = (value, count) => {
    for (let bit = count - 1; bit >= 0; bit -= 1) bits.push((value >> bit) & 1);
  };
  put(4, 4);
  put(bytes.length, version < 10 ? 8 : 16);
  bytes.forEach((byte) => put(byte, 8));
  put(0, Math.min(4, capacity * 8 - bits.length));
  while (bits.length % 8) bits.push(0);
  const data = [];
  for (let index = 0; index < bits.length; index += 8) data.push(parseInt(bits.slice(index, index + 8).join(""), 2));
  for (let pad = 0; data.length < capacity; pad += 1) data.push(pad % 2 ? 17 : 236);
  let start = 0;
  const blocks = sizes.map((size) => data.slice(start, (start += size)));
  const checks = blocks.map((block) => correction(block, length));
  const woven = [];
  const weave = (rows) => {
    for (let index = 0; index < Math.max(...rows.map((row) => row.length)); index += 1) {
      rows.forEach((row) => index < row.length && woven.push(row[index]));
    }
  };
  weave(blocks);
  weave(checks);
  return woven;
}

/** The version that holds so many bytes; 0 if none of ours does. */
function versionFor(length) {
  return BLOCKS.findIndex(([, ...sizes], index) => sizes.reduce((sum, size) => sum + size, 0) >= length + (index < 9 ? 2 : 3)) + 1;
}

function remainder(value, polynomial, bits) {
  let rest = value << bits;
  for (let bit = 31; bit >= bits; bit -= 1) if ((rest >>> bit) & 1) rest ^= polynomial << (bit - bits);
  return (value << bits) | rest;
}

function frame(version) {
  const size = 17 + 4 * version;
  const dark = Array.from({ length: size }, () => new Array(size).fill(false));
  const fixed = Array.from({ length: size }, () => new Array(size).fill(false));
  const set = (x, y, value) => {
    if (x < 0 || y < 0 || x >= size || y >= size) return;
    dark[y][x] = value;
    fixed[y][x] = true;
  };
  for (let index = 0; index < size; index += 1) {
    set(6, index, index % 2 === 0);
    set(index, 6, index % 2 === 0);
  }
  const finder = (cx, cy) => {
    for (let y = -4; y <= 4; y += 1) {
      for (let x = -4; x <= 4; x += 1) {
        const ring = Math.max(Math.abs(x), Math.abs(y));
        set(cx + x, cy + y, ring !== 2 && ring !== 4);
      }
    }
  };
  [[3, 3], [size - 4, 3], [3, size - 4]].forEach(([x, y]) => finder(x, y));
  const centres = ALIGNMENT[version - 1];
  const last = centres.length - 1;
  centres.forEach((cy, row) => {
    centres.forEach((cx, column) => {
      if ((row === 0 && (column === 0 || column === last)) || (row === last && column === 0)) return;
      for (let y = -2; y <= 2; y += 1) for (let x = -2; x <= 2; x += 1) set(cx + x, cy + y, Math.max(Math.abs(x), Math.abs(y)) !== 1);
    });
  });
  return { size, dark, fixed, set };
}

function writeFormat({ size, set }, mask) {
  const bits = remainder(mask, 0x537, 10) ^ 0x5412; // Error correction M is 00.
  const bit = (index) => ((bits >> index) & 1) === 1;
  for (let index = 0; index <= 5; index += 1) set(8, index, bit(index));
  set(8, 7, bit(6));
  set(8, 8, bit(7));
  set(7, 8, bit(8));
  for (let index = 9; index < 15; index += 1) set(14 - index, 8, bit(index));
  for (let index = 0; index < 8; index += 1) set(size - 1 - index, 8, bit(index));
  for (let index = 8; index < 15; index += 1) set(8, size - 15 + index, bit(index));
  set(8, size - 8, true);
}

function writeVersion({ size, set }, version) {
  if (version < 7) return;
  const bits = remainder(version, 0x1f25, 12);
  for (let index = 0; index < 18; index += 1) {
    const [a, b] = [size - 11 + (index % 3), Math.floor(index / 3)];
    set(a, b, ((bits >> index) & 1) === 1);
    set(b, a, ((bits >> index) & 1) === 1);
  }
}

function writeData({ size, dark, fixed }, words) {
  let index = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step += 1) {
      const y = ((right + 1) & 2) === 0 ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (fixed[y][x]) continue;
        dark[y][x] = index < words.length * 8 && ((words[index >> 3] >> (7 - (index & 7))) & 1) === 1;
        index += 1;
      }
    }
  }
}

const MASKS = [
  (x, y) => (x + y) % 2, (x, y) => y % 2, (x) => x % 3, (x, y) => (x + y) % 3, (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2,
  (x, y) => ((x * y) % 2) + ((x * y) % 3), (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2, (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2,
];

function penalty({ size, dark }) {
  let points = 0;
  let count = 0;
  const lines = [...dark, ...dark.map((_, x) => dark.map((row) => row[x]))];
  for (const line of lines) {
    const text = line.map(Number).join("");
    for (const run of text.match(/0{5,}|1{5,}/g) ?? []) points += run.length - 2;
    for (let at = 0; at + 11 <= size; at += 1) if (/^(10111010000|00001011101)/.test(text.slice(at))) points += 40;
  }
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      count += dark[y][x];
      if (x && y && dark[y][x] === dark[y - 1][x] && dark[y][x] === dark[y][x - 1] && dark[y][x] === dark[y - 1][x - 1]) points += 3;
    }
  }
  return points + Math.floor(Math.abs((count * 20) / (size * size) - 10)) * 10;
}

/** The code of a text: rows of booleans, dark is true. Nothing if the text is too long. */
export function encodeQr(text) {
  const bytes = [...new TextEncoder().encode(text)];
  const version = versionFor(bytes.length);
  if (!version) return undefined;
  const words = codewords(bytes, version);
  let best;
  MASKS.forEach((mask, number) => {
    const code = frame(version);
    writeFormat(code, number);
    writeVersion(code, version);
    writeData(code, words);
    for (let y = 0; y < code.size; y += 1) {
      for (let x = 0; x < code.size; x += 1) if (!code.fixed[y][x] && mask(x, y) === 0) code.dark[y][x] = !code.dark[y][x];
    }
    const points = penalty(code);
    if (!best || points < best.points) best = { points, dark: code.dark };
  });
  return best.dark;
}

/** The code as a picture with a name. */
export function drawQr(text, label) {
  const rows = encodeQr(text) ?? [];
  const size = rows.length + 8;
  const path = rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + 4} ${y + 4}h1v1h-1z` : ""))).join("");
  return svg(
    "svg",
    { viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": label },
    svg("rect", { width: size, height: size, fill: "#fff" }),
    svg("path", { d: path, fill: "#000", "shape-rendering": "crispEdges" }),
  );
}
