import CStarminePixelKernels
import StarmineGraphics
package import StarmineRaster

// What the kernels that blend rows compute, one pixel at a time, in every form of pixels.

/// Kernels of one form.
enum ReferenceRows<P: ReferencePixel> {
  /// Mixes two wide rows, tints, and puts the result over the pixels or adds it to them. The weights sum to at most
  /// 65535 and carry coverage.
  static func blend(
    _ pixels: UnsafeMutableRawPointer, _ near: UnsafePointer<UInt64>, _ far: UnsafePointer<UInt64>,
    _ nearWeight: UInt32, _ farWeight: UInt32, _ tint: UInt32, _ gain: UnsafePointer<Float>, _ count: Int,
    isAdditive: Bool
  ) {
    let (pixels, mix) = (pixels.pixels(P.self), P.mix(nearWeight, farWeight, tint: tint, gain))
    for i in 0..<count {
      let source = P(near[i], far[i], mix)
      pixels[i] = isAdditive ? source.plus(pixels[i]) : source.over(pixels[i])
    }
  }

  /// One colour through coverage (none: all 255), over the pixels.
  static func fillSpan(
    _ pixels: UnsafeMutableRawPointer, _ coverage: UnsafePointer<UInt8>?, _ color: UInt32, _ count: Int
  ) {
    let (pixels, color) = (pixels.pixels(P.self), P(word: color))
    for i in 0..<count { pixels[i] = color.times(UInt32(coverage?[i] ?? 255)).over(pixels[i]) }
  }

  /// Rows of one colour through coverage, over the pixels.
  static func fillRows(
    _ pixels: UnsafeMutableRawPointer, _ stride: Int, _ rows: UnsafePointer<PixelRow>,
    _ coverage: UnsafePointer<UInt8>, _ first: Int32, _ last: Int32, _ color: UInt32, _ count: Int
  ) {
    let (pixels, color) = (pixels.pixels(P.self), P(word: color))
    for y in 0..<count {
      let row = rows[y]
      for x in max(first, row.first)..<max(first, row.first, min(last, row.last)) {
        let isSolid = x >= row.solid_first && x < row.solid_last
        // Where the columns between need no bytes, those on the right follow those on the left.
        let byte = x < row.solid_first ? x - row.first : x - row.solid_last + row.solid_first - row.first
        let covered = isSolid ? 255 : UInt32(coverage[Int(row.bytes + byte)])
        let place = y * stride + Int(x - first)
        pixels[place] = color.times(covered).over(pixels[place])
      }
    }
  }

  /// Spans of one colour through coverage, over the pixels.
  static func fillSpans(
    _ pixels: UnsafeMutableRawPointer, _ spans: UnsafePointer<PixelSpan>, _ spanCount: Int,
    _ coverage: UnsafePointer<UInt8>, _ color: UInt32
  ) {
    for span in UnsafeBufferPointer(start: spans, count: spanCount) {
      fillSpan(
        pixels.pixels(P.self) + span.place, span.bytes < 0 ? nil : coverage + span.bytes, color, span.count)
    }
  }

  /// Rows of one colour over the pixels; the first and the last pixel of each are covered by shares of their own.
  static func fillBox(
    _ pixels: UnsafeMutableRawPointer, _ stride: Int, _ rows: Int, _ color: UInt32, _ left: UInt32, _ middle: UInt32,
    _ right: UInt32, _ count: Int
  ) {
    let (pixels, color) = (pixels.pixels(P.self), P(word: color))
    for y in 0..<rows {
      for x in 0..<count {
        let share = x == 0 ? left : x == count - 1 ? right : middle
        pixels[y * stride + x] = color.times(share).over(pixels[y * stride + x])
      }
    }
  }

  /// Pixels times alpha (0...255) and coverage (none: all 255), over the pixels below.
  static func compositeSpan(
    _ pixels: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ coverage: UnsafePointer<UInt8>?, _ alpha: UInt32,
    _ count: Int
  ) {
    let (pixels, source) = (pixels.pixels(P.self), source.pixels(P.self))
    for i in 0..<count { pixels[i] = source[i].times(UInt32(coverage?[i] ?? 255), alpha).over(pixels[i]) }
  }

  /// Porter and Duff's compositions: the sum of the sides, each times a factor that depends on the other's alpha.
  static func combineSpan(
    _ pixels: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ factors: UnsafePointer<PixelFactors>, _ count: Int
  ) {
    let (pixels, source, f) = (pixels.pixels(P.self), source.pixels(P.self), factors.pointee)
    for i in 0..<count {
      let one = source[i].times(alphaOf: pixels[i], mask: f.source_mask, inverse: f.source_inverse)
      let other = pixels[i].times(alphaOf: source[i], mask: f.backdrop_mask, inverse: f.backdrop_inverse)
      pixels[i] = one.plus(other)
    }
  }

  /// Joins source pixels with those below.
  static func mixSpan(
    _ pixels: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ mix: Int32, _ count: Int
  ) {
    let (pixels, source) = (pixels.pixels(P.self), source.pixels(P.self))
    for i in 0..<count { pixels[i] = P.joined(source[i], pixels[i], mix: Int(mix)) }
  }

  /// Source pixels joined with those below in a blend mode.
  static func blendSpan(
    _ pixels: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ mode: Int32, _ count: Int
  ) {
    let (pixels, source) = (pixels.pixels(P.self), source.pixels(P.self))
    for i in 0..<count { pixels[i] = P.blended(source[i], pixels[i], mode: Int(mode)) }
  }

  /// One colour.
  static func fill(_ pixels: UnsafeMutableRawPointer, _ stride: Int, _ color: UInt32, _ count: Int, _ rows: Int) {
    let (pixels, color) = (pixels.pixels(P.self), P(word: color))
    for y in 0..<rows {
      for x in 0..<count { pixels[y * stride + x] = color }
    }
  }
}

/// Rows of words elsewhere: what the kernel that copies computes.
package let referenceCopyRows: KernelTable.CopyRows = { target, stride, first, sourceStride, count, rows in
  let (pixels, source) = (target.pixels(UInt32.self), first.pixels(UInt32.self))
  for y in 0..<rows {
    for x in 0..<count { pixels[y * stride + x] = source[y * sourceStride + x] }
  }
}
