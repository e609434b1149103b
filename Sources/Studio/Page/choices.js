// Sprites and fonts as pictures. The program draws them from a small document, whose value each address sets.
import { $, el, attempt } from './dom.js'
import { server } from './api.js'

const samples = {
  sprite: {
    heading: 'Sprites', size: '96x96', set: value => [`sample.contents=${value}`],
    text: `{ movie: { size: [96, 96], background: "transparent" }, layer: { sublayers: [
      { name: "sample", bounds: [0, 0, 84, 84], position: [48, 48], contentsGravity: "resizeAspect" }] } }`,
  },
  font: {
    heading: 'Fonts', size: '420x96', set: value => [`sample.font=${value}`],
    text: `{ movie: { size: [420, 96], background: "transparent" }, layer: { sublayers: [
      { class: "CATextLayer", name: "sample", bounds: [0, 0, 400, 72], position: [210, 48], fontSize: 56,
        string: "Starmine 2027", fit: "shrink", alignmentMode: "center", foregroundColor: "#ffffff" }] } }`,
  },
}

/** Puts pictures of values into images. The server may have forgotten the text, so each call sends it. */
async function draw(kind, images) {
  const { text, size, set } = samples[kind]
  const { revision } = await server.draft(text)
  for (const [image, value] of images) {
    image.src = server.address({ revision, size, set: set(value), background: 'none', type: 'png' })
  }
}

/** A dialog with a picture for each value. `pick` receives the name of the chosen one. */
export function choose(kind, names, current, value, pick) {
  const images = []
  const card = name => {
    const image = el('img', { alt: '', loading: 'lazy' })
    images.push([image, value(name)])
    return el('li', {}, el('button', {
      type: 'button', className: 'card', 'data-words': name.toLowerCase(),
      'aria-current': name === current ? 'true' : undefined,
      onclick: () => {
        $('choice-dialog').close()
        pick(name)
      },
    }, image, el('span', { textContent: name })))
  }
  $('choice-title').textContent = samples[kind].heading
  $('choices').dataset.kind = kind
  $('choices').replaceChildren(...names.map(card))
  $('choice-find').value = ''
  filter()
  $('choice-dialog').showModal()
  $('choices').querySelector('[aria-current]')?.scrollIntoView({ block: 'center' })
  return attempt(() => draw(kind, images))
}

/** A button with the picture of a sprite, which opens the dialog. */
export function makeSwatch(label, onclick) {
  const image = el('img', { alt: '', hidden: true })
  const options = { type: 'button', className: 'swatch', title: label, 'aria-label': label, onclick }
  const element = el('button', options, image)
  let shown
  return {
    element,
    /** Shows a value in the form of `--set`; null for no picture. */
    show(value) {
      if (value === shown) return
      shown = value
      image.hidden = value === null
      if (value !== null) attempt(() => draw('sprite', [[image, value]]))
    },
  }
}

function filter() {
  const words = $('choice-find').value.trim().toLowerCase().split(/\s+/)
  const isFound = item => words.every(word => item.firstChild.dataset.words.includes(word))
  for (const item of $('choices').children) item.hidden = !isFound(item)
}

export function startChoices() {
  $('choice-find').oninput = filter
  $('choice-form').onsubmit = event => {
    event.preventDefault()
    $('choices').querySelector('li:not([hidden]) button')?.click()
  }
}
