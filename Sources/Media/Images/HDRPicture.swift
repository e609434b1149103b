import CStarmineFFmpeg
import CStarminePixelKernels
import StarmineGraphics
import StarmineRaster

/// A decoded HDR image. White, which is 203 nits in BT.2408, is 1. HDR values are above 1, as in float frames.
struct HDRPicture {
  private let picture: UnsafeMutablePointer<AVFrame>
  let curve: HighDynamicRange.Curve
  /// Matrix from its primaries to sRGB; nil: the same primaries.
  private let columns: (SIMD3<Float>, SIMD3<Float>, SIMD3<Float>)?

  /// Nil for images without HDR. The frame must outlive this object.
  init?(_ frame: borrowing OwnedFrame) {
    picture = frame.pointer
    switch picture.pointee.color_trc {
    case AVCOL_TRC_SMPTE2084: curve = .pq
    case AVCOL_TRC_ARIB_STD_B67: curve = .hlg
    default: return nil
    }
    columns = ColorEncoding(picture.pointee.color_primaries).map {
      encoding -> (SIMD3<Float>, SIMD3<Float>, SIMD3<Float>) in
      let rows = encoding.rows
      let column = { (index: Int) in SIMD3<Float>(Float(rows[0][index]), Float(rows[1][index]), Float(rows[2][index])) }
      return (column(0), column(1), column(2))
    }
  }

  /// Premultiplied pixels in row order. Nil for an unsupported pixel format.
  func pixels() -> [DeepPixel]? {
    let (width, height) = (Int(picture.pointee.width), Int(picture.pointee.height))
    return withRows { fill in
      [DeepPixel](unsafeUninitializedCapacity: width * height) { buffer, initialized in
        guard let base = buffer.baseAddress else { return }
        for y in 0..<height { fill(y, base + y * width) }
        initialized = width * height
      }
    }
  }

  /// 8-bit pixels, with HDR compressed toward white. Keeps only one row of floats at a time.
  func words() -> [UInt32]? {
    let (width, height) = (Int(picture.pointee.width), Int(picture.pointee.height))
    var row = [DeepPixel](repeating: .zero, count: width + 8)
    var words = [UInt32](repeating: 0, count: width * height + 8)
    let done: Void? = withRows { fill in
      row.withUnsafeMutableBufferPointer { row in
        words.withUnsafeMutableBufferPointer { words in
          guard let row = row.baseAddress, let words = words.baseAddress else { return }
          for y in 0..<height {
            fill(y, row)
            Self.fadeOut(row, width, to: words + y * width)
          }
        }
      }
    }
    words.removeLast(8)
    return done.map { words }
  }

  /// Reads and writes up to a multiple of eight. Pixels after the row are rewritten.
  private static func fadeOut(
    _ row: UnsafeMutablePointer<DeepPixel>, _ count: Int, to words: UnsafeMutablePointer<UInt32>
  ) {
    DitherPattern.halves.withUnsafeBufferPointer { thresholds in
      var light = PixelLight(isFilmic: true)
      light.thresholds = thresholds.baseAddress
      pixel_finish_light(words, row, &light, count)
    }
  }

  /// Calls a closure with a function that fills a row of premultiplied pixels. Nil for an unsupported pixel format.
  private func withRows<Result>(_ body: ((Int, UnsafeMutablePointer<DeepPixel>) -> Void) -> Result) -> Result? {
    guard var rows = ColorRows(picture) else { return nil }
    return body { y, row in
      rows.read(y) { x, numbers, alpha in
        let pixel = DeepPixel(light: light(numbers.clamped(lowerBound: .zero, upperBound: .one)))
        row[x] = alpha < 1 ? pixel * alpha : pixel
      }
    }
  }

  /// Linear light of encoded red, green and blue in the primaries of BT.709.
  func light(_ numbers: SIMD3<Float>) -> SIMD3<Float> {
    let table = curve == .pq ? HDRCurves.pqLight : HDRCurves.hlgLight
    var light = SIMD3(
      HDRCurves.light(table, numbers.x), HDRCurves.light(table, numbers.y), HDRCurves.light(table, numbers.z))
    if curve == .hlg {
      let luminance = 0.2627 * light.x + 0.6780 * light.y + 0.0593 * light.z
      light *= HDRCurves.value(HDRCurves.hlgSystem, luminance) * HDRCurves.hlgPeak
    }
    guard let columns else { return light }
    return columns.0 * light.x + columns.1 * light.y + columns.2 * light.z
  }
}

extension ColorEncoding {
  /// The space with the primaries of a file; nil for sRGB and others.
  init?(_ primaries: AVColorPrimaries) {
    switch primaries {
    case AVCOL_PRI_SMPTE432: self = .displayP3
    case AVCOL_PRI_BT2020: self = .rec2020
    default: return nil
    }
  }
}

extension DeepPixel {
  /// An opaque pixel of linear red, green and blue, 1 for white.
  init(light: SIMD3<Float>) {
    self.init(LinearLight.value(of: light.z), LinearLight.value(of: light.y), LinearLight.value(of: light.x), 1)
  }
}
