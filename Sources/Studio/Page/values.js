// Converts numbers for display: units, formatting, and slider positions.

const degrees = 180 / Math.PI

/** Display of a unit: the factor, the suffix, and the suffix for `--set`. */
const units = {
  radians: { factor: degrees, label: '°', suffix: 'deg' },
  'rad/s': { factor: degrees, label: '°/s', suffix: 'deg' },
  degrees: { factor: 1, label: '°', suffix: '' },
  seconds: { factor: 1, label: 's', suffix: '' },
  points: { factor: 1, label: 'pt', suffix: '' },
  'points/s': { factor: 1, label: 'pt/s', suffix: '' },
  'points/s^2': { factor: 1, label: 'pt/s²', suffix: '' },
  pixels: { factor: 1, label: 'px', suffix: '' },
  '1/s': { factor: 1, label: '/s', suffix: '' },
  'frames/s': { factor: 1, label: 'fps', suffix: '' },
}
export const unit = row => units[row.unit] ?? { factor: 1, label: row.unit ?? '', suffix: '' }

/** At most six digits, without trailing zeros. */
export const short = number => String(Number(Number(number).toPrecision(6)))

/** A number in its displayed unit, with two digits if that differs from the stored unit. */
export const shown = (row, value) => {
  const { factor } = unit(row)
  return value === null || value === undefined ? '' : factor === 1 ? short(value) : String(Number((value * factor).toFixed(2)))
}

/** Typed text in the form of `--set`: numbers get their unit, other text is unchanged. */
export function spelled(row, text) {
  const clean = text.trim().replace(',', '.')
  return clean !== '' && Number.isFinite(Number(clean)) ? clean + unit(row).suffix : text.trim()
}

/** A stored number in the form of `--set`. */
export const argument = (row, value) => short(value * unit(row).factor) + unit(row).suffix

/**
 * A slider's scale: 0...1 to the row's range and back. Ranges with small and very large values use a cubic scale, on
 * both sides of zero if the range has both signs.
 */
export function scale(row, value) {
  let [low, high] = row.range ?? [0, 1]
  if (!row.range) [low, high] = value < 0 ? [value * 2, 0] : [0, Math.max(1, value * 2)]
  // A value that exceeds its usual range by more than rounding extends the range on both sides.
  const slack = (high - low) / 1000
  if (value > high + slack) high = value * 1.5
  if (value < low - slack) low = value * 1.5
  const power = Math.max(Math.abs(low), Math.abs(high)) >= 20 && row.unit !== 'radians' && row.unit !== 'rad/s' ? 3 : 1
  const root = number => Math.sign(number) * Math.abs(number) ** (1 / power)
  const [first, last] = [root(low), root(high)]
  return {
    toPart: number => Math.min(1, Math.max(0, (root(number) - first) / (last - first || 1))),
    toValue: part => {
      const value = (first + (last - first) * part) ** power
      const step = 10 ** Math.floor(Math.log10(Math.max(1e-9, Math.abs(value) || (high - low) / 1000)) - 2)
      return row.kind === 'integer' ? Math.round(value) : Number((Math.round(value / step) * step).toPrecision(6))
    },
  }
}

/** `#rrggbb` and alpha 0...1 of a colour in hexadecimal form or as components. */
export function colorParts(value) {
  if (Array.isArray(value)) {
    const [red, green, blue, alpha = 1] = value
    return { hex: '#' + [red, green, blue].map(hex).join(''), alpha }
  }
  if (typeof value !== 'string') return { hex: '#ffffff', alpha: 1 }
  return { hex: value.slice(0, 7), alpha: value.length > 7 ? parseInt(value.slice(7, 9), 16) / 255 : 1 }
}
const hex = part => Math.round(Math.min(1, Math.max(0, part)) * 255).toString(16).padStart(2, '0')
export const colorText = ({ hex: color, alpha }) => color + (alpha >= 1 ? '' : hex(alpha))

/** A colour multiplied by another one, as text. */
export function times(one, other) {
  const [first, second] = [one, other].map(colorParts)
  const part = (color, place) => parseInt(color.hex.slice(1 + place * 2, 3 + place * 2), 16) / 255
  return colorText({ hex: '#' + [0, 1, 2].map(place => hex(part(first, place) * part(second, place))).join(''), alpha: first.alpha * second.alpha })
}

/** An argument for the shell, quoted if necessary. */
export const word = text => (/^[\w.,:=@%+/-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`)
