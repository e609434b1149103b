// The picture: requests, playback and display size.
import { $, el, press, attempt, fill, settled } from './dom.js'
import { store } from './store.js'
import { Live, server } from './api.js'

/** Maximum number of requests while a picture is being drawn. More would only increase the delay. */
const mostUnderWay = 2
/** Milliseconds between updates of the figures, because layout takes as long as a picture. */
const sayingPause = 100
/** Fractions of the size at which moving pictures are drawn if the machine is too slow. */
const qualities = [1, 0.75, 0.5]
/** At least a quarter of the window's pixels, and at most the size of the movie. */
export const part = index => Math.min(1, Math.max(qualities[index], store.scene.size[0] / 4 / stage.size[0]))

export const live = new Live()

export const stage = {
  time: 0, isPlaying: false, loops: true, speed: 1, from: 0, to: null, isWhole: false, behind: '', isSplit: false,
  get end() { return this.to ?? store.length },
  /** Pixels of the displayed picture. */
  size: [960, 540],
}

let asked = 0
let drawn = 0
let quality = 0
/** The size during dragging, and the request times by number. */
let dragQuality = 0
const since = new Map()
let frameTimes = []
let said = 0
let started = null
const canvas = $('canvas')
const ink = canvas.getContext('2d')

/** All parameters of a picture. */
export const request = (part = 1) => ({
  revision: store.revision, set: store.set, time: stage.time,
  size: stage.size.map(side => Math.max(2, Math.round(side * part))), background: stage.behind || undefined, ...store.layers,
})

/** Whether the picture can be transparent. */
const isClear = () => stage.behind === 'none' || (!stage.behind && ['only', 'without'].includes(store.parts))

/** Requests the present picture: quickly during a movement, exactly after it. */
export function draw(isMoving = false) {
  const isExact = !stage.isPlaying && !isMoving && store.preview.size === 0
  if (isExact) return exactly()
  ask({ ...request(part(stage.isPlaying ? quality : dragQuality)), type: isClear() ? 'png' : 'jpeg' })
}

function ask(message) {
  const number = live.ask(message)
  if (!number) return
  asked = number
  since.set(number, performance.now())
}

const rest = settled(140, () => draw())
const exactly = () => ask({ ...request(), type: 'png' })

live.addEventListener('picture', async ({ detail }) => {
  if (detail.number < drawn) return
  drawn = Math.max(drawn, detail.number)
  const bitmap = await createImageBitmap(detail.blob, { colorSpaceConversion: 'none', premultiplyAlpha: 'none' })
  // Decoding is asynchronous. Do not show a frame that is older than the shown one.
  if (detail.number < Number(canvas.dataset.number ?? 0)) return bitmap.close()
  if (canvas.width !== detail.width || canvas.height !== detail.height) {
    canvas.width = detail.width
    canvas.height = detail.height
  } else if (detail.type === 'image/png') {
    ink.clearRect(0, 0, canvas.width, canvas.height)
  }
  ink.drawImage(bitmap, 0, 0)
  bitmap.close()
  if (!canvas.dataset.number) performance.mark('first picture')
  canvas.dataset.number = detail.number
  canvas.dataset.type = detail.type
  canvas.dataset.time = detail.time
  canvas.dataset.revision = detail.revision
  if (!stage.isPlaying && detail.type === 'image/jpeg') keepUp(performance.now() - since.get(detail.number))
  else since.clear()
  if (!stage.isPlaying && detail.type === 'image/png') expect(detail.milliseconds)
  store.tell('picture', detail)
  count(detail)
  if (stage.isPlaying && performance.now() - said < sayingPause) return
  said = performance.now()
  if (stage.isPlaying) showTime()
  say(detail)
})

/** A lag of more than three screen frames is noticeable; the server may use two of them. */
function keepUp(wait) {
  if (wait > 33 && dragQuality < qualities.length - 1) dragQuality += 1
  else if (wait < 15 && dragQuality > 0) dragQuality -= 1
}

/** The time of an exact picture determines the initial size during a movement. */
function expect(milliseconds) {
  const fits = qualities.findIndex(part => milliseconds * part * part < 22)
  quality = dragQuality = fits < 0 ? qualities.length - 1 : fits
}

