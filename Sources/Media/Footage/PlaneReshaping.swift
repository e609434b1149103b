import CStarmineFFmpeg

/// Converts planes of a video frame to the pixel format of a file: rotation, bit depth and chroma subsampling.
/// Unchanged parts are copied exactly.
struct PlaneReshaping: Sendable {
  private let pool: FramePool
  private let turn: ImageRotation
  private let target: AVPixelFormat

  init(_ conversion: FootageConversion) {
    (pool, turn) = (conversion.clipPool, conversion.footage.turn)
    target = pool.format.pixelFormat
  }

  /// A pixel format with equal subsampling of columns and rows.
  private static func even(_ format: AVPixelFormat) -> AVPixelFormat {
    guard let description = av_pix_fmt_desc_get(format),
      description.pointee.log2_chroma_w != description.pointee.log2_chroma_h
    else { return format }
    switch description.pointee.comp.0.depth {
    case 8: return AV_PIX_FMT_YUV444P
    case 9, 10: return AV_PIX_FMT_YUV444P10LE
    default: return AV_PIX_FMT_YUV444P12LE
    }
  }

  /// Errors: `outOfMemory`; `failed` if libswscale does not support the conversion.
  func make(from picture: borrowing OwnedFrame) throws(VideoError) -> OwnedFrame {
    let result = try reshape(picture)
    let isFullSource = PremultipliedPixels.isFullRange(picture.pointer, picture.format)
    if isFullSource, !isFull { LimitedRange(target)?.apply(to: result) }
    return result
  }

  /// Converts the frame without changing the range.
  private func reshape(_ picture: borrowing OwnedFrame) throws(VideoError) -> OwnedFrame {
    // Some videos change their pixel format after the first frame.
    let source = FootageConversion.plain(picture.format)
    let turned = turn.swapsSides ? PlaneReshaping.even(source) : source
    guard turn != .none else {
      let result = try pool.makeFrame()
      try transfer(picture, source, to: result, target)
      return result
    }
    let straight = try PlaneReshaping.makeFrame(turned, picture.width, picture.height)
    try transfer(picture, source, to: straight, turned)
    let result = try pool.makeFrame()
    if turned == target {
      rotate(straight, turned, to: result)
      return result
    }
    let size = turn.size(picture.width, picture.height)
    let upright = try PlaneReshaping.makeFrame(turned, size.width, size.height)
    rotate(straight, turned, to: upright)
    try transfer(upright, turned, to: result, target)
    return result
  }

  /// Extends the frame by repeating its last column and row.
  func extended(_ picture: borrowing OwnedFrame, in pool: FramePool) throws(VideoError) -> OwnedFrame {
    let result = try pool.makeFrame()
    guard let description = av_pix_fmt_desc_get(target) else { return result }
    for number in 0..<3 {
      let shared = (Int(description.pointee.log2_chroma_w), Int(description.pointee.log2_chroma_h))
      let shift = number == 0 ? (0, 0) : shared
      let size = { (width: Int, height: Int) in ((width - 1) >> shift.0 + 1, (height - 1) >> shift.1 + 1) }
      let (from, to) = (size(picture.width, picture.height), size(result.width, result.height))
      if description.pointee.comp.0.depth > 8 {
        extend(picture.plane(number, of: UInt16.self), from, result.plane(number, of: UInt16.self), to)
      } else {
        extend(picture.plane(number, of: UInt8.self), from, result.plane(number, of: UInt8.self), to)
      }
    }
    return result
  }

  private func extend<Sample>(
    _ source: FramePlane<Sample>?, _ size: (width: Int, height: Int), _ target: FramePlane<Sample>?,
    _ whole: (width: Int, height: Int)
  ) {
    guard let source, let target else { return }
    for y in 0..<whole.height {
      let (from, to) = (source.row(min(y, size.height - 1)), target.row(y))
      to.copy(from.source, size.width)
      for x in size.width..<whole.width { to[x] = from[size.width - 1] }
    }
  }

  private static func makeFrame(
    _ format: AVPixelFormat, _ width: Int, _ height: Int
  ) throws(VideoError) -> OwnedFrame {
    guard let frame = OwnedFrame() else { throw .outOfMemory(operation: "turning a frame") }
    (frame.pointer.pointee.format, frame.pointer.pointee.width, frame.pointer.pointee.height) = (
      format.rawValue, Int32(width), Int32(height)
    )
    guard av_frame_get_buffer(frame.pointer, 0) >= 0 else { throw .outOfMemory(operation: "turning a frame") }
    return frame
  }

  /// Matrix and range do not change, so their values do not matter.
  private func transfer(
    _ picture: borrowing OwnedFrame, _ from: AVPixelFormat, to result: borrowing OwnedFrame, _ form: AVPixelFormat
  ) throws(VideoError) {
    if from == form { return result.copyPixels(of: picture) }
    let flags = SWS_BICUBIC | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INP | SWS_BITEXACT
    guard
      let scaler = OwnedScaler(
        width: Int32(picture.width), height: Int32(picture.height), from: from, to: form, flags: flags)
    else {
      throw .failed(operation: "colour conversion", reason: "libswscale cannot convert to the pixel format of the file")
    }
    // For pixel formats with the same matrix, this call returns that nothing is to be done.
    _ = scaler.setColor(
      sourceMatrix: SWS_CS_ITU709, sourceFull: isFull, destinationMatrix: SWS_CS_ITU709, destinationFull: isFull)
    guard scaler.scale(picture, to: result) >= 0 else {
      throw .failed(operation: "colour conversion", reason: "libswscale did not write a picture")
    }
  }

  private var isFull: Bool { pool.format.color.range == AVCOL_RANGE_JPEG }

  private func rotate(
    _ picture: borrowing OwnedFrame, _ format: AVPixelFormat, to result: borrowing OwnedFrame
  ) {
    guard let description = av_pix_fmt_desc_get(format) else { return }
    let isDeep = description.pointee.comp.0.depth > 8
    let shift = (Int(description.pointee.log2_chroma_w), Int(description.pointee.log2_chroma_h))
    for number in 0..<3 {
      let isChroma = number > 0
      let width = isChroma ? (result.width + (1 << shift.0) - 1) >> shift.0 : result.width
      let height = isChroma ? (result.height + (1 << shift.1) - 1) >> shift.1 : result.height
      if isDeep {
        copy(picture.plane(number, of: UInt16.self), to: result.plane(number, of: UInt16.self), width, height)
      } else {
        copy(picture.plane(number, of: UInt8.self), to: result.plane(number, of: UInt8.self), width, height)
      }
    }
  }

  private func copy<Sample>(
    _ source: FramePlane<Sample>?, to target: FramePlane<Sample>?, _ width: Int, _ height: Int
  ) {
    guard let source, let target else { return }
    let size = MemoryLayout<Sample>.size
    turn.copy(
      source.row(0).source, source.stride / size, to: target.row(0), target.stride / size, width: width, height: height)
  }
}
