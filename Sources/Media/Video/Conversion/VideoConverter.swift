import CStarmineFFmpeg
import CStarminePixelKernels
package import StarmineRaster

/// A frame in the form that a file's encoder takes. Made by a `VideoConverter`, moved into `VideoWriter.append`.
package struct VideoFrame: ~Copyable, Sendable {
  let picture: OwnedFrame
  /// Whether nothing behind the frame could be seen, where the format has alpha.
  package let isOpaque: Bool
  /// How bright it is, for files of high dynamic range.
  let light: LightLevel?

  init(picture: consuming OwnedFrame, isOpaque: Bool, light: LightLevel? = nil) {
    (self.isOpaque, self.light) = (isOpaque, light)
    self.picture = picture
  }

  /// The bytes of each plane, without padding between rows. For tests.
  package var planes: [[UInt8]] {
    let data = picture.pointer.pointee.data
    let strides = picture.pointer.pointee.linesize
    let format = AVPixelFormat(picture.pointer.pointee.format)
    let height = Int(picture.pointer.pointee.height)
    let shared = height >> Int(av_pix_fmt_desc_get(format)?.pointee.log2_chroma_h ?? 0)
    return [(data.0, strides.0, height), (data.1, strides.1, shared), (data.2, strides.2, shared)].enumerated()
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
  /// The colours of frames from a number on; none where each frame has its own, or the format has them all.
  let palettes: [(firstFrame: Int, plane: PalettePlane)]
  let dithers: Bool
  /// Whether frames of floats are broken up for 8 bits; nil: where nothing of it is lost.
  let ditherDeep: Bool?

  init(_ pool: FramePool, _ options: VideoOptions) throws(VideoError) {
    self.pool = pool
    form = try PixelForm(pool.format, options.additiveAlpha)
    (dithers, ditherDeep) = (options.dithers, options.ditherDeep)
    palettes =
      !pool.format.needsPalette
      ? []
      : options.palettes.map { scene in
        (scene.firstFrame, PalettePlane(scene.palette, dithers: options.dithers))
      }
  }

  /// Conversion of frames that go to no file.
  package init(_ format: VideoFormat, width: Int, height: Int, _ options: VideoOptions) throws(VideoError) {
    try self.init(try FramePool(width: width, height: height, format: format), options)
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
  /// Pixels in the file's form: a whole frame for methods that need one, a row of a tile for others.
  private var whole: [UInt32] = []
  private var faint: FaintColors?
  /// Whether every block is coded by itself: `BlockFill` instead of `FaintColors`.
  private let fillsBlocks: Bool
  /// Number of the frame that is converted.
  private var index = 0

  private enum Method: Sendable {
    /// The file takes the renderer's order of bytes.
    case rows
    /// YUV 4:2:0 without alpha by the kernel: six times as fast as libswscale, and within 0.51 of the formula.
    case kernel(PixelMatrix)
    case packed(PackedPixels)
    /// Luma and colour differences without alpha.
    case planes(YUVPlanes)
    /// The same with alpha.
    case alphaPlanes(YUVPlanes)
    case linear
    /// Frames' palettes from a number on; none: each has its own.
    case palette([(firstFrame: Int, plane: PalettePlane)], dithers: Bool)
  }

  /// CPU seconds that `convert` has taken so far.
  package private(set) var cpuSeconds: Double = 0

  init(_ conversion: VideoConversion) throws(VideoError) {
    pool = conversion.pool
    form = conversion.form
    method = try VideoConverter.method(conversion)
    let format = conversion.pool.format
    var isStraight = false
    if case .alphaPlanes = method, case .straight = form { isStraight = true }
    fillsBlocks = isStraight && format.coding.smoothsSlices
    switch method {
    case .rows, .kernel, .planes: takesTiles = true
    case .packed:
      takesTiles = true
      whole = Array(repeating: 0, count: pool.width)
    case .alphaPlanes, .linear, .palette:
      takesTiles = false
      // Kernels read whole vectors.
      whole = Array(repeating: 0, count: pool.width * pool.height + 16)
    }
    if isStraight, !fillsBlocks { faint = FaintColors(width: pool.width, height: pool.height) }
  }

  private static func method(_ conversion: VideoConversion) throws(VideoError) -> Method {
    let format = conversion.pool.format
    if let matrix = format.kernelMatrix { return .kernel(matrix) }
    if let planes = YUVPlanes(format) { return planes.hasAlpha ? .alphaPlanes(planes) : .planes(planes) }
    if format.needsPalette { return .palette(conversion.palettes, dithers: conversion.dithers) }
    if format.pixelFormat == AV_PIX_FMT_GBRAPF32LE { return .linear }
    guard let packed = PackedPixels(format.pixelFormat) else {
      throw .failed(operation: "colour conversion", reason: "there is no way to \(format.name)")
    }
    return packed == .bgra ? .rows : .packed(packed)
  }

  /// The frame for the encoder. For formats without alpha the colour is the frame over black.
  ///
  /// - Parameter index: the frame's number in the movie, on which its palette may depend.
  package mutating func convert(_ frame: borrowing PixelBuffer, at index: Int = 0) throws(VideoError) -> VideoFrame {
    try pool.check(width: frame.width, height: frame.height)
    let start = CPUClock.threadSeconds
    self.index = index
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
  /// - Parameters:
  ///   - index: the frame's number in the movie.
  ///   - draw: calls its argument with tiles that fill the frame, each row of tiles from the left, because a tile's
  ///     last columns may be written once more by the next one.
  package mutating func convert(
    at index: Int = 0, drawing draw: ((DrawnTile) -> Void) -> Void
  ) throws(VideoError) -> VideoFrame {
    precondition(takesTiles, "VideoConverter: \(pool.format.name) is made of whole frames")
    self.index = index
    let target = try pool.makeFrame()
    let picture = target.pointer
    var (seconds, isOpaque) = (0.0, true)
    // Taken out, since what follows reads the rest of the converter.
    var line: [UInt32] = []
    swap(&line, &whole)
    defer { swap(&line, &whole) }
    draw { tile in
      let start = CPUClock.threadSeconds
      if !transfer(tile, to: picture, line: &line) { isOpaque = false }
      seconds += CPUClock.threadSeconds - start
    }
    cpuSeconds += seconds
    return VideoFrame(picture: target, isOpaque: isOpaque)
  }

  /// - Returns: whether the frame is opaque.
  private mutating func transfer(_ source: PixelRows, to target: UnsafeMutablePointer<AVFrame>) -> Bool {
    switch method {
    case .kernel, .rows, .packed, .planes:
      let frame = DrawnTile(
        x: 0, y: 0, width: source.width, height: source.height, pixels: source.base, stride: source.stride)
      var line: [UInt32] = []
      swap(&line, &whole)
      defer { swap(&line, &whole) }
      return transfer(frame, to: target, line: &line)
    case .alphaPlanes, .linear, .palette: return transferWhole(source, to: target)
    }
  }

  /// - Parameter line: memory for a row of a frame.
  /// - Returns: whether the tile is opaque.
  private func transfer(
    _ tile: DrawnTile, to target: UnsafeMutablePointer<AVFrame>, line: inout [UInt32]
  ) -> Bool {
    let source = PixelRows(base: tile.pixels, stride: tile.stride, width: tile.width, height: tile.height)
    guard let plane = target.pointee.data.0 else { return true }
    let stride = Int(target.pointee.linesize.0)
    switch method {
    case .kernel(let matrix):
      transfer(tile, matrix, to: target)
      return true
    case .planes(let planes):
      planes.write(tile, to: target)
      return true
    case .rows:
      return shape(source) { y in
        UnsafeMutableRawPointer(plane + (tile.y + y) * stride + tile.x * 4).assumingMemoryBound(to: UInt32.self)
      }
    case .packed(let packed):
      return line.withUnsafeMutableBufferPointer { line in
        guard let base = line.baseAddress else { return true }
        return shape(source, into: { _ in base }) { y in
          packed.write(base, plane + (tile.y + y) * stride + tile.x * packed.size, tile.width)
        }
      }
    case .alphaPlanes, .linear, .palette: return true
    }
  }

  private mutating func transferWhole(_ source: PixelRows, to target: UnsafeMutablePointer<AVFrame>) -> Bool {
    let (width, height) = (source.width, source.height)
    // Taken out, since what follows reads the rest of the converter.
    var memory: [UInt32] = []
    swap(&memory, &whole)
    defer { swap(&memory, &whole) }
    return memory.withUnsafeMutableBufferPointer { memory in
      guard let base = memory.baseAddress else { return true }
      let whole = UnsafeMutableBufferPointer(rebasing: memory[..<(width * height)])
      let isOpaque = shape(source) { base + $0 * width }
      if !isOpaque { faint?.fill(whole) }
      if !isOpaque, fillsBlocks { BlockFill.fill(whole, width: width, height: height) }
      let pixels = PixelRows(base: base, stride: width, width: width, height: height)
      switch method {
      case .alphaPlanes(let planes):
        planes.write(
          DrawnTile(x: 0, y: 0, width: width, height: height, pixels: UnsafePointer(base), stride: width), to: target)
        if pool.format.coding.smoothsSlices { SliceAlpha.smooth(target) }
      case .linear: LinearPlanes.write(pixels, to: target)
      case .palette(let palettes, let dithers):
        let scene = palettes.last { $0.firstFrame <= index } ?? palettes.first
        (scene?.plane ?? PalettePlane(whole, dithers: dithers)).write(pixels, to: target)
      case .rows, .kernel, .packed, .planes: break
      }
      return isOpaque
    }
  }

  /// Every row in the file's form.
  ///
  /// - Parameter didShape: called after each.
  /// - Returns: whether all are opaque.
  private func shape(
    _ source: PixelRows, into row: (Int) -> UnsafeMutablePointer<UInt32>, didShape: (Int) -> Void = { _ in }
  ) -> Bool {
    var isOpaque = true
    for y in 0..<source.height {
      if !form.convert(source.row(y), row(y), source.width) { isOpaque = false }
      didShape(y)
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
  fileprivate init(_ pixels: UnsafeMutableBufferPointer<UInt32>, dithers: Bool) {
    var builder = PaletteBuilder()
    builder.add(pixels)
    self.init(builder.build(), dithers: dithers)
  }
}
