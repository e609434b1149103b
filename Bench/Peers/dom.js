// Builds the scene of a document from elements with styles, as a page would, and moves them from frame to frame.
// The server of this page says what to build: one job after the other, or the first frame of the case in the address.

import { readCase, straight } from "./case.js";
import { valueAt } from "./motion.js";

const stage = document.getElementById("stage");

class Refusal extends Error {}

// Parts from 0 to 1, or a text as in styles.
const css = (color) =>
  typeof color === "string" ? color : `rgba(${color.slice(0, 3).map((part) => part * 255)},${color[3] ?? 1})`;

// The picture of a case as one that an element can show.
async function address({ width, height, pixels }) {
  const canvas = new OffscreenCanvas(width, height);
  const bytes = new Uint8ClampedArray(width * height * 4);
  pixels.forEach((pixel, index) => {
    const [red, green, blue, alpha] = straight(pixel);
    bytes.set([red, green, blue, alpha * 255], index * 4);
  });
  canvas.getContext("2d").putImageData(new ImageData(bytes, width, height), 0, 0);
  return URL.createObjectURL(await canvas.convertToBlob());
}

// A gradient's line runs through the middle of the box, as long as the box is in its direction; stops lie on it in
// pixels.
function gradient({ bounds, colors, startPoint, endPoint }) {
  const [width, height] = bounds.slice(2);
  const [x, y] = [(endPoint[0] - startPoint[0]) * width, (endPoint[1] - startPoint[1]) * height];
  const length = Math.hypot(x, y);
  const line = (Math.abs(width * x) + Math.abs(height * y)) / length;
  const start = line / 2 + ((startPoint[0] - 0.5) * width * x + (startPoint[1] - 0.5) * height * y) / length;
  const stops = colors.map((color, k) => `${css(color)} ${start + (length * k) / (colors.length - 1)}px`);
  return `linear-gradient(${Math.atan2(x, -y)}rad, ${stops.join(", ")})`;
}

// The outline of a mask, with the scale of its transform.
function outline({ path, transform }) {
  const scale = transform ? Number(/^scale\((.*)\)$/.exec(transform)[1]) : 1;
  return `path("${path.replace(/\d*\.?\d+/g, (number) => number * scale)}")`;
}

// Corners of a tile by the name that says which are round: top left, top right, bottom left, bottom right.
function corners(name) {
  const bits = Number(/^corners (\d+)$/.exec(name)?.[1] ?? NaN);
  if (Number.isNaN(bits)) throw new Refusal("draws paths on a canvas, as the original");
  return [1, 2, 8, 4].map((bit) => (bits & bit ? "100%" : "0")).join(" ");
}

// What a key of a layer is to an element's style.
const styles = {
  backgroundColor: (style, color) => (style.backgroundColor = css(color)),
  fillColor: (style, color) => (style.backgroundColor = css(color)),
  foregroundColor: (style, color) => (style.color = css(color)),
  cornerRadius: (style, radius) => (style.borderRadius = `${radius}px`),
  opacity: (style, opacity) => (style.opacity = opacity),
  compositingFilter: (style, name) =>
    (style.mixBlendMode = name.replace("BlendMode", "").replace(/[A-Z]/, (letter) => "-" + letter.toLowerCase())),
  filters: (style, [{ inputRadius }]) => (style.filter = `blur(${inputRadius}px)`),
  "filters.blur.inputRadius": (style, radius) => (style.filter = `blur(${radius}px)`),
  colors: (style, _, layer) => (style.backgroundImage = gradient(layer)),
  mask: (style, mask) => (style.clipPath = outline(mask)),
  font: (style, font, layer) => (style.font = `${layer.fontSize}px "${font}"`),
  alignmentMode: (style, mode) => ([style.textAlign, style.whiteSpace] = [mode, "nowrap"]),
  frame: (style, [x, y, width, height]) =>
    ([style.left, style.top, style.width, style.height] = [x, y, width, height].map((n) => `${n}px`)),
  bounds: (style, [, , width, height]) => ([style.width, style.height] = [`${width}px`, `${height}px`]),
  name: (style, name) => (style.borderRadius = corners(name)),
};
// Keys that others read, or that stand for where the element is.
const others = [
  "class", "animations", "sublayers", "contents", "string", "position", "path", "startPoint", "endPoint", "fontSize",
];
// Where an element is, by key paths of animations.
const places = {
  position: (place, [x, y]) => ([place.x, place.y] = [x, y]),
  "position.x": (place, x) => (place.x = x),
  "position.y": (place, y) => (place.y = y),
  "transform.rotation.z": (place, angle) => (place.angle = angle),
};

