// Pictures over time, below the transport.
import { $, el, settled } from './dom.js'
import { store } from './store.js'
import { server } from './api.js'
import { stage, seek } from './stage.js'

const count = () => Math.max(5, Math.min(14, Math.round($('strip').clientWidth / 118)))
const time = index => (store.length * index) / items.length
let items = []

function build() {
  if (items.length === count()) return
  items = Array.from({ length: count() }, (_, index) => {
    const picture = el('img', { alt: '', decoding: 'async' })
    const button = el('button', { type: 'button', onclick: () => seek(time(index)) }, picture)
    return { picture, button, element: el('li', {}, button) }
  })
  $('strip').replaceChildren(...items.map(item => item.element))
}

const load = settled(350, () => {
  if (!store.scene) return
  build()
  const [width, height] = store.scene.size
  const side = 200
  const size = width > height ? `${side}x${Math.max(2, Math.round((side * height) / width))}` : `${Math.max(2, Math.round((side * width) / height))}x${side}`
  // Limited by the length of a URL.
  const set = store.left.join().length < 4000 ? store.left : []
  items.forEach(({ picture, button }, index) => {
    const at = time(index).toFixed(3)
    button.setAttribute('aria-label', `At ${Number(at)} seconds`)
    picture.src = server.address({ revision: store.revision, t: at, size, type: 'jpeg', ...store.layers, set })
  })
  mark()
})

let marked = null

function mark() {
  const current = Math.min(items.length - 1, Math.floor((stage.time / store.length) * items.length + 1e-6))
  if (items[current] === marked) return
  marked = items[current]
  items.forEach(({ button }, index) => button.setAttribute('aria-current', String(index === current)))
}

export function startStrip() {
  store.on('change opened look', load)
  store.on('time', mark)
  new ResizeObserver(load).observe($('strip'))
}
