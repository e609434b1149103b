import CStarmineFFmpeg
import Glibc
package import StarmineRaster

/// Formats of images that are displayed and not stored.
package enum PictureFormat: String, CaseIterable, Sendable {
  /// Exact pixels with alpha: the bytes of `ImageWriter.writePNG`.
  case png
  /// Small and fast, over black.
  case jpeg
  /// Small, with alpha, but slow.
  case webp

  package var mediaType: String { "image/\(rawValue)" }

  /// The bytes of a file. Errors: no encoder for the format, not enough memory.
  /// - Parameter quality: 1 to 100. PNG ignores it.
  /// - Parameter isQuick: writes PNG faster, with more bytes.
  package func encode(
    _ frame: borrowing PixelBuffer, quality: Int = 85, isQuick: Bool = false
  ) throws(ImageError) -> [UInt8] {
    switch self {
    case .png: return try ImageWriter.png(frame, isQuick: isQuick)
    case .jpeg: return try LossyPicture(name: "mjpeg", pixelFormat: AV_PIX_FMT_YUVJ420P).encode(frame, quality)
    case .webp: return try LossyPicture(name: "libwebp", pixelFormat: AV_PIX_FMT_BGRA).encode(frame, quality)
    }
  }
}

private struct LossyPicture {
  let name: String
  let pixelFormat: AVPixelFormat

  func encode(_ frame: borrowing PixelBuffer, _ quality: Int) throws(ImageError) -> [UInt8] {
    guard let encoder = avcodec_find_encoder_by_name(name) else {
      throw failure(LibraryPresence.complaint ?? "this libavcodec has no \(name)")
    }
    guard let codec = OwnedCodec(encoder), let packet = OwnedPacket(), let picture = OwnedFrame() else {
      throw .outOfMemory(path: "picture")
    }
    let format = picture.pointer
    (format.pointee.format, format.pointee.width, format.pointee.height) = (
      pixelFormat.rawValue, Int32(frame.width), Int32(frame.height)
    )
    format.pointee.color_range = AVCOL_RANGE_JPEG
    guard av_frame_get_buffer(format, 0) >= 0, fill(picture, from: frame) else { throw .outOfMemory(path: "picture") }
    prepare(codec, picture, quality)
    let opened = codec.open()
    if opened.failed { throw failure(opened.reason) }
    let encoded = callLibrary {
      let code = avcodec_send_frame(codec.pointer, format)
      return code < 0 ? code : avcodec_receive_packet(codec.pointer, packet.pointer)
    }
    if encoded.failed { throw failure(encoded.reason) }
    return packet.bytes
  }

  private func failure(_ reason: String) -> ImageError { .unwritable(path: "picture", reason: reason) }

  private func prepare(_ codec: borrowing OwnedCodec, _ frame: borrowing OwnedFrame, _ quality: Int) {
    let (context, format) = (codec.pointer, frame.pointer)
    (context.pointee.width, context.pointee.height) = (format.pointee.width, format.pointee.height)
    context.pointee.pix_fmt = pixelFormat
    context.pointee.color_range = AVCOL_RANGE_JPEG
    context.pointee.time_base = AVRational(num: 1, den: 1)
    context.pointee.thread_count = 1
    guard pixelFormat != AV_PIX_FMT_BGRA else {
      _ = codec.setOption("quality", "\(quality)")
      // The fastest of seven search methods.
      _ = codec.setOption("compression_level", "0")
      return
    }
    // JPEG's quantizer scale is 2 (best) to 31. libavcodec uses steps of 118 (FF_QP2LAMBDA).
    let scale = Int32(2 + (100 - min(100, max(1, quality))) * 29 / 99)
    context.pointee.flags |= AV_CODEC_FLAG_QSCALE
    context.pointee.global_quality = scale * 118
    format.pointee.quality = scale * 118
    _ = codec.setOption("huffman", "default")
  }

  private func fill(_ target: borrowing OwnedFrame, from frame: borrowing PixelBuffer) -> Bool {
    pixelFormat == AV_PIX_FMT_BGRA ? fillStraight(target, from: frame) : convert(frame, to: target)
  }

  private func fillStraight(_ target: borrowing OwnedFrame, from frame: borrowing PixelBuffer) -> Bool {
    guard let plane = target.plane(0, of: UInt8.self) else { return false }
    frame.withRows { rows in
      for y in 0..<rows.height {
        let (row, line) = (rows[y], plane.row(y))
        for x in 0..<rows.width {
          let pixel = row[x]
          let alpha = pixel >> 24
          line[4 * x] = ImageWriter.straight(pixel & 255, alpha)
          line[4 * x + 1] = ImageWriter.straight(pixel >> 8 & 255, alpha)
          line[4 * x + 2] = ImageWriter.straight(pixel >> 16 & 255, alpha)
          line[4 * x + 3] = UInt8(alpha)
        }
      }
    }
    return true
  }

  /// Full-range BT.601, as expected by all readers of JPEG files.
  private func convert(_ frame: borrowing PixelBuffer, to target: borrowing OwnedFrame) -> Bool {
    guard
      let scaler = OwnedScaler(
        width: Int32(frame.width), height: Int32(frame.height), from: AV_PIX_FMT_BGR0, to: pixelFormat,
        flags: SWS_FAST_BILINEAR),
      scaler.setColor(
        sourceMatrix: SWS_CS_ITU601, sourceFull: true, destinationMatrix: SWS_CS_ITU601, destinationFull: true)
    else { return false }
    return frame.withRows { rows in scaler.scale(rows, to: target) >= 0 }
  }
}
