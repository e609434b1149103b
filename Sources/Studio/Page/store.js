// The edited document: its text, its scene, and earlier texts. Everything else is derived from the text, so undo is a
// list of texts.
import { server, Refusal } from './api.js'

class Store extends EventTarget {
  /** The property table: rows by class. */
  classes = {}
  /** Headings in display order, and kinds of parts that can be added. */
  groups = []
  kinds = []
  /** Names of font families. */
  fonts = []
  /** Facts of the session: formats, read-only. */
  facts = {}
  file = null
  text = ''
  revision = ''
  /** Revision of the text last loaded or saved. */
  savedText = ''
  /** Revision of the file when it was read. If it differs when saving, the page asks. */
  base = null
  problems = []
  scene = null
  /** Changes during dragging, by key path. */
  preview = new Map()
  selected = 'movie'
  /** Other selected nodes of the same kind. Moving, copying and deleting include them. */
  others = new Set()
  locks = new Set()
  /** Nodes that are shown alone, folded nodes, and the layers that are drawn. */
  solo = new Set()
  folded = new Set()
  parts = ''
  /** Name for saving a text without a file. */
  givenName = null
  #isNew = false
  /** Name of the opened preset. */
  preset = null
  #past = []
  #future = []
  #queue = Promise.resolve()
  /** The last change of each key path that the server has not answered. */
  #written = new Map()

  tell(type, detail) { this.dispatchEvent(new CustomEvent(type, { detail })) }
  on(types, body) { for (const type of types.split(' ')) this.addEventListener(type, body) }

  get isDirty() { return this.#isNew || this.text !== this.savedText }
  get canUndo() { return this.#past.length > 0 }
  get canRedo() { return this.#future.length > 0 }
  /** Rows of a node: those of its class, or the node's own. */
  rows(node) { return node.rows ?? this.classes[node.class] ?? [] }
  get node() { return this.scene?.nodes.find(node => node.id === this.selected) ?? this.scene?.nodes[0] }
  /** The selected nodes in the order of the tree. */
  get selection() { return this.scene.nodes.filter(node => node === this.node || this.others.has(node.id)) }
  /** Changes that are displayed but not written, in the form of `--set`: previews and hidden nodes. */
  get set() { return [...this.left, ...[...this.preview].map(([path, value]) => `${path}=${value}`)] }
  /** The selected layers, as parameters of requests. */
  get layers() { return this.parts ? { [this.parts]: this.parts === 'only' ? 'particles' : 'scenery' } : {} }
  /** Default file name for saving. */
  get nameToSave() { return this.file ?? this.givenName ?? `${this.scene.name}.json` }
  /** Duration of the movie in seconds. */
  get length() { return this.scene?.length ?? 1 }
  get frames() { return Math.max(1, this.scene?.frames ?? 1) }

  async start() {
    const { classes, groups, parts, fonts = [] } = await server.properties()
    Object.assign(this, { classes, groups, fonts, kinds: parts })
    const address = new URLSearchParams(location.hash.slice(1))
    const which = Object.fromEntries(['file', 'preset'].filter(key => address.get(key)).map(key => [key, address.get(key)]))
    await this.open(which).catch(() => this.open())
  }

  /** A `preset` or a `file`; without either, the document with which the studio was started. */
  async open(which = {}) {
    this.#begin(await server.document(which), which.file, which.preset)
  }

  /** A text from another location, which has no file until it is saved. */
  async openText(text, name) {
    const reply = await server.draft(text)
    this.#begin({ ...reply, facts: { ...this.facts, file: undefined } }, name)
    this.#isNew = true
    this.givenName = name
    this.tell('change')
  }

  /** Reports a text without a scene, and changes nothing. */
  #begin(reply, name = 'The document', preset = null) {
    if (!reply.scene) {
      const problem = reply.problems.find(problem => problem.severity === 'error')
      throw new Error(`${name} cannot be opened: line ${problem?.line ?? 1}: ${problem?.message ?? 'not a document'}`)
    }
    this.#past = []
    this.#future = []
    this.preview.clear()
    this.#written.clear()
    this.facts = { ...this.facts, ...reply.facts }
    this.file = reply.facts.file ?? null
    this.givenName = null
    this.preset = preset
    this.#isNew = false
    this.solo.clear()
    this.folded.clear()
    this.base = reply.base ?? null
    this.locks = new Set(JSON.parse(localStorage.getItem(`locks:${reply.scene?.name}`) ?? '[]'))
    this.selected = ''
    this.others.clear()
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

  /** The node that is edited most often: the cell with the most values. */
  firstCell() {
    const nodes = this.scene.nodes
    const root = nodes.find(node => node.id === 'layer') ?? nodes[0]
    // Select the variables first, if the document has any.
    if (nodes[0].kind === 'variables') return nodes[0].id
    const size = node => (node.kind === 'cell' ? Object.keys(node.values).length : 0)
    return nodes.reduce((one, other) => (size(other) > size(one) ? other : one), root).id
  }

  /** Selects a node and others of its kind, and unfolds its ancestors. */
  select(id, others = []) {
    this.selected = id
    const kin = this.scene.nodes.filter(node => node.kind === this.node.kind && node.parent !== undefined)
    this.others = new Set(kin.map(node => node.id).filter(other => other !== id && others.includes(other)))
    for (const node of this.path(this.node).slice(1)) this.folded.delete(node.id)
    this.tell('select')
  }

  /** Adds a node to the selection, or removes it. */
  toggle(id) {
    const ids = this.selection.map(node => node.id)
    const left = ids.filter(other => other !== id)
    if (left.length === ids.length) return this.select(id, ids)
    if (left.length) this.select(id === this.selected ? left.at(-1) : this.selected, left)
  }

  /** Displays a value without writing it. */
  show(path, value) {
    this.preview.set(path, value)
    this.tell('preview', { path })
  }

  /** Removes previews that are not written: a drag that ends where it began changes nothing. */
  settle() {
    const left = [...this.preview.keys()].filter(path => !this.#written.has(path))
    for (const path of left) this.preview.delete(path)
    if (left.length) this.tell('change')
  }

  /** Whether a control is ahead of the text. It keeps its value until the reply to its own change. */
  isAhead(path) { return this.preview.has(path) || this.#written.has(path) }

  /** Writes values into the text as one undo step. A refused change has no effect and throws the reason. */
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

  /** Adds, removes or moves parts as one undo step, and selects the changed part. */
  build(change, label) {
    return this.#inOrder(async () => {
      const reply = await this.#known(() => server.build(this.revision, change))
      if (reply.revision !== this.revision) {
        this.#step({ label, set: null })
        this.#take(reply)
      }
      if (reply.selected?.length) this.select(reply.selected.at(-1), reply.selected)
      this.tell('change')
    })
  }

  /** Later changes of the control are kept. */
  #answered(change) {
    for (const [path, text] of change.shown) {
      if (this.preview.get(path) === text) this.preview.delete(path)
      if (this.#written.get(path) === change) this.#written.delete(path)
    }
  }

  /** Replaces the text as one undo step. Typing continues the previous step. */
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

  /** Changes of another text, such as that of a variation. */
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
      this.others.clear()
      this.#take(await server.draft(step.text))
      this.tell('note', `${word}: ${step.label}`)
      this.tell('change')
    })
  }

