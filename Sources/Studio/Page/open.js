// Opens documents of the folder, presets, and files that are chosen or dropped onto the page.
import { $, el, attempt, ask, toast } from './dom.js'
import { store } from './store.js'
import { server } from './api.js'

const isDocument = name => /\.json5?$/i.test(name)
const isPicture = name => /\.(png|jpe?g|webp|gif|bmp|tiff?)$/i.test(name)
/** Maximum bytes of a request. */
const most = 8 << 20

let save = () => {}

/** Whether the present document can be closed. */
async function leaves() {
  if (!store.isDirty) return true
  const choice = await ask(`${$('name').textContent} has changes that are not saved.`, 'Save', 'Discard')
  if (choice === 'Save') await save()
  return choice === 'Discard' || (choice === 'Save' && !store.isDirty)
}

async function open(which) {
  if (!await leaves()) return
  await attempt(async () => {
    await store.open(which)
    $('open-dialog').close()
  })
}

// MARK: The dialog

const card = (name, about, image, onclick) => {
  const button = el('button', { className: 'card', type: 'button', onclick }, image, el('span', {}, el('b', { textContent: name }), el('small', { textContent: about })))
  button.dataset.words = `${name} ${about}`.toLowerCase()
  return el('li', {}, button)
}
const size = bytes => (bytes < 10_000 ? `${bytes} bytes` : `${Math.round(bytes / 1000)} kB`)

export async function openDocuments() {
  $('open-find').value = ''
  $('open-dialog').showModal()
  $('open-dialog').scrollTop = 0
  $('open-find').focus()
  const [files, reply] = await Promise.all([attempt(() => server.files()), attempt(() => server.presets())])
  $('own-title').textContent = `In the folder ${files?.folder ?? ''}`
  $('own').replaceChildren(...(files?.documents ?? []).map(file => card(
    file.name, `${size(file.bytes)}, ${new Date(file.time * 1000).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' })}`, null, () => open({ file: file.name }))))
  $('gallery').replaceChildren(...[...Map.groupBy(reply?.presets ?? [], preset => preset.group)].map(([group, presets]) => {
    const list = el('ol', { className: 'pictures' }, ...presets.map(preset => card(
      preset.name, preset.summary,
      el('img', { alt: '', loading: 'lazy', src: server.address({ preset: preset.name, t: preset.time, size: '420x236', type: 'jpeg' }) }),
      () => open({ preset: preset.name }))))
    list.setAttribute('aria-label', group)
    return el('section', {}, el('h4', { textContent: group }), list)
  }))
  showRecent(files?.documents ?? [])
  filter()
}

/** Recently opened documents that still exist. */
const recent = () => JSON.parse(localStorage.getItem('recent') ?? '[]')

const present = () => (store.file ? { file: store.file } : store.preset ? { preset: store.preset } : null)
const others = () => recent().filter(other => JSON.stringify(other) !== JSON.stringify(present()))

/** The address names the document, so that reloading the page keeps it. */
function note() {
  history.replaceState(null, '', present() ? `#${new URLSearchParams(present())}` : location.pathname)
  if (present()) localStorage.setItem('recent', JSON.stringify([present(), ...others()].slice(0, 9)))
}

function showRecent(documents) {
  const list = others().filter(({ file }) => !file || documents.some(document => document.name === file))
  $('recent').replaceChildren(...list.map(which => el('button', { type: 'button', textContent: which.file ?? which.preset, onclick: () => open(which) })))
  $('recent-part').hidden = !list.length
}

/** Hides entries that do not match the search terms. */
function filter() {
  const words = $('open-find').value.trim().toLowerCase().split(/\s+/)
  for (const list of [$('own'), ...$('gallery').querySelectorAll('ol')]) {
    for (const item of list.children) item.hidden = !words.every(word => item.firstChild.dataset.words.includes(word))
    list.parentElement.hidden = list.children.length > 0 && [...list.children].every(item => item.hidden)
  }
  $('own-none').hidden = $('own').children.length > 0
  const found = words[0] ? choice() : null
  for (const card of $('open-dialog').querySelectorAll('.card')) card.ariaCurrent = card === found ? 'true' : null
  found?.scrollIntoView({ block: 'nearest' })
}

