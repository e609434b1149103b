public import CStarmineEmbedding
import CStarminePixelKernels

// Drawing functions of starmine.h.

@c @implementation public func starmine_render(
  _ scene: OpaquePointer?, _ seconds: Double, _ pixels: UnsafeMutableRawPointer?, _ stride: Int,
  _ format: starmine_format, _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> starmine_status {
  starmine_render_sized(scene, seconds, pixels, .max, stride, format, error)
}

@c @implementation public func starmine_render_sized(
  _ scene: OpaquePointer?, _ seconds: Double, _ pixels: UnsafeMutableRawPointer?, _ bytes: Int, _ stride: Int,
  _ format: starmine_format, _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> starmine_status {
  answer(error, of: scene) { (scene, cancellation) throws(HostError) in
    let kind = try number(of: format)
    guard let pixels else { throw HostError(.argument, "the pointer to the pixels is NULL") }
    try scene.check(bytes: bytes, stride: stride)
    try scene.draw(at: seconds, unless: cancellation) { (picture) throws(HostError) in
      picture.eachRow { y, row in
        _ = pixel_format_row(pixels + y * stride, row, kind, picture.width)
      }
    }
  }
}

@c @implementation public func starmine_render_over(
  _ scene: OpaquePointer?, _ seconds: Double, _ `in`: UnsafeRawPointer?, _ in_stride: Int,
  _ out: UnsafeMutableRawPointer?, _ out_stride: Int, _ format: starmine_format,
  _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> starmine_status {
  starmine_render_over_sized(scene, seconds, `in`, .max, in_stride, out, .max, out_stride, format, error)
}

@c @implementation public func starmine_render_over_sized(
  _ scene: OpaquePointer?, _ seconds: Double, _ `in`: UnsafeRawPointer?, _ in_bytes: Int, _ in_stride: Int,
  _ out: UnsafeMutableRawPointer?, _ out_bytes: Int, _ out_stride: Int, _ format: starmine_format,
  _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> starmine_status {
  answer(error, of: scene) { (scene, cancellation) throws(HostError) in
    let kind = try number(of: format)
    guard let `in`, let out else { throw HostError(.argument, "the pointer to the pixels is NULL") }
    try scene.check(bytes: in_bytes, stride: in_stride)
    try scene.check(bytes: out_bytes, stride: out_stride)
    try scene.draw(at: seconds, isOverlay: true, unless: cancellation) { (picture) throws(HostError) in
      picture.eachRow { y, row in
        pixel_format_row_over(out + y * out_stride, `in` + y * in_stride, row, kind, picture.width)
      }
    }
  }
}

private func number(of format: starmine_format) throws(HostError) -> Int32 {
  switch format {
  case STARMINE_BGRA_PREMULTIPLIED: 0
  case STARMINE_RGBA_STRAIGHT: Int32(PixelStraight | PixelRGBA)
  case STARMINE_BGRA_STRAIGHT: Int32(PixelStraight)
  case STARMINE_RGBA_PREMULTIPLIED: Int32(PixelRGBA)
  default: throw HostError(.argument, "unknown format \(format.rawValue)")
  }
}

@c @implementation public func starmine_render_float(
  _ scene: OpaquePointer?, _ seconds: Double, _ pixels: UnsafeMutablePointer<Float>?, _ bytes: Int, _ stride: Int,
  _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> starmine_status {
  answer(error, of: scene) { (scene, cancellation) throws(HostError) in
    guard let pixels else { throw HostError(.argument, "the pointer to the pixels is NULL") }
    try scene.check(bytes: bytes, stride: stride, pixelBytes: 16)
    let picture = try scene.drawLight(at: seconds, unless: cancellation)
    let (width, height, step) = (picture.width, picture.height, picture.stride)
    picture.withPixels { row in
      for y in 0..<height {
        let out = UnsafeMutableRawPointer(pixels) + y * stride
        for x in 0..<width {
          let pixel = row[y * step + x]
          out.storeBytes(of: SIMD4(pixel.z, pixel.y, pixel.x, pixel.w), toByteOffset: 16 * x, as: SIMD4<Float>.self)
        }
      }
    }
  }
}

@c @implementation public func starmine_hash(
  _ scene: OpaquePointer?, _ seconds: Double, _ hash: UnsafeMutablePointer<CChar>?
) -> starmine_status {
  answer(nil, of: scene) { (scene, _) throws(HostError) in
    guard let hash else { throw HostError(.argument, "the pointer for the digits is NULL") }
    let text = try scene.hash(at: seconds)
    for (index, byte) in text.utf8.prefix(32).enumerated() { hash[index] = CChar(bitPattern: byte) }
    hash[min(32, text.utf8.count)] = 0
  }
}

@c @implementation public func starmine_counts(_ scene: OpaquePointer?) -> UnsafeMutablePointer<CChar>? {
  answer(of: scene) { scene throws(HostError) in try json(scene.counts) }
}

extension HostedScene {
  /// Errors: overlapping or too distant rows, too little memory for the frame.
  fileprivate func check(bytes: Int, stride: Int, pixelBytes: Int = 4) throws(HostError) {
    let row = pixelBytes * pixelSize.width
    guard (UInt(row)...1 << 40).contains(stride.magnitude) else {
      throw HostError(.argument, "a stride of \(stride) bytes: expected at least \(row), the length of a row")
    }
    let needed = (pixelSize.height - 1) * Int(stride.magnitude) + row
    guard UInt(bitPattern: bytes) >= UInt(needed) else {
      throw HostError(
        .argument, "a frame of \(pixelSize.width)x\(pixelSize.height) pixels needs \(needed) bytes, not \(bytes)")
    }
  }
}

extension PixelBuffer {
  fileprivate borrowing func eachRow(_ body: (Int, UnsafePointer<UInt32>) -> Void) {
    let (height, stride) = (height, stride)
    withPixels { pixels in
      guard let start = pixels.baseAddress else { return }
      for y in 0..<height { body(y, start + y * stride) }
    }
  }
}