class Box {
  constructor(layer, pictures) {
    if (layer.class === "CAShapeLayer") corners(layer.name);
    this.element = document.createElement(layer.contents ? "img" : "div");
    this.style = this.element.style;
    for (const [key, value] of Object.entries(layer)) {
      if (key in styles) styles[key](this.style, value, layer);
      else if (!others.includes(key)) throw new Error(`no style for ${key}`);
    }
    if (layer.contents) this.element.src = pictures.get(JSON.stringify(layer.contents));
    if (layer.string) this.element.textContent = layer.string;
    const [x, y] = layer.position ?? [0, 0];
    const [width, height] = layer.bounds?.slice(2) ?? [0, 0];
    this.place = { x, y, angle: 0, width, height };
    this.animations = Object.values(layer.animations ?? {});
    this.isPlaced = layer.position || this.animations.some((animation) => animation.keyPath in places);
    this.inside = (layer.sublayers ?? []).map((sublayer) => new Box(sublayer, pictures));
    this.element.append(...this.inside.map((box) => box.element));
  }

  move(time) {
    for (const animation of this.animations) {
      const [path, value] = [animation.keyPath, valueAt(animation, time)];
      if (path in places) places[path](this.place, value);
      else if (path in styles) styles[path](this.style, value);
      else throw new Error(`no style for ${path}`);
    }
    const { x, y, angle, width, height } = this.place;
    if (this.isPlaced)
      this.style.transform = `translate(${x - width / 2}px, ${y - height / 2}px) rotate(${angle}rad)`;
    for (const box of this.inside) box.move(time);
  }
}

// Pictures of documents are generated; the case has them, in the order in which layers show them first.
async function findPictures(name, layers) {
  const keys = new Set(layers.filter((layer) => layer.contents).map((layer) => JSON.stringify(layer.contents)));
  if (keys.size === 0) return new Map();
  const { images } = readCase(await (await fetch(`case/${name}.case`)).arrayBuffer());
  if (images.length !== keys.size) throw new Error("the case has other pictures");
  const addresses = await Promise.all(images.map(address));
  return new Map([...keys].map((key, k) => [key, addresses[k]]));
}

async function build(name) {
  const answer = await fetch(`document/${name}.json`);
  if (!answer.ok) throw new Refusal("builds documents only");
  const { movie, layer } = await answer.json();
  [stage.style.width, stage.style.height] = movie.size.map((length) => `${length}px`);
  stage.style.backgroundColor = movie.background;
  const pictures = await findPictures(name, layer.sublayers);
  const boxes = layer.sublayers.map((sublayer) => new Box(sublayer, pictures));
  stage.replaceChildren(...boxes.map((box) => box.element));
  await Promise.all([...stage.querySelectorAll("img")].map((image) => image.decode()));
  for (const box of boxes) box.move(0);
  return boxes;
}

const nextFrame = () => new Promise(requestAnimationFrame);

async function draw(job) {
  const boxes = await build(job.name);
  if (innerWidth < stage.offsetWidth || innerHeight < stage.offsetHeight) throw new Error("the window is too small");
  let frame = 0;
  const move = async () => {
    await nextFrame();
    frame += 1;
    for (const box of boxes) box.move(frame / 60);
  };
  for (let k = 0; k < 4; k++) await move();
  await fetch("mark");
  const [first, end] = [frame, performance.now() + job.seconds * 5000];
  while (frame < first + 20 || performance.now() < end) await move();
  await nextFrame();
  await fetch("mark");
  stage.replaceChildren();
  if (job.picture) await fetch("picture", { method: "POST", body: await screenshot() });
  return { frames: frame - first };
}

// What another window has shown of the first frame.
async function screenshot() {
  const image = await createImageBitmap(await (await fetch("screenshot")).blob());
  const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
  context.drawImage(image, 0, 0);
  return context.getImageData(0, 0, image.width, image.height).data;
}

const shown = new URLSearchParams(location.search).get("case");
if (shown) {
  // The page counts as loaded, and its picture is taken, when this image comes: after all others.
  new Image().src = "ready";
  try {
    await build(shown);
  } finally {
    await fetch("built");
  }
}
while (!shown) {
  const job = await (await fetch("job")).json();
  let result;
  try {
    result = await draw(job);
  } catch (error) {
    result = error instanceof Refusal ? { refusal: error.message } : { error: String(error) };
  }
  await fetch("result", { method: "POST", body: JSON.stringify(result) });
}
