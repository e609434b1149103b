import CStarmineFFmpeg
import StarmineGraphics
import StarmineRaster

/// A decoded frame as stored in the file: before rotation, with the pixel format of the file.
package final class FootageFrame: Sendable {
  let picture: OwnedFrame
  let time: Int64
  let bytes: Int

  /// Creates a reference to a decoded frame. Nil without memory.
  init?(_ decoded: borrowing OwnedFrame, time: Int64) {
    guard let picture = OwnedFrame(sharing: decoded) else { return nil }
    FootageFrame.complete(picture)
    self.time = time
    bytes = picture.packedSize
    self.picture = picture
  }

  /// Completes missing colour properties as players do: large frames are BT.709, small ones BT.601.
  private static func complete(_ frame: borrowing OwnedFrame) {
    let picture = frame.pointer
    // YUV frames that are labelled as RGB have wrong labels.
    let isOpen = [AVCOL_SPC_UNSPECIFIED, AVCOL_SPC_RESERVED, AVCOL_SPC_RGB].contains(picture.pointee.colorspace)
    guard isOpen, let description = av_pix_fmt_desc_get(AVPixelFormat(picture.pointee.format)),
      Int32(truncatingIfNeeded: description.pointee.flags) & AV_PIX_FMT_FLAG_RGB == 0
    else { return }
    // Both HDR transfer functions use the matrix of BT.2020.
    if [AVCOL_TRC_SMPTE2084, AVCOL_TRC_ARIB_STD_B67].contains(picture.pointee.color_trc) {
      picture.pointee.colorspace = AVCOL_SPC_BT2020_NCL
      return
    }
    let isLarge = picture.pointee.height > 576 || picture.pointee.width > 1024
    picture.pointee.colorspace = isLarge ? AVCOL_SPC_BT709 : AVCOL_SPC_SMPTE170M
  }

  var pixelFormat: String {
    av_get_pix_fmt_name(AVPixelFormat(picture.pointer.pointee.format)).map { String(cString: $0) } ?? "unknown"
  }

  /// Types of side data of the frame.
  var sideData: Set<AVFrameSideDataType.RawValue> {
    let kinds = [
      AV_FRAME_DATA_A53_CC, AV_FRAME_DATA_AFD, AV_FRAME_DATA_DYNAMIC_HDR_PLUS, AV_FRAME_DATA_DOVI_METADATA,
      AV_FRAME_DATA_DOVI_RPU_BUFFER, AV_FRAME_DATA_ICC_PROFILE,
    ]
    return Set(kinds.filter { av_frame_get_side_data(picture.pointer, $0) != nil }.map(\.rawValue))
  }

  /// Premultiplied pixels after rotation; nil for an unsupported pixel format.
  func pixels(_ turn: ImageRotation) -> [UInt32]? {
    (HDRPicture(picture)?.words() ?? PremultipliedPixels().make(from: picture)).map { turned($0, turn) }
  }

  /// Float pixels after rotation, including HDR.
  func deepPixels(_ turn: ImageRotation) -> [DeepPixel]? {
    let pixels = HDRPicture(picture)?.pixels() ?? PremultipliedPixels().make(from: picture)?.map { DeepPixel(word: $0) }
    return pixels.map { turned($0, turn) }
  }

  private func turned<Value>(_ pixels: [Value], _ turn: ImageRotation) -> [Value] {
    guard turn != .none else { return pixels }
    let stride = Int(picture.pointer.pointee.width)
    let (width, height) = turn.size(stride, Int(picture.pointer.pointee.height))
    return [Value](unsafeUninitializedCapacity: width * height) { buffer, initialized in
      pixels.withRow { source in
        guard let target = buffer.baseAddress else { return }
        turn.copy(source, stride, to: SampleSpan(start: target), width, width: width, height: height)
      }
      initialized = width * height
    }
  }

  package var planes: [[UInt8]] { picture.planes }
}

