// Keyframes of an animation as points over its time, with easing between them; lists of numbers over a lifetime.
import { el, drag, arrows, field } from './dom.js'
import { short, unit, shown, spelled, colorParts, colorText } from './values.js'

const paces = { linear: [0, 0, 1, 1], easeIn: [0.42, 0, 1, 1], easeOut: [0, 0, 0.58, 1], easeInEaseOut: [0.42, 0, 0.58, 1], default: [0.25, 0.1, 0.25, 1] }
const points = pace => (Array.isArray(pace) ? pace : paces[pace] ?? paces.linear)
const clamp = (value, low, high) => Math.min(high, Math.max(low, value))

/** The eased progress at a fraction of the time: a cubic Bezier from (0, 0) to (1, 1), sampled for the screen. */
function paced(pace, part) {
  const [x1, y1, x2, y2] = points(pace)
  const at = (a, b, t) => 3 * a * t * (1 - t) ** 2 + 3 * b * t * t * (1 - t) + t ** 3
  let [low, high] = [0, 1]
  for (let count = 0; count < 20; count += 1) {
    const middle = (low + high) / 2
    if (at(x1, x2, middle) < part) low = middle
    else high = middle
  }
  return at(y1, y2, low)
}

/** An easing: its name, its numbers, and two points to drag. `elements` are placed in a row. */
export function makePace(id, show, write) {
  let current = 'linear'
  const line = el('svg:path', { class: 'line' })
  const arms = [el('svg:path', { class: 'arm' }), el('svg:path', { class: 'arm' })]
  const text = () => (Array.isArray(current) ? JSON.stringify(current) : current)
  const select = el('select', {
    id, 'aria-label': id ? undefined : 'Pace to the next keyframe',
    onchange: () => write(select.value === 'own' ? JSON.stringify(points(current)) : select.value),
  }, ...['none', ...Object.keys(paces), 'own'].map(value => el('option', { value, textContent: value === 'own' ? 'own curve' : value })))
  const four = field({ 'aria-label': 'Numbers of the easing', title: 'x1, y1, x2, y2 of the two points' }, typed => {
    const list = typed.split(',').map(part => (part.trim() ? Number(part) : NaN))
    const isRight = list.length === 4 && list.every(Number.isFinite) && [list[0], list[2]].every(x => x >= 0 && x <= 1)
    four.setAttribute('aria-invalid', String(!isRight))
    if (isRight) write(JSON.stringify(list))
  })
  const move = (index, x, y) => {
    const next = [...points(current)]
    next[index * 2] = Number(clamp(x, 0, 1).toFixed(2))
    next[index * 2 + 1] = Number(clamp(y, -0.3, 1.3).toFixed(2))
    current = next
    draw()
  }
  const dots = [0, 1].map(index => {
    const dot = el('svg:circle', {
      r: 5, tabindex: 0, role: 'slider', 'aria-label': `Control point ${index + 1} of the easing`,
      onkeydown: event => {
        const way = arrows[event.key]
        if (!way) return
        event.preventDefault()
        const [x, y] = points(current).slice(index * 2)
        move(index, x + way[0] * 0.05, y - way[1] * 0.05)
        write(text())
      },
    })
    return drag(dot, event => {
      const box = element.getBoundingClientRect()
      move(index, ((event.clientX - box.x) / box.width) * 1.2 - 0.1, 1.3 - ((event.clientY - box.y) / box.height) * 1.6)
      show(text())
    }, () => Array.isArray(current) && write(text()))
  })
  const element = el('svg:svg', { class: 'pace', viewBox: '-10 -30 120 160', role: 'group', 'aria-label': 'Pace as a curve' }, line, ...arms, ...dots)
  const draw = () => {
    const [x1, y1, x2, y2] = points(current).map(value => value * 100)
    line.setAttribute('d', `M0 100C${x1} ${100 - y1} ${x2} ${100 - y2} 100 0`)
    ;[[0, 100, x1, 100 - y1], [100, 0, x2, 100 - y2]].forEach(([fromX, fromY, x, y], index) => {
      arms[index].setAttribute('d', `M${fromX} ${fromY}L${x} ${y}`)
      dots[index].setAttribute('cx', x)
      dots[index].setAttribute('cy', y)
      dots[index].setAttribute('aria-valuenow', short(x / 100))
      dots[index].setAttribute('aria-valuetext', `${short(x / 100)}, ${short(1 - y / 100)}`)
    })
    four.present(current === 'none' ? '' : points(current).map(short).join(', '))
  }
  return {
    elements: [element, el('div', { className: 'pace-text' }, select, four)],
    update(value) {
      current = value ?? 'none'
      four.setAttribute('aria-invalid', 'false')
      select.value = Array.isArray(current) ? 'own' : current
      draw()
    },
  }
}

