// The timeline: animations as bars with keyframes, and cues and events as marks. All can be dragged. Sounds are waves.
import { $, el, drag, attempt, press, settled } from './dom.js'
import { server } from './api.js'
import { store } from './store.js'
import { stage, seek } from './stage.js'
import { title } from './tree.js'
import { short } from './values.js'
import { remove } from './build.js'

const mostRows = 150
let isOpen = localStorage.getItem('timeline') !== 'closed'
let bars = []
let sounds = []

const percent = time => `${(100 * time) / store.length}%`
const frame = () => store.length / store.frames
const seconds = time => `${Number(time.toFixed(3))} s`
/** Seconds of the scene, as in documents. */
const spell = time => String(Number((time * store.scene.speed).toFixed(4)))
const clamp = (value, low, high) => Math.min(high, Math.max(low, value))

// MARK: Snapping

/** Times to which dragged items snap. */
const stops = () => [0, store.length, stage.time, ...store.scene.cues.map(cue => cue.time), ...store.scene.events.map(event => event.time),
  ...bars.flatMap(node => [node.bar.start, node.bar.end ?? store.length])]

/** The nearest of these times within some pixels, otherwise the nearest frame. */
function snapped(time, own, isFree) {
  const near = (7 * store.length) / $('timeline-rows').clientWidth
  const found = isFree ? [] : stops().filter(stop => Math.abs(stop - own) > 1e-9 && Math.abs(stop - time) < near)
  const nearest = found.sort((one, other) => Math.abs(one - time) - Math.abs(other - time))[0]
  return nearest ?? Math.round(time / frame()) * frame()
}

/**
 * Moves an item in time. A pointer snaps to other times unless Shift is held. Arrow keys move by a frame, with Shift by
 * ten. Calls `show(time)` during dragging and `write(time)` at the end.
 */
function slider(id, label, time, className, { low = 0, high = store.length, show, write, onfocus, node }) {
  let now = time
  const piece = el('div', {
    className, tabIndex: 0, role: 'slider', title: label, 'data-id': id, 'aria-label': label,
    'aria-valuenow': short(time), 'aria-valuemin': short(low), 'aria-valuemax': short(high), 'aria-valuetext': seconds(time), onfocus,
    onkeydown: event => {
      const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
      if (event.key === 'Delete' && node) {
        event.stopPropagation()
        store.select(node)
        remove()
      }
      if (!way || event.altKey) return
      event.preventDefault()
      event.stopPropagation()
      write(clamp(Math.round(time / frame() + way * (event.shiftKey ? 10 : 1)) * frame(), low, high))
    },
  })
  let start = null
  const move = event => {
    const way = ((event.clientX - start) / $('timeline-rows').clientWidth) * store.length
    if (Math.abs(event.clientX - start) < 3 && now === time) return
    now = clamp(snapped(time + way, time, event.shiftKey), low, high)
    show(now)
  }
  const end = event => {
    if (start === null) return
    if (event.type === 'pointerup') move(event)
    start = null
    if (now !== time) write(now)
  }
  return drag(piece, move, end, event => {
    event.preventDefault()
    start = event.clientX
    piece.focus()
  })
}

// MARK: Animations

/** Changes the animation during dragging, and at the end. */
const writer = (node, key, spell) => ({
  show: time => store.show(`${node.prefix}${key}`, spell(time)),
  write: time => attempt(() => store.change([`${node.prefix}${key}=${spell(time)}`], `${title(node)} ${key}`)),
})

