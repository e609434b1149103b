import CStarmineZlib

/// Why compressed data cannot be decompressed.
package enum InflateError: Error, Equatable {
  /// Not a compressed stream, truncated, or with a wrong checksum.
  case damaged
  /// The data exceeds the size limit.
  case tooLarge
}

/// Decompresses deflate data (RFC 1950 to 1952) with the system's zlib, in parts, so that a reader can inspect the
/// beginning first. Checksums of zlib and gzip are verified at the end.
package struct Inflater: ~Copyable {
  package enum Form: Sendable {
    /// With the header and checksum of zlib or gzip.
    case wrapped
    /// Without both: ZIP archives store size and checksum elsewhere.
    case bare
  }

  private let input: ArraySlice<UInt8>
  private var taken = 0
  /// zlib stores this address in its state, so the stream must not move.
  private let stream: UnsafeMutablePointer<z_stream>
  /// Whether all data was read and its checksum is correct.
  package private(set) var isFinished = false

  /// Output bytes per call of zlib.
  private static let step = 1 << 20

  package init(_ input: ArraySlice<UInt8>, _ form: Form = .wrapped) throws(InflateError) {
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    stream.initialize(to: z_stream())
    // The largest window. Adding 32 detects either header; a negative value means no header.
    let window: Int32 = form == .wrapped ? 15 + 32 : -15
    guard inflateInit2_(stream, window, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
      // This fails only if memory is exhausted.
      stream.deallocate()
      throw .tooLarge
    }
    (self.input, self.stream) = (input, stream)
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
  }

  /// Returns the next bytes: `count`, or fewer at the end.
  package mutating func read(atMost count: Int) throws(InflateError) -> [UInt8] {
    var output: [UInt8] = []
    while output.count < count, !isFinished {
      output += try piece(atMost: min(count - output.count, Self.step))
    }
    return output
  }

  private mutating func piece(atMost count: Int) throws(InflateError) -> [UInt8] {
    var status = Z_OK
    let (stream, taken) = (stream, taken)
    let piece = input.withUnsafeBufferPointer { input in
      // zlib counts in 32 bits.
      let rest = UnsafeMutableBufferPointer(mutating: UnsafeBufferPointer(rebasing: input[taken...].prefix(1 << 30)))
      stream.pointee.next_in = rest.baseAddress
      stream.pointee.avail_in = UInt32(rest.count)
      return [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
        stream.pointee.next_out = buffer.baseAddress
        stream.pointee.avail_out = UInt32(count)
        status = inflate(stream, Z_NO_FLUSH)
        filled = count - Int(stream.pointee.avail_out)
      }
    }
    let used = min(input.count - taken, 1 << 30) - Int(stream.pointee.avail_in)
    self.taken += used
    isFinished = status == Z_STREAM_END
    // At the end of a truncated stream, no input is consumed and no output produced.
    guard isFinished || status == Z_OK, isFinished || used > 0 || !piece.isEmpty else { throw .damaged }
    return piece
  }

  /// Decompresses all of `input`, up to `limit` bytes.
  package static func unpack(
    _ input: ArraySlice<UInt8>, _ form: Form = .wrapped, atMost limit: Int
  ) throws(InflateError) -> [UInt8] {
    var inflater = try Inflater(input, form)
    let output = try inflater.read(atMost: limit + 1)
    guard output.count <= limit else { throw .tooLarge }
    return output
  }

  /// Whether bytes start with the header of gzip or zlib.
  package static func isWrapped(_ bytes: some Collection<UInt8>) -> Bool {
    let start = Array(bytes.prefix(2))
    return start == [0x1F, 0x8B] || (start.count == 2 && start[0] == 0x78 && (0x7800 + Int(start[1])) % 31 == 0)
  }

  /// The checksum of an entry of a ZIP archive (CRC-32).
  package static func checksum(_ bytes: some Collection<UInt8>) -> UInt32 {
    let bytes = Array(bytes)
    return UInt32(truncatingIfNeeded: bytes.withUnsafeBufferPointer { crc32_z(0, $0.baseAddress, bytes.count) })
  }
}
