import CStarmineFFmpeg
import CStarminePixelKernels
package import StarmineRaster

/// A frame in the form that a file's encoder takes. Made by a `VideoConverter`, moved into `VideoWriter.append`.
package struct VideoFrame: ~Copyable, Sendable {
  let picture: OwnedFrame
  /// Whether nothing behind the frame could be seen, where the format has alpha.
  let isOpaque: Bool

  /// The bytes of each plane, without padding between rows. For tests.
  package var planes: [[UInt8]] {
    let data = picture.pointer.pointee.data
    let strides = picture.pointer.pointee.linesize
    let format = AVPixelFormat(picture.pointer.pointee.format)
    let height = Int(picture.pointer.pointee.height)
    return [(data.0, strides.0, height), (data.1, strides.1, height / 2), (data.2, strides.2, height / 2)].enumerated()
      .compactMap { number, plane in
        guard let base = plane.0 else { return nil }
        let width = Int(av_image_get_linesize(format, picture.pointer.pointee.width, Int32(number)))
        return (0..<plane.2).flatMap { UnsafeBufferPointer(start: base + $0 * Int(plane.1), count: width) }
      }
  }
}

/// Conversion of one file's frames. Each worker makes its own converter from it; the frames' memory is shared and
/// reused.
package struct VideoConversion: Sendable {
  let pool: FramePool
  let form: PixelForm
  /// The colours of every frame; nil where each frame has its own, or the format has them all.
  let palette: PalettePlane?

  init(_ pool: FramePool, _ options: VideoOptions) throws(VideoError) {
    self.pool = pool
    form = try PixelForm(pool.format, options.additiveAlpha)
    palette = pool.format.needsPalette ? options.palette.map { PalettePlane($0) } : nil
  }

  /// A converter for one thread at a time.
  package func makeConverter() throws(VideoError) -> VideoConverter {
    try VideoConverter(self)
  }
}

