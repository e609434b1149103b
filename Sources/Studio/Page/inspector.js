// The controls of the selection, created from the property table.
import { $, el } from './dom.js'
import { store } from './store.js'
import { makeControl } from './controls.js'
import { title } from './tree.js'
import { build as buildPart } from './build.js'

let isFirst = !localStorage.getItem('sections')
const open = new Set(JSON.parse(localStorage.getItem('sections') ?? '["Variables","Birth","Motion","Size","Colour","Image","Text","Path","Emitter","Movie","Behaviour","Filter","Animation","Timing"]'))
let controls = []
let built = ''

/** Other forms of a value: a curve over the lifetime of a particle, an animation. */
function extras(node, row) {
  const add = (kind, label) => buildPart({ action: 'add', kind, key: row.key }, label)
  return [
    row.hasLife && ['life', `${row.key} over life`, () => add('life', `${row.key} over life`)],
    row.isAnimatable && ['layer', 'cell'].includes(node.kind) && ['animation', `Animate ${row.key}`, () => add('animation', `animate ${row.key}`)],
  ].filter(Boolean)
}

/** Where the values of a row are written. */
function ends(node, row) {
  const path = node.prefix + row.key
  const isCue = node.kind === 'cue'
  // Keys that the control has written.
  const keys = new Set([row.key])
  const each = texts => Object.entries(texts).map(([key, text]) => {
    keys.add(key)
    return [node.prefix + key, text]
  })
  return {
    show: text => isCue || store.show(path, text),
    write: text => (isCue ? store.build({ action: 'put', node: node.id, key: row.key, value: text }, `cue ${row.key} ${text}`)
      : store.change([`${path}=${text}`], `${row.key} ${text}`)),
    extras: extras(node, row),
    showAll: texts => each(texts).forEach(([path, text]) => store.show(path, text)),
    writeAll: texts => store.change(each(texts).map(([path, text]) => `${path}=${text}`), Object.keys(texts).join(', ')),
    isAhead: () => [...keys].some(key => store.isAhead(node.prefix + key)),
    has: key => store.rows(node).some(row => row.key === key),
    lock: isLocked => store.lock(path, isLocked),
    isLocked: () => store.locks.has(path),
  }
}

/** Start and end values of an animation have the type of the animated property. */
const typed = (row, node) => (row.kind === 'target' && node.target
  ? { ...node.target, key: row.key, summary: row.summary, group: row.group, value: null, default: row.default, defaultText: row.defaultText } : row)

/** A row and the row of its range, which are shown side by side. */
function pairs(rows) {
  const byKey = new Map(rows.map(row => [row.key, row]))
  const spreads = new Set(rows.filter(row => row.key.endsWith('Range') && byKey.has(row.key.slice(0, -5))).map(row => row.key))
  return rows.filter(row => !spreads.has(row.key)).map(row => [row, byKey.get(`${row.key}Range`)].filter(Boolean))
}

