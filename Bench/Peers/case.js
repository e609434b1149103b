// Reads a case; Bench/Scenes/PeerCase+Data.swift says how it is written.

export const Kind = {
  image: 0, rectangle: 1, path: 2, evenOddPath: 3, stroke: 4, shadow: 5, group: 6, groupEnd: 7, text: 8,
};
export const PaintKind = { axial: 0, radial: 1, conic: 2, image: 3 };

class Words {
  constructor(buffer) {
    this.view = new DataView(buffer);
    this.place = 8;
  }

  int() {
    this.place += 4;
    return this.view.getInt32(this.place - 4, true);
  }

  color() {
    return this.int() >>> 0;
  }

  float() {
    this.place += 4;
    return this.view.getFloat32(this.place - 4, true);
  }

  colors(count) {
    this.place += count * 4;
    return new Uint32Array(this.view.buffer, this.place - count * 4, count);
  }

  // Zeros fill the last word.
  string() {
    const length = this.int();
    const bytes = new Uint8Array(this.view.buffer, this.place, length);
    this.place += 4 * Math.floor((length + 4) / 4);
    return new TextDecoder().decode(bytes);
  }

  many(count, read) {
    return Array.from({ length: count }, () => read.call(this));
  }

  frame() {
    const [x, y, ax, ay, bx, by] = this.many(6, this.float);
    return { x, y, ax, ay, bx, by };
  }
}

function readImage(words) {
  const [width, height] = [words.int(), words.int()];
  return { width, height, pixels: words.colors(width * height) };
}

function readPath(words) {
  const [count, floats] = [words.int(), words.int()];
  const elements = words.many(count, words.int);
  return { elements, points: words.many(floats, words.float) };
}

function readPaint(words) {
  const [kind, image, count] = [words.int(), words.int(), words.int()];
  return { kind, image, frame: words.frame(), stops: words.many(count, () => words.many(5, words.float)) };
}

function readPen(words) {
  const pen = {
    width: words.float(), cap: words.int(), join: words.int(), miterLimit: words.float(), dashPhase: words.float(),
  };
  return { ...pen, dashes: words.many(words.int(), words.float) };
}

// Places of glyphs are for engines that do not set text themselves.
function readText(words) {
  const text = { font: words.string(), string: words.string() };
  [text.size, text.x, text.baseline, text.top] = words.many(4, words.float);
  const count = words.int();
  words.place += 12 * count;
  return text;
}

function readItem(words) {
  const [kind, blend, index, paint, pen] = words.many(5, words.int);
  const item = { kind, blend, index, paint, pen, color: words.color(), frame: words.frame() };
  const [radius, sigma, offsetX, offsetY] = words.many(4, words.float);
  return { ...item, radius, sigma, offsetX, offsetY };
}

export function readCase(buffer) {
  const words = new Words(buffer);
  if (new TextDecoder().decode(new Uint8Array(buffer, 0, 7)) !== "SMCASE3") throw new Error("not a case");
  const result = { width: words.int(), height: words.int(), background: words.color() };
  const [images, paths, paints, pens, texts, items] = words.many(6, words.int);
  result.images = words.many(images, () => readImage(words));
  result.paths = words.many(paths, () => readPath(words));
  result.paints = words.many(paints, () => readPaint(words));
  result.pens = words.many(pens, () => readPen(words));
  result.texts = words.many(texts, () => readText(words));
  result.items = words.many(items, () => readItem(words));
  return result;
}

// Red, green, blue, 0 to 255, and alpha, 0 to 1, not premultiplied.
export function straight(color) {
  const alpha = color >>> 24;
  const part = (shift) => (alpha ? Math.min(255, Math.round((((color >>> shift) & 255) * 255) / alpha)) : 0);
  return [part(16), part(8), part(0), alpha / 255];
}
