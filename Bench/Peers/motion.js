// Values of a document's animations, which all repeat without end.

const mix = (from, to, part) =>
  Array.isArray(from) ? from.map((value, k) => mix(value, to[k], part)) : from + (to - from) * part;

// A cubic curve from 0 to 1 with two control values.
const cubic = (a, b, t) => 3 * (1 - t) * (1 - t) * t * a + 3 * (1 - t) * t * t * b + t * t * t;

// Height of a timing curve over a part of the time.
function eased([x1, y1, x2, y2], part) {
  let [low, high] = [0, 1];
  for (let k = 0; k < 24; k++) {
    const middle = (low + high) / 2;
    if (cubic(x1, x2, middle) < part) low = middle;
    else high = middle;
  }
  return cubic(y1, y2, low);
}

// Part of the way from the beginning to the end, which goes back where the animation does.
function partAt({ duration, timeOffset = 0, autoreverses }, time) {
  const way = (time + timeOffset) / duration;
  const turn = Math.floor(way);
  return autoreverses && turn % 2 === 1 ? 1 - (way - turn) : way - turn;
}

export function valueAt(animation, time) {
  const part = partAt(animation, time);
  const { values, fromValue, toValue, timingFunction = "linear" } = animation;
  if (!values) return mix(fromValue, toValue, timingFunction === "linear" ? part : eased(timingFunction, part));
  if (animation.calculationMode === "discrete") return values[Math.floor(part * values.length)];
  const place = part * (values.length - 1);
  const index = Math.floor(place);
  return mix(values[index], values[index + 1], place - index);
}