  /** All changes since opening in the form of `--set`; null after the text was edited. */
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

  /** Saves the text after the changes that the server has not answered. */
  save(name, force = false) {
    return this.#inOrder(async () => {
      const isSame = !name || name === this.file
      const reply = await server.save(this.text, name ?? this.file, isSame ? this.base : null, force)
      this.file = reply.file
      this.#isNew = false
      this.base = reply.base
      // The text of a saved copy can differ by its name.
      this.text = this.savedText = reply.text
      this.revision = reply.revision
      this.tell('change')
      return reply
    })
  }

  /** Waits for the server's answers to changes and saves. */
  answered() { return this.#inOrder(() => {}) }

  /** Sends the text again if the server has removed it. */
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

  // MARK: Nodes

  /** The node and its ancestors. */
  path(node) {
    const found = []
    for (let next = node; next; next = next.parent === undefined ? null : this.scene.nodes.find(other => other.id === next.parent)) found.push(next)
    return found
  }

  canSolo(node) { return node.prefix !== undefined && node.parent !== undefined && ['layer', 'cell'].includes(node.kind) && !node.id.endsWith('/mask') }

  /** Shows the node alone, or with others; without a node, shows everything. */
  toggleSolo(id) {
    if (id === undefined) this.solo.clear()
    else if (!this.solo.delete(id)) this.solo.add(id)
    this.tell('look')
  }

  showParts(parts) {
    this.parts = parts
    this.tell('look')
  }

  /** The topmost nodes that are hidden by solo. */
  get left() {
    const nodes = this.scene?.nodes ?? []
    if (!nodes.some(node => this.solo.has(node.id))) return []
    const above = new Set(nodes.filter(node => this.solo.has(node.id)).flatMap(node => this.path(node).slice(1)).map(node => node.id))
    const kept = new Set(this.solo)
    for (const node of nodes) if (kept.has(node.parent)) kept.add(node.id)
    return nodes.filter(node => above.has(node.parent) && !above.has(node.id) && !kept.has(node.id) && this.canSolo(node))
      .map(node => `${node.prefix}${node.kind === 'cell' ? 'enabled=false' : 'hidden=true'}`)
  }

  /** A locked node and its descendants keep their values. */
  isLocked(node) { return this.path(node).some(other => other.prefix !== undefined && this.locks.has(`${other.prefix}*`)) }
  lockNode(node) {
    this.lock(`${node.prefix}*`, !this.locks.has(`${node.prefix}*`))
    this.tell('look')
  }

  /** Key paths that variations do not change. */
  get lockedPaths() {
    const nodes = this.scene.nodes.filter(node => node.prefix !== undefined && this.isLocked(node))
    return [...[...this.locks].filter(path => !path.endsWith('*')), ...nodes.flatMap(node => Object.keys(node.values).map(key => node.prefix + key))]
  }

  #inOrder(body) {
    const next = this.#queue.then(body)
    this.#queue = next.catch(() => {})
    return next
  }
}

export const store = new Store()
