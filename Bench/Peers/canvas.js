// Draws cases on a canvas of two dimensions that lies in memory (willReadFrequently), and times it. The server of this
// page says what to draw: one job after the other.

import { Kind, PaintKind, readCase, straight } from "./case.js";

const blends = [
  "source-over", "lighter", "multiply", "screen", "overlay", "darken", "lighten", "color-dodge", "color-burn",
  "hard-light", "soft-light", "difference", "exclusion",
];
const caps = ["butt", "round", "square"];
const joins = ["miter", "round", "bevel"];
// An opaque canvas (alpha: false) is read back many times slower.
const settings = { willReadFrequently: true };

const css = (color) => `rgba(${straight(color).join(",")})`;
const isUpright = (f) => f.ay === 0 && f.bx === 0;
const isGrey = (color) => color === (color >>> 24) * 0x01010101;

async function makeImage({ width, height, pixels }) {
  const bytes = new Uint8ClampedArray(width * height * 4);
  pixels.forEach((pixel, index) => {
    const alpha = pixel >>> 24;
    if (alpha === 0) return;
    for (let part = 0; part < 3; part++)
      bytes[index * 4 + part] = Math.round((((pixel >>> (16 - 8 * part)) & 255) * 255) / alpha);
    bytes[index * 4 + 3] = alpha;
  });
  return createImageBitmap(new ImageData(bytes, width, height));
}

function makePath({ elements, points }) {
  const path = new Path2D();
  const steps = [[path.moveTo, 2], [path.lineTo, 2], [path.quadraticCurveTo, 4], [path.bezierCurveTo, 6]];
  let place = 0;
  for (const element of elements) {
    if (element === 4) {
      path.closePath();
      continue;
    }
    const [step, count] = steps[element];
    step.apply(path, points.slice(place, place + count));
    place += count;
  }
  return path;
}

// A circle: the gradient can then be said in pixels. Others are drawn inside of a transform.
const isRound = (f) => Math.abs(f.ax - f.by) < 1e-3 && Math.abs(f.ay + f.bx) < 1e-3;

function makePaint(context, paint, images) {
  const f = paint.frame;
  if (paint.kind === PaintKind.image) {
    const image = images[paint.image];
    const pattern = context.createPattern(image, "no-repeat");
    pattern.setTransform(new DOMMatrix(
      [f.ax / image.width, f.ay / image.width, f.bx / image.height, f.by / image.height, f.x, f.y]));
    return { style: pattern };
  }
  const unit = isRound(f) || paint.kind === PaintKind.axial ? f : { x: 0, y: 0, ax: 1, ay: 0, bx: 0, by: 1 };
  const radius = Math.hypot(unit.ax, unit.ay);
  const style = paint.kind === PaintKind.axial
    ? context.createLinearGradient(f.x, f.y, f.x + f.ax, f.y + f.ay)
    : paint.kind === PaintKind.radial
      ? context.createRadialGradient(unit.x, unit.y, 0, unit.x, unit.y, radius)
      : context.createConicGradient(Math.atan2(unit.ay, unit.ax), unit.x, unit.y);
  for (const [place, red, green, blue, alpha] of paint.stops)
    style.addColorStop(place, `rgba(${red * 255},${green * 255},${blue * 255},${alpha})`);
  return { style, frame: unit === f ? null : f };
}

// The rectangle in units of a frame, as a path.
function inside(item, frame) {
  const area = frame.ax * frame.by - frame.ay * frame.bx;
  const f = item.frame;
  const corners = [[0, 0], [1, 0], [1, 1], [0, 1]].map(([u, v]) => {
    const [x, y] = [f.x + u * f.ax + v * f.bx - frame.x, f.y + u * f.ay + v * f.by - frame.y];
    return [(x * frame.by - y * frame.bx) / area, (y * frame.ax - x * frame.ay) / area];
  });
  const path = new Path2D();
  corners.forEach(([x, y], index) => (index ? path.lineTo(x, y) : path.moveTo(x, y)));
  path.closePath();
  return path;
}

class Drawer {
  static async make(scene) {
    const result = new Drawer();
    result.scene = scene;
    result.canvas = new OffscreenCanvas(scene.width, scene.height);
    result.context = result.canvas.getContext("2d", settings);
    result.images = await Promise.all(scene.images.map(makeImage));
    result.paths = scene.paths.map(makePath);
    result.paints = scene.paints.map((paint) => makePaint(result.context, paint, result.images));
    result.background = css(scene.background);
    result.items = scene.items.map((item) => result.prepare(item));
    return result;
  }

