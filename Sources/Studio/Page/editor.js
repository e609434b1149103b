// The document as text. Valid text is shown at once; problems are marked at their lines.
import { $, el, press, settled, attempt } from './dom.js'
import { store } from './store.js'

const source = $('source')

function draw() {
  if ($('editor').hidden) return
  if (document.activeElement !== source) source.value = store.text
  lines()
}

function lines() {
  const wrong = new Set(store.problems.map(problem => problem.line))
  const count = source.value.split('\n').length
  $('lines').replaceChildren(...Array.from({ length: count }, (_, index) => (wrong.has(index + 1) ? el('b', { textContent: `● ${index + 1}\n` }) : `${index + 1}\n`)))
  $('lines').scrollTop = source.scrollTop
  const errors = store.problems.filter(problem => problem.severity === 'error').length
  $('text-state').textContent = errors ? `${errors} ${errors === 1 ? 'problem' : 'problems'}; the picture shows the last valid text` : 'valid'
  $('text-state').className = errors ? 'problem' : 'hint'
  $('problems').replaceChildren(...store.problems.map(problem => el('li', {}, el('button', {
    type: 'button', className: problem.severity === 'error' ? 'error' : '',
    textContent: `${problem.line}:${problem.column}  ${problem.path ? `${problem.path}: ` : ''}${problem.message}`,
    onclick: () => jump(problem),
  }))))
}

function jump({ line, column }) {
  const before = source.value.split('\n').slice(0, line - 1).join('\n').length
  const place = before + (line > 1 ? 1 : 0) + column - 1
  source.focus()
  source.setSelectionRange(place, place)
  source.scrollTop = (line - 5) * (source.scrollHeight / source.value.split('\n').length)
}

const read = settled(300, () => attempt(() => store.write(source.value, 'text', true)))

export function toggleEditor(isOpen = $('editor').hidden) {
  $('editor').hidden = !isOpen
  document.querySelector('main').classList.toggle('edits', isOpen)
  press($('text'), isOpen)
  if (!isOpen) {
    source.blur()
    return $('text').focus()
  }
  source.value = store.text
  draw()
  source.setSelectionRange(0, 0)
  source.focus()
  source.scrollTo(0, 0)
}

export function startEditor() {
  source.oninput = () => {
    lines()
    read()
  }
  source.onkeydown = event => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    toggleEditor(false)
  }
  source.onscroll = () => ($('lines').scrollTop = source.scrollTop)
  $('text').onclick = () => toggleEditor()
  $('text-close').onclick = () => toggleEditor(false)
  store.on('change problems opened', draw)
}
