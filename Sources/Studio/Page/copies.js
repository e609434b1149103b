// Copies of parts. The clipboard contains the text of a document.
import { attempt, toast } from './dom.js'
import { server } from './api.js'
import { store } from './store.js'
import { about, build, remove } from './build.js'
import { focusTree } from './tree.js'

/** The last text that was copied, for a page that is not permitted to use the clipboard. */
let kept = ''
const copied = () => store.known(() => server.copy(store.revision, store.selection.map(node => node.id)))

/** Puts the selection on the clipboard. Returns whether it is there. */
export const copy = () => attempt(async () => {
  const { text } = await copied()
  kept = text
  const isShared = await navigator.clipboard.writeText(text).then(() => true, () => false)
  toast(`Copied ${about()}${isShared ? '' : ' for this page only: the browser does not permit the clipboard'}`)
  return true
})

export async function cut() {
  if (await copy()) await remove()
}

/** Adds the parts of a document after a node. The server checks the text. */
async function paste(text, node = store.selection.at(-1).id, label = 'paste') {
  await build({ action: 'paste', text, node }, label)
  focusTree()
}

/** Pastes from a button. The browser may ask for permission to read the clipboard. */
export const pasteCopied = () => attempt(async () => {
  const text = await navigator.clipboard.readText().catch(() => kept)
  if (!text) throw new Error('The clipboard is empty, or the browser does not permit reading it. Press Ctrl+V.')
  await paste(text)
})

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
    paste(text)
  })
}
