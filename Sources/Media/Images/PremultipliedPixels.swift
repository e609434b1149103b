import CStarmineFFmpeg
import StarmineGraphics

/// Converts a decoded image of any pixel format to premultiplied `0xAARRGGBB`.
struct PremultipliedPixels {
  /// Converts its colours to sRGB; nil for sRGB images.
  var profile: ColorProfile?

  /// Nil for an unsupported pixel format.
  func make(from frame: borrowing OwnedFrame) -> [UInt32]? {
    let picture = frame.pointer
    let format = AVPixelFormat(picture.pointee.format)
    guard let description = av_pix_fmt_desc_get(format) else { return nil }
    let flags = Int32(truncatingIfNeeded: description.pointee.flags)
    if flags & (AV_PIX_FMT_FLAG_FLOAT | AV_PIX_FMT_FLAG_HWACCEL | AV_PIX_FMT_FLAG_BAYER) != 0 { return nil }
    if flags & AV_PIX_FMT_FLAG_PAL != 0 { return fromPalette(picture) }
    if flags & AV_PIX_FMT_FLAG_RGB != 0 || description.pointee.nb_components <= 2 {
      return fromComponents(picture, description, inverted: format == AV_PIX_FMT_MONOWHITE)
    }
    return fromLuma(frame)
  }

  private func fromPalette(_ picture: UnsafeMutablePointer<AVFrame>) -> [UInt32]? {
    guard let indices = picture.pointee.data.0, let colors = picture.pointee.data.1 else { return nil }
    let palette = colors.withMemoryRebound(to: UInt32.self, capacity: 256) { colors in
      (0..<256).map { colors[$0] }
    }
    return rows(of: picture) { y, row in
      let line = indices + y * Int(picture.pointee.linesize.0)
      for x in row.indices { row[x] = palette[Int(line[x])] }
    }
  }

  /// Grey and RGB of every depth and byte order, with or without alpha. Converted by component without other colour
  /// spaces, so that 8-bit values do not change and others are rounded exactly.
  private func fromComponents(
    _ picture: UnsafeMutablePointer<AVFrame>, _ description: UnsafePointer<AVPixFmtDescriptor>, inverted: Bool
  ) -> [UInt32]? {
    let count = Int(description.pointee.nb_components)
    let depth = description.pointee.comp.0.depth
    guard depth >= 1 && depth <= 16, picture.pointee.data.0 != nil else { return nil }
    let hasAlpha = count == 2 || count == 4
    let width = Int(picture.pointee.width)
    let toByte = Self.byteTable(maximum: 1 << Int(depth) - 1, inverted: inverted)
    var lines = [[UInt16]](repeating: [UInt16](repeating: 0, count: width), count: count)
    return rows(of: picture) { y, row in
      for component in 0..<count { Self.readLine(&lines[component], picture, description, component, y) }
      for x in row.indices {
        let red = UInt32(toByte[Int(lines[0][x])])
        let green = count < 3 ? red : UInt32(toByte[Int(lines[1][x])])
        let blue = count < 3 ? red : UInt32(toByte[Int(lines[2][x])])
        let alpha = hasAlpha ? UInt32(toByte[Int(lines[count - 1][x])]) : 255
        row[x] = alpha << 24 | red << 16 | green << 8 | blue
      }
    }
  }

  private static func byteTable(maximum: Int, inverted: Bool) -> [UInt8] {
    (0...maximum).map { value in
      let byte = UInt8((value * 255 + maximum / 2) / maximum)
      return inverted ? 255 - byte : byte
    }
  }

  static func readLine<Sample: FixedWidthInteger>(
    _ line: inout [Sample], _ picture: UnsafeMutablePointer<AVFrame>,
    _ description: UnsafePointer<AVPixFmtDescriptor>, _ component: Int, _ y: Int
  ) {
    let width = Int32(line.count)
    withPlanes(of: picture) { planes, strides in
      UnsafeMutableRawPointer(planes).withMemoryRebound(to: UnsafePointer<UInt8>?.self, capacity: 4) { planes in
        line.withUnsafeMutableBytes {
          av_read_image_line2(
            $0.baseAddress, planes, strides, description, 0, Int32(y), Int32(component), width, 0,
            Int32(MemoryLayout<Sample>.size))
        }
      }
    }
  }

  private func fromLuma(_ frame: borrowing OwnedFrame) -> [UInt32]? {
    let picture = frame.pointer
    let isDeep = av_pix_fmt_desc_get(frame.format).map { $0.pointee.comp.0.depth > 8 } ?? false
    let isCentered = picture.pointee.chroma_location == AVCHROMA_LOC_CENTER
    if picture.pointee.colorspace == AVCOL_SPC_YCGCO
      || isDeep && (isCentered || Self.isFullRange(picture, frame.format))
    {
      return fromRows(picture)
    }
    guard let straight = Self.convert(picture, to: AV_PIX_FMT_BGRA), let base = straight.pointer.pointee.data.0 else {
      return nil
    }
    let stride = Int(straight.pointer.pointee.linesize.0)
    return rows(of: picture) { y, row in
      UnsafeRawPointer(base + y * stride).withMemoryRebound(to: UInt32.self, capacity: row.count) { line in
        for x in row.indices { row[x] = line[x] }
      }
    }
  }

