// Adds, copies, moves, renames and removes parts of a document. Each operation is one undo step.
import { $, el, icon, attempt, toast } from './dom.js'
import { store } from './store.js'
import { stage } from './stage.js'
import { title, draw, focusTree } from './tree.js'
import { copy, cut, duplicate, pasteCopied } from './copies.js'

const groups = { layer: 'Layers', start: 'Ready-made emitters', cell: 'Cells', behavior: 'Behaviours', animator: 'Text animators', animation: 'Animations of the layer', variable: 'Variables', cue: 'Cues' }
const group = part => (part.group === 'cellInside' ? 'cell' : part.group)

/** A change of the selected node, or of another one. */
export function build(change, label) {
  // The filter could hide the new part.
  $('tree-find').value = ''
  return attempt(() => store.build({ node: store.selected, ...change }, label))
}

// MARK: Adding

/** Whether a part of this kind can be added to the selection. */
function fits(part) {
  const path = store.path(store.node)
  if (part.group === 'cellInside') return path.some(node => node.kind === 'cell')
  if (['cell', 'behavior'].includes(part.group)) return path.some(node => node.kind === 'cell' || node.class === 'CAEmitterLayer')
  if (part.group === 'animator') return path.some(node => node.class === 'CATextLayer')
  if (part.group === 'animation') return Boolean(part.key) && path.some(node => node.kind === 'layer')
  return part.group !== 'life'
}

async function add(part) {
  $('add-dialog').close()
  await build({ action: 'add', kind: part.kind, time: stage.time * store.scene.speed }, `add ${part.title.toLowerCase()}`)
  focusTree()
}

export function openAdd() {
  $('add-find').value = ''
  const found = Map.groupBy(store.kinds.filter(fits), group)
  $('add-groups').replaceChildren(...Object.keys(groups).filter(key => found.has(key)).map(key => el('section', {},
    el('h3', { textContent: groups[key] }),
    el('div', { className: 'chips' }, ...found.get(key).map(part => el('button', { type: 'button', textContent: part.title, onclick: () => add(part) }))))))
  $('add-dialog').showModal()
  $('add-find').focus()
}

/** Hides entries that do not match the search terms. */
function filter() {
  const words = $('add-find').value.trim().toLowerCase().split(/\s+/)
  for (const section of $('add-groups').children) {
    const name = section.firstChild.textContent.toLowerCase()
    const buttons = [...section.querySelectorAll('button')]
    for (const button of buttons) button.hidden = !words.every(word => `${name} ${button.textContent}`.toLowerCase().includes(word))
    section.hidden = buttons.every(button => button.hidden)
  }
  const isEmpty = [...$('add-groups').children].every(section => section.hidden)
  $('add-none').textContent = isEmpty ? reason(words) : ''
}

/** Why nothing is found: the part does not exist, or the selection cannot contain it. */
function reason(words) {
  const part = store.kinds.find(part => words.every(word => `${groups[group(part)] ?? ''} ${part.title}`.toLowerCase().includes(word)))
  if (!part) return `No part matches "${words.join(' ')}".`
  const place = { cell: 'an emitter or a cell', behavior: 'an emitter or a cell', animator: 'a text layer', animation: 'a layer' }[group(part)]
  return place ? `Select ${place} to add "${part.title}".` : `To add "${part.title}", use the button beside a value.`
}

export const addCue = () => build({ action: 'add', kind: 'cue', time: stage.time * store.scene.speed }, 'add cue')

// MARK: Parts that are there

/** The selected nodes as parameters of a change, and as text. */
const selection = () => {
  const [node, ...others] = store.selection.map(node => node.id)
  return { node, others }
}
export const about = () => (store.others.size ? `${store.others.size + 1} parts` : title(store.node))

/** Selects the node and all its siblings. */
export const selectSiblings = () => store.select(store.selected, siblings(store.node).map(node => node.id))

export async function remove() {
  const name = about()
  const before = store.revision
  await build({ action: 'remove', ...selection() }, `delete ${name}`)
  if (store.revision !== before) toast(`Deleted ${name}. Undo restores it.`)
  focusTree()
}

/** Replaces the name in the tree by a text field. */
export function rename() {
  const node = store.node
  const row = $('tree').querySelector('[data-current] .row')
  const input = el('input', { type: 'text', className: 'rename', value: node.name ?? '', 'aria-label': 'Name', spellcheck: false })
  let isOver = false
  const end = async isTaken => {
    if (isOver) return
    isOver = true
    if (isTaken && input.value.trim() !== (node.name ?? '')) await build({ action: 'rename', node: node.id, name: input.value.trim() }, `rename ${title(node)}`)
    draw()
    focusTree()
  }
  input.onkeydown = event => {
    event.stopPropagation()
    if (['Enter', 'Escape'].includes(event.key)) end(event.key === 'Enter')
  }
  input.onblur = () => end(true)
  row?.replaceWith(input)
  input.select()
}

/** Nodes that can change places with a node. */
const siblings = node => store.scene.nodes.filter(other => other.parent === node.parent && other.kind === node.kind && !other.id.endsWith('/mask'))

