// Layers, cells and behaviours: what is drawn, what is drawn alone, what is locked, and how many values differ from the
// defaults.
import { $, el, icon, attempt } from './dom.js'
import { store } from './store.js'

/** The effect of a behaviour without a name: the value that it drives, if any. */
const drives = {
  valueOverLife: node => `${(node.values.keyPath ?? 'scale').replace(/^color\./, '')} over life`,
  colorOverLife: () => 'colour over life',
}
const spaced = text => text.replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`)

/** The name of a node, or its class. */
export function title(node) {
  if (node.name) return node.name
  const type = node.class.match(/"(.*)"/)?.[1]
  return type ? drives[type]?.(node) ?? spaced(type) : node.class
}

/** The text beside the name: the class of a layer, or the key that an animation or a behaviour drives. */
function kind(node) {
  if (node.kind === 'cue') return `${node.values.at} s`
  if (!node.name) return ''
  if (node.kind === 'behavior' || node.kind === 'filter') return title({ ...node, name: null })
  return ['layer', 'animation'].includes(node.kind) ? node.target?.key ?? node.class.replace(/^CA/, '') : ''
}

/** The visible nodes: those not inside a folded one. */
function visible() {
  const words = $('tree-find').value.trim().toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length) {
    // Matches and their ancestors.
    const isFound = node => words.every(word => `${title(node)} ${node.class}`.toLowerCase().includes(word))
    const found = new Set(store.scene.nodes.filter(isFound).flatMap(node => store.path(node).map(other => other.id)))
    return store.scene.nodes.filter(node => found.has(node.id))
  }
  const hidden = new Set()
  return store.scene.nodes.filter(node => {
    if (node.parent !== undefined && (hidden.has(node.parent) || store.folded.has(node.parent))) hidden.add(node.id)
    return !hidden.has(node.id)
  })
}

// MARK: Switches

/** The key that hides a node, and the value that hides it. */
const switches = node => {
  const has = key => store.classes[node.class]?.some(row => row.key === key)
  return node.prefix === undefined ? null : has('hidden') ? ['hidden', true] : has('enabled') ? ['enabled', false] : null
}
const isOff = node => {
  const found = switches(node)
  return found !== null && node.values[found[0]] === found[1]
}

/** Hides or shows the node by a change of the document. */
export function toggleShown(node = store.node) {
  const found = switches(node)
  if (!found) return
  const [key, out] = found
  const next = isOff(node) ? !out : out
  return attempt(() => store.change([`${node.prefix}${key}=${next}`], `${isOff(node) ? 'show' : 'hide'} ${title(node)}`))
}

export const toggleSolo = (node = store.node) => store.canSolo(node) && store.toggleSolo(node.id)
export const toggleLock = (node = store.node) => node.prefix !== undefined && store.lockNode(node)

function fold(node, isFolded) {
  if (isFolded) store.folded.add(node.id)
  else store.folded.delete(node.id)
  // The focused item stays visible.
  if (isFolded && store.path(store.node).some(other => other.id === node.id)) store.select(node.id)
  else draw()
}

// MARK: Drawing

const tiny = (name, label, isPressed, isTabbed, onclick) => el('button', {
  type: 'button', className: `tiny ${name}`, title: label, 'aria-label': label, 'aria-pressed': String(isPressed), tabIndex: isTabbed ? 0 : -1, onclick,
}, icon(isPressed && name === 'eye' ? 'shut' : name))

function row(node, depth, parents, isOut) {
  const count = Object.keys(node.values).filter(key => key !== 'name').length
  const isCurrent = node === store.node
  const isSelected = isCurrent || store.others.has(node.id)
  const isFolded = store.folded.has(node.id)
  const label = title(node)
  const can = switches(node)
  const item = el('li', {
    role: 'treeitem', 'aria-level': depth + 1, 'aria-selected': String(isSelected), 'aria-label': label,
    'data-id': node.id, 'data-current': isCurrent ? '' : undefined, 'aria-expanded': parents.has(node.id) ? String(!isFolded) : undefined, className: isOut ? 'off' : '', style: `--depth: ${depth}`,
  },
  parents.has(node.id) ? el('button', {
    type: 'button', className: 'fold', tabIndex: -1, 'aria-label': `${isFolded ? 'Unfold' : 'Fold'} ${label}`, title: isFolded ? 'Unfold (→)' : 'Fold (←)',
    onclick: () => fold(node, !isFolded),
  }, icon('fold')) : el('span', { className: 'fold' }),
  el('button', {
    type: 'button', className: 'row', tabIndex: isCurrent ? 0 : -1, title: `${label}, ${node.class}: ${count} values differ from the defaults`,
    onclick: event => choose(event, node),
  }, icon(node.class === 'CAEmitterLayer' ? 'emitter' : node.kind), el('span', { className: 'label', textContent: label }),
  el('span', { className: 'class', textContent: kind(node) }), count ? el('span', { className: 'count', textContent: count }) : null),
  store.canSolo(node) ? tiny('solo', `Only ${label} (s)`, store.solo.has(node.id), isCurrent, () => toggleSolo(node)) : null,
  node.prefix !== undefined && !node.rows ? tiny('lock', `Lock ${label} (k)`, store.isLocked(node), isCurrent, () => toggleLock(node)) : null,
  can ? tiny('eye', `Hide ${label} (v)`, isOff(node), isCurrent, () => toggleShown(node)) : null)
  return item
}

let shown = ''

export function draw() {
  if (!store.scene) return
  const depths = new Map()
  const out = new Set()
  const parents = new Set(store.scene.nodes.map(node => node.parent))
  const items = visible().map(node => {
    const depth = node.parent === undefined ? 0 : (depths.get(node.parent) ?? 0) + 1
    depths.set(node.id, depth)
    if (isOff(node) || out.has(node.parent)) out.add(node.id)
    return row(node, depth, parents, out.has(node.id))
  })
  const focus = $('tree').contains(document.activeElement) ? document.activeElement.classList[1] ?? 'row' : null
  $('tree').replaceChildren(...items)
  const selected = $('tree').querySelector('[data-current]')
  if (focus) (selected?.querySelector(`.${focus}`) ?? selected?.querySelector('.row'))?.focus({ preventScroll: true })
  if (shown !== store.selected) selected?.scrollIntoView({ block: 'nearest' })
  shown = store.selected
  $('solo-off').hidden = store.solo.size === 0
}

/** Focuses the selection. */
export const focusTree = () => $('tree').querySelector('[data-current] .row')?.focus()

// MARK: Selecting

/** Selects a clicked node. Ctrl adds or removes it, Shift adds the rows from the selection to it. */
function choose(event, node) {
  if (event.ctrlKey || event.metaKey) return store.toggle(node.id)
  const nodes = visible()
  const [from, to] = [nodes.indexOf(store.node), nodes.indexOf(node)].sort((one, other) => one - other)
  const range = event.shiftKey ? [...store.selection, ...nodes.slice(from, to + 1)] : []
  store.select(node.id, range.map(other => other.id))
}

/** Adds the next row of the same kind, or removes the current one if the next one is selected. */
function extend(rows) {
  const next = rows.find(node => node.kind === store.node.kind)
  if (!next) return
  store.select(next.id, store.others.has(next.id) ? [...store.others] : store.selection.map(node => node.id))
}

/** The effect of a key: up and down through visible rows, right into a node, left out of it. */
function walk(key) {
  const nodes = visible()
  const node = store.node
  const index = nodes.indexOf(node)
  const isParent = store.scene.nodes.some(other => other.parent === node.id)
  if (key === 'ArrowRight' && isParent && store.folded.has(node.id)) return fold(node, false)
  if (key === 'ArrowLeft' && isParent && !store.folded.has(node.id)) return fold(node, true)
  const next = {
    ArrowDown: nodes[index + 1], ArrowUp: nodes[index - 1], Home: nodes[0], End: nodes.at(-1),
    ArrowRight: isParent ? nodes[index + 1] : undefined, ArrowLeft: nodes.find(other => other.id === node.parent),
  }[key]
  if (next) store.select(next.id)
}

export function startTree() {
  store.on('change select opened look', draw)
  $('tree-find').oninput = draw
  $('tree-find').onkeydown = event => {
    if (event.key === 'Enter') {
      const found = $('tree-find').value && visible().find(node => title(node).toLowerCase().includes($('tree-find').value.trim().toLowerCase()))
      if (found) store.select(found.id)
    }
    if (!['Escape', 'Enter'].includes(event.key)) return
    $('tree-find').value = ''
    draw()
    focusTree()
  }
  $('solo-off').onclick = () => store.toggleSolo()
  $('tree').addEventListener('keydown', event => {
    if (event.altKey || !['ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight', 'Home', 'End'].includes(event.key)) return
    event.preventDefault()
    event.stopPropagation()
    const index = visible().indexOf(store.node)
    if (event.shiftKey && event.key === 'ArrowDown') extend(visible().slice(index + 1))
    else if (event.shiftKey && event.key === 'ArrowUp') extend(visible().slice(0, index).reverse())
    else walk(event.key)
  })
}