/** The entry that Enter opens: the document or preset with exactly this name, or the first visible one. */
function choice() {
  const cards = [...$('open-dialog').querySelectorAll('li:not([hidden]) .card')]
  const name = $('open-find').value.trim().toLowerCase()
  return cards.find(card => card.querySelector('b').textContent.toLowerCase().replace(/\.json5?$/, '') === name) ?? cards[0]
}

/** An empty document with the size of the present one. */
async function openNew() {
  if (!await leaves()) return
  const text = `{\n  movie: { size: [${store.scene.size.join(', ')}], duration: 4, background: "#101418" },\n  layer: {},\n}\n`
  await attempt(() => store.openText(text, 'untitled.json'))
  $('open-dialog').close()
}

// MARK: External files

/** Opens a document of the folder as a file, and any other one as text without a file. */
async function openFile(file) {
  if (!isDocument(file.name)) throw new Error(`${file.name} is not a document. Documents end in .json or .json5; "starmine import" converts other files`)
  if (file.size > most) throw new Error(`${file.name} is too large for a document`)
  const text = await file.text()
  const own = await server.document({ file: file.name }).catch(() => null)
  if (!await leaves()) return
  if (own?.text === text) await store.open({ file: file.name })
  else {
    await store.openText(text, file.name)
    toast(`${file.name} is not in the studio's folder. Save writes a copy there; put its pictures there too`)
  }
  $('open-dialog').close()
}

/** Adds a picture to the folder. Returns its name there. */
export async function keepPicture(file) {
  if (!isPicture(file.name)) throw new Error(`${file.name} is not a supported picture`)
  if (file.size > most) throw new Error(`${file.name} is larger than 8 MB. Copy it to the folder, then choose it`)
  return (await server.keepPicture(file)).name
}

/** Pictures are assigned to the control on which they are dropped, or to the first one of the selection. */
async function take(file, target) {
  if (!isPicture(file.name)) return openFile(file)
  const own = target.closest?.('.control.picture') ?? document.querySelector('#controls .control.picture')
  const name = await keepPicture(file)
  // If no drop target accepts it, it becomes a layer.
  if (!own || own.closest('[inert]')) await store.build({ action: 'add', kind: 'picture', node: store.selected }, `add ${name}`)
  const control = own?.isConnected && !own.closest('[inert]') ? own : document.querySelector('#controls .control.picture')
  control.dispatchEvent(new CustomEvent('take', { detail: name }))
  toast(`${control.dataset.key}: ${name}`)
}

export function startOpening(saving) {
  save = saving
  $('open').onclick = openDocuments
  store.on('opened', note)
  $('open-find').oninput = filter
  $('open-form').onsubmit = event => {
    event.preventDefault()
    choice()?.click()
  }
  $('open-new').onclick = openNew
  $('open-file').onclick = () => $('open-input').click()
  $('open-input').onchange = () => {
    const [file] = $('open-input').files
    $('open-input').value = ''
    if (file) attempt(() => openFile(file))
  }
  const isFile = event => event.dataTransfer?.types.includes('Files')
  const show = isOver => document.body.classList.toggle('dropping', isOver)
  addEventListener('dragover', event => {
    if (!isFile(event)) return
    event.preventDefault()
    show(true)
  })
  addEventListener('dragleave', event => event.relatedTarget === null && show(false))
  addEventListener('drop', event => {
    show(false)
    if (!isFile(event)) return
    event.preventDefault()
    const [file] = event.dataTransfer.files
    if (file) attempt(() => take(file, event.target))
  })
}
