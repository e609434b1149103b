// One control for each type of value. A control shows a value, previews it during dragging, and writes it at the end.
import { $, el, icon, field, fill, drag, arrows, attempt } from './dom.js'
import { unit, shown, spelled, argument, scale, colorParts, colorText, times, short } from './values.js'
import { makeKeyframes, makePace } from './keyframes.js'
import { keepPicture } from './open.js'
import { choose, makeSwatch } from './choices.js'
import { store } from './store.js'
import { server } from './api.js'

/** Kinds of values by the type of their control. A test compares the list with the property table. */
export const kinds = {
  number: number, integer: number, boolean: boolean, string: line, enumeration: choice,
  point: parts('x', 'y'), size: parts('width', 'height'), rect: parts('x', 'y', 'width', 'height'),
  color: color, colors: course(), numbers: course(), image: image, transform: line, path: line,
  cells: list, layers: list, layer: list, filters: list, behaviors: list,
  keyframes: keyframes, timing: timing, line: line, target: line,
}

/**
 * The control of a row.
 *
 * `ends` receives values: `show(text)` during dragging, `write(text)` at the end, `lock(isLocked)`; `showAll` and
 * `writeAll` take several keys of the node at once. `has(key)` returns whether the node has a row, and `isAhead()`
 * whether the control is ahead of the text. The result has `element` and `update(value, isChanged, node)`.
 */
export function makeControl(row, ends, title = row.key) {
  const id = `control-${crypto.randomUUID()}`
  const problem = el('p', { className: 'problem', role: 'alert', hidden: true, id: `${id}-problem` })
  const element = el('div', { className: 'control', title: row.summary })
  element.dataset.key = row.key
  const guard = write => async given => {
    problem.hidden = true
    const input = element.contains(document.activeElement) ? document.activeElement : null
    const typed = input?.value
    try {
      await write(given)
      mark(false)
    } catch (error) {
      // Keep the typed text so that it can be corrected.
      if (input?.type === 'text') input.value = typed
      problem.textContent = error.message
      problem.hidden = false
      mark(true)
    }
  }
  const guarded = { ...ends, write: guard(ends.write), writeAll: guard(ends.writeAll) }
  const mark = isWrong => {
    for (const input of element.querySelectorAll('input:not([type="range"], [type="color"]), select')) {
      input.setAttribute('aria-invalid', String(isWrong))
      if (isWrong) input.setAttribute('aria-describedby', problem.id)
    }
  }
  const body = (kinds[row.kind] ?? line)(row, guarded, id)
  const reset = el('button', {
    className: 'tiny reset', type: 'button', title: `Back to ${row.defaultText}`, 'aria-label': `${row.key}: back to the default`,
    onclick: () => guarded.write(row.default),
  }, icon('reset'))
  const lock = el('button', {
    className: 'tiny', type: 'button', title: 'Variations do not change it', 'aria-label': `Lock ${row.key}`,
    'aria-pressed': 'false',
    onclick: () => {
      const isLocked = lock.getAttribute('aria-pressed') !== 'true'
      lock.setAttribute('aria-pressed', String(isLocked))
      ends.lock(isLocked)
    },
  }, icon('lock'))
  const extras = (ends.extras ?? []).map(([name, text, onclick]) => el('button', { className: `tiny ${name}`, type: 'button', title: text, 'aria-label': text, onclick }, icon(name)))
  const isGroup = body.isGroup
  const label = isGroup
    ? el('span', { className: 'label', id: `${id}-label`, textContent: title, title: row.summary })
    : el('label', { htmlFor: id, textContent: title, title: row.summary })
  element.append(
    el('div', { className: 'title' }, label, ...extras, body.isFixed || row.default === undefined ? null : reset, body.canLock ? lock : null),
    ...(body.value ? [body.value] : [el('span')]), ...(body.wide ? [body.wide] : []), problem)
  if (body.isPicture) {
    element.classList.add('picture')
    element.addEventListener('take', ({ detail }) => body.take(detail))
  }
  if (isGroup) element.setAttribute('role', 'group')
  if (isGroup) element.setAttribute('aria-labelledby', `${id}-label`)
  return {
    element, row, isAhead: ends.isAhead,
    update(value, isChanged, node) {
      element.classList.toggle('changed', isChanged)
      reset.hidden = !isChanged
      lock.setAttribute('aria-pressed', String(ends.isLocked()))
      body.update(value, node)
    },
  }
}