/** Adapts the size to the speed, so that the picture becomes smaller before it lags. */
function count({ milliseconds }) {
  const now = performance.now()
  frameTimes = [...frameTimes.filter(time => now - time < 1000), now]
  if (!stage.isPlaying || now - stage.qualitySince < 1000) return
  if (rate() < 32 && milliseconds > 22 && quality < qualities.length - 1) setQuality(quality + 1)
  else if (quality > 0 && rate() > 50 && milliseconds * 2 < 16) setQuality(quality - 1)
}
const rate = () => (frameTimes.length > 1 ? ((frameTimes.length - 1) * 1000) / (frameTimes.at(-1) - frameTimes[0]) : 0)
function say({ particles, milliseconds }) {
  canvas.dataset.rate = rate().toFixed(1)
  const speed = stage.isPlaying ? `${rate().toFixed(0)} fps` : `${milliseconds.toFixed(1)} ms`
  $('figures').value = `${canvas.width}×${canvas.height}  ${speed}  ${particles.toLocaleString('en')} particles`
}
function setQuality(next) {
  quality = next
  stage.qualitySince = performance.now()
  frameTimes = []
}

// MARK: Time

export function seek(time, isMoving = false) {
  stage.time = Math.min(Math.max(0, time), lastTime())
  started = null
  showTime()
  if (stage.isPlaying) return
  draw(isMoving)
  if (isMoving) rest()
}
const lastTime = () => store.length * (1 - 1 / store.frames)
const frame = () => store.length / store.frames

export const step = count => {
  pause()
  seek((Math.round(stage.time / frame()) + count) * frame())
}

export function pause() {
  if (!stage.isPlaying) return
  stage.isPlaying = false
  showPlay()
  showTime()
  draw()
}

export function play() {
  stage.isPlaying = !stage.isPlaying
  stage.qualitySince = performance.now()
  frameTimes = []
  started = null
  if (stage.isPlaying && stage.time >= stage.end - frame()) stage.time = stage.from
  showPlay()
  if (stage.isPlaying) return requestAnimationFrame(tick)
  showTime()
  draw()
}

function showPlay() {
  press($('play'), stage.isPlaying)
  $('play').setAttribute('aria-label', stage.isPlaying ? 'Pause' : 'Play')
  $('play-shape').setAttribute('d', stage.isPlaying ? 'M6 4h4v16H6zM14 4h4v16h-4z' : 'M7 4l13 8-13 8z')
}

/** Playback follows the clock; late pictures are skipped. The displayed time changes with the pictures. */
function tick(now) {
  if (!stage.isPlaying) return
  requestAnimationFrame(tick)
  if (asked - drawn >= mostUnderWay) return
  started ??= { now, time: stage.time }
  let time = started.time + ((now - started.now) / 1000) * stage.speed
  if (time >= stage.end) {
    if (!stage.loops) {
      stage.time = Math.min(stage.end, lastTime())
      return pause()
    }
    time = stage.from + ((time - stage.from) % Math.max(frame(), stage.end - stage.from))
    started = { now, time }
  }
  stage.time = time
  draw()
}

/** Cues on the timeline. */
function showMarks() {
  const cues = store.scene?.cues ?? []
  $('marks').replaceChildren(...cues.filter(cue => cue.time <= store.length)
    .map(cue => el('i', { title: `${cue.name}, ${cue.time.toFixed(2)} s`, style: `left: ${(100 * cue.time) / store.length}%` })))
  $('marks').hidden = !cues.length
}

export function showTime() {
  $('time').max = lastTime()
  $('time').value = stage.time
  fill($('time'))
  const index = Math.floor(stage.time / frame() + 1e-6)
  $('clock').value = `${stage.time.toFixed(2)} s  #${index}`
  $('time').setAttribute('aria-valuetext', `${stage.time.toFixed(2)} seconds, frame ${index}`)
  const [from, end] = [stage.from / store.length, stage.end / store.length]
  $('range').style.cssText = `left: ${from * 100}%; width: ${(end - from) * 100}%`
  $('range').hidden = stage.from === 0 && stage.to === null
  store.tell('time')
}

// MARK: Size

