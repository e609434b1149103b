// A list of numbers as a curve: one point each, evenly spread over a life.
import { el, drag, arrows } from './dom.js'

/**
 * Points are dragged up and down; a double click on one takes it out, elsewhere adds one; arrow keys move the one that
 * has the focus.
 */
export function makeCurve(row, show, write) {
  const line = el('svg:polyline', {})
  const element = el('svg:svg', { class: 'curve', viewBox: '0 0 100 100', preserveAspectRatio: 'none', role: 'group', 'aria-label': `${row.key} as a curve` }, line)
  let list = []
  let bounds = [0, 1]

  const place = () => {
    const [low, high] = bounds
    const spots = list.map((value, index) => [
      list.length < 2 ? 50 : 3 + (94 * index) / (list.length - 1), 94 - (88 * (value - low)) / (high - low || 1),
    ])
    line.setAttribute('points', spots.map(spot => spot.join(',')).join(' '))
    spots.forEach(([x, y], index) => {
      const dot = element.querySelectorAll('ellipse')[index]
      dot?.setAttribute('cx', x)
      dot?.setAttribute('cy', y)
    })
  }
  const valueAt = event => {
    const box = element.getBoundingClientRect()
    const part = Math.min(1, Math.max(0, (94 - ((event.clientY - box.y) / box.height) * 100) / 88))
    return Number((bounds[0] + (bounds[1] - bounds[0]) * part).toPrecision(3))
  }
  const dot = index => {
    const move = value => {
      list[index] = value
      place()
    }
    const made = el('svg:ellipse', {
      rx: 1.6, ry: 5, tabindex: 0, role: 'slider', 'aria-label': `${row.key}, point ${index + 1} of ${list.length}`,
      'aria-valuenow': list[index], fill: 'var(--accent)', stroke: 'none',
      ondblclick: event => {
        event.stopPropagation()
        if (list.length > 1) write(list.toSpliced(index, 1))
      },
      onkeydown: event => {
        const step = -arrows[event.key]?.[1]
        if (event.key === 'Delete' && list.length > 1) write(list.toSpliced(index, 1))
        if (!step) return
        event.preventDefault()
        move(Number((list[index] + (step * (bounds[1] - bounds[0])) / 50).toPrecision(4)))
        write(list)
      },
    })
    return drag(made, event => {
      move(valueAt(event))
      show(list)
    }, () => write(list))
  }
  element.addEventListener('dblclick', event => {
    const box = element.getBoundingClientRect()
    const index = Math.max(0, Math.min(list.length, Math.ceil(((event.clientX - box.x) / box.width) * (list.length - 1))))
    write(list.toSpliced(index, 0, valueAt(event)))
  })
  return {
    element,
    update(next) {
      list = [...next]
      element.style.display = list.length ? '' : 'none'
      const all = [...list, ...(row.range ?? [0, 1])]
      bounds = [Math.min(...all.slice(0, list.length), 0), Math.max(...all.slice(0, list.length), row.range?.[1] ?? 1)]
      element.replaceChildren(line, ...list.map((_, index) => dot(index)))
      place()
    },
  }
}
