// A click in the picture selects the topmost layer that is visible there; the next click the one below.
// With Shift, the topmost layer is added to the selection or removed from it.
import { $, attempt } from './dom.js'
import { server } from './api.js'
import { request } from './stage.js'
import { store } from './store.js'

/** Width in pixels of the pictures that are compared. */
const width = 320
/** The layers under the last click that have been requested. */
let search = null

/** Pixels around a point of the picture, without some layers. */
async function pixels(hidden, [x, y]) {
  const [stageWidth, stageHeight] = store.scene.size
  const size = [width, Math.max(2, Math.round((width * stageHeight) / stageWidth))]
  const blob = await store.known(() => server.picture({ ...request(), revision: store.revision, set: [...store.set, ...hidden], size, type: 'png' }))
  const bitmap = await createImageBitmap(blob)
  const ink = new OffscreenCanvas(...size).getContext('2d')
  ink.drawImage(bitmap, 0, 0)
  bitmap.close()
  return ink.getImageData(Math.floor(x * size[0]) - 1, Math.floor(y * size[1]) - 1, 3, 3).data.join()
}

/** Sublayers from front to back. */
const sublayers = parent =>
  store.scene.nodes.filter(node => node.kind === 'layer' && node.parent === parent.id && store.canSolo(node)).reverse()
    .sort((one, other) => (other.values.zPosition ?? 0) - (one.values.zPosition ?? 0))

/** Visible layers at a point, topmost first: hiding one of them changes the picture there. */
async function* layersAt(spot) {
  const hidden = []
  let shown = await pixels(hidden, spot)
  const without = node => pixels([...hidden, `${node.prefix}hidden=true`], spot)
  async function* visit(parent) {
    for (const node of sublayers(parent)) {
      if ((await without(node)) === shown) continue
      yield* visit(node)
      const rest = await without(node)
      if (rest !== shown) yield node
      hidden.push(`${node.prefix}hidden=true`)
      shown = rest
    }
  }
  const root = store.scene.nodes.find(node => node.id === 'layer')
  if (root) yield* visit(root)
  yield root ?? store.scene.nodes[0]
}

async function pick(event) {
  const box = $('canvas').getBoundingClientRect()
  const spot = [(event.clientX - box.x) / box.width, (event.clientY - box.y) / box.height]
  const moment = JSON.stringify([store.revision, request().time])
  const isSame = !event.shiftKey && search?.moment === moment
    && Math.hypot(search.x - event.clientX, search.y - event.clientY) < 6
  if (!isSame) search = { moment, x: event.clientX, y: event.clientY, layers: layersAt(spot) }
  const mine = search
  const found = await attempt(() => mine.layers.next())
  if (search !== mine) return
  if (event.shiftKey) {
    search = null
    return found?.value?.parent === undefined ? undefined : store.toggle(found.value.id)
  }
  if (found?.value) store.select(found.value.id)
  if (!found || found.done) search = null
  // Below the last layer comes the topmost one again.
  if (found?.done) return pick(event)
}

export const startPick = () => $('canvas').addEventListener('click', pick)