  prepare(item) {
    const paint = item.paint >= 0 ? this.paints[item.paint] : null;
    const style = paint ? paint.style : css(item.color);
    const outline = paint && paint.frame ? inside(item, paint.frame) : null;
    const image = item.kind === Kind.image ? this.images[item.index] : null;
    // Where images show at less than half their size, a medium quality takes smaller levels of them.
    const isReduced = image && Math.hypot(item.frame.ax, item.frame.ay) < image.width / 2;
    return { ...item, style, isReduced, paintFrame: paint && paint.frame, outline, alpha: (item.color >>> 24) / 255 };
  }

  refusal() {
    const items = this.scene.items;
    if (items.some((item) => item.kind === Kind.image && !isGrey(item.color))) return "cannot tint an image";
    if (items.some((item, k) => item.kind === Kind.group && item.sigma > 0 && items[k + 2].kind !== Kind.groupEnd))
      return "program without blurred groups";
    if (this.items.some((item) => item.outline && (item.kind !== Kind.rectangle || item.radius > 0)))
      return "program without such gradients in paths";
    return null;
  }

  // Pixels that a group can touch, whole ones.
  box(start) {
    const box = [Infinity, Infinity, -Infinity, -Infinity];
    for (let k = start + 1; this.items[k].kind !== Kind.groupEnd; k++) {
      const f = this.items[k].frame;
      if (this.items[k].kind > Kind.rectangle) return [0, 0, this.scene.width, this.scene.height];
      for (const [u, v] of [[0, 0], [1, 0], [1, 1], [0, 1]]) {
        const [x, y] = [f.x + u * f.ax + v * f.bx, f.y + u * f.ay + v * f.by];
        box[0] = Math.min(box[0], Math.floor(x));
        box[1] = Math.min(box[1], Math.floor(y));
        box[2] = Math.max(box[2], Math.ceil(x));
        box[3] = Math.max(box[3], Math.ceil(y));
      }
    }
    return [box[0], box[1], box[2] - box[0], box[3] - box[1]];
  }

  frame() {
    const context = this.context;
    context.globalCompositeOperation = "copy";
    context.fillStyle = this.background;
    context.fillRect(0, 0, this.scene.width, this.scene.height);
    context.globalCompositeOperation = "source-over";
    this.blend = 0;
    this.run(context, 0, this.items.length);
    context.getImageData(0, 0, 1, 1);
  }

  run(context, start, end) {
    for (let k = start; k < end; k++) {
      const item = this.items[k];
      if (item.blend !== this.blend) context.globalCompositeOperation = blends[(this.blend = item.blend)];
      if (item.kind === Kind.image) this.image(context, item);
      else if (item.kind === Kind.rectangle) this.rectangle(context, item);
      else if (item.kind === Kind.shadow) this.shadow(context, item, this.items[++k]);
      else if (item.kind === Kind.group) k = this.group(context, k);
      else if (item.kind === Kind.text) this.text(context, item);
      else this.path(context, item);
    }
  }

  image(context, item) {
    const [image, f] = [this.images[item.index], item.frame];
    if (item.alpha < 1) context.globalAlpha = item.alpha;
    if (item.isReduced) context.imageSmoothingQuality = "medium";
    if (isUpright(f)) {
      if (f.ax === image.width && f.by === image.height) context.drawImage(image, f.x, f.y);
      else context.drawImage(image, f.x, f.y, f.ax, f.by);
    } else {
      context.transform(f.ax / image.width, f.ay / image.width, f.bx / image.height, f.by / image.height, f.x, f.y);
      context.drawImage(image, 0, 0);
      this.reset(context);
    }
    if (item.isReduced) context.imageSmoothingQuality = "low";
    if (item.alpha < 1) context.globalAlpha = 1;
  }

  reset(context) {
    context.setTransform(1, 0, 0, 1, this.shiftX ?? 0, this.shiftY ?? 0);
  }

  rectangle(context, item) {
    const f = item.frame;
    context.fillStyle = item.style;
    if (item.outline) {
      const p = item.paintFrame;
      context.transform(p.ax, p.ay, p.bx, p.by, p.x, p.y);
      context.fill(item.outline);
      this.reset(context);
    } else if (!isUpright(f)) {
      context.transform(f.ax, f.ay, f.bx, f.by, f.x, f.y);
      context.fillRect(0, 0, 1, 1);
      this.reset(context);
    } else if (item.radius > 0) {
      context.beginPath();
      context.roundRect(f.x, f.y, f.ax, f.by, item.radius);
      context.fill();
    } else {
      context.fillRect(f.x, f.y, f.ax, f.by);
    }
  }

  // What throws the shadow is drawn with it. The blur is twice the standard deviation.
  shadow(context, shadow, item) {
    context.shadowColor = shadow.style;
    context.shadowBlur = shadow.sigma * 2;
    context.shadowOffsetX = shadow.offsetX;
    context.shadowOffsetY = shadow.offsetY;
    this.rectangle(context, item);
    context.shadowColor = "transparent";
  }