/// Turns rendered frames into what the encoder takes: the part of writing that runs on any number of threads.
///
/// The result depends on the pixels alone, so it is the same on every thread and every processor.
package struct VideoConverter: ~Copyable, Sendable {
  /// Whether the format allows frames that never lie in memory as a whole: see `convert(drawing:)`.
  package let takesTiles: Bool
  private let pool: FramePool
  private let form: PixelForm
  private let method: Method
  /// A whole frame in the file's form, for methods that need one.
  private var whole: [UInt32] = []
  private var bleed: EdgeBleed?

  private enum Method: Sendable {
    /// The file takes the renderer's order of bytes.
    case rows
    /// YUV 4:2:0 without alpha by the kernel: six times as fast as libswscale, and within 0.51 of the formula.
    case kernel(PixelMatrix)
    case packed(PackedPixels)
    case planes(YUVPlanes)
    case linear
    /// The palette of all frames, or nil.
    case palette(PalettePlane?)
  }

  /// CPU seconds that `convert` has taken so far.
  package private(set) var cpuSeconds: Double = 0

  init(_ conversion: VideoConversion) throws(VideoError) {
    pool = conversion.pool
    form = conversion.form
    takesTiles = pool.format.kernelMatrix != nil
    method = try VideoConverter.method(conversion)
    let format = conversion.pool.format
    if case .rows = method { return }
    if case .kernel = method { return }
    whole = Array(repeating: 0, count: pool.width * pool.height)
    if case .planes = method, case .straight = form, format.hasAlpha {
      bleed = EdgeBleed(width: pool.width, height: pool.height)
    }
  }

  private static func method(_ conversion: VideoConversion) throws(VideoError) -> Method {
    let format = conversion.pool.format
    if let matrix = format.kernelMatrix { return .kernel(matrix) }
    if let planes = YUVPlanes(format) { return .planes(planes) }
    if format.needsPalette { return .palette(conversion.palette) }
    if format.pixelFormat == AV_PIX_FMT_GBRAPF32LE { return .linear }
    guard let packed = PackedPixels(format.pixelFormat) else {
      throw .failed(operation: "colour conversion", reason: "there is no way to \(format.name)")
    }
    return packed == .bgra ? .rows : .packed(packed)
  }

  /// The frame for the encoder. For formats without alpha the colour is the frame over black.
  package mutating func convert(_ frame: borrowing PixelBuffer) throws(VideoError) -> VideoFrame {
    guard frame.width == pool.width && frame.height == pool.height else {
      throw .wrongFrameSize(
        width: frame.width, height: frame.height, expectedWidth: pool.width, expectedHeight: pool.height)
    }
    let start = CPUClock.threadSeconds
    let target = try pool.makeFrame()
    let stride = frame.stride
    let isOpaque = frame.withPixels { pixels in
      guard let base = pixels.baseAddress else { return true }
      return transfer(
        PixelRows(base: base, stride: stride, width: pool.width, height: pool.height), to: target.pointer)
    }
    cpuSeconds += CPUClock.threadSeconds - start
    return VideoFrame(picture: target, isOpaque: isOpaque)
  }

  /// Converts a frame tile by tile, while the pixels are in the cache.
  ///
  /// - Precondition: `takesTiles`. Tiles start at columns that are multiples of 16 and in even rows.
  /// - Parameter draw: calls its argument with tiles that fill the frame, each row of tiles from the left, because a
  ///   tile's last columns may be written once more by the next one.
  package mutating func convert(drawing draw: ((DrawnTile) -> Void) -> Void) throws(VideoError) -> VideoFrame {
    guard let matrix = pool.format.kernelMatrix else {
      preconditionFailure("VideoConverter: \(pool.format.name) is made of whole frames")
    }
    let target = try pool.makeFrame()
    let picture = target.pointer
    var seconds = 0.0
    draw { tile in
      let start = CPUClock.threadSeconds
      transfer(tile, matrix, to: picture)
      seconds += CPUClock.threadSeconds - start
    }
    cpuSeconds += seconds
    return VideoFrame(picture: target, isOpaque: true)
  }

  /// - Returns: whether the frame is opaque.
  private mutating func transfer(_ source: PixelRows, to target: UnsafeMutablePointer<AVFrame>) -> Bool {
    switch method {
    case .kernel(let matrix):
      let frame = DrawnTile(
        x: 0, y: 0, width: source.width, height: source.height, pixels: source.base, stride: source.stride)
      transfer(frame, matrix, to: target)
      return true
    case .rows:
      guard let plane = target.pointee.data.0 else { return true }
      return shape(source) { y in
        UnsafeMutableRawPointer(plane + y * Int(target.pointee.linesize.0)).assumingMemoryBound(to: UInt32.self)
      }
    case .packed, .planes, .linear, .palette: return transferWhole(source, to: target)
    }
  }

  private mutating func transferWhole(_ source: PixelRows, to target: UnsafeMutablePointer<AVFrame>) -> Bool {
    let (width, height) = (source.width, source.height)
    // Taken out, since what follows reads the rest of the converter.
    var memory: [UInt32] = []
    swap(&memory, &whole)
    defer { swap(&memory, &whole) }
    return memory.withUnsafeMutableBufferPointer { whole in
      guard let base = whole.baseAddress else { return true }
      let isOpaque = shape(source) { base + $0 * width }
      if !isOpaque { bleed?.spread(whole) }
      let pixels = PixelRows(base: base, stride: width, width: width, height: height)
      switch method {
      case .packed(let packed): packed.write(pixels, to: target)
      case .planes(let planes):
        planes.write(pixels, to: target)
        if pool.format.coding.smoothsSlices { SliceAlpha.smooth(target) }
      case .linear: LinearPlanes.write(pixels, to: target)
      case .palette(let palette): (palette ?? PalettePlane(whole)).write(pixels, to: target)
      case .rows, .kernel: break
      }
      return isOpaque
    }
  }

  /// Every row in the file's form.
  private func shape(_ source: PixelRows, into row: (Int) -> UnsafeMutablePointer<UInt32>) -> Bool {
    var isOpaque = true
    for y in 0..<source.height {
      if !form.convert(source.row(y), row(y), source.width) { isOpaque = false }
    }
    if case .overBlack = form { return true }
    return isOpaque
  }

  /// Rows of tiles and of pool frames have room for the kernel's whole vectors.
  private func transfer(_ tile: DrawnTile, _ matrix: PixelMatrix, to target: UnsafeMutablePointer<AVFrame>) {
    let (planes, strides) = (target.pointee.data, target.pointee.linesize)
    guard let luma = planes.0, let u = planes.1, let v = planes.2 else { return }
    precondition(tile.x % 16 == 0 && tile.y % 2 == 0, "VideoConverter: a tile starts inside of a block")
    var matrix = matrix
    for row in 0..<tile.height / 2 {
      let (y, x) = (tile.y / 2 + row, tile.x / 2)
      pixel_yuv420_rows(
        luma + y * 2 * Int(strides.0) + tile.x, Int(strides.0), u + y * Int(strides.1) + x, v + y * Int(strides.2) + x,
        Int(strides.1), tile.pixels + row * 2 * tile.stride, tile.stride, &matrix, tile.width)
    }
  }
}

extension PalettePlane {
  /// The colours that fit one frame's pixels best.
  fileprivate init(_ pixels: UnsafeMutableBufferPointer<UInt32>) {
    var builder = PaletteBuilder()
    builder.add(pixels)
    self.init(builder.build())
  }
}
