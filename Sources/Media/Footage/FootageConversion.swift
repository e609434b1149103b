import CStarmineFFmpeg
import CStarminePixelKernels
package import StarmineRaster

/// Conversion of the frames of a video to those of a file. Each worker creates a converter from it.
package struct FootageConversion: Sendable {
  let pool: FramePool
  /// Frames with the size of the video, which may be odd.
  let clipPool: FramePool
  /// Notes on properties of the video that the file loses or changes.
  package let remarks: [String]
  /// The format of the file, with the pixel format of the video if supported.
  let format: VideoFormat
  let footage: Footage
  /// Conversion by RGB; nil if the pixel format of the video is kept.
  let pixels: VideoConversion?

  /// Errors: `footage`, and a size that the format does not accept.
  package init(_ footage: Footage, _ format: VideoFormat, _ options: VideoOptions) throws(VideoError) {
    let first: FootageFrame
    do throws(FootageError) { first = try footage.frame(0) } catch { throw .footage(error) }
    let (width, height) = footage.pixelSize
    self.footage = footage
    let own = FootageConversion.own(format, first, isHDR: footage.traits.isHDR)
    // By RGB there are 8 bits; by linear light, the bits of the format.
    let depth =
      own.flatMap { av_pix_fmt_desc_get($0.pixelFormat) }.map { Int($0.pointee.comp.0.depth) }
      ?? (format.hdr == nil ? 8 : format.depth)
    let whole = (own ?? format).wholeSize(width, height)
    remarks =
      footage.traits.with(first).remarks(.over(format, depth: depth, keepsSamples: own != nil))
      + (whole == (width, height)
        ? []
        : [
          "the clip has \(width)x\(height) pixels, and \(format.name) needs even sides: the last column or row is "
            + "repeated, which makes \(whole.width)x\(whole.height)"
        ])
    self.format = own ?? format
    try self.format.check(width: whole.width, height: whole.height)
    let pool = try FramePool(width: whole.width, height: whole.height, format: self.format)
    self.pool = pool
    clipPool = whole == (width, height) ? pool : try FramePool(width: width, height: height, format: self.format)
    pixels = own == nil ? try VideoConversion(pool, options) : nil
  }

  /// The format with the pixel format of the video; nil if RGB is needed.
  private static func own(_ format: VideoFormat, _ first: FootageFrame, isHDR: Bool) -> VideoFormat? {
    let picture = first.picture.pointer
    guard format.hdr == nil, OverlayPlanes(picture) != nil else { return nil }
    let plain = plain(AVPixelFormat(picture.pointee.format))
    let pixels: AVPixelFormat
    if format.color.matrix != nil, !format.hasAlpha, OverlayPlanes.planar(format.pixelFormat) != nil {
      pixels = format.pixelFormat
    } else if format.color.matrix == nil, format.tolerance == 0, takes(plain, format) {
      pixels = plain
    } else {
      return nil
    }
    // 8 bits are too few for the transfer functions of HDR.
    if isHDR, av_pix_fmt_desc_get(pixels).map({ $0.pointee.comp.0.depth < 10 }) != false { return nil }
    let isFull =
      PremultipliedPixels.isFullRange(picture, AVPixelFormat(picture.pointee.format)) && !format.coding.isLimited
    let color = FrameColor(
      primaries: picture.pointee.color_primaries, transfer: picture.pointee.color_trc,
      space: picture.pointee.colorspace, range: isFull ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG,
      chromaLocation: picture.pointee.chroma_location, matrix: nil)
    return format.holding(pixels, color)
  }

  private static func takes(_ pixels: AVPixelFormat, _ format: VideoFormat) -> Bool {
    guard format.encoder == "ffv1", let encoder = avcodec_find_encoder_by_name(format.encoder) else { return false }
    return shim_takes_pixels(encoder, pixels)
  }

  /// The same pixel format without the deprecated full-range names.
  static func plain(_ format: AVPixelFormat) -> AVPixelFormat {
    switch format {
    case AV_PIX_FMT_YUVJ420P: AV_PIX_FMT_YUV420P
    case AV_PIX_FMT_YUVJ422P: AV_PIX_FMT_YUV422P
    case AV_PIX_FMT_YUVJ444P: AV_PIX_FMT_YUV444P
    case AV_PIX_FMT_YUVJ440P: AV_PIX_FMT_YUV440P
    case AV_PIX_FMT_YUVJ411P: AV_PIX_FMT_YUV411P
    default: format
    }
  }

  /// Whether drawing is blended in linear light, so that float pixels keep HDR.
  package var drawsLight: Bool { format.hdr != nil || pixels == nil && footage.traits.takesLight }

  package func makeConverter() throws(VideoError) -> FootageConverter { try FootageConverter(self) }
}

