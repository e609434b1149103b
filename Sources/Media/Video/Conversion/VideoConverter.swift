import CStarmineFFmpeg
import CStarminePixelKernels
package import StarmineRaster

/// A converted frame for an encoder, created by a `VideoConverter` and passed to `VideoWriter.append`.
package struct VideoFrame: ~Copyable, Sendable {
  let picture: OwnedFrame
  /// Whether the frame is opaque, for formats with alpha.
  package let isOpaque: Bool
  let light: LightLevel?
  var isCut = false

  init(picture: consuming OwnedFrame, isOpaque: Bool, light: LightLevel? = nil) {
    (self.isOpaque, self.light) = (isOpaque, light)
    self.picture = picture
  }

  package var planes: [[UInt8]] { picture.planes }
}

/// Conversion for a file. Each worker creates a converter from it. The memory of frames is shared and reused.
package struct VideoConversion: Sendable {
  let pool: FramePool
  let form: PixelForm
  /// Palettes by first frame; empty if each frame has its own, or without palettes.
  let palettes: [(firstFrame: Int, plane: PalettePlane)]
  let dithers: Bool
  /// Whether float frames are dithered to 8 bits; nil: if the format is lossless.
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

  package init(_ format: VideoFormat, width: Int, height: Int, _ options: VideoOptions) throws(VideoError) {
    try self.init(try FramePool(width: width, height: height, format: format), options)
  }

  package func makeConverter() throws(VideoError) -> VideoConverter {
    try VideoConverter(self)
  }
}

/// Converts rendered frames to the input of an encoder. Several threads can do this in parallel.
///
/// The result depends only on the pixels, so it is equal on every thread and processor.
package struct VideoConverter: ~Copyable, Sendable {
  /// Whether frames can be converted in tiles: see `convert(drawing:)`.
  package let takesTiles: Bool
  private let pool: FramePool
  private let form: PixelForm
  private let method: Method
  /// Converted pixels: a whole frame, or a row of a tile.
  private let whole: SampleMemory<UInt32>
  private var faint: FaintColors?
  /// Whether every block is coded separately: uses `BlockFill` instead of `FaintColors`.
  private let fillsBlocks: Bool
  private var index = 0

  private enum Method: Sendable {
    /// Four bytes per pixel in the renderer's order (0) or as `PixelRGBA`.
    case rows(order: Int)
    /// YUV 4:2:0 without alpha by the kernel: six times as fast as libswscale, and accurate to 0.51.
    case kernel(PixelMatrix)
    case packed(PackedPixels)
    case planes(YUVPlanes)
    case alphaPlanes(YUVPlanes)
    case linear
    /// Palettes by first frame; empty: one per frame.
    case palette([(firstFrame: Int, plane: PalettePlane)], dithers: Bool)
  }

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

  /// Converts a frame for the encoder. Without alpha, the frame is over black.
  /// - Parameter index: number of the frame in the movie, for its palette.
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

  /// Converts a frame tile by tile, while pixels are in the cache.
  ///
  /// - Precondition: `takesTiles`. Tiles start at columns that are multiples of 16 and in even rows.
  /// - Parameters:
  ///   - index: number of the frame in the movie.
  ///   - draw: calls its argument with tiles that cover the frame, in rows from the left, because the next tile may
  ///     rewrite the last columns.
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

  private mutating func transfer(_ source: PixelRows, to target: borrowing OwnedFrame) -> Bool {
    switch method {
    case .kernel, .rows, .packed, .planes:
      let frame = DrawnTile(
        x: 0, y: 0, width: source.width, height: source.height, pixels: source.base, stride: source.stride)
      return transfer(frame, to: target)
    case .alphaPlanes, .linear, .palette: return transferWhole(source, to: target)
    }
  }

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

  /// Sets colours of invisible pixels if that makes the file smaller.
  private mutating func fillTransparent(_ width: Int, _ height: Int) {
    var faint = self.faint.take()
    whole.with(first: width * height) { pixels in
      faint?.fill(&pixels)
      if fillsBlocks { BlockFill.fill(&pixels, width: width, height: height) }
    }
    self.faint = faint
  }

  /// Converts all rows.
  /// - Parameters:
  ///   - order: order of components, as in `PixelForm.convert`.
  ///   - didShape: called after each row.
  /// - Returns: whether all are opaque.
  private func shape(
    _ source: PixelRows, _ order: Int = 0, into row: (Int) -> SampleSpan<UInt32>, didShape: (Int) -> Void = { _ in }
  ) -> Bool {
    var isOpaque = true
    for y in 0..<source.height {
      if !form.convert(source[y], row(y), source.width, order: order) { isOpaque = false }
      didShape(y)
    }
    if case .overBlack = form { return true }
    return isOpaque
  }

  /// Rows of tiles and pool frames have memory for whole vectors.
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
  fileprivate init(_ pixels: SampleSpan<UInt32>, count: Int, dithers: Bool) {
    var builder = PaletteBuilder()
    builder.add(pixels, count: count)
    self.init(builder.build(), dithers: dithers)
  }
}