function number(row, ends, id) {
  const { label } = unit(row)
  let ruler = scale(row, 0)
  let current = 0
  const write = text => {
    // The reply replaces the typed text, even while the field has the focus.
    input.dataset.held = '1'
    return ends.write(spelled(row, text))
  }
  const input = field({ id, inputMode: 'decimal', oninput: () => delete input.dataset.held }, write)
  const slider = el('input', {
    type: 'range', min: 0, max: 1, step: 'any', 'aria-label': `${row.key}, slider`,
    oninput: () => {
      const value = ruler.toValue(Number(slider.value))
      input.value = shown(row, value)
      slider.setAttribute('aria-valuetext', `${input.value} ${label}`)
      fill(slider)
      dial?.turn(value)
      ends.show(argument(row, value))
    },
    onchange: () => ends.write(argument(row, ruler.toValue(Number(slider.value)))),
    onkeydown: event => {
      // A hundredth of the range, or a tenth with Shift. With step "any", browsers differ.
      const way = arrows[event.key]
      if (!way) return
      event.preventDefault()
      slider.value = Number(slider.value) + (way[0] - way[1]) * (event.shiftKey ? 0.1 : 0.01)
      slider.dispatchEvent(new Event('input'))
      slider.dispatchEvent(new Event('change'))
    },
  })
  const isAngle = row.unit === 'radians' && (row.range?.[0] ?? 0) < 0
  const dial = isAngle ? makeDial(row, value => {
    input.value = shown(row, value)
    ends.show(argument(row, value))
  }, value => ends.write(argument(row, value))) : null
  return {
    canLock: true,
    value: el('span', { className: 'value' }, input, el('span', { className: 'unit', textContent: label, title: row.unit })),
    wide: el('div', { className: 'wide' }, dial?.element, slider),
    update(value) {
      const isWord = typeof value === 'string'
      current = isWord ? row.range?.[1] ?? 1 : value ?? 0
      ruler = scale(row, current)
      input.present(isWord ? value : shown(row, value))
      delete input.dataset.held
      slider.value = ruler.toPart(current)
      slider.setAttribute('aria-valuetext', `${shown(row, current)} ${label}`)
      fill(slider)
      dial?.turn(current)
    },
  }
}

/** An angle as a dial. 0 is to the right, and angles increase toward y, which is down. */
function makeDial(row, show, write) {
  const hand = el('svg:line', { x1: 12, y1: 12, x2: 21, y2: 12 })
  const element = el('svg:svg', { viewBox: '0 0 24 24', class: 'dial', 'aria-hidden': 'true' }, hand)
  let value = 0
  const at = event => {
    const box = element.getBoundingClientRect()
    const angle = Math.atan2(event.clientY - box.y - box.height / 2, event.clientX - box.x - box.width / 2)
    const step = event.shiftKey ? Math.PI / 12 : Math.PI / 180
    return Math.round(angle / step) * step
  }
  const turn = angle => {
    value = angle
    hand.setAttribute('x2', 12 + 9 * Math.cos(angle))
    hand.setAttribute('y2', 12 + 9 * Math.sin(angle))
  }
  const move = event => {
    turn(at(event))
    show(value)
  }
  drag(element, move, () => write(value), move)
  return { element, turn }
}

function boolean(row, ends, id) {
  const box = el('input', { id, type: 'checkbox', onchange: () => ends.write(String(box.checked)) })
  return { value: el('span', { className: 'value' }, box), update: value => (box.checked = Boolean(value)) }
}

