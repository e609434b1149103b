// Points that are dragged in the picture: the emitter's position and size, a layer's position, size and angle, a
// behaviour's point.
import { $, el, press, drag, arrows } from './dom.js'
import { store } from './store.js'
import { short } from './values.js'

let isOn = true
let dragged = null
/** Positions of dragged points, by path and name, until the document contains them. */
const left = new Map()
const pathOf = point => point.node.prefix + point.key
const nameOf = point => `${pathOf(point)} ${point.id}`

/** The layer in whose coordinates the points of the selection are, with its values. */
function layerOf(node) {
  let found = node
  while (found && found.kind !== 'layer') found = store.scene.nodes.find(other => other.id === found.parent)
  return found
}

const value = (node, key) => node.values[key] ?? store.classes[node.class]?.find(row => row.key === key)?.value

const parentOf = node => store.scene.nodes.find(other => other.id === node.parent)

/** The point that moves a layer, or the particles of an emitter; undefined for the root layer. */
function anchor(layer) {
  const isEmitter = layer.class === 'CAEmitterLayer'
  const place = isEmitter ? layer.place : parentOf(layer)?.place
  if (!place || layer.prefix === undefined || store.isLocked(layer)) return undefined
  const key = isEmitter ? 'emitterPosition' : 'position'
  return { key, id: key, node: layer, place, at: value(layer, key), write: point => point, snaps: !isEmitter }
}

/** The points of the other selected layers, which move with the first one. */
function followers(point) {
  if (!store.others.size || !['position', 'emitterPosition'].includes(point.key)) return []
  const layers = store.selection.filter(node => node.kind === 'layer')
  const isInside = node => store.path(node).slice(1).some(other => layers.includes(other))
  return layers.filter(node => node !== point.node && !isInside(node)).map(anchor).filter(Boolean)
    .map(other => ({ ...other, at: left.get(nameOf(other)) ?? other.at }))
}

/** Points that can be dragged: the key, its node, the position in the coordinates of a layer, and how it is written. */
function points() {
  const node = store.node
  const layer = node && layerOf(node)
  if (!layer || layer.prefix === undefined || !layer.place || store.isLocked(node)) return []
  const result = []
  if (layer.class === 'CAEmitterLayer') {
    const [x, y] = value(layer, 'emitterPosition')
    const [width, height] = value(layer, 'emitterSize')
    result.push(anchor(layer))
    const shape = value(layer, 'emitterShape')
    if (shape !== 'point') {
      const isRound = shape === 'circle' || shape === 'sphere'
      result.push({
        key: 'emitterSize', node: layer, place: layer.place, at: isRound ? [x + width, y] : [x + width / 2, shape === 'line' ? y : y + height / 2],
        write: point => isRound ? [Math.hypot(point[0] - x, point[1] - y), height] : [Math.abs(point[0] - x) * 2, shape === 'line' ? height : Math.abs(point[1] - y) * 2],
        outline: { shape, x, y, width, height },
      })
    }
  } else if (layer.parent !== undefined) {
    const parent = parentOf(layer)
    if (parent?.place) {
      result.push(anchor(layer))
      if (node === layer) result.push(...frame(layer, parent))
    }
  }
  if (node.kind === 'animation') return keyframes(node, layer)
  // A behaviour's point is in the coordinates of its emitter.
  if (node.kind === 'behavior') {
    for (const row of store.classes[node.class] ?? []) {
      const at = row.kind === 'point' ? value(node, row.key) : null
      if (Array.isArray(at)) result.push({ key: row.key, node, place: layer.place, at, write: point => point })
    }
  }
  return result
}

