// What is edited: the text of a document, its scene, and what it was before. The text is the truth; everything else
// follows from it, so undo is a list of texts.
import { server, Refusal } from './api.js'

class Store extends EventTarget {
  /** The property table: rows by class. */
  classes = {}
  /** Headings in the order of showing. */
  groups = []
  /** Facts of the session: formats, read-only. */
  facts = {}
  file = null
  text = ''
  revision = ''
  /** Of the text last loaded or saved. */
  savedText = ''
  /** Of the file when it was read: a save that finds another one asks. */
  base = null
  problems = []
  scene = null
  /** Changes that a pointer is still busy with, by key path. */
  preview = new Map()
  selected = 'movie'
  locks = new Set()
  #past = []
  #future = []
  #queue = Promise.resolve()
  /** The last change of each key path that the server has not answered. */
  #written = new Map()

  tell(type, detail) { this.dispatchEvent(new CustomEvent(type, { detail })) }
  on(types, body) { for (const type of types.split(' ')) this.addEventListener(type, body) }

  get isDirty() { return this.text !== this.savedText }
  get canUndo() { return this.#past.length > 0 }
  get canRedo() { return this.#future.length > 0 }
  get node() { return this.scene?.nodes.find(node => node.id === this.selected) ?? this.scene?.nodes[0] }
  /** The previewed changes as the server takes them. */
  get set() { return [...this.preview].map(([path, value]) => `${path}=${value}`) }
  /** Seconds of what is written. */
  get length() { return this.scene?.length ?? 1 }
  get frames() { return Math.max(1, this.scene?.frames ?? 1) }

  async start() {
    const { classes, groups } = await server.properties()
    this.classes = classes
    this.groups = groups
    await this.open()
  }

  /** A `preset` or a `file`; without either, the document that the studio was started with. */
  async open(which = {}) {
    const reply = await server.document(which)
    this.#past = []
    this.#future = []
    this.preview.clear()
    this.#written.clear()
    this.facts = { ...this.facts, ...reply.facts }
    this.file = reply.facts.file ?? null
    this.base = reply.base ?? null
    this.locks = new Set(JSON.parse(localStorage.getItem(`locks:${reply.scene?.name}`) ?? '[]'))
    this.selected = ''
    this.#take(reply)
    this.savedText = this.text
    this.tell('opened')
    this.tell('change')
  }

  #take(reply) {
    this.text = reply.text
    this.revision = reply.revision
    this.problems = reply.problems
    if (reply.scene) {
      this.scene = reply.scene
      if (!this.scene.nodes.some(node => node.id === this.selected)) this.selected = this.firstCell()
    }
  }

  /** What is turned most: the cell that says most about itself. */
  firstCell() {
    const nodes = this.scene.nodes
    const size = node => (node.kind === 'cell' ? Object.keys(node.values).length : 0)
    return nodes.reduce((one, other) => (size(other) > size(one) ? other : one), nodes[1] ?? nodes[0]).id
  }

  select(id) {
    this.selected = id
    this.tell('select')
  }

  /** Shows a value without writing it. */
  show(path, value) {
    this.preview.set(path, value)
    this.tell('preview', { path })
  }

  /** Takes back what was shown and is not written: a hand that ends where it began changes nothing, and nobody says so. */
  settle() {
    const left = [...this.preview.keys()].filter(path => !this.#written.has(path))
    for (const path of left) this.preview.delete(path)
    if (left.length) this.tell('change')
  }

  /** Whether a hand is ahead of the text: until its own answer has come, its control keeps what it shows. */
  isAhead(path) { return this.preview.has(path) || this.#written.has(path) }

  /** Writes values into the text; one step of undo. What is refused changes nothing, and the reason is thrown. */
  change(set, label) {
    const change = { shown: new Map(set.map(text => text.split(/[+*]?=/)[0]).map(path => [path, this.preview.get(path)])) }
    for (const path of change.shown.keys()) this.#written.set(path, change)
    return this.#inOrder(async () => {
      try {
        const reply = await this.#known(() => server.edit(this.revision, set))
        this.#step({ label, set })
        this.#take(reply)
        for (const note of reply.notes ?? []) this.tell('note', note)
      } finally {
        this.#answered(change)
        this.tell('change')
      }
    })
  }

  /** What a hand has done since stays ahead. */
  #answered(change) {
    for (const [path, text] of change.shown) {
      if (this.preview.get(path) === text) this.preview.delete(path)
      if (this.#written.get(path) === change) this.#written.delete(path)
    }
  }

  /** Takes another text over, as one step; typing goes on in the step before. */
  write(text, label, isTyping = false) {
    return this.#inOrder(async () => {
      const reply = await server.draft(text)
      if (!reply.scene) {
        this.problems = reply.problems
        this.tell('problems')
        return
      }
      const last = this.#past.at(-1)
      if (text === this.text && reply.revision === this.revision) {
        this.problems = reply.problems
        this.tell('problems')
        return
      }
      if (!isTyping || !last?.isTyping) this.#step({ label, set: null, isTyping })
      this.#take(reply)
      this.tell('change')
    })
  }

  /** Changes of another text than the present one, such as a variation's. */
  adopt(revision, set, label) {
    return this.#inOrder(async () => {
      const reply = await server.edit(revision, set)
      this.#step({ label, set: revision === this.revision ? set : null })
      this.#take(reply)
      this.tell('change')
    })
  }

  #step(step) {
    this.#past.push({ ...step, text: this.text })
    if (this.#past.length > 500) this.#past.shift()
    this.#future = []
  }

  undo() { return this.#walk(this.#past, this.#future, 'Undone') }
  redo() { return this.#walk(this.#future, this.#past, 'Done again') }

  #walk(from, to, word) {
    return this.#inOrder(async () => {
      const step = from.pop()
      if (!step) return
      to.push({ ...step, text: this.text, isTyping: false })
      this.#take(await server.draft(step.text))
      this.tell('note', `${word}: ${step.label}`)
      this.tell('change')
    })
  }

  /** Every change since opening as `--set` takes it; nil after a change of the text itself. */
  get changes() {
    if (this.#past.some(step => !step.set)) return null
    const last = new Map()
    for (const change of this.#past.flatMap(step => step.set)) {
      const path = change.split('=')[0]
      last.delete(path)
      last.set(path, change)
    }
    return [...last.values()]
  }

  async save(name, force = false) {
    const isSame = !name || name === this.file
    const reply = await server.save(this.text, name ?? this.file, isSame ? this.base : null, force)
    this.file = reply.file
    this.base = reply.base
    // A copy may carry its own name.
    this.text = this.savedText = reply.text
    this.revision = reply.revision
    this.tell('change')
    return reply
  }

  /** Says so again where the server has forgotten the text. */
  async known(body) { return this.#known(body) }
  async #known(body) {
    try {
      return await body()
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== 410) throw error
      this.revision = (await server.draft(this.text)).revision
      return body()
    }
  }

  lock(path, isLocked) {
    if (isLocked) this.locks.add(path)
    else this.locks.delete(path)
    localStorage.setItem(`locks:${this.scene.name}`, JSON.stringify([...this.locks]))
  }

  #inOrder(body) {
    const next = this.#queue.then(body)
    this.#queue = next.catch(() => {})
    return next
  }
}

export const store = new Store()