function line(row, ends, id) {
  const input = field({ id }, text => ends.write(text === '' && row.kind !== 'string' ? 'none' : text))
  const fonts = row.key === 'font' ? el('button', {
    type: 'button', textContent: 'Aa', title: 'Choose a font', 'aria-label': 'Choose a font',
    onclick: () => choose('font', store.fonts, input.value, name => name, ends.write),
  }) : null
  return {
    wide: el('div', { className: 'wide' }, input, fonts),
    update: value => input.present(value === null || value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)),
  }
}

function choice(row, ends, id) {
  const select = el('select', { id, onchange: () => ends.write(select.value) },
    ...row.options.map(option => el('option', { value: option, textContent: option || 'none' })))
  return { value: el('span', { className: 'value' }, select), update: value => (select.value = value ?? '') }
}

function parts(...names) {
  return (row, ends, id) => {
    let current = names.map(() => 0)
    const inputs = names.map((name, index) => field(
      { id: index ? undefined : id, 'aria-label': `${row.key}, ${name}`, title: name, inputMode: 'decimal' },
      text => {
        const written = current.map((value, place) => (place === index ? spelled(row, text) : short(value))).join(',')
        const number = text.trim() === '' ? NaN : Number(text.trim().replace(',', '.'))
        if (Number.isFinite(number)) current = current.with(index, number / unit(row).factor)
        return ends.write(written)
      }))
    return {
      isGroup: true, canLock: false,
      wide: el('div', { className: 'wide' }, ...inputs),
      update(value) {
        current = Array.isArray(value) ? value : names.map(() => 0)
        inputs.forEach((input, index) => input.present(short(current[index])))
      },
    }
  }
}

function color(row, ends, id) {
  let current = { hex: '#ffffff', alpha: 1 }
  // The next part starts from this value, even if the reply is pending.
  const changed = part => colorText(current = { ...current, ...part })
  const well = el('input', {
    id, type: 'color',
    oninput: () => ends.show(changed({ hex: well.value })),
    onchange: () => ends.write(changed({ hex: well.value })),
  })
  const alpha = el('input', {
    type: 'range', min: 0, max: 1, step: 0.01, 'aria-label': `${row.key}, opacity`, title: 'opacity',
    oninput: () => {
      fill(alpha)
      ends.show(changed({ alpha: Number(alpha.value) }))
    },
    onchange: () => ends.write(changed({ alpha: Number(alpha.value) })),
  })
  const text = field({ 'aria-label': `${row.key} as text`, className: 'color' }, value => ends.write(value || 'none'))
  const result = el('p', { className: 'hint result', hidden: true })
  return {
    canLock: true, value: el('span', { className: 'value' }, text), wide: el('div', { className: 'wide' }, well, alpha, result),
    update(value, node) {
      if (row.key === 'color' && node?.kind === 'cell') showResult(result, node, value)
      current = colorParts(value)
      well.value = current.hex
      alpha.value = current.alpha
      fill(alpha)
      text.present(value === null || value === undefined ? 'none' : colorText(current))
    },
  }
}

/** The visible colour of a sub-cell: its colour times those of its parents. */
function showResult(line, node, own) {
  const cells = store.path(node).slice(1).filter(other => other.kind === 'cell' && other.values.color)
  line.hidden = !cells.length
  const product = cells.reduce((one, cell) => times(one, cell.values.color), own)
  line.replaceChildren(el('i', { style: `background: ${product}` }), ` ${cells.map(cell => `times ${cell.name ?? 'a cell'} ${colorText(colorParts(cell.values.color))}`).join(', ')}: ${product}`)
}

