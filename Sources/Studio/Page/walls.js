// Grids of variations to choose from.
import { $, el, attempt, press, toast } from './dom.js'
import { store } from './store.js'
import { server } from './api.js'
import { stage } from './stage.js'
import { shown, unit } from './values.js'

const families = ['colour', 'scale', 'velocity', 'lifetime', 'birthRate', 'spin', 'emission']
let seed = 1
let cards = []
let pinned = []

const shape = () => {
  const [width, height] = store.scene.size
  const part = 420 / Math.max(width, height)
  return [width, height].map(side => Math.max(2, Math.round(side * part)))
}

/** A change of a label, with its number in the unit of the control. */
function inUnits(text) {
  const [path, value] = text.split(' ')
  const key = path.split('.').at(-1)
  const node = store.scene.nodes.find(node => node.prefix + key === path)
  const row = node && store.rows(node).find(row => row.key === key)
  return row && Number.isFinite(Number(value)) ? `${path} ${shown(row, Number(value))} ${unit(row).label}`.trim() : text
}

/** Releases the URLs of pictures that are no longer shown. */
function picture(options) {
  const image = el('img', { alt: '' })
  attempt(async () => {
    const address = URL.createObjectURL(await server.picture(options))
    image.onload = () => URL.revokeObjectURL(address)
    image.src = address
  })
  return image
}

async function fillWall() {
  await attempt(async () => {
    const locks = [...store.lockedPaths, ...[...$('families').children].filter(chip => chip.getAttribute('aria-pressed') === 'true').map(chip => chip.textContent)]
    const options = { count: 11, amount: Number($('amount').value), locks, seed }
    const reply = await store.known(() => server.mutate(store.revision, options))
    show(reply.variations.map(variation => ({ ...variation, revision: store.revision })))
  })
}

function show(variations) {
  cards = [...pinned, ...variations.filter(card => !pinned.some(pin => pin.label === card.label && pin.revision === card.revision))]
  $('pictures').replaceChildren(...cards.map(card))
  $('pictures').querySelector('button')?.focus()
}

function card(entry) {
  const pin = el('button', { className: 'pin', type: 'button', textContent: 'Pin', title: 'P', 'aria-pressed': String(pinned.includes(entry)), onclick: () => togglePin() })
  const togglePin = () => {
    pinned = pinned.includes(entry) ? pinned.filter(other => other !== entry) : [...pinned, entry].slice(-2)
    for (const [index, item] of [...$('pictures').children].entries()) press(item.querySelector('.pin'), pinned.includes(cards[index]))
    }
  const image = picture({ revision: entry.revision, set: entry.set, time: stage.time, size: shape(), type: 'jpeg' })
  const button = el('button', {
    className: 'card', type: 'button', 'aria-label': entry.label || 'original',
    onclick: () => take(entry),
    onkeydown: event => event.key === 'p' && togglePin(),
  }, image, el('span', {}, el('small', { textContent: entry.index ? entry.label.split(', ').map(inUnits).join(', ') : 'as it is now' })))
  return el('li', {}, button, pin)
}

/** Replaces the document by the selected variation, which is varied next. */
async function take(entry) {
  if (!entry.set.length && entry.revision === store.revision) return
  await attempt(async () => {
    await store.adopt(entry.revision, entry.set, `variation: ${entry.label}`)
    pinned = []
    seed += 1
    await fillWall()
    toast('The variation replaced the document. Undo restores it.')
  })
}

export function openWall() {
  pinned = []
  $('wall-dialog').showModal()
  fillWall()
}

export function startWalls() {
  $('families').replaceChildren(...families.map(name => {
    const chip = el('button', { type: 'button', textContent: name, 'aria-pressed': 'false', onclick: () => {
      press(chip, chip.getAttribute('aria-pressed') !== 'true')
      fillWall()
    } })
    return chip
  }))
  $('wall-form').onsubmit = event => {
    event.preventDefault()
    seed += 1
    fillWall()
  }
  $('amount').onchange = fillWall
  $('wall').onclick = openWall
  $('wall-dialog').addEventListener('keydown', event => {
    if (event.key === 'r' && !event.ctrlKey && !event.metaKey) $('again').click()
  })
}
