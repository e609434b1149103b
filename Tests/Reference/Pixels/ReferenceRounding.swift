import CStarminePixelKernels
package import StarmineRaster

// What `pixel_round_rows` computes, one pixel at a time; `round_rows.c` says how.

/// The rows of a rounded rectangle at its corners.
package let referenceRoundRows: KernelTable.RoundRows = { rows, bytes, shape, above, below, last in
  let shape = RoundShape(shape.pointee)
  var count = 0
  for (place, y) in (Array(0..<above) + Array(below..<last)).enumerated() {
    let (row, covered) = shape.row(y)
    rows[place] = row
    rows[place].bytes = Int32(count)
    for (index, byte) in covered.enumerated() { bytes[count + index] = byte }
    count += covered.count
  }
  return count
}

/// A quarter circle of radius 1 at one place: across a border between columns, or up to one between rows.
private struct Quarter {
  /// From the centre, not limited.
  var distance: Double
  /// How far the circle reaches the other way.
  var reach: Double
  /// The area up to there: of `reach` for columns, of the distance for rows.
  var area: Double
}

private struct RoundShape {
  private let shape: PixelRound
  private let left: Double
  private let right: Double
  private let upper: Double
  private let lower: Double

  init(_ shape: PixelRound) {
    self.shape = shape
    (left, right) = (shape.left + shape.radius_x, shape.right - shape.radius_x)
    (upper, lower) = (shape.top + shape.radius_y, shape.bottom - shape.radius_y)
  }

  /// The heights that a row's parts span in the upper and the lower quarters, and between these.
  private struct Row {
    var upper: (low: Quarter, high: Quarter)?
    var lower: (low: Quarter, high: Quarter)?
    var straight: Double
    var height: Double
  }

  func row(_ y: Int32) -> (PixelRow, [UInt8]) {
    let (top, bottom) = (Double(y), Double(y + 1))
    let ry = shape.radius_y
    let row = Row(
      upper: part(height((bottom - upper) * (-1 / ry)), height((top - upper) * (-1 / ry))),
      lower: part(height((top - lower) * (1 / ry)), height((bottom - lower) * (1 / ry))),
      straight: max(0, min(bottom, lower) - max(top, upper)),
      height: min(bottom, shape.bottom) - max(top, shape.top))
    let parts = [row.upper, row.lower].compactMap { $0 }
    let widest = parts.map(\.low.reach).reduce(row.straight > 0 ? 1 : 0, max)
    let narrowest = parts.map(\.high.reach).reduce(1, min)
    let rx = shape.radius_x
    var found = PixelRow(
      first: Int32((left - rx * widest).rounded(.down)), solid_first: Int32((left - rx * narrowest).rounded(.up)),
      solid_last: Int32((right + rx * narrowest).rounded(.down)), last: Int32((right + rx * widest).rounded(.up)),
      bytes: 0)
    let covered = (found.first..<found.last).map { x in
      let one = x < found.solid_first ? half(column: x, row, isRight: false) : nil
      let other = x >= found.solid_last ? half(column: x, row, isRight: true) : nil
      guard let one, let other else { return one ?? other ?? row.height }
      return one + other - row.height
    }
    if row.height == 1, found.solid_first < found.solid_last {
      let outside = found.solid_first..<found.solid_last
      return (found, zip(found.first..<found.last, covered).filter { !outside.contains($0.0) }.map { byte($0.1) })
    }
    (found.solid_first, found.solid_last) = (found.last, found.last)
    return (found, covered.map(byte))
  }

  private func byte(_ area: Double) -> UInt8 { UInt8(limited(area) * 255 + 0.5) }

  private func part(_ low: Quarter, _ high: Quarter) -> (low: Quarter, high: Quarter)? {
    low.distance < high.distance ? (low, high) : nil
  }

  private func height(_ distance: Double) -> Quarter {
    let u = limited(distance)
    let width = ((1 - u) * (1 + u)).squareRoot()
    return Quarter(distance: u, reach: width, area: (u * width + (Double.pi / 2 - arcCosine(u))) * 0.5)
  }

  private func border(_ distance: Double) -> Quarter {
    let v = limited(distance)
    let height = ((1 - v) * (1 + v)).squareRoot()
    return Quarter(distance: distance, reach: height, area: (height * v + arcCosine(v)) * 0.5)
  }

  /// How much of a pixel lies in the row's left or right half.
  private func half(column: Int32, _ row: Row, isRight: Bool) -> Double {
    let (centre, scale) = isRight ? (right, 1 / shape.radius_x) : (left, -1 / shape.radius_x)
    let one = areaBeyond(border((Double(column) - centre) * scale), row)
    let next = areaBeyond(border((Double(column + 1) - centre) * scale), row)
    return isRight ? one - next : next - one
  }

  private func areaBeyond(_ border: Quarter, _ row: Row) -> Double {
    let round = [row.upper, row.lower].compactMap { $0 }.reduce(0) { $0 + area(of: $1, beyond: border) }
    let depth = max(0, 1 - border.distance)
    return round * (shape.radius_x * shape.radius_y) + depth * (row.straight * shape.radius_x)
  }

  private func area(of part: (low: Quarter, high: Quarter), beyond border: Quarter) -> Double {
    var (top, area) = (border.reach, border.area)
    if top <= part.low.distance {
      (top, area) = (part.low.distance, part.low.area)
    } else if top >= part.high.distance {
      (top, area) = (part.high.distance, part.high.area)
    }
    return area - part.low.area - border.distance * (top - part.low.distance)
  }
}

private func limited(_ value: Double) -> Double { max(0, min(1, value)) }

private func arcCosine(_ x: Double) -> Double {
  let factors = [
    -0.000413350777762278, 0.0025594790896817654, -0.007522254533165636, 0.014653388388449862, -0.02289023237451467,
    0.0333307233137099, -0.0507438760404069, 0.08904509566813727, -0.21460173715592745, 1.5707963263309819,
  ]
  return (1 - x).squareRoot() * factors.dropFirst().reduce(factors[0]) { $0 * x + $1 }
}