/** The largest size with the aspect ratio of the movie that fits the window, in screen pixels. */
export function fit() {
  const [width, height] = store.scene?.size ?? [16, 9]
  const view = $('view')
  const ratio = Math.min(2, window.devicePixelRatio || 1)
  // A margin keeps handles at the edge of the picture visible.
  const margin = 18
  const part = Math.max(0.01, Math.min((view.clientWidth - margin) / width, (view.clientHeight - margin) / height))
  const room = stage.isWhole ? 1 / ratio : part
  const shown = [width * room, height * room]
  // Larger pictures take longer and look the same.
  const limit = Math.min(1, Math.sqrt((1920 * 1200) / (shown[0] * shown[1] * ratio * ratio)))
  stage.size = shown.map(side => Math.max(2, Math.round(side * ratio * (stage.isWhole ? 1 : limit))))
  view.classList.toggle('whole', stage.isWhole)
  $('frame').style.width = `${Math.round(shown[0])}px`
  $('frame').style.height = `${Math.round(shown[1])}px`
  document.documentElement.style.setProperty('--shape', `${width} / ${height}`)
  document.documentElement.style.setProperty('--card', `${Math.round(Math.min(210, Math.max(110, 210 * Math.sqrt(width / height))))}px`)
  store.tell('size')
}

// MARK: Before and after

let other = { isBusy: false, isWanted: false, revision: null }

const drawOther = async () => {
  if (!stage.isSplit) return
  if (other.isBusy) return void (other.isWanted = true)
  other.isBusy = true
  const options = { ...request(stage.isPlaying ? 0.5 : 1), revision: other.revision, set: [], type: 'jpeg' }
  await attempt(async () => {
    let blob
    try {
      blob = await server.picture(options)
    } catch {
      other.revision = (await server.draft(store.savedText)).revision
      blob = await server.picture({ ...options, revision: other.revision })
    }
    const bitmap = await createImageBitmap(blob)
    $('other').width = bitmap.width
    $('other').height = bitmap.height
    $('other').getContext('2d').drawImage(bitmap, 0, 0)
    bitmap.close()
  })
  other.isBusy = false
  if (other.isWanted) {
    other.isWanted = false
    drawOther()
  }
}

export async function split() {
  stage.isSplit = !stage.isSplit
  press($('split'), stage.isSplit)
  $('frame').classList.toggle('split', stage.isSplit)
  $('other').hidden = $('divider').hidden = !stage.isSplit
  if (!stage.isSplit) return
  other.revision = (await attempt(() => server.draft(store.savedText)))?.revision
  drawOther()
}

// MARK: Start

export function startStage() {
  live.addEventListener('open', () => draw())
  live.addEventListener('refused', ({ detail }) => {
    drawn = Math.max(drawn, detail.number)
    // The server keeps only the last texts.
    if (detail.status === 410) attempt(async () => {
      store.revision = (await server.draft(store.text)).revision
      draw()
    })
  })
  store.on('preview', () => draw())
  store.on('change opened', showMarks)
  store.on('change', () => {
    fit()
    stage.time = Math.min(stage.time, lastTime())
    showTime()
    draw()
  })
  store.on('opened', () => {
    // The URL can contain a time: `#t=2.5`.
    const moment = Number(new URLSearchParams(location.hash.slice(1)).get('t') ?? NaN)
    Object.assign(stage, { from: 0, to: null, time: moment >= 0 ? Math.min(moment, lastTime()) : store.length * 0.5 })
  })
  store.on('time', settled(0, drawOther))
  new ResizeObserver(settled(60, () => {
    fit()
    draw()
  })).observe($('view'))

  $('play').onclick = play
  $('back').onclick = () => step(-1)
  $('next').onclick = () => step(1)
  $('time').oninput = () => seek(Number($('time').value), true)
  $('speed').onchange = () => {
    stage.speed = Number($('speed').value)
    started = null
  }
  $('in').onclick = () => limit({ from: stage.time < stage.end ? stage.time : 0 })
  $('out').onclick = () => limit({ to: stage.time > stage.from ? stage.time : null })
  $('loop').onclick = () => press($('loop'), (stage.loops = !stage.loops))
  $('fit').onclick = () => look(false)
  $('whole').onclick = () => look(true)
  $('behind').onchange = () => {
    stage.behind = $('behind').value
    store.tell('look')
  }
  $('layers').onchange = () => store.showParts($('layers').value)
  store.on('look', () => {
    $('layers').value = store.parts
    $('frame').classList.toggle('clear', isClear())
    draw()
  })
  $('split').onclick = split
  $('divider').oninput = () => $('frame').style.setProperty('--split', `${$('divider').value}%`)
}

/** Setting the same time again removes the mark. */
function limit(change) {
  const isSame = Object.entries(change).every(([key, value]) => stage[key] === value)
  Object.assign(stage, isSame ? { from: 0, to: null } : change)
  showTime()
}

function look(isWhole) {
  stage.isWhole = isWhole
  press($('fit'), !isWhole)
  press($('whole'), isWhole)
  fit()
  draw()
}