  /// Formats that libswscale does not support, or converts inexactly.
  private func fromRows(_ picture: UnsafeMutablePointer<AVFrame>) -> [UInt32]? {
    guard var source = ColorRows(picture) else { return nil }
    return rows(of: picture) { y, row in
      source.read(y) { x, color, alpha in
        let bytes = (color.clamped(lowerBound: .zero, upperBound: .one) * 255).rounded(.toNearestOrAwayFromZero)
        row[x] = UInt32(alpha * 255 + 0.5) << 24 | UInt32(bytes.x) << 16 | UInt32(bytes.y) << 8 | UInt32(bytes.z)
      }
    }
  }

  /// Converts by libswscale with the matrix and range of the frame.
  /// - Parameter pixels: an RGB pixel format, which is full range.
  static func convert(_ picture: UnsafeMutablePointer<AVFrame>, to pixels: AVPixelFormat) -> OwnedFrame? {
    let (width, height) = (picture.pointee.width, picture.pointee.height)
    let format = AVPixelFormat(picture.pointee.format)
    let flags = SWS_BILINEAR | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INT | SWS_BITEXACT
    guard let description = av_pix_fmt_desc_get(format),
      let scaler = OwnedScaler(width: width, height: height, from: format, to: pixels, flags: flags)
    else { return nil }
    let hasMatrix = scaler.setColor(
      sourceMatrix: matrix(of: picture), sourceFull: isFullRange(picture, format), destinationMatrix: SWS_CS_ITU709,
      destinationFull: true)
    // Between RGB formats there is no matrix.
    let isRGB = Int32(truncatingIfNeeded: description.pointee.flags) & AV_PIX_FMT_FLAG_RGB != 0
    guard hasMatrix || isRGB, let result = OwnedFrame() else { return nil }
    let target = result.pointer
    (target.pointee.format, target.pointee.width, target.pointee.height) = (pixels.rawValue, width, height)
    let converted = callLibrary {
      let code = av_frame_get_buffer(target, 0)
      let data = picture.pointee.data
      let lines = picture.pointee.linesize
      return code < 0
        ? code
        : scaler.scale(
          [data.0, data.1, data.2, data.3].map { plane in plane.map { UnsafePointer($0) } },
          [lines.0, lines.1, lines.2, lines.3], height: height, to: target)
    }
    if converted.failed { return nil }
    return result
  }

  /// JPEG and WebP images declare BT.601, which is also the default, unless the transfer function belongs to BT.2020.
  private static func matrix(of picture: UnsafeMutablePointer<AVFrame>) -> Int32 {
    switch picture.pointee.colorspace {
    case AVCOL_SPC_BT709: SWS_CS_ITU709
    case AVCOL_SPC_BT2020_NCL, AVCOL_SPC_BT2020_CL: SWS_CS_BT2020
    case AVCOL_SPC_SMPTE240M: SWS_CS_SMPTE240M
    case AVCOL_SPC_FCC: SWS_CS_FCC
    case AVCOL_SPC_UNSPECIFIED where [AVCOL_TRC_SMPTE2084, AVCOL_TRC_ARIB_STD_B67].contains(picture.pointee.color_trc):
      SWS_CS_BT2020
    default: SWS_CS_ITU601
    }
  }

  static func isFullRange(_ picture: UnsafeMutablePointer<AVFrame>, _ format: AVPixelFormat) -> Bool {
    let fullFormats = [
      AV_PIX_FMT_YUVJ420P, AV_PIX_FMT_YUVJ422P, AV_PIX_FMT_YUVJ444P, AV_PIX_FMT_YUVJ440P, AV_PIX_FMT_YUVJ411P,
    ]
    return picture.pointee.color_range == AVCOL_RANGE_JPEG || fullFormats.contains(format)
  }

  /// - Parameter fill: writes a row of straight colours.
  private func rows(
    of picture: UnsafeMutablePointer<AVFrame>, _ fill: (Int, UnsafeMutableBufferPointer<UInt32>) -> Void
  ) -> [UInt32] {
    let width = Int(picture.pointee.width)
    let height = Int(picture.pointee.height)
    return [UInt32](unsafeUninitializedCapacity: width * height) { buffer, initialized in
      for y in 0..<height {
        let row = UnsafeMutableBufferPointer(rebasing: buffer[y * width..<(y + 1) * width])
        fill(y, row)
        profile?.apply(to: row)
        for x in row.indices { row[x] = premultiplied(straight: row[x]) }
      }
      initialized = width * height
    }
  }
}
