import CStarmineFFmpeg
import CStarminePixelKernels
package import StarmineRaster

/// Converts float frames, tile by tile, to the input of an encoder: YUV of more than 8 bits, 16-bit integers, linear
/// floats, and 8-bit pixels for other formats.
///
/// As in `VideoConverter`, the result depends only on the pixels.
package struct DeepConverter: ~Copyable, Sendable {
  private let pool: FramePool
  private let form: PixelForm
  private var method: Method
  private var words: VideoConverter
  private var tile = SampleMemory<UInt32>(repeating: 0, count: 0)

  private enum Method: Sendable {
    /// By the 8-bit converter, rounded or dithered.
    case words(DeepQuantizer)
    case planes(DeepPlanes)
    case hdr(HDRPlanes)
    case linear(most: Float)
    /// Encoded floats for checksums.
    case floats
    case wide(isBigEndian: Bool)
  }

  /// All formats accept tiles. If a format needs whole frames, the converter collects them.
  package var takesTiles: Bool { true }

  package private(set) var cpuSeconds: Double = 0

  init(_ conversion: VideoConversion) throws(VideoError) {
    (pool, form) = (conversion.pool, conversion.form)
    words = try VideoConverter(conversion)
    let format = conversion.pool.format
    switch format.pixelFormat {
    case AV_PIX_FMT_GBRAPF32LE: method = format.color.isLinear ? .linear(most: format.mostLight) : .floats
    case AV_PIX_FMT_RGBA64BE: method = .wide(isBigEndian: true)
    case AV_PIX_FMT_RGBA64LE: method = .wide(isBigEndian: false)
    default:
      if let planes = HDRPlanes(format) {
        method = .hdr(planes)
      } else if let planes = DeepPlanes(format) {
        method = .planes(planes)
      } else {
        method = .words(DeepQuantizer(dithers: conversion.ditherDeep ?? format.gainsByDither))
      }
    }
  }

  /// Converts a frame tile by tile.
  /// - Parameters:
  ///   - index: number of the frame in the movie.
  ///   - draw: calls its argument with tiles that cover the frame, in rows from the left. They start at columns that
  ///     are multiples of 16 and in even rows.
  package mutating func convert(
    at index: Int, drawing draw: ((DeepTile) -> Void) -> Void
  ) throws(VideoError) -> VideoFrame {
    guard pool.format.isDisplayP3 else { return try convertDrawn(at: index, draw) }
    let tiles = DisplayP3Tiles()
    return try convertDrawn(at: index) { didConvert in
      withoutActuallyEscaping(didConvert) { didConvert in draw { tiles.convert($0, didConvert) } }
    }
  }

  private mutating func convertDrawn(
    at index: Int, _ draw: ((DeepTile) -> Void) -> Void
  ) throws(VideoError) -> VideoFrame {
    if case .words(let words) = method { return try convert(words, at: index, draw) }
    if case .planes(let planes) = method, planes.hasAlpha { return try convert(planes, at: index, draw) }
    if case .hdr(let planes) = method { return try convert(planes, draw) }
    let target = try pool.makeFrame()
    var (seconds, isOpaque, isCut) = (0.0, true, false)
    draw { tile in
      let start = CPUClock.threadSeconds
      if !transfer(tile, to: target, &isCut) { isOpaque = false }
      seconds += CPUClock.threadSeconds - start
    }
    cpuSeconds += seconds
    var frame = VideoFrame(picture: target, isOpaque: isOpaque)
    frame.isCut = isCut
    return frame
  }

  package mutating func convert(_ frame: borrowing DeepBuffer, at index: Int) throws(VideoError) -> VideoFrame {
    let (width, height, stride) = (frame.width, frame.height, frame.stride)
    try pool.check(width: width, height: height)
    return try frame.withPixels { pixels throws(VideoError) in
      guard let base = pixels.baseAddress else { throw .outOfMemory(operation: "converting a frame") }
      let tile = DeepTile(x: 0, y: 0, width: width, height: height, pixels: base, stride: stride)
      return try convert(at: index) { $0(tile) }
    }
  }

  // MARK: 8 bits

  private mutating func convert(
    _ method: DeepQuantizer, at index: Int, _ draw: ((DeepTile) -> Void) -> Void
  ) throws(VideoError) -> VideoFrame {
    // Moved out, because the following code reads the rest of the converter.
    var memory = SampleMemory<UInt32>(repeating: 0, count: 0)
    swap(&memory, &tile)
    defer { swap(&memory, &tile) }
    let before = words.cpuSeconds
    defer { cpuSeconds += words.cpuSeconds - before }
    if words.takesTiles {
      return try words.convert(at: index) { didDraw in
        withoutActuallyEscaping(didDraw) { didDraw in
          draw { tile in method.withWords(of: tile, in: &memory, didDraw) }
        }
      }
    }
    var whole = PixelBuffer(width: pool.width, height: pool.height)
    draw { tile in method.write(tile, to: &whole) }
    return try words.convert(whole, at: index)
  }

  /// Planes with alpha. The 8-bit converter creates transparent pixels.
  private mutating func convert(
    _ planes: DeepPlanes, at index: Int, _ draw: ((DeepTile) -> Void) -> Void
  ) throws(VideoError) -> VideoFrame {
    let target = try pool.makeFrame()
    let rounded = DeepQuantizer(dithers: false)
    var whole = PixelBuffer(width: pool.width, height: pool.height)
    var (isOpaque, seconds) = (true, 0.0)
    var memory = SampleMemory<DeepPixel>(repeating: .zero, count: 0)
    draw { tile in
      let start = CPUClock.threadSeconds
      rounded.write(tile, to: &whole)
      let shaped = form.shape(tile, in: &memory)
      planes.write(memory.tile(tile, stride: shaped.stride), to: target)
      isOpaque = isOpaque && shaped.isOpaque
      seconds += CPUClock.threadSeconds - start
    }
    cpuSeconds += seconds
    guard !isOpaque, !pool.format.hasAlphaLayer else { return VideoFrame(picture: target, isOpaque: isOpaque) }
    let before = words.cpuSeconds
    let filled = try words.convert(whole, at: index)
    cpuSeconds += words.cpuSeconds - before
    DeepPlanes.fillTransparent(target, from: filled.picture, width: pool.width, height: pool.height)
    if pool.format.coding.smoothsSlices { SliceAlpha.smooth(target) }
    return VideoFrame(picture: target, isOpaque: false)
  }

  private mutating func convert(
    _ planes: HDRPlanes, _ draw: ((DeepTile) -> Void) -> Void
  ) throws(VideoError) -> VideoFrame {
    let target = try pool.makeFrame()
    var (planes, isOpaque, seconds) = (planes, true, 0.0)
    var memory = SampleMemory<DeepPixel>(repeating: .zero, count: 0)
    draw { tile in
      let start = CPUClock.threadSeconds
      if planes.hasAlpha {
        let shaped = form.shape(tile, in: &memory)
        planes.write(memory.tile(tile, stride: shaped.stride), to: target)
        isOpaque = isOpaque && shaped.isOpaque
      } else {
        planes.write(tile, to: target)
      }
      seconds += CPUClock.threadSeconds - start
    }
    cpuSeconds += seconds
    if !isOpaque, pool.format.coding.smoothsSlices { SliceAlpha.smooth(target) }
    let light = planes.takeLevel(pixels: pool.width * pool.height)
    method = .hdr(planes)
    return VideoFrame(picture: target, isOpaque: isOpaque, light: light)
  }

  // MARK: More than 8 bits

  /// - Parameter isCut: set to true for values outside the range of the file.
  /// - Returns: whether the tile is opaque.
  private func transfer(_ tile: DeepTile, to target: borrowing OwnedFrame, _ isCut: inout Bool) -> Bool {
    switch method {
    case .words, .hdr: return true
    case .planes(let planes):
      planes.write(tile, to: target)
      return true
    case .linear(let most):
      var highest = Float(0)
      defer { isCut = isCut || highest > most }
      return tile.writeFloats(to: target) {
        let pixel = form.shaped($0).linear
        highest = max(highest, pixel.max(), -pixel.min())
        return pixel.clamped(lowerBound: SIMD4(repeating: -most), upperBound: SIMD4(repeating: most))
      }
    case .floats: return tile.writeFloats(to: target) { form.shaped($0) }
    case .wide(let isBigEndian): return writeWide(tile, to: target, isBigEndian: isBigEndian)
    }
  }

  private func writeWide(_ tile: DeepTile, to target: borrowing OwnedFrame, isBigEndian: Bool) -> Bool {
    guard let plane = target.plane(0, of: SIMD4<UInt16>.self) else { return true }
    var isOpaque = true
    for y in 0..<tile.height {
      let (row, line) = (tile.row(y), plane.row(tile.y + y, from: tile.x))
      for x in 0..<tile.width {
        let pixel = form.shaped(row[x])
        if pixel.w < 1 { isOpaque = false }
        let value = (pixel.clamped(lowerBound: .zero, upperBound: .one) * 65535).rounded(.toNearestOrAwayFromZero)
        let sample = SIMD4<UInt16>(UInt16(value.z), UInt16(value.y), UInt16(value.x), UInt16(value.w))
        line[x] = isBigEndian ? sample &<< 8 | sample &>> 8 : sample
      }
    }
    return isOpaque
  }
}