/** The frame of a layer with a corner for its scale and a point above it for its rotation. */
function frame(layer, parent) {
  const [x, y, width, height] = (value(layer, 'bounds') ?? []).flat()
  const [u, v] = value(layer, 'anchorPoint') ?? [0.5, 0.5]
  if (!width || !height) return []
  const inParent = point => fromStage(parent.place, toStage(layer.place, point))
  const [left, top] = inParent([x + u * width, y + v * height])
  const from = point => inParent(point).map((side, index) => side - [left, top][index])
  const [right, up] = [from([x + (u + 1) * width, y + v * height]), [x + u * width, y - 0.15 * Math.max(width, height)]]
  const scale = Math.hypot(...right) / width
  const corner = [x + width, y + height]
  const angle = point => Math.atan2(from(point)[1], from(point)[0])
  const degrees = radians => Math.round((radians * 180) / Math.PI)
  const turned = point => (degrees(Math.atan2(right[1], right[0]) + angle(point) - angle(up)) + 540) % 360 - 180
  const share = point => Math.hypot(...from(point)) / (Math.hypot(...from(corner)) || 1)
  const box = boxOf(layer)
  return [
    { key: 'transform.scale', node: layer, place: layer.place, at: corner, line: box, exact: true, text: point => short(Math.round(scale * share(point) * 100) / 100) },
    { key: 'transform.rotation', node: layer, place: layer.place, at: up, exact: true, text: point => `${turned(point)}deg` },
  ]
}

/** The visible place that is nearest to a point of the movie: points outside the window are drawn at its edge. */
function inView(point, unit) {
  return point.map((at, index) => {
    const side = ['clientWidth', 'clientHeight'][index]
    const room = Math.max(0, ($('view')[side] - $('frame')[side]) / 2 - 9) * unit
    return Math.min(Math.max(at, -room), store.scene.size[index] + room)
  })
}

/** The outline of the bounds of a layer. */
function boxOf(layer) {
  const [x, y, width, height] = (value(layer, 'bounds') ?? []).flat()
  return width && height ? [[x, y], [x + width, y], [x + width, y + height], [x, y + height], [x, y]] : null
}

/** Snaps points near the middle or the edges of the picture. */
function snapped(point, [x, y]) {
  if (!point.snaps) return [x, y]
  const near = (at, side) => [0, side / 2, side].find(line => Math.abs(line - at) < side / 60) ?? at
  return [near(x, store.scene.size[0]), near(y, store.scene.size[1])]
}

/** The keyframes of a moving point, in order of time. */
function keyframes(node, layer) {
  const list = node.values.values
  const isOwn = node.target?.key !== 'position'
  const place = (isOwn ? layer : parentOf(layer))?.place
  if (node.target?.kind !== 'point' || !Array.isArray(list) || !place || node.prefix === undefined) return []
  const round = at => at.map(side => Number(short(side)))
  const moved = index => left.get(nameOf({ node, key: 'values', id: `values ${index}` }))
  return list.map((at, index) => ({
    key: 'values', id: `values ${index}`, node, place, at, write: point => point, line: index ? undefined : list,
    text: point => JSON.stringify(list.map((other, place) => (place === index ? round(point) : moved(place) ? round(moved(place)) : other))),
  }))
}

const toStage = ([a, b, c, d, x, y], [u, v]) => [a * u + c * v + x, b * u + d * v + y]
function fromStage([a, b, c, d, x, y], [u, v]) {
  const determinant = a * d - b * c || 1
  return [(d * (u - x) - c * (v - y)) / determinant, (a * (v - y) - b * (u - x)) / determinant]
}

function draw() {
  const overlay = $('overlay')
  const [width, height] = store.scene?.size ?? [1, 1]
  overlay.setAttribute('viewBox', `0 0 ${width} ${height}`)
  if (!isOn || !store.scene) return overlay.replaceChildren()
  const unit = width / ($('frame').clientWidth || width)
  const shapes = []
  const handles = []
  for (const point of points()) {
    point.id ??= point.key
    const isHeld = dragged?.id === point.id || store.isAhead(pathOf(point))
    if (!isHeld) for (const other of [point, ...followers(point)]) left.delete(nameOf(other))
    point.at = left.get(nameOf(point)) ?? point.at
    if (point.line) shapes.push(polyline(point.place, point.line))
    if (point.outline) shapes.push(outline(point))
    handles.push(handle(point, unit))
  }
  const others = store.selection.filter(node => node !== store.node && node.place && boxOf(node))
  shapes.push(...others.map(node => polyline(node.place, boxOf(node))))
  overlay.replaceChildren(...shapes, ...handles)
  if (dragged) overlay.querySelector(`[data-id="${dragged.id}"]`)?.focus({ preventScroll: true })
}