extension OwnedFrame {
  var planes: [[UInt8]] {
    guard let description = av_pix_fmt_desc_get(format) else { return [] }
    let shift = Int(description.pointee.log2_chroma_h)
    let chroma = (height + (1 << shift) - 1) >> shift
    return [height, chroma, chroma, height].enumerated().compactMap { number, rows in
      guard plane(number, of: UInt8.self) != nil else { return nil }
      let bytesInRow = Int(av_image_get_linesize(format, Int32(width), Int32(number)))
      return bytes(ofPlane: number, rows: rows, width: bytesInRow)
    }
  }
}

// MARK: Pictures

extension FootageFrame {
  /// Bytes of a float pixel, including smaller levels.
  static let lightBytes = 22

  /// The frame as an image in display orientation; nil for pixels that cannot be converted.
  /// - Parameter size: size of the rotated frames. Frames of another size are not made square.
  /// - Parameter width: width of the video in square pixels.
  /// - Parameter keepsLight: whether the image also has float pixels if the frame has an HDR transfer function. They
  ///   are created when a float frame first uses them.
  func image(_ turn: ImageRotation, of size: (width: Int, height: Int), width: Int, keepsLight: Bool) -> CGImage? {
    let own = turn.size(Int(picture.pointer.pointee.width), Int(picture.pointer.pointee.height))
    let newWidth = own == size ? width : own.width
    guard let pixels = pixels(turn) else { return nil }
    let texels =
      keepsLight && HDRPicture(picture) != nil
      ? DeepTexels {
        self.deepPixels(turn).map { pixels in
          let square = SquarePixels.stretch(pixels, width: own.width, height: own.height, to: newWidth)
          return DeepTexels.Level(width: newWidth, height: own.height, texels: SharedBuffer(square))
        }
      } : nil
    let square = SquarePixels.stretch(pixels, width: own.width, height: own.height, to: newWidth)
    return CGImage(width: newWidth, height: own.height, slab: SharedBuffer(square), deepTexels: texels)
  }
}

/// Converts pixels to square pixels.
enum SquarePixels {
  static func stretch(_ pixels: [UInt32], width: Int, height: Int, to newWidth: Int) -> [UInt32] {
    stretch(pixels, width, height, to: newWidth, mix)
  }

  static func stretch(_ pixels: [DeepPixel], width: Int, height: Int, to newWidth: Int) -> [DeepPixel] {
    stretch(pixels, width, height, to: newWidth) { $0 + ($1 - $0) * (Float(Int32($2)) * (1 / 256)) }
  }

  /// Stretches rows to another width with linear interpolation.
  /// - Parameter mix: two pixels, with the weight of the second one in 1/256.
  @inline(__always)
  private static func stretch<Pixel: BitwiseCopyable>(
    _ pixels: [Pixel], _ width: Int, _ height: Int, to newWidth: Int, _ mix: (Pixel, Pixel, UInt32) -> Pixel
  ) -> [Pixel] {
    if newWidth == width { return pixels }
    // Positions in 1/256 of a pixel, at pixel centres.
    let places = (0..<newWidth).map { x in
      min(max(0, ((2 * x + 1) * width * 256 / (2 * newWidth)) - 128), (width - 1) * 256)
    }
    return [Pixel](unsafeUninitializedCapacity: newWidth * height) { buffer, initialized in
      for y in 0..<height {
        let row = y * width
        for x in 0..<newWidth {
          let (index, part) = (places[x] >> 8, UInt32(places[x] & 255))
          let next = min(index + 1, width - 1)
          buffer[y * newWidth + x] = mix(pixels[row + index], pixels[row + next], part)
        }
      }
      initialized = newWidth * height
    }
  }

  /// - Parameter part: weight of the second pixel in 1/256.
  private static func mix(_ first: UInt32, _ second: UInt32, _ part: UInt32) -> UInt32 {
    let low = ((first & 0xFF_00FF) * (256 - part) + (second & 0xFF_00FF) * part + 0x80_0080) >> 8 & 0xFF_00FF
    let high = ((first >> 8 & 0xFF_00FF) * (256 - part) + (second >> 8 & 0xFF_00FF) * part + 0x80_0080) & 0xFF00_FF00
    return low | high
  }
}
