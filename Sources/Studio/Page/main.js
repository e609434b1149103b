// The page: buttons, keys, panes, saving and exporting.
import { $, el, attempt, toast, drag, settled } from './dom.js'
import { store } from './store.js'
import { server, Refusal } from './api.js'
import { word } from './values.js'
import { live, stage, startStage, play, step, seek } from './stage.js'
import { startTree, toggleShown, toggleSolo, toggleLock } from './tree.js'
import { startBuilding, openAdd, addCue, rename, selectSiblings } from './build.js'
import { startChoices } from './choices.js'
import { startCopies, copy, cut, duplicate } from './copies.js'
import { startTimeline, toggleTimeline } from './timeline.js'
import { startSizes, toggleSizes } from './sizes.js'
import { startInspector } from './inspector.js'
import { startHandles, toggleHandles } from './handles.js'
import { startPick } from './pick.js'
import { startStrip } from './strip.js'
import { startWalls, openWall } from './walls.js'
import { startOpening, openDocuments } from './open.js'
import { startEditor, toggleEditor } from './editor.js'

// MARK: Saving

async function save() {
  if (store.facts.isReadOnly) return toast('The studio is read-only (--read-only)', true)
  if (!store.file) return saveAs()
  try {
    await store.save()
    toast(`Saved ${store.file}`)
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 409) return toast(error.message, true)
    notice('Another program has changed the file.', ['Overwrite', () => attempt(() => store.save(null, true))], ['Reload', reload])
  }
}

function saveAs() {
  $('save-name').value = store.nameToSave
  $('save-problem').textContent = ''
  $('save-dialog').showModal()
  $('save-name').select()
  return new Promise(resolve => $('save-dialog').addEventListener('close', resolve, { once: true }))
}

$('save-dialog').addEventListener('submit', async event => {
  event.preventDefault()
  try {
    const isSecond = $('save-go').dataset.forces === $('save-name').value
    const reply = await store.save($('save-name').value, isSecond)
    $('save-dialog').close()
    toast(`Saved ${reply.file}`)
  } catch (error) {
    $('save-problem').textContent = error.status === 409 ? 'There is a file of this name; Save again replaces it.' : error.message
    $('save-go').dataset.forces = error.status === 409 ? $('save-name').value : ''
  }
})

const reload = () => attempt(() => store.open(store.file ? { file: store.file } : {}))

/** A message above the panes with buttons for the possible actions. */
function notice(text, ...choices) {
  const close = () => ($('notice').hidden = true)
  $('notice').replaceChildren(el('span', { textContent: text }), ...[...choices, ['Not now', () => {}]].map(([label, body]) =>
    el('button', { type: 'button', textContent: label, onclick: () => {
      close()
      body()
    } })))
  $('notice').hidden = false
}

// MARK: The equivalent command

async function copyCommand() {
  const changes = store.changes
  const source = store.file && !store.isDirty ? store.file : changes && !store.file ? store.scene.name : changes ? store.file : null
  if (!source) return toast('The text was edited. Save the document, then copy the command.', true)
  const sets = store.file && !store.isDirty ? [] : changes
  const line = ['starmine render', word(source), ...sets.map(change => `--set ${word(change)}`), ...Object.entries(store.layers).map(([key, value]) => `--${key} ${value}`)].join(' ')
  try {
    await navigator.clipboard.writeText(line)
    toast(`Copied: ${line.length > 90 ? `${line.slice(0, 90)}…` : line}`)
  } catch {
    prompt('The command', line)
  }
}

// MARK: Exporting

const ending = () => store.facts.exports.find(choice => choice.key === $('export-for').value)?.extension ?? ''

function openExport() {
  const select = $('export-for')
  if (!select.options.length) {
    const group = (label, prefix) => el('optgroup', { label }, ...store.facts.exports.filter(choice => choice.key.startsWith(prefix))
      .map(choice => el('option', { value: choice.key, textContent: `${choice.key.slice(prefix.length)}: ${choice.use}` })))
    select.replaceChildren(group('Delivery presets', 'for:'), group('Formats', 'format:'))
    select.value = 'format:h264'
    $('export-sizes').replaceChildren(...store.facts.sizes.map(([value, textContent]) => el('option', { value, textContent })))
    select.onchange = () => ($('export-name').value = $('export-name').value.replace(/(-%05d)?(\.\w+)?$/, ending()))
  }
  $('export-name').value = `${store.nameToSave.replace(/\.json5?$/, '')}${ending()}`
  $('export-state').textContent = store.facts.isReadOnly ? 'The studio is read-only (--read-only).' : `The file is written to ${store.facts.output}.${store.solo.size ? ' Solo has no effect: the movie has all layers.' : ''}`
  $('export-go').disabled = store.facts.isReadOnly
  $('export-layers').value = store.parts
  $('export-dialog').showModal()
}

const isRendering = () => !$('export-progress').hidden