/** Numbers, colours or other values over a lifetime or an animation, with their text below. */
function course(names) {
  return (row, ends, id) => {
    // A default with numbers fixes their count. Only lists of variable length are curves.
    if (row.kind === 'numbers' && row.value?.length) return parts(...['x', 'y', 'z', 'w'].slice(0, row.value.length))(row, ends, id)
    if (row.key === 'locations') return line(row, ends, id)
    const input = field({ id }, text => ends.write(text || 'none'))
    const editor = makeKeyframes(ends, { values: row.key, times: ends.has('locations') ? 'locations' : undefined, ...names })
    const own = { kind: row.kind === 'colors' ? 'color' : 'number', unit: row.unit, range: row.range ?? [0, 1] }
    return {
      wide: el('div', { className: 'wide', style: 'flex-wrap: wrap' }, editor.element, input),
      update(value, node) {
        editor.update({ ...node, target: names ? node.target : own })
        input.present(Array.isArray(value) ? JSON.stringify(value) : '')
      },
    }
  }
}

function keyframes(row, ends, id) {
  return course({ times: 'keyTimes', paces: 'timingFunctions' })(row, ends, id)
}

/** The easing of an animation: a name, or the points of a curve. */
function timing(row, ends, id) {
  const pace = makePace(id, text => ends.show(text), text => ends.write(text))
  return { wide: el('div', { className: 'wide' }, ...pace.elements), update: value => pace.update(value) }
}

/** Generated sprites by shape and size, files by name, and videos as in the document. */
function image(row, ends, id) {
  let current = null
  const sprite = () => (current?.sprite ? current : null)
  const write = change => ends.write(JSON.stringify(current = { sprite: 'soft-dot', size: 64, ...sprite(), ...change }))
  const shape = el('select', {
    id, onchange: () => {
      if (shape.value !== 'file') return shape.value === 'none' ? ends.write('none') : write({ sprite: shape.value })
      size.hidden = true
      file.hidden = false
      file.focus()
    },
  })
  const asSample = name => JSON.stringify({ sprite: name, size: 96 })
  const swatch = makeSwatch(`${row.key}: choose a sprite`, () =>
    choose('sprite', row.options, sprite()?.sprite, asSample, name => write({ sprite: name })))
  const size = field({ 'aria-label': `${row.key}, pixels`, title: 'pixels', inputMode: 'numeric', style: 'max-width: 62px' }, text => write({ size: Number(text) || 64 }))
  const file = field({ 'aria-label': `${row.key}, file`, placeholder: 'picture.png', onfocus: listPictures }, text => ends.write(text || 'none'))
  file.setAttribute('list', 'folder-pictures')
  const other = el('input', {
    type: 'file', accept: 'image/*', hidden: true, onchange: () => attempt(async () => {
      const [picture] = other.files
      other.value = ''
      if (picture) await ends.write(await keepPicture(picture))
    }),
  })
  const button = el('button', {
    type: 'button', textContent: '…', className: 'choose', title: 'Choose a picture, or drop one here',
    'aria-label': `${row.key}: choose a picture`, onclick: () => other.click(),
  })
  return {
    isPicture: true, take: name => ends.write(name),
    wide: el('div', { className: 'wide' }, row.options ? swatch.element : null, shape, size, file, button, other),
    update(value) {
      current = value
      const names = ['none', ...(row.options ?? []), 'file']
      if (shape.options.length !== names.length) shape.replaceChildren(...names.map(name => el('option', { value: name, textContent: name })))
      const isFile = typeof value === 'string'
      swatch.show(isFile ? value : sprite() ? JSON.stringify(sprite()) : null)
      shape.value = isFile ? 'file' : sprite()?.sprite ?? 'none'
      size.hidden = !sprite()
      file.hidden = !isFile
      size.present(String(sprite()?.size ?? ''))
      file.present(isFile ? value : '')
    },
  }
}

/** The pictures of the folder, listed below the field. */
const listPictures = () => attempt(async () => {
  const { pictures } = await server.files()
  $('folder-pictures').replaceChildren(...pictures.map(value => el('option', { value })))
})

/** A value that is edited in the tree. */
function list(row) {
  const text = el('span', { className: 'hint' })
  return {
    isGroup: true, isFixed: true, value: el('span', { className: 'value' }, text),
    update: value => (text.textContent = Array.isArray(value) && value.length ? `${value.length} in the tree` : 'none'),
  }
}