function row(node) {
  const { start, end, period } = node.bar
  const group = store.scene.nodes.find(other => other.id === node.parent)
  const from = group?.bar?.start ?? 0
  const base = node.values.duration ?? group?.values.duration ?? 0.25
  const owner = store.path(node).find(other => other.kind === 'layer')
  const label = `${owner ? `${title(owner)}: ` : ''}${title(node)}`
  const line = el('div', { className: 'line' })
  const isFixed = node.prefix === undefined || store.isLocked(node)
  const whole = el('div', { className: 'bar-text', style: `left: ${percent(Math.max(0, start))}`, textContent: label })
  const place = (from, to) => `left: ${percent(from)}; width: ${percent(Math.max(frame() / 2, Math.min(to, store.length * 2) - from))}`
  if (isFixed) {
    line.append(el('div', { className: 'animation', title: label, style: place(start, end ?? store.length) }), whole)
    return line
  }
  const onfocus = () => store.selected !== node.id && store.select(node.id)
  const delay = writer(node, 'delay', time => String(Number(((time - from) * node.bar.pace).toFixed(4))))
  const span = (end ?? store.length) - start
  const bar = slider(node.id, `${label}, begins`, start, 'animation', {
    ...delay, onfocus, low: from, node: node.id,
    show: time => {
      bar.style.cssText = place(time, time + span)
      delay.show(time)
    },
  })
  bar.style.cssText = place(start, start + span)
  const run = start + period
  const duration = writer(node, 'duration', time => String(Number((((time - start) / (period || 1)) * base).toFixed(4))))
  const grip = slider(`${node.id} end`, `${label}, ends`, run, 'grip', {
    ...duration, onfocus, low: start + frame(), high: Math.max(store.length, run),
    show: time => {
      grip.style.left = percent(time)
      duration.show(time)
    },
  })
  grip.style.left = percent(run)
  line.append(bar, whole, ...keyframes(node, label, onfocus), grip)
  return line
}

/** Keyframes of the first run. The first and the last are its ends. */
function keyframes(node, label, onfocus) {
  const list = node.values.values
  if (!Array.isArray(list) || list.length < 3) return []
  const given = node.values.keyTimes
  const times = Array.isArray(given) && given.length === list.length ? given : list.map((_, index) => index / (list.length - 1))
  const run = node.bar.period / (node.values.autoreverses ? 2 : 1)
  const at = time => node.bar.start + time * run
  return times.slice(1, -1).map((time, inner) => {
    const index = inner + 1
    const text = moment => JSON.stringify(times.with(index, Number(((moment - node.bar.start) / (run || 1)).toFixed(4))))
    const writing = writer(node, 'keyTimes', text)
    const dot = slider(`${node.id} ${index}`, `${label}, keyframe ${index + 1}`, at(time), 'key', {
      ...writing, onfocus, low: at(times[index - 1]), high: at(times[index + 1]),
      show: moment => {
        dot.style.left = percent(moment)
        writing.show(moment)
      },
    })
    dot.style.left = percent(at(time))
    return dot
  })
}

// MARK: Cues and events

function mark(moment, className) {
  const label = `${className === 'cue' ? 'Cue' : 'Event'} ${moment.name}`
  if (moment.time > store.length) return null
  if (!moment.id) return el('i', { className, title: `${label}, ${seconds(moment.time)}`, style: `left: ${percent(moment.time)}` })
  const isNode = store.scene.nodes.some(node => node.id === moment.id)
  const made = slider(moment.id, label, moment.time, className, {
    node: isNode ? moment.id : undefined,
    onfocus: () => isNode && store.selected !== moment.id && store.select(moment.id),
    show: time => (made.style.left = percent(time)),
    write: time => attempt(() => store.build({ action: 'put', node: moment.id, key: 'at', value: spell(time) }, `${label} at ${seconds(time)}`)),
  })
  made.style.left = percent(moment.time)
  return made
}

// MARK: Sounds

/** Requests the loudness of the sounds. Only a document that contains the word "audio" can have some. */
const listen = settled(300, () => attempt(async () => {
  const found = /\baudio\b/.test(store.text) ? await store.known(() => server.sounds(store.revision)) : []
  if (JSON.stringify(found) === JSON.stringify(sounds)) return
  sounds = found
  draw()
}))

