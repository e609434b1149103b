import CStarmineFFmpeg
package import StarmineRaster

/// A checksum of bytes in parts.
package struct Digest: ~Copyable {
  package enum Kind: String {
    /// For files: collision-resistant.
    case sha256 = "SHA256"
    /// For images: fast.
    case md5 = "MD5"
    /// For images within a process: fastest, but not against forgery.
    case murmur = "murmur3"
  }

  // Sole owner; see Owners.swift.
  private let context: OpaquePointer

  package init(_ kind: Kind) throws(VideoError) {
    var made: OpaquePointer?
    guard av_hash_alloc(&made, kind.rawValue) >= 0, let made else { throw .outOfMemory(operation: "a checksum") }
    context = made
    av_hash_init(made)
  }

  deinit {
    var freed: OpaquePointer? = context
    av_hash_freep(&freed)
  }

  package func add(_ bytes: UnsafeRawBufferPointer) {
    guard let base = bytes.baseAddress else { return }
    av_hash_update(context, base.assumingMemoryBound(to: UInt8.self), bytes.count)
  }

  package func add<Value: BitwiseCopyable>(_ values: [Value]) {
    values.withUnsafeBytes { add($0) }
  }

  package consuming func text() -> String {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 2 * Int(AV_HASH_MAX_SIZE) + 1) { buffer in
      guard let start = buffer.baseAddress else { return "" }
      av_hash_final_hex(context, start, Int32(buffer.count))
      return String(cString: start)
    }
  }

  package static func sha256(_ bytes: [UInt8]) throws(VideoError) -> String {
    let digest = try Digest(.sha256)
    digest.add(bytes)
    return digest.text()
  }

  package static func md5<P: Pixel>(_ picture: borrowing PixelFrame<P>) throws(VideoError) -> String {
    let digest = try Digest(.md5)
    let (width, height, stride) = (picture.width, picture.height, picture.stride)
    picture.withPixels { pixels in
      for row in 0..<height {
        digest.add(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: pixels[row * stride..<row * stride + width])))
      }
    }
    return digest.text()
  }
}
