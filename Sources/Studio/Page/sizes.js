// The current frame in story, square and 16:9 format, side by side.
import { $, el, attempt, press, settled } from './dom.js'
import { store } from './store.js'
import { server } from './api.js'
import { request } from './stage.js'

const shapes = [['Story', 9, 16], ['Square', 1, 1], ['16:9', 16, 9]]
let isOn = false

function build() {
  $('sizes').replaceChildren(...shapes.map(([name, width, height]) => el('figure', { style: `flex: ${width / height}` },
    el('img', { alt: `The scene as ${name}`, style: `aspect-ratio: ${width} / ${height}` }), el('figcaption', { textContent: name }))))
}

/** Draws the pictures in turn. Changes in the meantime are drawn next. */
const load = settled(160, async () => {
  if (!isOn) return
  const height = Math.min($('sizes').clientHeight, ($('sizes').clientWidth * 144) / 481) - 30
  for (const [index, [, width, other]] of shapes.entries()) {
    const size = [(width / other) * height, height].map(side => Math.max(16, Math.round(side)))
    const picture = await attempt(() => store.known(() => server.picture({ ...request(), size, type: 'jpeg' })))
    if (!picture || !isOn) return
    const image = $('sizes').children[index].firstChild
    const address = URL.createObjectURL(picture)
    image.onload = () => URL.revokeObjectURL(address)
    image.src = address
  }
})

export function toggleSizes() {
  isOn = !isOn
  press($('sizes-toggle'), isOn)
  $('sizes').hidden = !isOn
  $('frame').hidden = isOn
  load()
}

export function startSizes() {
  build()
  $('sizes-toggle').onclick = toggleSizes
  store.on('change look time opened size', load)
}