extension FrameColor {
  fileprivate var isLinear: Bool { transfer == AVCOL_TRC_LINEAR }
}

extension VideoFormat {
  /// The largest value of a file with linear floats. Larger half floats are infinite.
  fileprivate var mostLight: Float { depth == 16 ? 65_504 : .greatestFiniteMagnitude }
}

extension VideoFormat {
  /// Whether dither is preserved: the format is lossless and has 256 steps.
  fileprivate var gainsByDither: Bool { tolerance == 0 && depth == 8 && color.matrix == nil && !needsPalette }
}

extension VideoConversion {
  package func makeDeepConverter() throws(VideoError) -> DeepConverter { try DeepConverter(self) }
}

extension PixelForm {
  fileprivate func shape(_ tile: DeepTile, in memory: inout SampleMemory<DeepPixel>) -> (stride: Int, isOpaque: Bool) {
    let stride = (tile.width + 15) & ~15
    memory.reserve(stride * tile.height, .zero)
    var isOpaque = true
    for y in 0..<tile.height {
      let target = memory.row(from: y * stride).start
      if pixel_deep_format_row(target, tile.row(y).start, format, tile.width) == 0 { isOpaque = false }
    }
    return (stride, isOpaque)
  }

  func shaped(_ pixel: DeepPixel) -> DeepPixel {
    var result = pixel
    switch self {
    case .premultiplied: break
    case .overBlack: result.w = 1
    case .raised: result.w = min(1, max(pixel.x, pixel.y, pixel.z, pixel.w))
    case .straight:
      result.w = min(1, max(pixel.x, pixel.y, pixel.z, pixel.w))
      guard result.w > 0, result.w < 1 else { return result }
      let alpha = result.w
      result /= alpha
      result.w = alpha
    }
    return result
  }
}