/// Converts frames of a video to the input of an encoder, with drawing over them.
package struct FootageConverter: ~Copyable, Sendable {
  private let conversion: FootageConversion
  private let reshaping: PlaneReshaping
  private var pixels: VideoConverter?
  /// For HDR files.
  private var light: DeepConverter?
  private var wholeLight: DeepBuffer?
  /// A whole frame for conversion by RGB.
  private var whole: PixelBuffer?

  package private(set) var cpuSeconds = 0.0

  init(_ conversion: FootageConversion) throws(VideoError) {
    self.conversion = conversion
    reshaping = PlaneReshaping(conversion)
    switch conversion.pixels {
    case .some(let pixels) where conversion.format.hdr != nil: light = try pixels.makeDeepConverter()
    case .some(let pixels): self.pixels = try pixels.makeConverter()
    case .none: break
    }
  }

  package mutating func convert(_ frame: FootageFrame) throws(VideoError) -> VideoFrame {
    try convert(frame, OverlayRows<UInt32>?.none)
  }

  /// Converts a frame with an overlay of its size after rotation.
  package mutating func convert<P: OverlayPixel>(
    _ frame: FootageFrame, under overlay: borrowing PixelFrame<P>
  ) throws(VideoError) -> VideoFrame {
    let (width, height, stride) = (overlay.width, overlay.height, overlay.stride)
    let size = conversion.footage.pixelSize
    guard size == (width, height) else {
      throw .wrongFrameSize(width: width, height: height, expectedWidth: size.width, expectedHeight: size.height)
    }
    return try overlay.withPixels { pixels throws(VideoError) in
      let rows = pixels.baseAddress.map { OverlayRows(base: $0, stride: stride, width: width, height: height) }
      return try convert(frame, rows)
    }
  }
}

extension FootageConverter {
  /// - Parameter overlay: drawing over the frame, or nil.
  private mutating func convert<P: OverlayPixel>(
    _ frame: FootageFrame, _ overlay: OverlayRows<P>?
  ) throws(VideoError) -> VideoFrame {
    let start = CPUClock.threadSeconds
    defer { cpuSeconds += CPUClock.threadSeconds - start }
    try check(frame)
    let made =
      if conversion.pixels == nil { try convertPlanes(frame, overlay) } else if conversion.format.hdr != nil {
        try convertLight(frame, overlay)
      } else {
        try convertPixels(frame, overlay)
      }
    let footage = conversion.footage
    made.picture.pointer.pointee.pts = frame.time
    made.picture.pointer.pointee.sample_aspect_ratio =
      footage.turn.swapsSides ? footage.pixelAspect.inverse : footage.pixelAspect
    return made
  }

  /// The size of a video must not change.
  private func check(_ frame: FootageFrame) throws(VideoError) {
    let picture = frame.picture.pointer.pointee
    let footage = conversion.footage
    let size = footage.turn.size(Int(picture.width), Int(picture.height))
    // With planes, another pixel format can be converted to that of the file unless it is RGB.
    guard size == footage.pixelSize, conversion.pixels != nil || OverlayPlanes(frame.picture.pointer) != nil else {
      throw .footage(
        .damaged(
          path: footage.path, seconds: footage.seconds(frame.time - footage.index.times[0]),
          reason: "its size or kind of pixel format differs from the first frame"))
    }
  }

  private func convertPlanes<P: OverlayPixel>(
    _ frame: FootageFrame, _ overlay: OverlayRows<P>?
  ) throws(VideoError) -> VideoFrame {
    let result = try reshaping.make(from: frame.picture)
    if let overlay {
      if let light = OverlayLight(result) {
        light.draw(overlay)
      } else {
        guard let planes = OverlayPlanes(result.pointer) else {
          throw .failed(operation: "drawing over a frame", reason: "unsupported pixel format")
        }
        overlay.withWords { planes.draw($0, on: result.pointer) }
      }
    }
    if conversion.clipPool === conversion.pool { return VideoFrame(picture: result, isOpaque: true) }
    return VideoFrame(picture: try reshaping.extended(result, in: conversion.pool), isOpaque: true)
  }

  private mutating func convertLight<P: OverlayPixel>(
    _ frame: FootageFrame, _ overlay: OverlayRows<P>?
  ) throws(VideoError) -> VideoFrame {
    let footage = conversion.footage
    guard let pixels = frame.deepPixels(footage.turn), var converter = light.take() else {
      throw .footage(.unsupportedPixels(path: footage.path, format: frame.pixelFormat))
    }
    let (width, height) = footage.pixelSize
    var buffer = wholeLight.take() ?? DeepBuffer(width: conversion.pool.width, height: conversion.pool.height)
    buffer.fill(pixels, width, height) { overlay?.row($1)[$0].deep }
    let made = try converter.convert(buffer, at: 0)
    light = consume converter
    wholeLight = consume buffer
    return made
  }

  private mutating func convertPixels<P: OverlayPixel>(
    _ frame: FootageFrame, _ overlay: OverlayRows<P>?
  ) throws(VideoError) -> VideoFrame {
    let footage = conversion.footage
    guard let pixels = frame.pixels(footage.turn) else {
      throw .footage(.unsupportedPixels(path: footage.path, format: frame.pixelFormat))
    }
    let (width, height) = footage.pixelSize
    var buffer = whole.take() ?? PixelBuffer(width: conversion.pool.width, height: conversion.pool.height)
    buffer.fill(pixels, width, height) { overlay?.row($1)[$0].word }
    guard var converter = self.pixels.take() else {
      throw .failed(operation: "drawing over a frame", reason: "libswscale has no converter for its pixel format")
    }
    let made = try converter.convert(buffer)
    self.pixels = consume converter
    whole = consume buffer
    return made
  }
}

extension PixelFrame {
  /// Copies an image with an overlay, in rows without padding. If the frame is larger, the last column and row are
  /// repeated.
  /// - Parameter overlay: takes a column and a row; nil without an overlay.
  fileprivate mutating func fill(_ picture: [P], _ width: Int, _ height: Int, under overlay: (Int, Int) -> P?) {
    let (columns, rows, stride) = (self.width, self.height, stride)
    withMutablePixels { target in
      for y in 0..<rows {
        for x in 0..<columns {
          let (fromX, fromY) = (min(x, width - 1), min(y, height - 1))
          let under = picture[fromY * width + fromX]
          target[y * stride + x] = overlay(fromX, fromY)?.over(under) ?? under
        }
      }
    }
  }
}