function showRendering(isOn) {
  $('export-progress').hidden = !isOn
  $('export-progress').value = 0
  $('export-go').disabled = isOn
  $('export-cancel').textContent = isOn ? 'Cancel' : 'Close'
}

const startExport = () => attempt(async () => {
  const frames = $('export-part').checked ? [stage.from, stage.end].map(time => Math.round((time / store.length) * store.frames)) : null
  // A short movie can be finished before the reply arrives.
  showRendering(true)
  try {
    await server.render({ revision: store.revision, name: $('export-name').value, export: $('export-for').value, size: $('export-size').value || null, frames, ...store.layers })
  } catch (error) {
    showRendering(false)
    throw error
  }
})
const stopExport = () => (isRendering() ? attempt(() => server.cancel()) : $('export-dialog').close())
$('export-dialog').addEventListener('submit', event => {
  event.preventDefault()
  if (!isRendering()) startExport()
})
$('export-dialog').addEventListener('cancel', event => {
  if (!isRendering()) return
  event.preventDefault()
  stopExport()
})
$('export-cancel').onclick = stopExport
$('export-layers').onchange = () => store.showParts($('export-layers').value)

live.addEventListener('render', ({ detail }) => {
  $('export-progress').value = detail.count ? detail.done / detail.count : 0
  $('export-state').textContent = detail.message ?? `${detail.done} of ${detail.count} frames`
  if (detail.state === 'running') return
  showRendering(false)
  toast(detail.message, detail.state === 'failed')
})

// MARK: Keys

const keys = [
  [' ', 'space', 'play, pause', play], [',', ',', 'previous frame', () => step(-1)], ['.', '.', 'next frame', () => step(1)],
  ['Home', 'Home', 'to the beginning', () => seek(0)], ['End', 'End', 'to the end', () => seek(Infinity)],
  ['i', 'i', 'set the start of playback', () => $('in').click()], ['o', 'o', 'set the end of playback', () => $('out').click()],
  ['l', 'l', 'loop', () => $('loop').click()], ['f', 'f', 'fit the window', () => $('fit').click()], ['1', '1', 'actual size', () => $('whole').click()],
  ['b', 'b', 'compare before and after', () => $('split').click()], ['h', 'h', 'handles in the picture', toggleHandles],
  ['v', 'v', 'hide or show the selection', () => toggleShown()], ['s', 's', 'show only the selection', () => toggleSolo()], ['k', 'k', 'lock the selection', () => toggleLock()],
  ['g', 'g', 'with or without scenery', () => store.showParts(store.parts === 'without' ? '' : 'without')],
  ['[', '[ ]', 'previous, next layer or cell', () => move(-1)], [']', null, '', () => move(1)],
  ['a', 'a', 'add a layer, a cell, an animation ...', openAdd], ['q', 'q', 'add a cue at the current time', addCue], ['Ctrl+d', 'Ctrl D', 'duplicate the selection', duplicate],
  ['Ctrl+a', 'Ctrl A', 'select all siblings', selectSiblings],
  [null, 'Shift ↑ ↓', 'in the tree: select several', null],
  ['Ctrl+c', 'Ctrl C', 'copy the selection', copy], ['Ctrl+x', 'Ctrl X', 'cut the selection', cut],
  [null, 'Ctrl V', 'paste after the selection', null],
  ['F2', 'F2', 'rename the selection', rename], [null, 'Delete', 'in the tree: delete', null], [null, 'Alt ↑ ↓ ← →', 'in the tree: move up, down, out of its parent, into the one above', null],
  ['n', 'n', 'find in the tree', () => $('tree-find').focus()], ['t', 't', 'the timeline', toggleTimeline], ['w', 'w', 'story, square and 16:9', toggleSizes],
  ['/', '/', 'find a property', () => $('find').focus()], ['e', 'e', 'edit the document text', () => toggleEditor()],
  ['m', 'm', 'show variations; p pins one, r shows others', openWall], ['p', 'p', 'open a document or a preset', openDocuments], ['Ctrl+o', null, '', openDocuments],
  ['c', 'c', 'copy the command line', copyCommand], ['x', 'x', 'export', openExport], ['?', '?', 'show these shortcuts', () => $('help-dialog').showModal()],
  ['Ctrl+z', 'Ctrl Z', 'undo', () => attempt(() => store.undo())], ['Ctrl+Z', 'Ctrl Shift Z', 'redo', () => attempt(() => store.redo())],
  ['Ctrl+y', null, '', () => attempt(() => store.redo())], ['Ctrl+s', 'Ctrl S', 'save', save], ['Ctrl+S', 'Ctrl Shift S', 'save as', saveAs],
  [null, '← → ↑ ↓', 'on a slider or handle: one step, with Shift a larger one; in the tree: ← → fold and unfold', null], [null, 'Delete', 'remove a point of a curve; double-click to add one', null],
]

function move(way) {
  const nodes = store.scene.nodes
  const index = nodes.findIndex(node => node.id === store.selected)
  store.select(nodes[(index + way + nodes.length) % nodes.length].id)
}