extension DeepPixel {
  /// Covered parts are converted as straight colours, so that edges blend correctly in linear light. Additive light
  /// above alpha is added: `a * linear(c / a)`, or `a + linear(c - a)` above alpha.
  var linear: DeepPixel {
    let alpha = w
    if alpha >= 1 { return DeepPixel(LinearLight.of(x), LinearLight.of(y), LinearLight.of(z), alpha) }
    let component = { (value: Float) -> Float in
      if value > alpha { return alpha + LinearLight.of(value - alpha) }
      return alpha > 0 ? alpha * LinearLight.of(value / alpha) : 0
    }
    return DeepPixel(component(x), component(y), component(z), alpha)
  }
}

extension PixelTile<DeepPixel> {
  /// Writes float planes: green, blue, red, alpha.
  /// - Returns: whether the tile is opaque.
  func writeFloats(to target: borrowing OwnedFrame, _ change: (DeepPixel) -> DeepPixel) -> Bool {
    guard let (green, blue, red, alpha) = target.floats else { return true }
    var isOpaque = true
    for line in 0..<height {
      let (g, b) = (green.row(y + line, from: x), blue.row(y + line, from: x))
      let (r, a) = (red.row(y + line, from: x), alpha.row(y + line, from: x))
      let source = row(line)
      for column in 0..<width {
        let pixel = change(source[column])
        (b[column], g[column], r[column], a[column]) = (pixel.x, pixel.y, pixel.z, pixel.w)
        if pixel.w < 1 { isOpaque = false }
      }
    }
    return isOpaque
  }
}
