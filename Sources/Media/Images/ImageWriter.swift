import CStarmineFFmpeg
public import Foundation
import Glibc
public import StarmineGraphics
package import StarmineRaster

/// Writes images as PNG: straight alpha, 8 bits, marked as sRGB, without an alpha channel if all pixels are opaque. The
/// file gets its name when it is complete.
public enum ImageWriter {
  package static func writePNG(_ frame: borrowing PixelBuffer, toPath path: String) throws(ImageError) {
    try frame.withRows { rows throws(ImageError) in try write(Source(rows: rows), path) }
  }

  /// Writes an image as a PNG file. Replaces an existing file.
  ///
  /// - Throws: An error if the file cannot be written.
  public static func writePNG(_ image: CGImage, toPath path: String) throws(ImageError) {
    try withRows(of: image) { rows throws(ImageError) in try write(Source(rows: rows), path) }
  }

  /// Writes an image as a PNG file with premultiplied colours. The file cannot store this, so the reader must know it.
  package static func writePremultipliedPNG(_ image: CGImage, toPath path: String) throws(ImageError) {
    try withRows(of: image) { rows throws(ImageError) in
      try write(Source(rows: rows, keepsPremultiplied: true), path)
    }
  }

  /// The bytes of a PNG file, as written by `writePNG`.
  /// - Parameter isQuick: compresses faster with more bytes.
  package static func png(_ frame: borrowing PixelBuffer, isQuick: Bool = false) throws(ImageError) -> [UInt8] {
    try frame.withRows { rows throws(ImageError) in try png(rows, isQuick: isQuick) }
  }

  package static func png(_ image: CGImage) throws(ImageError) -> [UInt8] {
    try withRows(of: image) { rows throws(ImageError) in try png(rows, isQuick: false) }
  }

  private static func png(_ rows: PixelRows, isQuick: Bool) throws(ImageError) -> [UInt8] {
    do throws(FileError) { return try encode(Source(rows: rows), "picture", isQuick: isQuick) } catch {
      throw .unwritable(path: "picture", reason: error.reason)
    }
  }

  private static func withRows<Result>(
    of image: CGImage, _ body: (PixelRows) throws(ImageError) -> Result
  ) throws(ImageError) -> Result {
    defer { withExtendedLifetime(image) {} }
    let start = image.base.pixels.start
    return try body(PixelRows(base: start, stride: image.width, width: image.width, height: image.height))
  }

  private struct Source {
    let rows: PixelRows
    /// Whether components are written without conversion.
    var keepsPremultiplied = false

    var isOpaque: Bool {
      (0..<rows.height).allSatisfy { y in
        let row = rows[y]
        return (0..<rows.width).reduce(UInt32.max) { $0 & row[$1] } >= 0xFF00_0000
      }
    }
  }

  private static func write(_ source: Source, _ path: String) throws(ImageError) {
    do throws(FileError) {
      // The output file first, so that an invalid path is reported before compression.
      var file = try OutputFile(path)
      let bytes = try encode(source, path)
      try file.write(bytes)
      try file.content()?.compare(with: bytes)
      try file.commit()
    } catch {
      throw .unwritable(path: path, reason: error.reason)
    }
  }

  private static func encode(_ source: Source, _ path: String, isQuick: Bool = false) throws(FileError) -> [UInt8] {
    guard let encoder = avcodec_find_encoder(AV_CODEC_ID_PNG) else {
      throw FileError(path: path, reason: LibraryPresence.complaint ?? "this libavcodec has no PNG encoder")
    }
    guard let codec = OwnedCodec(encoder), let packet = OwnedPacket(), let frame = picture(source) else {
      throw FileError(path: path, number: ENOMEM)
    }
    codec.pointer.pointee.width = Int32(source.rows.width)
    codec.pointer.pointee.height = Int32(source.rows.height)
    codec.pointer.pointee.pix_fmt = frame.format
    codec.pointer.pointee.time_base = AVRational(num: 1, den: 1)
    codec.pointer.pointee.thread_count = 1
    // Without row filters, PNG files of soft gradients are three times as large. Trying all filters for each row makes
    // them at most 4 % smaller than one. Level 6, the default, takes 1.5 times the time of 5 and saves 3 to 12 %.
    _ = codec.setOption("pred", isQuick ? "sub" : "paeth")
    codec.pointer.pointee.compression_level = isQuick ? 1 : 5
    let opened = codec.open()
    if opened.failed { throw FileError(path: path, reason: opened.reason) }
    let encoded = callLibrary {
      let code = avcodec_send_frame(codec.pointer, frame.pointer)
      return code < 0 ? code : avcodec_receive_packet(codec.pointer, packet.pointer)
    }
    if encoded.failed { throw FileError(path: path, reason: encoded.reason) }
    return packet.bytes
  }

  private static func picture(_ source: Source) -> OwnedFrame? {
    let isOpaque = source.isOpaque
    guard let frame = OwnedFrame() else { return nil }
    let picture = frame.pointer
    picture.pointee.format = (isOpaque ? AV_PIX_FMT_RGB24 : AV_PIX_FMT_RGBA).rawValue
    picture.pointee.width = Int32(source.rows.width)
    picture.pointee.height = Int32(source.rows.height)
    picture.pointee.color_primaries = AVCOL_PRI_BT709
    picture.pointee.color_trc = AVCOL_TRC_IEC61966_2_1
    guard av_frame_get_buffer(picture, 0) >= 0, let plane = frame.plane(0, of: UInt8.self) else { return nil }
    for y in 0..<source.rows.height {
      fill(plane.row(y), from: source.rows[y], bytesPerPixel: isOpaque ? 3 : 4, source)
    }
    return frame
  }

  private static func fill(
    _ line: SampleSpan<UInt8>, from row: SourceRow<UInt32>, bytesPerPixel: Int, _ source: Source
  ) {
    for x in 0..<source.rows.width {
      let pixel = row[x]
      let alpha = pixel >> 24
      let divisor = source.keepsPremultiplied ? 255 : alpha
      let target = line.from(x * bytesPerPixel)
      target[0] = straight(pixel >> 16 & 255, divisor)
      target[1] = straight(pixel >> 8 & 255, divisor)
      target[2] = straight(pixel & 255, divisor)
      if bytesPerPixel == 4 { target[3] = UInt8(alpha) }
    }
  }

  /// Converts a premultiplied to a straight component, rounded. Additive light above alpha is clipped.
  static func straight(_ component: UInt32, _ alpha: UInt32) -> UInt8 {
    if alpha == 255 || alpha == 0 { return alpha == 0 ? 0 : UInt8(component) }
    return UInt8(min(255, (component * 255 + alpha / 2) / alpha))
  }
}

extension CGImage {
  /// Returns the bytes of a PNG file: straight alpha, 8 bits, marked as sRGB, without an alpha channel if all pixels
  /// are opaque. Equal pixels give equal bytes. Nil only without memory or encoder.
  public func pngData() -> Data? { (try? ImageWriter.png(self)).map { Data($0) } }
}
