// Elements without a framework.

export const $ = id => document.getElementById(id)

/** An element with properties, attributes (`aria-label`), listeners (`onclick`) and children. */
export function el(tag, options = {}, ...children) {
  const element = tag.startsWith('svg:')
    ? document.createElementNS('http://www.w3.org/2000/svg', tag.slice(4))
    : document.createElement(tag)
  for (const [key, value] of Object.entries(options)) {
    if (value === undefined || value === null) continue
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value)
    else if (key in element && !tag.startsWith('svg:')) element[key] = value
    else element.setAttribute(key, value)
  }
  element.append(...children.filter(child => child !== null && child !== undefined))
  return element
}

const shapes = {
  reset: 'M4 12a8 8 0 1 0 3-6M4 4v5h5',
  fold: 'm7 9 5 6 5-6',
  eye: 'M2 12c5-8 15-8 20 0-5 8-15 8-20 0zM12 9.5a2.5 2.5 0 1 0 .01 0',
  shut: 'M2 12c5 8 15 8 20 0M5 17l-2 2M12 18v3M19 17l2 2',
  solo: 'M12 4a8 8 0 1 0 .01 0M14.5 9.5c-1-1.4-5-1.4-5 .8 0 2.6 5 1 5 3.6 0 2.2-4.200 2.2-5.200.6',
  lock: 'M6 11h12v9H6zM8 11V8a4 4 0 0 1 8 0v3',
  layer: 'M12 4 3 9l9 5 9-5zM3 14l9 5 9-5',
  emitter: 'M12 3v5M12 16v5M3 12h5M16 12h5M6 6l3 3M15 15l3 3M18 6l-3 3M9 15l-3 3',
  variables: 'M8 4C5 4 8 12 4 12 8 12 5 20 8 20M16 4c3 0 0 8 4 8-4 0-1 8-4 8',
  variable: 'M8 5c-3 0-1 7-4 7 3 0 1 7 4 7M16 5c3 0 1 7 4 7-3 0-1 7-4 7',
  cue: 'M6 3v18M6 4h11l-3 4 3 4H6',
  cues: 'M5 20V8M12 20V4M19 20v-9',
  copy: 'M8 8h12v12H8zM4 16V4h12',
  double: 'M8 8h12v12H8zM4 16V4h12M14 11v6M11 14h6',
  cut: 'M6 15a3 3 0 1 0 .01 0M18 15a3 3 0 1 0 .01 0M8 16 17 3M16 16 7 3',
  paste: 'M8 5H5v16h14V5h-3M8 3h8v4H8z',
  pen: 'm5 19 1-4L16 5l3 3L9 18z',
  up: 'm6 14 6-6 6 6',
  down: 'm6 10 6 6 6-6',
  bin: 'M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13',
  life: 'M3 18c5 0 4-11 8-11s4 8 10 8',
  cell: 'M12 7a5 5 0 1 0 .01 0',
  movie: 'M4 5h16v14H4zM4 9h16M4 15h16',
  behavior: 'M4 17c4-12 8 6 16-10',
  animation: 'M12 4l8 8-8 8-8-8z',
  filter: 'M4 5h16l-6 8v6l-4-2v-4z',
}
export const icon = name => el('svg:svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, el('svg:path', { d: shapes[name] ?? shapes.layer }))

/** A message that disappears after a while, in front of an open dialog. */
export function toast(text, isProblem = false) {
  const line = el('p', { textContent: text, className: isProblem ? 'problem' : '' })
  lift(document.querySelector('dialog:modal') ?? document.body)
  $('toasts').append(line)
  setTimeout(() => line.remove(), isProblem ? 7000 : 3200)
  while ($('toasts').children.length > 4) $('toasts').firstChild.remove()
}

const lift = owner => $('toasts').parentElement === owner || owner.append($('toasts'))
document.addEventListener('close', () => lift(document.body), true)

/** Runs an action and shows its error, if any. */
export async function attempt(body) {
  try {
    return await body()
  } catch (error) {
    toast(error.message, true)
    return undefined
  }
}

/** A question with its answers. Enter selects the first; Escape and Cancel return null. */
export function ask(text, ...answers) {
  const dialog = $('ask-dialog')
  $('ask-text').textContent = text
  $('ask-answers').replaceChildren(...answers.map((answer, index) => el('button', { value: answer, className: index ? '' : 'primary', textContent: answer })),
    el('button', { type: 'button', textContent: 'Cancel', onclick: () => dialog.close('') }))
  dialog.returnValue = ''
  dialog.showModal()
  return new Promise(resolve => dialog.addEventListener('close', () => resolve(dialog.returnValue || null), { once: true }))
}

/** A text field. Enter or leaving it writes the text, Escape restores it. */
export function field(options, write) {
  let present = ''
  const input = el('input', {
    ...options, type: 'text', autocomplete: 'off', spellcheck: false,
    onchange: () => write(input.value),
    onkeydown: event => {
      if (event.key === 'Escape') {
        input.value = present
        input.blur()
        event.stopPropagation()
      }
    },
  })
  input.present = text => {
    present = text
    if (document.activeElement !== input || input.dataset.held) input.value = text
  }
  return input
}

export const press = (button, isPressed) => button.setAttribute('aria-pressed', String(isPressed))

/** The direction of an arrow key. */
export const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }

/** Tracks a pointer that is held on an element until it is released or cancelled. */
export function drag(element, move, end, start) {
  element.addEventListener('pointerdown', event => {
    element.setPointerCapture(event.pointerId)
    start?.(event)
  })
  element.addEventListener('pointermove', event => element.hasPointerCapture(event.pointerId) && move(event))
  element.addEventListener('pointerup', end)
  element.addEventListener('pointercancel', end)
  return element
}

/** Calls a function once, after no call has come for a while. */
export function settled(milliseconds, body) {
  let timer
  return (...values) => {
    clearTimeout(timer)
    timer = setTimeout(() => body(...values), milliseconds)
  }
}

/** The filled part of a slider, drawn by CSS. */
export const fill = slider => {
  const part = (slider.value - slider.min) / (slider.max - slider.min || 1)
  slider.style.setProperty('--fill', `${part * 100}%`)
}
