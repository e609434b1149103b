// Requests to the server. URLs are relative to the page's URL, which contains the token.

/** An error reply of the server. */
export class Refusal extends Error {
  constructor(status, body) {
    super(body.error ?? `the server answered ${status}`)
    this.status = status
    this.body = body
  }
}

async function ask(method, path, body) {
  let answer
  try {
    answer = await fetch(path, { method, body: body === undefined || body instanceof Blob ? body : JSON.stringify(body) })
  } catch {
    throw new Refusal(0, { error: 'the server does not respond. Check that starmine studio is running' })
  }
  if (answer.headers.get('Content-Type')?.startsWith('image/')) return answer.blob()
  const content = await answer.json().catch(() => ({}))
  if (!answer.ok) throw new Refusal(answer.status, content)
  return content
}

/** A query. URLSearchParams writes a space as "+", which the server reads as a plus sign. */
const query = parameters => String(new URLSearchParams(parameters)).replaceAll('+', '%20')

export const server = {
  /** The property table, class by class. */
  properties: () => ask('GET', 'properties'),
  /** The opened document: a `preset`, or a `file` in its folder. */
  document: which => ask('GET', `document?${query(which)}`),
  /** Reads a text. Returns its scene, or its problems. */
  draft: text => ask('POST', 'draft', { text }),
  /** Applies changes in the form of `--set` to a text. */
  edit: (revision, set) => ask('POST', 'edit', { revision, set }),
  /** Adds, removes, moves or renames a part of the document in a text. */
  build: (revision, change) => ask('POST', 'build', { revision, change }),
  /** The text of a document with copies of nodes. */
  copy: (revision, nodes) => ask('POST', 'copy', { revision, nodes }),
  save: (text, name, base, force) => ask('PUT', 'document', { text, name, base, force }),
  /** The loudness of the sounds of a text. */
  sounds: revision => ask('GET', `sounds?${query({ revision })}`),
  /** Documents and pictures of the folder. */
  files: () => ask('GET', 'files'),
  /** Adds a picture to the folder. Returns its name there. */
  keepPicture: file => ask('PUT', `picture?${query({ name: file.name })}`, file),
  presets: () => ask('GET', 'presets'),
  mutate: (revision, options) => ask('POST', 'mutate', { revision, ...options }),
  render: options => ask('POST', 'render', options),
  cancel: () => ask('DELETE', 'render'),
  /** A picture as a blob, for requests that are too long for a URL. */
  picture: options => ask('POST', 'frame', options),
  /** The URL of a picture. It contains all parameters, so it can be shared. */
  address: ({ set = [], ...rest }) => {
    const given = Object.entries(rest).filter(([, value]) => value !== undefined)
    return `frame?${query([...given, ...set.map(change => ['set', change])])}`
  },
}

/** The WebSocket for pictures. The latest request is answered; requests that it replaces are not. */
export class Live extends EventTarget {
  #socket
  #number = 0
  #delay = 250

  connect() {
    const address = new URL('live', location.href)
    address.protocol = 'ws:'
    const socket = new WebSocket(address)
    socket.binaryType = 'arraybuffer'
    socket.onopen = () => {
      this.#delay = 250
      this.#tell('open')
    }
    socket.onmessage = ({ data }) => (typeof data === 'string' ? this.#hear(JSON.parse(data)) : this.#show(data))
    socket.onclose = () => {
      this.#tell('lost')
      setTimeout(() => this.connect(), this.#delay)
      this.#delay = Math.min(4000, this.#delay * 2)
    }
    this.#socket = socket
  }

  get isOpen() { return this.#socket?.readyState === WebSocket.OPEN }

  /** The number of the request; 0 if there is no connection. */
  ask(request) {
    if (!this.isOpen) return 0
    this.#number += 1
    this.#socket.send(JSON.stringify({ ...request, number: this.#number }))
    return this.#number
  }

  #tell(type, detail) { this.dispatchEvent(new CustomEvent(type, { detail })) }

  #hear(event) { this.#tell(event.event, event) }

  /** The length of the header in four bytes, the header, and the picture. */
  #show(data) {
    const length = new DataView(data).getUint32(0)
    const head = JSON.parse(new TextDecoder().decode(new Uint8Array(data, 4, length)))
    this.#tell('picture', { ...head, blob: new Blob([new Uint8Array(data, 4 + length)], { type: head.type }) })
  }
}