document.addEventListener('keydown', event => {
  const isControl = event.ctrlKey || event.metaKey
  const name = (isControl ? 'Ctrl+' : '') + event.key
  const row = keys.find(([key]) => key === name)
  const isText = event.target.matches('textarea, input:not([type="range"], [type="checkbox"], [type="color"])')
  const isMarked = isText || document.querySelector('dialog[open]') || String(getSelection())
  // Text fields keep editing keys, and marked text those of the clipboard. Dialogs handle their own keys.
  const keeps = isControl ? (isText && /^[zy]$/i.test(event.key)) || (isMarked && /^[acx]$/i.test(event.key)) : isText
  if (!row || event.altKey || keeps) return
  if (!isControl && (document.querySelector('dialog[open]') || (event.target.matches('button, select, summary') && event.key === ' '))) return
  if (event.target.matches('select, input[type="range"]') && ['Home', 'End'].includes(event.key)) return
  event.preventDefault()
  row[3]?.()
})

// MARK: Panes and colours

function startPanes() {
  const root = document.documentElement
  for (const splitter of document.querySelectorAll('.splitter')) {
    const name = splitter.dataset.pane
    const pane = $(`${name}-pane`)
    const set = width => {
      const clean = Math.round(Math.min(560, Math.max(120, width)))
      root.style.setProperty(`--${name}`, `${clean}px`)
      localStorage.setItem(`pane:${name}`, clean)
    }
    const kept = localStorage.getItem(`pane:${name}`)
    if (kept && innerWidth > 1180) set(Number(kept))
    const way = name === 'tree' ? 1 : -1
    new ResizeObserver(() => splitter.setAttribute('aria-valuenow', pane.offsetWidth)).observe(pane)
    drag(splitter, event => set(pane.offsetWidth + way * event.movementX))
    splitter.onkeydown = event => {
      const step = { ArrowLeft: -16, ArrowRight: 16 }[event.key]
      if (step) set(pane.offsetWidth + way * step)
    }
  }
}

function startTheme() {
  const wish = matchMedia('(prefers-color-scheme: light)')
  const show = () => (document.documentElement.dataset.theme = localStorage.getItem('theme') ?? (wish.matches ? 'light' : 'dark'))
  wish.onchange = show
  show()
  $('theme').onclick = () => {
    localStorage.setItem('theme', document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark')
    show()
  }
}

function showHeader() {
  $('name').textContent = store.file ?? store.givenName ?? store.scene?.name ?? 'document'
  $('summary').textContent = store.scene?.summary ?? ''
  $('dirty').hidden = !store.isDirty
  $('undo').disabled = !store.canUndo
  $('redo').disabled = !store.canRedo
  document.title = `${store.isDirty ? '• ' : ''}${$('name').textContent} – Starmine studio`
}

// MARK: Start

$('export-layers').innerHTML = $('layers').innerHTML

startTheme()
startPanes()
startStage()
startTree()
startInspector()
startHandles()
startPick()
startStrip()
startWalls()
startBuilding()
startCopies()
startChoices()
startTimeline()
startSizes()
startOpening(save)
startEditor()

$('undo').onclick = () => attempt(() => store.undo())
$('redo').onclick = () => attempt(() => store.redo())
$('save').onclick = save
$('save-as').onclick = saveAs
$('copy').onclick = copyCommand
$('export').onclick = openExport
for (const button of document.querySelectorAll('[data-close]')) button.onclick = () => button.closest('dialog').close()
$('help').onclick = () => $('help-dialog').showModal()
$('keys').replaceChildren(...keys.filter(([, shown]) => shown).flatMap(([, shown, meaning]) => [el('dt', { textContent: shown }), el('dd', { textContent: meaning })]))

store.on('change opened', showHeader)
store.on('note', ({ detail }) => toast(detail))
store.on('problem', ({ detail }) => toast(detail, true))
live.addEventListener('lost', () => notice('The server does not respond. Changes are kept, and the page reconnects automatically.'))
live.addEventListener('open', () => ($('notice').hidden = true))
live.addEventListener('file', async ({ detail }) => {
  await store.answered()
  if (detail.file !== store.file || detail.base === store.base) return
  if (!store.isDirty) return reload()
  notice(`${detail.file} was changed by another program.`, ['Reload', reload], ['Keep mine', () => (store.base = detail.base)])
})
// After all pointers are released and the element has handled the event.
const held = new Set()
const settle = settled(100, () => held.size || store.settle())
addEventListener('pointerdown', event => held.add(event.pointerId), true)
for (const end of ['pointerup', 'pointercancel']) addEventListener(end, event => {
  held.delete(event.pointerId)
  settle()
}, true)
addEventListener('focusout', settle)
store.on('change', settle)
addEventListener('beforeunload', event => store.isDirty && event.preventDefault())

await attempt(() => store.start())
live.connect()
document.documentElement.dataset.state = 'ready'
