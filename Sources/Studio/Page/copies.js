// Copies of layers, cells, behaviours and text animators. The clipboard contains the text of a document.
import { attempt, toast } from './dom.js'
import { server } from './api.js'
import { store } from './store.js'
import { about, build, remove } from './build.js'
import { focusTree } from './tree.js'

const copied = () => store.known(() => server.copy(store.revision, store.selection.map(node => node.id)))

/** Puts the selection on the clipboard. Returns whether it is there. */
export const copy = () => attempt(async () => {
  const { text } = await copied()
  await navigator.clipboard.writeText(text)
  toast(`Copied ${about()}`)
  return true
})

export async function cut() {
  if (await copy()) await remove()
}

/** Adds the parts of a document after a node. The server checks the text. */
async function paste(text, node, label) {
  await build({ action: 'paste', text, node }, label)
  focusTree()
}

/** Several parts are copied to the place after the last one. */
export async function duplicate() {
  const last = store.selection.at(-1).id
  const label = `duplicate ${about()}`
  if (!store.others.size) await build({ action: 'duplicate' }, label)
  else await attempt(async () => paste((await copied()).text, last, label))
  focusTree()
}

export function startCopies() {
  document.addEventListener('paste', event => {
    const text = event.clipboardData.getData('text/plain')
    if (!text || event.target.closest?.('input[type="text"], input[type="search"], textarea, dialog')) return
    event.preventDefault()
    paste(text, store.selection.at(-1).id, 'paste')
  })
}
