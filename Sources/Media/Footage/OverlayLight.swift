import CStarmineFFmpeg
import CStarminePixelKernels
import StarmineRaster

/// Draws premultiplied pixels over an HDR frame. Where something is drawn, samples are converted to linear light,
/// blended with white at 203 nits, and converted back. Other samples do not change.
struct OverlayLight {
  private let picture: UnsafeMutablePointer<AVFrame>
  private let source: HDRPicture
  private let hdr: HighDynamicRange
  private let log2Width: Int
  private let log2Height: Int
  /// Steps from black to white for luma and differences, and their zero.
  private let luma: (step: Float, zero: Float)
  private let difference: (step: Float, zero: Float)
  private let most: Float

  private static let (red, blue): (Float, Float) = (0.2627, 0.0593)

  /// Nil for frames with other transfer functions, matrices or pixel formats.
  init?(_ frame: borrowing OwnedFrame) {
    picture = frame.pointer
    let format = AVPixelFormat(picture.pointee.format)
    guard let source = HDRPicture(frame), let description = OverlayPlanes.planar(format),
      description.pointee.comp.0.depth > 8, picture.pointee.colorspace == AVCOL_SPC_BT2020_NCL,
      let hdr = try? HighDynamicRange(source.curve)
    else { return nil }
    (self.source, self.hdr) = (source, hdr)
    (log2Width, log2Height) = (Int(description.pointee.log2_chroma_w), Int(description.pointee.log2_chroma_h))
    let depth = Int(description.pointee.comp.0.depth)
    let (unit, isFull) = (Float(1 << (depth - 8)), PremultipliedPixels.isFullRange(picture, format))
    most = Float(1 << depth - 1)
    luma = isFull ? (most, 0) : (219 * unit, 16 * unit)
    difference = (isFull ? most : 224 * unit, Float(1 << (depth - 1)))
  }

  /// Precondition: the overlay has the size of the frame.
  func draw<P: OverlayPixel>(_ overlay: OverlayRows<P>) {
    let (planes, strides) = (picture.pointee.data, picture.pointee.linesize)
    guard let first = planes.0, let second = planes.1, let third = planes.2 else { return }
    func row(_ plane: UnsafeMutablePointer<UInt8>, _ stride: Int32, _ y: Int) -> UnsafeMutablePointer<UInt16> {
      UnsafeMutableRawPointer(plane + y * Int(stride)).assumingMemoryBound(to: UInt16.self)
    }
    let columns = (overlay.width + 1 << log2Width - 1) >> log2Width
    var memory = [DeepPixel](repeating: .zero, count: overlay.width + 8)
    var changes = [SIMD2<Float>](repeating: .zero, count: columns)
    for block in 0..<(overlay.height + 1 << log2Height - 1) >> log2Height {
      let rows = block << log2Height..<min(overlay.height, (block + 1) << log2Height)
      let differences = (row(second, strides.1, block), row(third, strides.2, block))
      var isDrawn = false
      for y in rows where (0..<overlay.width).contains(where: { overlay.row(y)[$0] != .transparent }) {
        draw(overlay.row(y), overlay.width, on: row(first, strides.0, y), differences, &memory, &changes)
        isDrawn = true
      }
      guard isDrawn else { continue }
      for x in 0..<columns where changes[x] != .zero {
        let pixels = rows.count * min(1 << log2Width, overlay.width - x << log2Width)
        let change = changes[x] / Float(pixels) * difference.step
        (differences.0[x], differences.1[x]) = (
          sample(Float(differences.0[x]) + change.x), sample(Float(differences.1[x]) + change.y)
        )
        changes[x] = .zero
      }
    }
  }

  /// Draws a row over its luma samples.
  /// - Parameter memory: memory for a row of pixels.
  /// - Parameter changes: receives the changes of the colour differences, summed over pixels.
  private func draw<P: OverlayPixel>(
    _ pixels: UnsafePointer<P>, _ count: Int, on row: UnsafeMutablePointer<UInt16>,
    _ differences: (UnsafeMutablePointer<UInt16>, UnsafeMutablePointer<UInt16>), _ memory: inout [DeepPixel],
    _ changes: inout [SIMD2<Float>]
  ) {
    let below = { (x: Int) in
      SIMD3(
        (Float(row[x]) - luma.zero) / luma.step,
        (Float(differences.0[x >> log2Width]) - difference.zero) / difference.step,
        (Float(differences.1[x >> log2Width]) - difference.zero) / difference.step)
    }
    for x in 0..<count {
      memory[x] = pixels[x] == .transparent ? .zero : laid(pixels[x].deep, over: below(x))
    }
    var levels = PixelLevels()
    hdr.withKernel { kernel in
      // No compression: the frame has its peak, and this value exceeds all transfer functions.
      kernel.peak = 10_000
      memory.withUnsafeMutableBufferPointer { memory in
        guard let base = memory.baseAddress else { return }
        pixel_hdr_row(base, base, &kernel, &levels, count)
      }
    }
    for x in 0..<count where pixels[x] != .transparent {
      let (before, after) = (below(x), planes(memory[x]))
      row[x] = sample(after.x * luma.step + luma.zero)
      changes[x >> log2Width] += SIMD2(after.y - before.y, after.z - before.z)
    }
  }

  /// Draws a pixel over encoded luma and differences.
  private func laid(_ pixel: DeepPixel, over below: SIMD3<Float>) -> DeepPixel {
    let (red, blue) = (below.x + 2 * (1 - Self.red) * below.z, below.x + 2 * (1 - Self.blue) * below.y)
    let green = (below.x - Self.red * red - Self.blue * blue) / (1 - Self.red - Self.blue)
    return pixel.over(DeepPixel(light: source.light(SIMD3(red, green, blue))))
  }

  private func planes(_ pixel: DeepPixel) -> SIMD3<Float> {
    let luma = Self.red * pixel.z + (1 - Self.red - Self.blue) * pixel.y + Self.blue * pixel.x
    return SIMD3(luma, (pixel.x - luma) / (2 * (1 - Self.blue)), (pixel.z - luma) / (2 * (1 - Self.red)))
  }

  private func sample(_ value: Float) -> UInt16 { UInt16(max(0, min(most, value + 0.5))) }
}