function outline({ place, outline: { shape, x, y, width, height } }) {
  const round = Array.from({ length: 49 }, (_, index) => {
    const angle = (index * Math.PI) / 24
    return [x + width * Math.cos(angle), y + width * Math.sin(angle)]
  })
  const corners = [[-1, -1], [1, -1], [1, 1], [-1, 1], [-1, -1]].map(([u, v]) => [x + (u * width) / 2, y + (v * height) / 2])
  const line = [[x - width / 2, y], [x + width / 2, y]]
  const path = shape === 'line' ? line : shape === 'circle' || shape === 'sphere' ? round : corners
  return polyline(place, path)
}

const polyline = (place, path) =>
  el('svg:polyline', { class: 'shape', points: path.map(spot => toStage(place, spot).join(',')).join(' '), 'vector-effect': 'non-scaling-stroke' })

function handle(point, unit) {
  const text = point.text ?? (at => point.write(at).map(short).join(','))
  const path = pathOf(point)
  const others = followers(point)
  const start = toStage(point.place, point.at)
  const [x, y] = inView(start, unit)
  /** The changes of the point and of those that follow it. */
  const placeOf = other => left.get(nameOf(other)).map(short).join(',')
  const changes = () => [[path, text(point.at)], ...others.map(other => [pathOf(other), placeOf(other)])]
  const put = at => {
    point.at = at
    left.set(nameOf(point), at)
    const [u, v] = toStage(point.place, at)
    made.setAttribute('cx', u)
    made.setAttribute('cy', v)
    for (const other of others) {
      const [x, y] = toStage(other.place, other.at)
      left.set(nameOf(other), fromStage(other.place, [x + u - start[0], y + v - start[1]]))
    }
  }
  const move = at => {
    dragged = { id: point.id, isMoved: true }
    put(at)
    for (const [path, value] of changes()) store.show(path, value)
  }
  const end = async () => {
    dragged = null
    const label = others.length ? `move ${others.length + 1} layers` : `${point.key} ${text(point.at)}`
    const set = changes().map(change => change.join('='))
    await store.change(set, label).catch(error => store.tell('problem', error.message))
  }
  const made = el('svg:circle', {
    class: 'handle', cx: x, cy: y, r: 7 * unit, tabindex: 0, role: 'button', 'data-key': point.key, 'data-id': point.id, 'vector-effect': 'non-scaling-stroke',
    'aria-label': `${point.id}, ${point.at.map(short).join(', ')}; arrow keys move it`,
    onkeydown: event => {
      const way = arrows[event.key]
      if (!way) return
      event.preventDefault()
      event.stopPropagation()
      const step = event.shiftKey ? 50 : 5
      put(point.at.map((side, index) => side + way[index] * step))
      end().then(() => $('overlay').querySelector(`[data-id="${point.id}"]`)?.focus())
    },
  }, el('svg:title', {}, document.createTextNode(point.id)))
  const moved = event => {
    const box = $('overlay').getBoundingClientRect()
    const [width, height] = store.scene.size
    const spot = [((event.clientX - box.x) / box.width) * width + start[0] - x, ((event.clientY - box.y) / box.height) * height + start[1] - y]
    const at = fromStage(point.place, event.altKey ? spot : snapped(point, spot))
    move(point.exact ? at : at.map(Math.round))
  }
  return drag(made, moved, () => (dragged?.isMoved ? end() : (dragged = null)), event => {
    event.preventDefault()
    // From here on, handles are not redrawn.
    dragged = { id: point.id }
    made.focus({ preventScroll: true })
  })
}

export function toggleHandles() {
  isOn = !isOn
  press($('handles'), isOn)
  draw()
}

export function startHandles() {
  store.on('change select size opened look', () => dragged || draw())
  $('handles').onclick = toggleHandles
}