/** Kinds of nodes that can be dragged. */
const movable = ['layer', 'cell', 'behavior', 'filter', 'animator', 'animation', 'variable']

/** Up and down moves among siblings, right into the sibling above, left out of the parent. */
export async function shift(key) {
  const [node] = store.selection
  const list = siblings(node)
  const place = list.indexOf(node)
  const parent = store.scene.nodes.find(other => other.id === node.parent)
  const move = change => build({ action: 'move', ...selection(), ...change }, `move ${about()}`)
  if (key === 'ArrowUp' || key === 'ArrowDown') await move({ by: key === 'ArrowUp' ? -1 : 1 })
  else if (key === 'ArrowRight' && place > 0) await move({ into: list[place - 1].id })
  else if (key === 'ArrowLeft' && parent?.parent) {
    await move({ into: parent.parent, index: siblings(parent).indexOf(parent) + 1 })
  }
  focusTree()
}

/** Drops a node, or the selection that contains it, before, into or after another one. */
function drop(node, target, zone) {
  const isAmong = store.others.size && store.selection.includes(node)
  const moved = isAmong ? selection() : { node: node.id }
  const move = change => build({ action: 'move', ...moved, ...change }, `move ${isAmong ? about() : title(node)}`)
  const list = siblings(target)
  const [from, to] = [list.indexOf(node), list.indexOf(target) + (zone === 'behind' ? 1 : 0)]
  if (zone !== 'into' && from >= 0 && !isAmong) {
    const by = to - from - (to > from ? 1 : 0)
    return by && move({ by })
  }
  return move(zone === 'into' ? { into: target.id } : { into: target.parent, index: to })
}

/** The drop zone of a row; undefined if the node cannot be dropped there. */
function zoneOf(event, row, node, target) {
  const box = row.getBoundingClientRect()
  const part = (event.clientY - box.y) / box.height
  const isBeside = node.kind === target.kind && target.parent !== undefined
  if (isBeside && part < 0.3) return 'before'
  if (isBeside && part > 0.7) return 'behind'
  const takes = node.kind === 'layer' ? target.kind === 'layer' : ['cell', 'behavior'].includes(node.kind) && (target.kind === 'cell' || target.class === 'CAEmitterLayer')
  return takes ? 'into' : isBeside ? 'behind' : null
}

/** Drags rows with the pointer. A click remains a click. */
function startDragging() {
  const tree = $('tree')
  let held = null
  const nodeOf = row => store.scene.nodes.find(node => node.id === row?.dataset.id)
  const clear = () => tree.querySelectorAll('[data-zone]').forEach(row => row.removeAttribute('data-zone'))
  const move = event => {
    if (!held || (!tree.hasPointerCapture(event.pointerId) && Math.abs(event.clientY - held.y) < 6)) return
    tree.setPointerCapture(event.pointerId)
    clear()
    const row = document.elementFromPoint(event.clientX, event.clientY)?.closest('#tree [data-id]')
    const target = nodeOf(row)
    held.zone = target && !store.path(target).includes(held.node) ? zoneOf(event, row, held.node, target) : null
    held.target = target
    if (held.zone) row.dataset.zone = held.zone
  }
  const end = () => {
    held = null
    clear()
  }
  tree.addEventListener('pointerdown', event => {
    const node = nodeOf(event.target.closest('[data-id]'))
    if (!event.button && movable.includes(node?.kind) && !event.target.closest('.tiny, .fold, input')) held = { node, y: event.clientY }
  })
  tree.addEventListener('pointermove', move)
  tree.addEventListener('pointerup', event => {
    move(event)
    const { node, target, zone } = held ?? {}
    end()
    if (zone) drop(node, target, zone)
  })
  tree.addEventListener('pointercancel', end)
}

export function startBuilding() {
  $('add').onclick = openAdd
  $('add-find').oninput = filter
  $('add-form').onsubmit = event => {
    event.preventDefault()
    $('add-groups').querySelector('section:not([hidden]) button:not([hidden])')?.click()
  }
  const tools = [
    ['copy', 'Copy (Ctrl+C)', copy], ['cut', 'Cut (Ctrl+X)', cut], ['paste', 'Paste after the selection (Ctrl+V)', pasteCopied],
    ['double', 'Duplicate (Ctrl+D)', duplicate], ['pen', 'Rename (F2)', rename], ['up', 'Move up (Alt+↑)', () => shift('ArrowUp')],
    ['down', 'Move down (Alt+↓)', () => shift('ArrowDown')], ['bin', 'Delete (Delete)', remove],
  ]
  $('parts').append(...tools.map(([name, label, body]) => el('button', { type: 'button', className: 'icon', title: label, 'aria-label': label, onclick: body }, icon(name))))
  $('tree').addEventListener('keydown', event => {
    const isMove = event.altKey && event.key.startsWith('Arrow')
    if (!isMove && event.key !== 'Delete') return
    event.preventDefault()
    event.stopImmediatePropagation()
    if (isMove) shift(event.key)
    else remove()
  })
  startDragging()
}