/** The values of a keyframe as numbers for the plot; null if they are not numbers. */
const numbers = value => {
  const list = Array.isArray(value) ? value : [value]
  return list.length <= 4 && list.every(part => typeof part === 'number') ? list : null
}
const isColor = target => target?.kind === 'color'

/**
 * A curve editor. Drag points to change time and value; double-click a point to remove it, elsewhere to add one. Arrow
 * keys move the focused point. Fields below show time, value and easing of the selected point. `names` contains the
 * keys of values, times and easings; without a key for times, points are evenly spaced.
 */
export function makeKeyframes(ends, names) {
  const plot = el('svg:svg', { class: 'curve keyframes', viewBox: '0 0 100 100', preserveAspectRatio: 'none', role: 'group', 'aria-label': names.values }, el('svg:g'), el('svg:g'), el('svg:g'))
  const [grid, below, above] = plot.children
  const time = field({ inputMode: 'decimal', 'aria-label': 'Time', title: 'fraction of the duration' }, text => retime(Number(text.replace(',', '.'))))
  const value = field({ 'aria-label': 'Value' }, text => revalue(read(text)))
  const up = el('div', { className: 'axis up', 'aria-hidden': 'true' })
  const along = el('div', { className: 'axis along', 'aria-hidden': 'true' })
  const well = el('input', { type: 'color', 'aria-label': 'Colour', oninput: () => recolor(false), onchange: () => recolor(true) })
  const add = el('button', { type: 'button', textContent: '+', title: 'Add a point after this one', 'aria-label': 'Another point', onclick: () => insert(chosen) })
  const less = el('button', { type: 'button', textContent: '−', title: 'Remove this point', 'aria-label': 'One point less', onclick: () => remove(chosen) })
  const repace = (text, body) => {
    frames[chosen].pace = text.startsWith('[') ? JSON.parse(text) : text
    draw()
    body({ [names.paces]: texts()[names.paces] })
  }
  const pace = makePace(undefined, text => repace(text, ends.showAll), text => repace(text, ends.writeAll))
  const element = el('div', { className: 'keyframe-editor' }, el('div', { className: 'plot' }, up, plot, along),
    el('div', { className: 'keyframe' }, time, well, value, less, add), el('div', { className: 'keyframe', hidden: !names.paces }, ...pace.elements))
  time.hidden = !names.times

  let node = null
  /** Objects `{ time, value, pace }`. */
  let frames = []
  let chosen = 0
  let hasTimes = false
  let hasPaces = false
  /** Bounds of the axis. They are kept while the node is selected, and grow for values outside of them. */
  let bounds = null

  const row = () => node?.target ?? { kind: 'number', unit: '' }
  const spell = item => (typeof item === 'number' && unit(row()).suffix ? short(item * unit(row()).factor) + unit(row()).suffix
    : typeof item === 'number' ? Number(short(item)) : Array.isArray(item) ? item.map(part => (typeof part === 'number' ? Number(short(part)) : part)) : item)
  const read = text => {
    const clean = text.trim()
    if (typeof frames[chosen].value === 'number') {
      const number = Number(clean.replace(',', '.'))
      return Number.isFinite(number) ? number / unit(row()).factor : spelled(row(), clean)
    }
    try {
      return JSON.parse(/^[-\d.\s,]+$/.test(clean) ? `[${clean}]` : clean)
    } catch {
      return clean
    }
  }
  /** The written text, with times and easings only if there are any. */
  const texts = () => ({
    [names.values]: JSON.stringify(frames.map(frame => spell(frame.value))),
    ...(hasTimes ? { [names.times]: JSON.stringify(frames.map(frame => Number(frame.time.toFixed(4)))) } : {}),
    ...(hasPaces || frames.some(frame => frame.pace !== 'linear')
      ? { [names.paces]: JSON.stringify(frames.slice(0, -1).map(frame => (frame.pace === 'none' ? 'linear' : frame.pace))) } : {}),
  })
  const write = () => ends.writeAll(texts())
  const preview = () => {
    draw()
    ends.showAll(texts())
  }

  function retime(moment) {
    if (Number.isFinite(moment)) place(chosen, moment)
    draw()
    write()
  }
  /** Limits a keyframe to the time between its neighbours. The first and the last stay at the ends. */
  function place(index, moment) {
    if (!names.times || index === 0 || index === frames.length - 1 || moment === frames[index].time) return
    hasTimes = true
    frames[index].time = clamp(moment, frames[index - 1].time, frames[index + 1].time)
  }
  function revalue(next) {
    frames[chosen].value = next
    write()
  }
  function recolor(isEnd) {
    frames[chosen].value = colorText({ ...colorParts(frames[chosen].value), hex: well.value })
    if (isEnd) write()
    else preview()
  }
  function insert(index, moment, next) {
    const [one, other] = [frames[Math.min(index, frames.length - 2)], frames[Math.min(index, frames.length - 2) + 1]]
    const middle = numbers(one.value)?.map((part, place) => (part + (numbers(other.value)?.[place] ?? part)) / 2)
    const made = next ?? (middle ? (Array.isArray(one.value) ? middle : middle[0]) : one.value)
    hasTimes = Boolean(names.times)
    frames.splice(frames.indexOf(other), 0, { time: moment ?? (one.time + other.time) / 2, value: made, pace: one.pace })
    chosen = frames.indexOf(other) - 1
    write()
  }
  function remove(index) {
    if (frames.length < 3) return
    frames.splice(index, 1)
    chosen = clamp(index, 0, frames.length - 1)
    ;[frames[0].time, frames.at(-1).time] = [0, 1]
    write()
  }

  // MARK: The axes

  /** About four lines at round numbers. */
  const step = span => {
    const rough = span / 4
    const power = 10 ** Math.floor(Math.log10(rough))
    return power * [1, 2, 5, 10].find(factor => factor * power >= rough * 0.999)
  }

  /** Round bounds around values, in the displayed unit. */
  function around(low, high) {
    const { factor } = unit(row())
    const room = step((high - low) * factor)
    return [Math.floor((low * factor) / room + 1e-9), Math.ceil((high * factor) / room - 1e-9)].map(count => (count * room) / factor)
  }

  /** The usual range if the values cover part of it, otherwise a margin around the values. */
  function fit(all) {
    const [low, high] = [Math.min(...all), Math.max(...all)]
    if (bounds && low >= bounds[0] && high <= bounds[1]) return
    const range = all.length === frames.length ? node.target?.range : null
    const isWide = range && range[1] - range[0] > Math.max(2, (high - low) * 8)
    const room = high > low ? (high - low) * 0.3 : Math.max(1, Math.abs(high)) / 2
    const wish = range && !isWide ? range : [Math.max(low - room, low >= 0 ? 0 : -Infinity), high + room]
    const [first, last] = [Math.min(low, wish[0], bounds?.[0] ?? low), Math.max(high, wish[1], bounds?.[1] ?? high)]
    bounds = around(first, last)
  }

  function axes() {
    const isPlotted = frames.some(frame => numbers(frame.value))
    const { factor, label } = unit(row())
    const [low, high] = bounds.map(bound => bound * factor)
    const room = step(high - low)
    const ticks = isPlotted ? Array.from({ length: Math.round((high - low) / room) + 1 }, (_, index) => Number((low + index * room).toPrecision(6))) : []
    up.replaceChildren(...ticks.map(tick => el('span', { style: `top: ${y(tick / factor)}%`, textContent: short(tick) + (label === '°' ? label : '') })))
    up.hidden = !isPlotted
    grid.replaceChildren(...ticks.map(tick => el('svg:line', { x1: 0, x2: 100, y1: y(tick / factor), y2: y(tick / factor) })))
    const seconds = names.paces ? node.values.duration : null
    along.replaceChildren(...[0, 0.25, 0.5, 0.75, 1].map(part => el('span', { style: `left: ${x(part)}%`, textContent: seconds ? `${short(seconds * part)} s` : `${part * 100} %` })))
    along.title = seconds ? 'seconds of the animation' : names.paces ? 'fraction of the animation' : 'fraction of the lifetime'
  }

  // MARK: The plot

  const x = moment => 3 + 94 * moment
  const y = number => 92 - (84 * (number - bounds[0])) / (bounds[1] - bounds[0] || 1)
  const spot = event => {
    const box = plot.getBoundingClientRect()
    const part = (92 - ((event.clientY - box.y) / box.height) * 100) / 84
    return [clamp((((event.clientX - box.x) / box.width) * 100 - 3) / 94, 0, 1), bounds[0] + (bounds[1] - bounds[0]) * (names.paces ? part : clamp(part, 0, 1))]
  }
  const height = (frame, part) => {
    const parts = numbers(frame.value)
    return parts ? y(parts[part]) : 50
  }

  function move(index, part, [moment, number]) {
    place(index, moment)
    const frame = frames[index]
    const parts = numbers(frame.value)
    if (!parts || number === undefined) return
    const clean = Number(number.toPrecision(3))
    frame.value = Array.isArray(frame.value) ? parts.with(part, clean) : clean
  }

  function lines() {
    const parts = numbers(frames[0]?.value)
    if (!parts || frames.some(frame => numbers(frame.value)?.length !== parts.length)) return []
    const isStepped = node.values.calculationMode === 'discrete'
    return parts.map((_, part) => {
      const spots = frames.flatMap((frame, index) => {
        const next = frames[index + 1]
        const [from, to] = [height(frame, part), next ? height(next, part) : 0]
        if (!next) return [[x(frame.time), from]]
        if (isStepped) return [[x(frame.time), from], [x(next.time), from]]
        return Array.from({ length: 17 }, (_, step) => [x(frame.time + ((next.time - frame.time) * step) / 16), from + (to - from) * paced(frame.pace, step / 16)])
      })
      return el('svg:polyline', { class: `part${part}`, points: spots.map(spot => spot.join(',')).join(' ') })
    })
  }

  /** The colours along the time, behind the points. */
  const ribbon = () => (isColor(node?.target)
    ? `linear-gradient(to right, ${frames.map(frame => `${colorText(colorParts(frame.value))} ${x(frame.time)}%`).join(', ')})` : '')

  const dot = (frame, index, part, count) => {
    const made = el('svg:ellipse', {
      cx: x(frame.time), cy: height(frame, part), rx: 1.7, ry: 4.6, class: `part${part}`, tabindex: 0, role: 'slider', 'data-index': index, 'data-part': part,
      'aria-label': `Point ${index + 1} of ${frames.length}${count > 1 ? `, ${['x', 'y', 'z', 'w'][part]}` : ''}`,
      'aria-valuenow': numbers(frame.value)?.[part] ?? frame.time, 'aria-valuemin': numbers(frame.value) ? bounds[0] : 0, 'aria-valuemax': numbers(frame.value) ? bounds[1] : 1, 'aria-valuetext': `${short(frame.time)}: ${JSON.stringify(spell(frame.value))}`, 'aria-current': String(index === chosen),
      onfocus: () => choose(index),
      ondblclick: event => {
        event.stopPropagation()
        remove(index)
      },
      onkeydown: event => {
        const way = arrows[event.key]
        if (event.key === 'Delete') remove(index)
        if (!way) return
        event.preventDefault()
        const far = event.shiftKey ? 5 : 1
        const parts = numbers(frame.value)
        move(index, part, [frame.time + way[0] * 0.01 * far, way[1] && parts ? parts[part] - (way[1] * far * (bounds[1] - bounds[0])) / 50 : undefined])
        draw()
        write()
      },
    })
    const moved = event => {
      move(index, part, spot(event))
      made.setAttribute('cx', x(frame.time))
      made.setAttribute('cy', height(frame, part))
      under()
      ends.showAll(texts())
      fields()
    }
    let before
    const end = () => {
      delete plot.dataset.held
      if (before !== JSON.stringify(texts())) write()
    }
    return drag(made, moved, end, () => {
      before = JSON.stringify(texts())
      plot.dataset.held = '1'
      choose(index)
    })
  }
  plot.addEventListener('dblclick', event => {
    const [moment, number] = spot(event)
    const index = Math.max(0, frames.findLastIndex(frame => frame.time <= moment))
    insert(index, moment, typeof frames[0].value === 'number' ? Number(number.toPrecision(3)) : undefined)
  })

  const under = () => {
    plot.style.background = ribbon()
    below.replaceChildren(...lines())
  }

  function draw() {
    const focus = plot.contains(document.activeElement) ? document.activeElement.dataset : null
    const parts = frames.map(frame => numbers(frame.value)?.length ?? 1)
    const dots = frames.flatMap((frame, index) => Array.from({ length: parts[index] }, (_, part) => dot(frame, index, part, parts[index])))
    under()
    above.replaceChildren(...dots)
    if (focus) plot.querySelector(`[data-index="${Math.min(focus.index, frames.length - 1)}"][data-part="${focus.part}"]`)?.focus()
    fields()
  }

  function choose(index) {
    chosen = index
    for (const dot of above.children) dot.setAttribute('aria-current', String(Number(dot.dataset.index) === index))
    fields()
  }

  /** Time, value and easing of the selected keyframe. */
  function fields() {
    const frame = frames[chosen]
    if (!frame) return
    const isEnd = chosen === 0 || chosen === frames.length - 1
    time.present(short(frame.time))
    time.disabled = isEnd
    const isPlain = typeof frame.value === 'number'
    value.present(isPlain ? shown(row(), frame.value) : Array.isArray(frame.value) ? frame.value.map(short).join(', ') : String(frame.value))
    well.hidden = !isColor(node.target)
    if (!well.hidden) well.value = colorParts(frame.value).hex
    less.disabled = frames.length < 3
    pace.elements.forEach(element => element.toggleAttribute('inert', chosen === frames.length - 1))
    pace.update(frame.pace)
  }

  return {
    element,
    update(next) {
      if (plot.dataset.held) return
      if (next?.id !== node?.id) [chosen, bounds] = [0, null]
      node = next
      const list = Array.isArray(node.values[names.values]) ? node.values[names.values] : []
      const times = node.values[names.times]
      hasTimes = Array.isArray(times) && times.length === list.length
      const paces = node.values[names.paces]
      hasPaces = Array.isArray(paces)
      frames = list.map((value, index) => ({
        value, time: hasTimes ? times[index] : list.length < 2 ? 0 : index / (list.length - 1), pace: paces?.[index] ?? 'linear',
      }))
      chosen = clamp(chosen, 0, Math.max(0, frames.length - 1))
      element.hidden = frames.length < 2
      const all = frames.flatMap(frame => numbers(frame.value) ?? [])
      if (all.length) fit(all)
      bounds ??= [0, 1]
      if (!frames.length) return
      axes()
      draw()
    },
  }
}
