import CStarmineFFmpeg

/// Brings the planes of a clip's frame into the form of a file: turned, with other depth and other colour samples where
/// it must be. What need not change is copied bit for bit.
struct PlaneReshaping: Sendable {
  private let pool: FramePool
  private let turn: PictureTurn
  /// The clip's form, the one that is turned, and the file's.
  private let source: AVPixelFormat
  private let turned: AVPixelFormat
  private let target: AVPixelFormat

  init(_ conversion: FootageConversion) {
    (pool, turn) = (conversion.pool, conversion.footage.turn)
    source = FootageConversion.plain(conversion.source)
    target = conversion.pool.format.pixelFormat
    turned = turn.swapsSides ? PlaneReshaping.even(source) : source
  }

  /// A form whose colour samples lie as densely in columns as in rows.
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

  /// Errors: `outOfMemory`, `failed` where libswscale knows no way.
  func make(from picture: UnsafeMutablePointer<AVFrame>) throws(VideoError) -> OwnedFrame {
    let result = try reshape(picture)
    let isFullSource = PremultipliedPixels.isFullRange(picture, AVPixelFormat(picture.pointee.format))
    if isFullSource, !isFull { LimitedRange(target)?.apply(to: result.pointer) }
    return result
  }

  /// The picture with the samples' own range.
  private func reshape(_ picture: UnsafeMutablePointer<AVFrame>) throws(VideoError) -> OwnedFrame {
    guard turn != .none else {
      let result = try pool.makeFrame()
      try transfer(picture, source, to: result.pointer, target)
      return result
    }
    let (width, height) = (picture.pointee.width, picture.pointee.height)
    let straight = try PlaneReshaping.makeFrame(turned, width, height)
    try transfer(picture, source, to: straight.pointer, turned)
    let result = try pool.makeFrame()
    if turned == target {
      rotate(straight.pointer, to: result.pointer)
      return result
    }
    let size = turn.size(Int(width), Int(height))
    let upright = try PlaneReshaping.makeFrame(turned, Int32(size.width), Int32(size.height))
    rotate(straight.pointer, to: upright.pointer)
    try transfer(upright.pointer, turned, to: result.pointer, target)
    return result
  }

  private static func makeFrame(
    _ format: AVPixelFormat, _ width: Int32, _ height: Int32
  ) throws(VideoError) -> OwnedFrame {
    guard let frame = OwnedFrame() else { throw .outOfMemory(operation: "turning a frame") }
    (frame.pointer.pointee.format, frame.pointer.pointee.width, frame.pointer.pointee.height) = (
      format.rawValue, width, height
    )
    guard av_frame_get_buffer(frame.pointer, 0) >= 0 else { throw .outOfMemory(operation: "turning a frame") }
    return frame
  }

  /// Samples keep their meaning: matrix and range stay, which of them does not matter.
  private func transfer(
    _ picture: UnsafeMutablePointer<AVFrame>, _ from: AVPixelFormat, to result: UnsafeMutablePointer<AVFrame>,
    _ form: AVPixelFormat
  ) throws(VideoError) {
    let (data, strides) = (picture.pointee.data, picture.pointee.linesize)
    let planes = [data.0, data.1, data.2, data.3].map { plane in plane.map { UnsafePointer($0) } }
    let lines = [strides.0, strides.1, strides.2, strides.3]
    let (width, height) = (picture.pointee.width, picture.pointee.height)
    if from == form {
      withPlanes(of: result) { target, targetLines in
        var planes = planes
        av_image_copy(target, targetLines, &planes, lines, form, width, height)
      }
      return
    }
    let flags = SWS_BICUBIC | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INP | SWS_BITEXACT
    guard let scaler = OwnedScaler(width: width, height: height, from: from, to: form, flags: flags) else {
      throw .failed(operation: "colour conversion", reason: "libswscale knows no way to the format of the file")
    }
    // The answer between forms of one matrix is that there is nothing to do.
    _ = scaler.setColor(
      sourceMatrix: SWS_CS_ITU709, sourceFull: isFull, destinationMatrix: SWS_CS_ITU709, destinationFull: isFull)
    guard scaler.scale(planes, lines, height: height, to: result) >= 0 else {
      throw .failed(operation: "colour conversion", reason: "libswscale did not write a picture")
    }
  }

  private var isFull: Bool { pool.format.color.range == AVCOL_RANGE_JPEG }

  private func rotate(_ picture: UnsafeMutablePointer<AVFrame>, to result: UnsafeMutablePointer<AVFrame>) {
    guard let description = av_pix_fmt_desc_get(turned) else { return }
    let (from, to) = (picture.pointee, result.pointee)
    let isDeep = description.pointee.comp.0.depth > 8
    let shift = (Int32(description.pointee.log2_chroma_w), Int32(description.pointee.log2_chroma_h))
    for (number, plane) in [
      (from.data.0, from.linesize.0, to.data.0, to.linesize.0),
      (from.data.1, from.linesize.1, to.data.1, to.linesize.1),
      (from.data.2, from.linesize.2, to.data.2, to.linesize.2),
    ].enumerated() {
      guard let source = plane.0, let target = plane.2 else { return }
      let isChroma = number > 0
      let width = isChroma ? (to.width + (1 << shift.0) - 1) >> shift.0 : to.width
      let height = isChroma ? (to.height + (1 << shift.1) - 1) >> shift.1 : to.height
      if isDeep {
        copy(source, plane.1, target, plane.3, width, height, UInt16.self)
      } else {
        copy(source, plane.1, target, plane.3, width, height, UInt8.self)
      }
    }
  }

  private func copy<Sample>(
    _ source: UnsafeMutablePointer<UInt8>, _ sourceLine: Int32, _ target: UnsafeMutablePointer<UInt8>,
    _ targetLine: Int32, _ width: Int32, _ height: Int32, _: Sample.Type
  ) {
    let size = MemoryLayout<Sample>.size
    turn.copy(
      UnsafeRawPointer(source).assumingMemoryBound(to: Sample.self), Int(sourceLine) / size,
      to: UnsafeMutableRawPointer(target).assumingMemoryBound(to: Sample.self), Int(targetLine) / size,
      width: Int(width), height: Int(height))
  }
}