  path(context, item) {
    const [path, f] = [this.paths[item.index], item.frame];
    context.fillStyle = item.style;
    const isMoved = f.ax !== 1 || f.ay !== 0 || f.bx !== 0 || f.by !== 1 || f.x !== 0 || f.y !== 0;
    if (item.paint >= 0) return this.painted(context, item, path);
    if (isMoved) context.transform(f.ax, f.ay, f.bx, f.by, f.x, f.y);
    if (item.kind === Kind.stroke) this.stroke(context, item, path);
    else context.fill(path, item.kind === Kind.evenOddPath ? "evenodd" : "nonzero");
    if (isMoved) this.reset(context);
  }

  // The paint lies in pixels, so the path is brought there.
  painted(context, item, path) {
    if (!item.placed) {
      const f = item.frame;
      item.placed = new Path2D();
      item.placed.addPath(path, new DOMMatrix([f.ax, f.ay, f.bx, f.by, f.x, f.y]));
    }
    context.fill(item.placed, item.kind === Kind.evenOddPath ? "evenodd" : "nonzero");
  }

  text(context, item) {
    const [text, f] = [this.scene.texts[item.index], item.frame];
    context.fillStyle = item.style;
    context.font = text.style ??= `${text.size}px "${text.font}"`;
    context.transform(f.ax, f.ay, f.bx, f.by, f.x, f.y);
    context.fillText(text.string, text.x, text.baseline);
    this.reset(context);
  }

  stroke(context, item, path) {
    const pen = this.scene.pens[item.pen];
    context.strokeStyle = item.style;
    context.lineWidth = pen.width;
    context.lineCap = caps[pen.cap];
    context.lineJoin = joins[pen.join];
    context.miterLimit = pen.miterLimit;
    context.setLineDash(pen.dashes);
    context.lineDashOffset = pen.dashPhase;
    context.stroke(path);
  }

  // One thing goes through the context's own filter, which takes the whole canvas unless it is clipped.
  blurred(context, item, start) {
    const reach = Math.ceil(item.sigma * 3);
    const [x, y, width, height] = (item.box ??= this.box(start));
    context.save();
    context.beginPath();
    context.rect(x - reach, y - reach, width + 2 * reach, height + 2 * reach);
    context.clip();
    context.filter = `blur(${item.sigma}px)`;
    context.globalAlpha = item.alpha;
    this.run(context, start + 1, start + 2);
    context.restore();
    return start + 2;
  }

  // Drawn apart, because a canvas has no groups.
  group(context, start) {
    const item = this.items[start];
    let end = start + 1;
    while (this.items[end].kind !== Kind.groupEnd) end++;
    if (item.sigma > 0 && end === start + 2) return this.blurred(context, item, start);
    item.box ??= this.box(start);
    const [x, y, width, height] = item.box;
    item.canvas ??= new OffscreenCanvas(width, height);
    const inner = item.canvas.getContext("2d", settings);
    [this.shiftX, this.shiftY, this.blend] = [-x, -y, 0];
    inner.setTransform(1, 0, 0, 1, 0, 0);
    inner.clearRect(0, 0, width, height);
    this.reset(inner);
    this.run(inner, start + 1, end);
    [this.shiftX, this.shiftY, this.blend] = [0, 0, -1];
    context.globalAlpha = item.alpha;
    context.globalCompositeOperation = blends[item.blend];
    context.drawImage(item.canvas, x, y);
    context.globalAlpha = 1;
    return end;
  }
}

async function draw(job) {
  const scene = readCase(await (await fetch(`case/${job.name}.case`)).arrayBuffer());
  const drawer = await Drawer.make(scene);
  const reason = drawer.refusal();
  if (reason) return { refusal: reason };
  const first = performance.now();
  drawer.frame();
  if (performance.now() - first < 100) drawer.frame();
  const times = [];
  await fetch("mark");
  const end = performance.now() + job.seconds * 1000;
  while (times.length < 2 || performance.now() < end) {
    const start = performance.now();
    drawer.frame();
    times.push((performance.now() - start) * 1e6);
  }
  await fetch("mark");
  if (job.picture) {
    const { data } = drawer.context.getImageData(0, 0, scene.width, scene.height);
    await fetch("picture", { method: "POST", body: data });
  }
  return { frames: times.length, times };
}

for (;;) {
  const job = await (await fetch("job")).json();
  let result;
  try {
    result = await draw(job);
  } catch (error) {
    result = { error: String(error) };
  }
  await fetch("result", { method: "POST", body: JSON.stringify(result) });
}