const effect = row => (row.key.includes('.') ? row.key.split('.')[0] : null)
/** Shows the parts of an effect under a separate heading. */
const heading = row => (effect(row) ? effect(row).replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`).replace(/^./, letter => letter.toUpperCase()) : row.group)

/** Whether the effect is enabled; `none` removes it. */
function makeSwitch(name, on, node) {
  const summary = `Enable ${heading({ key: `${name}.` }).toLowerCase()}.`
  const row = { key: name, group: 'Movie', kind: 'boolean', summary, unit: '' }
  const write = text => store.change([`${node.prefix}${name}=${text === 'true' ? on : 'none'}`], `${name} ${text === 'true' ? 'on' : 'off'}`)
  return makeControl(row, { write, isAhead: () => store.isAhead(node.prefix + name), isLocked: () => false }, 'on')
}

function build(node) {
  // Effects are initially open, too.
  if (isFirst) Object.values(store.classes).flat().filter(row => row.on).forEach(row => open.add(heading(row)))
  isFirst = false
  const rows = store.rows(node)
  const order = row => store.groups.indexOf(row.group)
  const groups = [...Map.groupBy(pairs(rows).sort(([one], [other]) => order(one) - order(other)), ([row]) => heading(row))]
  controls = []
  const sections = groups.map(([title, members]) => {
    const { on } = members[0][0]
    const section = el('details', { className: 'section', open: open.has(title) }, el('summary', { textContent: title }))
    section.addEventListener('toggle', () => {
      if (section.dataset.forced) return
      if (section.open) open.add(title)
      else open.delete(title)
      localStorage.setItem('sections', JSON.stringify([...open]))
    })
    const name = effect(members[0][0])
    if (on) {
      const control = makeSwitch(name, on, node)
      section.append(control.element)
      controls.push({ ...control, section, read: () => Object.keys(store.node.values).some(key => key.startsWith(`${name}.`)) })
    }
    for (const rows of members) {
      const made = rows.map((row, index) =>
        makeControl(typed(row, node), ends(node, row), index ? '±' : row.key.split('.').at(-1)))
      const elements = made.map(control => control.element)
      elements[1]?.querySelector('input').setAttribute('aria-label', rows[1].key)
      section.append(made.length > 1 ? el('div', { className: 'pair' }, ...elements) : elements[0])
      controls.push(...made.map(control => ({ ...control, section, node })))
    }
    return section
  })
  $('controls').replaceChildren(el('p', { className: 'hint unreached', id: 'unreached' }),
    el('p', { className: 'hint unreached', id: 'unmatched', textContent: 'No property matches the search.' }), ...sections)
}

function refresh() {
  const node = store.node
  if (!node) return
  // The class and the path determine the controls.
  const kind = `${node.id} ${node.class} ${node.prefix} ${node.target?.key} ${JSON.stringify(node.rows ?? '')}`
  const isNew = kind !== built
  if (isNew) {
    built = kind
    build(node)
  }
  const others = store.others.size ? `  + ${store.others.size} selected` : ''
  $('subject').replaceChildren(title(node), el('small', { textContent: (node.name ? `  ${node.class}` : '') + others }))
  const isLocked = store.isLocked(node)
  $('unreached').textContent = isLocked ? 'Locked. Press k to unlock it.' : node.prefix === undefined ? 'Only parts with a unique name can be edited here. Press F2 to name it.' : ''
  $('unreached').hidden = !$('unreached').textContent
  for (const section of $('controls').querySelectorAll('.section')) section.inert = !$('unreached').hidden
  for (const control of controls) {
    if (!isNew && control.isAhead()) continue
    if (control.read) {
      control.update(control.read(), control.read(), node)
      continue
    }
    const value = node.values[control.row.key]
    control.update(value === undefined ? control.row.value : value, value !== undefined, node)
  }
  filter()
}

/** Hides rows that do not match the search. Sections with results are open meanwhile. */
function filter() {
  const words = $('find').value.trim().toLowerCase().split(/\s+/).filter(Boolean)
  const onlyChanged = $('changed').checked
  const seen = new Set()
  for (const { element, row, section } of controls) {
    const text = `${row.key} ${row.summary}`.toLowerCase()
    const isSeen = words.every(word => text.includes(word)) && (!onlyChanged || element.classList.contains('changed'))
    element.hidden = !isSeen
    if (isSeen) seen.add(section)
  }
  $('unmatched').hidden = seen.size > 0 || !words.length
  const isForced = words.length > 0 || onlyChanged
  for (const section of $('controls').querySelectorAll('.section')) {
    section.hidden = !seen.has(section)
    const title = section.firstChild.textContent
    if (isForced) section.dataset.forced = '1'
    section.open = isForced || open.has(title)
    if (!isForced) setTimeout(() => delete section.dataset.forced)
  }
}

export function startInspector() {
  store.on('change select opened look', refresh)
  $('find').addEventListener('input', filter)
  $('changed').addEventListener('change', filter)
}
