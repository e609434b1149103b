public import CStarmineEmbedding
import StarmineCore
import Foundation
import StarmineRaster
import StarmineScene

// Functions of starmine.h that draw.

@c @implementation public func starmine_render(
  _ scene: OpaquePointer?, _ seconds: Double, _ pixels: UnsafeMutableRawPointer?, _ stride: Int,
  _ format: starmine_format, _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> starmine_status {
  answer(error) { () throws(HostError) in
    let kind = try number(of: format)
    guard let pixels else { throw HostError(.argument, "the pixels are missing") }
    nonisolated(unsafe) let out = pixels  // Written by this call alone.
    try HostHandle.of(scene).use { (scene, cancellation) throws(HostError) in
      try scene.checkStride(stride)
      try scene.draw(at: seconds, unless: cancellation) { (picture) throws(HostError) in
        picture.eachRow { y, row in
          gate_write((out + y * stride).assumingMemoryBound(to: UInt8.self), row, picture.width, kind)
        }
      }
    }
  }
}

@c @implementation public func starmine_render_over(
  _ scene: OpaquePointer?, _ seconds: Double, _ `in`: UnsafeRawPointer?, _ in_stride: Int,
  _ out: UnsafeMutableRawPointer?, _ out_stride: Int, _ format: starmine_format,
  _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> starmine_status {
  answer(error) { () throws(HostError) in
    let kind = try number(of: format)
    guard let `in`, let out else { throw HostError(.argument, "the pixels are missing") }
    nonisolated(unsafe) let (below, target) = (`in`, out)  // Read and written by this call alone.
    try HostHandle.of(scene).use { (scene, cancellation) throws(HostError) in
      for stride in [in_stride, out_stride] { try scene.checkStride(stride) }
      try scene.draw(at: seconds, isOverlay: true, unless: cancellation) { (picture) throws(HostError) in
        picture.eachRow { y, row in
          gate_write_over(
            (target + y * out_stride).assumingMemoryBound(to: UInt8.self),
            (below + y * in_stride).assumingMemoryBound(to: UInt8.self), row, picture.width, kind)
        }
      }
    }
  }
}

private func number(of format: starmine_format) throws(HostError) -> Int32 {
  guard format.rawValue <= STARMINE_RGBA_PREMULTIPLIED.rawValue else {
    throw HostError(.argument, "the format \(format.rawValue) is unknown")
  }
  return Int32(format.rawValue)
}

@c @implementation public func starmine_hash(
  _ scene: OpaquePointer?, _ seconds: Double, _ hash: UnsafeMutablePointer<CChar>?
) -> starmine_status {
  answer(nil) { () throws(HostError) in
    guard let hash else { throw HostError(.argument, "the place for the digits is missing") }
    let text = try HostHandle.of(scene).use { (scene, _) throws(HostError) in try scene.hash(at: seconds) }
    for (index, byte) in text.utf8.prefix(32).enumerated() { hash[index] = CChar(bitPattern: byte) }
    hash[min(32, text.utf8.count)] = 0
  }
}

@c @implementation public func starmine_counts(_ scene: OpaquePointer?) -> UnsafeMutablePointer<CChar>? {
  answer { () throws(HostError) in
    try HostHandle.of(scene).use { (scene, _) throws(HostError) in try json(scene.counts) }
  }
}

extension HostedScene {
  /// Rows must not lie in each other, nor where memory cannot be.
  fileprivate func checkStride(_ stride: Int) throws(HostError) {
    let row = 4 * loaded.size.width
    guard (UInt(row)...1 << 40).contains(stride.magnitude) else {
      throw HostError(.argument, "a stride of \(stride) bytes: a row has \(row)")
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
