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
  /// Whether light beyond what the file holds was cut.
  var isCut = false

  init(picture: consuming OwnedFrame, isOpaque: Bool, light: LightLevel? = nil) {
    (self.isOpaque, self.light) = (isOpaque, light)
    self.picture = picture
  }

  /// The bytes of each plane, without padding between rows. For tests.
  package var planes: [[UInt8]] { picture.planes }
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
  private let whole: SampleMemory<UInt32>
  private var faint: FaintColors?
  /// Whether every block is coded by itself: `BlockFill` instead of `FaintColors`.
  private let fillsBlocks: Bool
  private var index = 0

  private enum Method: Sendable {
    /// Four bytes a pixel, in the renderer's order (0) or as `PixelRGBA`.
    case rows(order: Int)
    /// YUV 4:2:0 without alpha by the kernel: six times as fast as libswscale, and within 0.51 of the formula.
    case kernel(PixelMatrix)
    case packed(PackedPixels)
    /// Luma and colour differences without alpha.
    case planes(YUVPlanes)
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
    let room: Int
    switch method {
    case .rows, .kernel, .planes: (takesTiles, room) = (true, 0)
    case .packed: (takesTiles, room) = (true, pool.width)
    // Kernels read whole vectors.
    case .alphaPlanes, .linear, .palette: (takesTiles, room) = (false, pool.width * pool.height + 16)
    }
    whole = SampleMemory(repeating: 0, count: room)
    if isStraight, !fillsBlocks { faint = FaintColors(width: pool.width, height: pool.height) }
  }

  private static func method(_ conversion: VideoConversion) throws(VideoError) -> Method {
    let format = conversion.pool.format
    if let matrix = format.kernelMatrix { return .kernel(matrix) }
    if let planes = YUVPlanes(format) { return planes.hasAlpha ? .alphaPlanes(planes) : .planes(planes) }
    if format.needsPalette { return .palette(conversion.palettes, dithers: conversion.dithers) }
    if format.pixelFormat == AV_PIX_FMT_GBRAPF32LE { return .linear }
    guard let packed = PackedPixels(format.pixelFormat) else {
      throw .failed(operation: "colour conversion", reason: "cannot convert to \(format.name)")
    }
    switch packed {
    case .bgra: return .rows(order: 0)
    case .rgba: return .rows(order: PixelRGBA)
    default: return .packed(packed)
    }
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
      return transfer(PixelRows(base: base, stride: stride, width: pool.width, height: pool.height), to: target)
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
    var (seconds, isOpaque) = (0.0, true)
    draw { tile in
      let start = CPUClock.threadSeconds
      if !transfer(tile, to: target) { isOpaque = false }
      seconds += CPUClock.threadSeconds - start
    }
    cpuSeconds += seconds
    return VideoFrame(picture: target, isOpaque: isOpaque)
  }

  /// - Returns: whether the frame is opaque.
  private mutating func transfer(_ source: PixelRows, to target: borrowing OwnedFrame) -> Bool {
    switch method {
    case .kernel, .rows, .packed, .planes:
      let frame = DrawnTile(
        x: 0, y: 0, width: source.width, height: source.height, pixels: source.base, stride: source.stride)
      return transfer(frame, to: target)
    case .alphaPlanes, .linear, .palette: return transferWhole(source, to: target)
    }
  }

  /// - Returns: whether the tile is opaque.
  private func transfer(_ tile: DrawnTile, to target: borrowing OwnedFrame) -> Bool {
    guard let plane = target.plane(0, of: UInt8.self) else { return true }
    switch method {
    case .kernel(let matrix):
      transfer(tile, matrix, to: target)
      return true
    case .planes(let planes):
      planes.write(tile, to: target)
      return true
    case .rows(let order):
      return shape(tile.rows(), order) { y in plane.row(tile.y + y, from: tile.x * 4).of(UInt32.self) }
    case .packed(let packed):
      let line = whole.row()
      return shape(tile.rows(), into: { _ in line }) { y in
        packed.write(line, plane.row(tile.y + y, from: tile.x * packed.size), tile.width)
      }
    case .alphaPlanes, .linear, .palette: return true
    }
  }

  private mutating func transferWhole(_ source: PixelRows, to target: borrowing OwnedFrame) -> Bool {
    let (width, height) = (source.width, source.height)
    let pixels = whole.row()
    let isOpaque = shape(source) { whole.row(from: $0 * width) }
    if !isOpaque { fillTransparent(width, height) }
    let drawn = DrawnTile(x: 0, y: 0, width: width, height: height, pixels: pixels.start, stride: width)
    switch method {
    case .alphaPlanes(let planes):
      planes.write(drawn, to: target)
      if pool.format.coding.smoothsSlices { SliceAlpha.smooth(target) }
    case .linear: LinearPlanes.write(drawn.rows(), to: target)
    case .palette(let palettes, let dithers):
      let scene = palettes.last { $0.firstFrame <= index } ?? palettes.first
      let plane = scene?.plane ?? PalettePlane(pixels, count: width * height, dithers: dithers)
      plane.write(drawn.rows(), to: target)
    case .rows, .kernel, .packed, .planes: break
    }
    return isOpaque
  }

  /// Colours for what cannot be seen, where they make the file smaller.
  private mutating func fillTransparent(_ width: Int, _ height: Int) {
    var faint = self.faint.take()
    whole.with(first: width * height) { pixels in
      faint?.fill(&pixels)
      if fillsBlocks { BlockFill.fill(&pixels, width: width, height: height) }
    }
    self.faint = faint
  }

  /// Every row in the file's form.
  ///
  /// - Parameters:
  ///   - order: of components, as in `PixelForm.convert`.
  ///   - didShape: called after each.
  /// - Returns: whether all are opaque.
  private func shape(
    _ source: PixelRows, _ order: Int = 0, into row: (Int) -> SampleRow<UInt32>, didShape: (Int) -> Void = { _ in }
  ) -> Bool {
    var isOpaque = true
    for y in 0..<source.height {
      if !form.convert(source[y], row(y), source.width, order: order) { isOpaque = false }
      didShape(y)
    }
    if case .overBlack = form { return true }
    return isOpaque
  }

  /// Rows of tiles and of pool frames have room for the kernel's whole vectors.
  private func transfer(_ tile: DrawnTile, _ matrix: PixelMatrix, to target: borrowing OwnedFrame) {
    guard let luma = target.plane(0, of: UInt8.self), let u = target.plane(1, of: UInt8.self),
      let v = target.plane(2, of: UInt8.self)
    else { return }
    precondition(tile.x % 16 == 0 && tile.y % 2 == 0, "VideoConverter: a tile starts inside of a block")
    var matrix = matrix
    for row in 0..<tile.height / 2 {
      let (y, x) = (tile.y / 2 + row, tile.x / 2)
      pixel_yuv420_rows(
        luma.row(2 * y, from: tile.x).start, luma.stride, u.row(y, from: x).start, v.row(y, from: x).start, u.stride,
        tile.row(2 * row).start, tile.stride, &matrix, tile.width)
    }
  }
}

extension PalettePlane {
  /// The colours that fit one frame's pixels best.
  fileprivate init(_ pixels: SampleRow<UInt32>, count: Int, dithers: Bool) {
    var builder = PaletteBuilder()
    builder.add(pixels, count: count)
    self.init(builder.build(), dithers: dithers)
  }
}
