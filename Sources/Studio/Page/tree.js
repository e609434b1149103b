// Layers, cells and behaviours, with how many of their values differ from the defaults.
import { $, el, icon } from './dom.js'
import { store } from './store.js'

/** Behaviours and filters without a name are called by their type. */
export const title = node => node.name || node.class.match(/"(.*)"/)?.[1] || node.class

function draw() {
  const depths = new Map()
  const items = (store.scene?.nodes ?? []).map(node => {
    const depth = node.parent === undefined ? 0 : (depths.get(node.parent) ?? 0) + 1
    depths.set(node.id, depth)
    const count = Object.keys(node.values).filter(key => key !== 'name').length
    const isSelected = node.id === store.selected
    return el('li', { role: 'treeitem', 'aria-level': depth + 1, 'aria-selected': String(isSelected) },
      el('button', {
        type: 'button', tabIndex: isSelected ? 0 : -1, style: `--depth: ${depth}`, title: `${node.class}: ${count} values differ from the defaults`,
        onclick: () => store.select(node.id),
      }, icon(node.class === 'CAEmitterLayer' ? 'emitter' : node.kind), el('span', { className: 'label', textContent: title(node) }),
      el('span', { className: 'class', textContent: node.name && ['layer', 'animation'].includes(node.kind) ? node.target?.key ?? node.class.replace(/^CA/, '') : '' }),
      count ? el('span', { className: 'count', textContent: count }) : null))
  })
  const hadFocus = $('tree').contains(document.activeElement)
  $('tree').replaceChildren(...items)
  if (hadFocus) $('tree').querySelector('[aria-selected="true"] > button')?.focus()
}

export function startTree() {
  store.on('change select opened', draw)
  $('tree').addEventListener('keydown', event => {
    const nodes = store.scene.nodes
    const index = nodes.findIndex(node => node.id === store.selected)
    const next = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: nodes.length - 1 }[event.key]
    if (next === undefined || !nodes[next]) return
    event.preventDefault()
    store.select(nodes[next].id)
  })
}
