import CStarmineFFmpeg
import CStarminePixelKernels
import StarmineRaster

/// Floats as planes of luma, colour differences and alpha of more than 8 bits: rounded once, from what was drawn.
struct DeepPlanes: Sendable {
  private let luma: PixelDeepComponent
  private let differences: [PixelDeepComponent]
  /// Pixels that share a colour sample, as powers of two.
  private let log2Width: Int
  private let log2Height: Int
  /// The largest sample of alpha; nil: there is none.
  private let mostAlpha: Float?

  /// Nil for other formats.
  init?(_ format: VideoFormat) {
    guard let matrix = format.color.matrix, let description = av_pix_fmt_desc_get(format.pixelFormat) else {
      return nil
    }
    let depth = Int(description.pointee.comp.0.depth)
    guard depth > 8 else { return nil }
    (log2Width, log2Height) = (Int(description.pointee.log2_chroma_w), Int(description.pointee.log2_chroma_h))
    mostAlpha = description.pointee.nb_components == 4 ? Float(1 << depth - 1) : nil
    let step = Float(1 << (depth - 8))
    luma = PixelDeepComponent(matrix.luma, 255 * step, offset: Float((matrix.luma.offset - 1 << 14) >> 15) * step)
    // The kernel sums four pixels where columns share a sample.
    let parts: Float = log2Width > 0 ? 4 : 1
    differences = [matrix.blue_difference, matrix.red_difference].map {
      PixelDeepComponent($0, 255 * step / parts, offset: 128 * step)
    }
  }

  var hasAlpha: Bool { mostAlpha != nil }

  /// - Precondition: the tile begins at a column and a row that are multiples of 16 and 2.
  func write(_ tile: DeepTile, to target: UnsafeMutablePointer<AVFrame>) {
    let (planes, strides) = (target.pointee.data, target.pointee.linesize)
    guard let first = planes.0, let second = planes.1, let third = planes.2 else { return }
    precondition(tile.x % 16 == 0 && tile.y % 2 == 0, "DeepPlanes: a tile starts inside of a block")
    func line(
      _ plane: UnsafeMutablePointer<UInt8>, _ stride: Int32, _ x: Int, _ y: Int
    ) -> UnsafeMutablePointer<UInt16> {
      UnsafeMutableRawPointer(plane + y * Int(stride) + 2 * x).assumingMemoryBound(to: UInt16.self)
    }
    var weights = luma
    for y in 0..<tile.height {
      pixel_deep_luma(
        line(first, strides.0, tile.x, tile.y + y), tile.pixels + y * tile.stride, &weights, tile.width)
    }
    if log2Width == 0 {
      var (blue, red) = (differences[0], differences[1])
      for y in 0..<tile.height {
        let row = tile.pixels + y * tile.stride
        pixel_deep_luma(line(second, strides.1, tile.x, tile.y + y), row, &blue, tile.width)
        pixel_deep_luma(line(third, strides.2, tile.x, tile.y + y), row, &red, tile.width)
        if let mostAlpha, let fourth = planes.3 {
          let alphas = line(fourth, strides.3, tile.x, tile.y + y)
          for x in 0..<tile.width { alphas[x] = UInt16(max(0, min(1, row[x].w)) * mostAlpha + 0.5) }
        }
      }
      return
    }
    differences.withUnsafeBufferPointer { differences in
      guard let differences = differences.baseAddress else { return }
      for row in 0..<tile.height >> log2Height {
        let (x, y, upper) = (tile.x / 2, tile.y >> log2Height + row, tile.pixels + (row << log2Height) * tile.stride)
        let lower = log2Height == 1 ? upper + tile.stride : upper
        pixel_deep_chroma(
          line(second, strides.1, x, y), line(third, strides.2, x, y), upper, lower, differences, tile.width / 2)
      }
    }
  }
}

extension DeepPlanes {
  /// Takes the colours of transparent pixels from another picture of the same form: what surrounds a shape is filled
  /// there so that it costs little and its edges stay.
  static func fillTransparent(
    _ target: UnsafeMutablePointer<AVFrame>, from filled: UnsafeMutablePointer<AVFrame>, width: Int, height: Int
  ) {
    let (planes, sources) = (target.pointee.data, filled.pointee.data)
    let (strides, steps) = (target.pointee.linesize, filled.pointee.linesize)
    guard let alpha = planes.3 else { return }
    func line(_ plane: UnsafeMutablePointer<UInt8>, _ stride: Int32, _ y: Int) -> UnsafeMutablePointer<UInt16> {
      UnsafeMutableRawPointer(plane + y * Int(stride)).assumingMemoryBound(to: UInt16.self)
    }
    let pairs = [
      (planes.0, strides.0, sources.0, steps.0), (planes.1, strides.1, sources.1, steps.1),
      (planes.2, strides.2, sources.2, steps.2),
    ]
    for y in 0..<height {
      let alphas = line(alpha, strides.3, y)
      for (plane, stride, source, step) in pairs {
        guard let plane, let source else { continue }
        let (to, from) = (line(plane, stride, y), line(source, step, y))
        for x in 0..<width where alphas[x] == 0 { to[x] = from[x] }
      }
    }
  }
}

extension PixelDeepComponent {
  /// - Parameters:
  ///   - component: weights in 1/32768.
  ///   - scale: what they are multiplied by.
  init(_ component: PixelComponent, _ scale: Float, offset: Float) {
    let factor = scale / 32768
    self.init(
      blue: Float(component.blue) * factor, green: Float(component.green) * factor,
      red: Float(component.red) * factor, offset: offset + 0.5)
  }
}
