import CStarminePixelKernels
import StarmineGraphics
import StarmineScene

extension TilePainter {
  func paint(
    _ gradient: PreparedGradient, through shape: ShapeCoverage, _ surface: Surface, _ clip: DeviceRect
  ) {
    gradient.withMap(shapes.pointee.segments) {
      GradientFill(painter: self, map: $0, isOpaque: gradient.isOpaque, surface: surface).fill(shape, clip)
    }
  }
}

/// Paints one gradient through coverage: many rows of a box or narrow shape at once, others one by one.
private struct GradientFill {
  let painter: TilePainter
  let map: UnsafePointer<PixelGradient>
  let isOpaque: Bool
  let surface: Surface
  private var form: PixelDepth { surface.form }

  /// Largest number of pixels that are painted separately at a time, so that they stay in the first-level cache.
  private static let most = 4_096
  /// Pixels. In a narrow shape, painting uncovered pixels takes less time than finding the ends of each row.
  private static let narrow = 128

  func fill(_ shape: ShapeCoverage, _ clip: DeviceRect) {
    switch shape {
    case .box(let box): fill(box, clip)
    case .roundedBox(let box, _, let minY, let maxY):
      let (above, straight, below) = clip.cut(atY: minY, maxY)
      fillRows(of: shape, above)
      if !straight.isEmpty { fill(box, straight) }
      fillRows(of: shape, below)
    case .polygon where clip.width <= Self.narrow: fillCells(of: shape, clip)
    case .polygon, .ring, .nothing: fillRows(of: shape, clip)
    }
  }

  private func paint(_ area: DeviceRect, into pixels: UnsafeMutableRawPointer, stride: Int) {
    painter.kernels.gradientRows(pixels, stride, map, Int32(area.minX), Int32(area.minY), area.width, area.height)
  }

  private func fill(_ box: BoxCoverage, _ clip: DeviceRect) {
    box.forEachBand(clip: clip) { rows, columns, coverage in
      let isSolid = isOpaque && coverage.middle == 255
      let step = isSolid ? rows.count : max(1, Self.most / columns.count)
      for start in stride(from: rows.lowerBound, to: rows.upperBound, by: step) {
        let area = DeviceRect(
          minX: columns.lowerBound, minY: start, maxX: columns.upperBound, maxY: min(start + step, rows.upperBound))
        if isSolid {
          replace(area, coverage.left, coverage.right)
        } else {
          blend(area, coverage)
        }
      }
    }
  }

  /// Opaque, fully covered pixels replace the existing ones. The first and last column, if partly covered, are painted
  /// separately and blended with the existing pixels.
  private func replace(_ area: DeviceRect, _ left: UInt32, _ right: UInt32) {
    let (first, last) = (area.minX, area.maxX - 1)
    let length = area.height + Surface.slack
    let below = painter.scratch.painted(3 * length, form)
    let (second, apart) = (form.place(length, in: below), form.place(2 * length, in: below))
    let hasRight = right < 255 && last > first
    if left < 255 { copyColumn(first, area, to: below) }
    if hasRight { copyColumn(last, area, to: second) }
    let inner = DeviceRect(minX: left < 255 ? first + 1 : first, minY: area.minY, maxX: area.maxX, maxY: area.maxY)
    if !inner.isEmpty { paint(inner, into: surface.pointer(inner.minX, inner.minY), stride: surface.stride) }
    if left < 255 { blendColumn(first, area, left, over: below, apart: apart) }
    if hasRight { blendColumn(last, area, right, over: second, apart: apart) }
  }

  private func copyColumn(_ x: Int, _ area: DeviceRect, to below: UnsafeMutableRawPointer) {
    copy(area.height, from: surface.pointer(x, area.minY), surface.stride, to: below, 1)
  }

  private func copy(
    _ count: Int, from source: UnsafeRawPointer, _ step: Int, to target: UnsafeMutableRawPointer, _ targetStep: Int
  ) {
    let size = 1 << form.shift
    for row in 0..<count {
      form.place(row &* targetStep, in: target).copyMemory(from: form.place(row &* step, in: source), byteCount: size)
    }
  }

  private func blendColumn(
    _ x: Int, _ area: DeviceRect, _ coverage: UInt32, over below: UnsafeMutableRawPointer,
    apart: UnsafeMutableRawPointer
  ) {
    paint(DeviceRect(minX: x, minY: area.minY, maxX: x + 1, maxY: area.maxY), into: apart, stride: 1)
    painter.kernels.compositeSpan(below, apart, nil, coverage, area.height)
    copy(area.height, from: below, 1, to: surface.pointer(x, area.minY), surface.stride)
  }

  private func blend(_ area: DeviceRect, _ coverage: (left: UInt32, middle: UInt32, right: UInt32)) {
    let width = area.width
    let pixels = painter.scratch.painted(width * area.height, form)
    paint(area, into: pixels, stride: width)
    for row in 0..<area.height {
      let (source, target) = (form.place(row * width, in: pixels), surface.pointer(area.minX, area.minY + row))
      let (lastSource, lastTarget) = (form.place(width - 1, in: source), form.place(width - 1, in: target))
      form.scale(source, coverage.left)
      if width > 1 { form.scale(lastSource, coverage.right) }
      if coverage.middle == 255 {
        painter.kernels.compositeSpan(target, source, nil, 255, width)
        continue
      }
      form.lay(source, over: target)
      if width > 2 {
        painter.kernels.compositeSpan(
          form.place(1, in: target), form.place(1, in: source), nil, coverage.middle, width - 2)
      }
      if width > 1 { form.lay(lastSource, over: lastTarget) }
    }
  }

  private func fillCells(of shape: ShapeCoverage, _ clip: DeviceRect) {
    if clip.isEmpty { return }
    let (accumulator, width) = (painter.scratch.accumulator, clip.width)
    accumulator.add(shape, of: painter.shapes, clip: clip, painter.kernels.coverage)
    let step = Self.most / width
    let pixels = painter.scratch.painted(step * width, form)
    for start in stride(from: clip.minY, to: clip.maxY, by: step) {
      let rows = start..<min(start + step, clip.maxY)
      let area = DeviceRect(minX: clip.minX, minY: rows.lowerBound, maxX: clip.maxX, maxY: rows.upperBound)
      paint(area, into: pixels, stride: width)
      accumulator.paint(surface.pointer(clip.minX, start), stride: surface.stride, pixels, stride: width, rows: rows)
    }
  }

  private func fillRows(of shape: ShapeCoverage, _ clip: DeviceRect) {
    if clip.isEmpty { return }
    let walk = painter.walk(shape, clip)
    let pixels = painter.scratch.painted(clip.width, form)
    for y in clip.minY..<clip.maxY {
      let row = walk.row(y)
      guard row.minX < row.maxX else { continue }
      let area = DeviceRect(minX: row.minX, minY: y, maxX: row.maxX, maxY: y + 1)
      if !isOpaque { paint(area, into: pixels, stride: 0) }
      row.forEachPart { first, last, isSolid in
        let part = DeviceRect(minX: first, minY: y, maxX: last, maxY: y + 1)
        if isSolid && isOpaque { return paint(part, into: surface.pointer(first, y), stride: 0) }
        if isOpaque { paint(part, into: pixels, stride: 0) }
        let coverage = isSolid ? nil : walk.bytes + (first - clip.minX)
        painter.kernels.compositeSpan(
          surface.pointer(first, y), form.place(isOpaque ? 0 : first - row.minX, in: pixels), coverage, 255,
          last - first)
      }
    }
  }
}