/** A sound, repeated to the end of the movie if it loops. */
function wave({ name, at, length, loops, peaks }) {
  const upper = peaks.map((peak, index) => `${index},${1 - peak}`)
  const lower = peaks.map((peak, index) => `${index},${1 + peak}`).reverse()
  const shape = start => el('svg:svg', {
    class: 'wave', viewBox: `0 0 ${Math.max(1, peaks.length - 1)} 2`, preserveAspectRatio: 'none',
    role: 'img', 'aria-label': `Sound ${name}`, style: `left: ${percent(start)}; width: ${percent(length)}`,
  }, el('svg:polygon', { points: [...upper, ...lower].join(' ') }))
  const count = loops && length > 0 ? Math.min(50, Math.max(1, Math.ceil((store.length - at) / length))) : 1
  const label = el('div', { className: 'bar-text', style: `left: ${percent(Math.max(0, at))}`, textContent: name })
  const shapes = Array.from({ length: count }, (_, index) => shape(at + index * length))
  return el('div', { className: 'line' }, ...shapes, label)
}

/** Whole seconds, or as many of them as fit. */
function ruler() {
  const step = [0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 300, 1800].find(step => store.length / step <= 12) ?? 7200
  return Array.from({ length: Math.floor(store.length / step + 1e-6) + 1 }, (_, index) =>
    el('span', { className: 'tick', style: `left: ${percent(index * step)}`, textContent: short(index * step) }))
}

// MARK: Drawing

function draw() {
  const { scene } = store
  if (!scene) return
  bars = scene.nodes.filter(node => node.bar).slice(0, mostRows)
  const isEmpty = !bars.length && !scene.cues.length && !scene.events.length && !sounds.length
  $('timeline').hidden = !isOpen || (isEmpty && localStorage.getItem('timeline') !== 'open')
  press($('timeline-toggle'), !$('timeline').hidden)
  if ($('timeline').hidden) return $('timeline-rows').replaceChildren()
  const focus = $('timeline').contains(document.activeElement) ? document.activeElement.dataset.id : null
  const marks = el('div', { className: 'line moments' }, ...ruler(), ...scene.events.map(event => mark(event, 'event')), ...scene.cues.map(cue => mark(cue, 'cue')))
  const hint = isEmpty ? el('p', { className: 'hint', textContent: 'a adds animations and cues' }) : null
  const rows = [marks, ...sounds.map(wave), ...bars.map(row), ...(hint ? [hint] : [])]
  $('timeline-rows').replaceChildren(...rows, el('div', { id: 'needle', className: 'needle' }))
  if (focus) $('timeline').querySelector(`[data-id="${CSS.escape(focus)}"]`)?.focus({ preventScroll: true })
  current()
  needle()
}

function current() {
  for (const bar of $('timeline-rows').querySelectorAll('[role="slider"]')) bar.toggleAttribute('data-current', bar.dataset.id.split(' ')[0] === store.selected)
}

function needle() {
  if ($('needle')) $('needle').style.left = percent(stage.time)
}

export function toggleTimeline() {
  isOpen = $('timeline').hidden
  localStorage.setItem('timeline', isOpen ? 'open' : 'closed')
  draw()
}

export function startTimeline() {
  store.on('change opened look', () => $('timeline').querySelector(':active') || draw())
  store.on('change opened', listen)
  store.on('select', current)
  store.on('time', needle)
  $('timeline-toggle').onclick = toggleTimeline
  const rows = $('timeline-rows')
  const go = event => {
    const box = rows.getBoundingClientRect()
    seek(((event.clientX - box.x) / box.width) * store.length, true)
  }
  rows.addEventListener('pointerdown', event => {
    if (event.target.closest('[role="slider"]')) return
    rows.setPointerCapture(event.pointerId)
    go(event)
  })
  rows.addEventListener('pointermove', event => rows.hasPointerCapture(event.pointerId) && go(event))
}
