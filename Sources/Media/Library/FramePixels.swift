import CStarmineFFmpeg
import StarmineRaster

// Views of a frame's memory: planes, rows, bytes. Valid while the frame exists.

struct SourceRow<Sample> {
  /// For kernels, which read whole vectors.
  let start: UnsafePointer<Sample>

  @inline(__always)
  subscript(x: Int) -> Sample { start[x] }

  @inline(__always)
  func from(_ x: Int) -> SourceRow { SourceRow(start: start + x) }
}

extension Array {
  @inline(__always)
  func withRow<Result>(_ body: (SourceRow<Element>) -> Result) -> Result {
    withUnsafeBufferPointer { elements in
      guard let start = elements.baseAddress else { preconditionFailure("SourceRow: there are no samples") }
      return body(SourceRow(start: start))
    }
  }

  @inline(__always)
  mutating func withMutableRow<Result>(_ body: (SampleSpan<Element>) -> Result) -> Result {
    withUnsafeMutableBufferPointer { elements in
      guard let start = elements.baseAddress else { preconditionFailure("SampleSpan: there are no samples") }
      return body(SampleSpan(start: start))
    }
  }
}

extension PixelFrame where P == UInt32 {
  func withRows<Result, Failure: Error>(
    _ body: (PixelRows) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let (width, height, stride) = (width, height, stride)
    return try withPixels { pixels throws(Failure) in
      guard let base = pixels.baseAddress else { preconditionFailure("PixelRows: there are no pixels") }
      return try body(PixelRows(base: base, stride: stride, width: width, height: height))
    }
  }
}

struct SampleSpan<Sample> {
  /// For kernels, which read and write whole vectors.
  let start: UnsafeMutablePointer<Sample>

  @inline(__always)
  subscript(x: Int) -> Sample {
    get { start[x] }
    nonmutating set { start[x] = newValue }
  }

  @inline(__always)
  func from(_ x: Int) -> SampleSpan { SampleSpan(start: start + x) }

  var source: SourceRow<Sample> { SourceRow(start: start) }

  @inline(__always)
  func copy(_ source: SourceRow<Sample>, _ count: Int) { start.update(from: source.start, count: count) }

  @inline(__always)
  func of<Other>(_: Other.Type) -> SampleSpan<Other> {
    SampleSpan<Other>(start: UnsafeMutableRawPointer(start).assumingMemoryBound(to: Other.self))
  }
}

struct FramePlane<Sample> {
  private let base: UnsafeMutableRawPointer
  /// Bytes from one row to the next.
  let stride: Int

  fileprivate init(_ base: UnsafeMutablePointer<UInt8>, stride: Int32) {
    self.base = UnsafeMutableRawPointer(base)
    self.stride = Int(stride)
  }

  @inline(__always)
  func row(_ y: Int, from x: Int = 0) -> SampleSpan<Sample> {
    SampleSpan(start: (base + y * stride).assumingMemoryBound(to: Sample.self) + x)
  }
}

/// Rows of pixels `0xAARRGGBB` for reading.
struct PixelRows {
  let base: UnsafePointer<UInt32>
  /// Pixels from one row to the next.
  let stride: Int
  let width: Int
  let height: Int

  func row(_ y: Int) -> UnsafePointer<UInt32> { base + y * stride }

  @inline(__always)
  subscript(y: Int) -> SourceRow<UInt32> { SourceRow(start: base + y * stride) }
}

extension PixelTile {
  @inline(__always)
  func row(_ y: Int) -> SourceRow<P> { SourceRow(start: pixels + y * stride) }

  func rows() -> PixelRows where P == UInt32 { PixelRows(base: pixels, stride: stride, width: width, height: height) }
}

/// Memory for samples that its owner refills for every tile or frame.
struct SampleMemory<Sample: BitwiseCopyable>: ~Copyable, Sendable {
  private(set) var count: Int
  // Sole owner.
  private nonisolated(unsafe) var base: UnsafeMutablePointer<Sample>

  init(repeating value: Sample, count: Int) {
    self.count = count
    base = .allocate(capacity: count)
    base.initialize(repeating: value, count: count)
  }

  deinit { base.deallocate() }

  /// Ensures memory for `count` samples. The contents are lost if it grows.
  mutating func reserve(_ count: Int, _ value: Sample) {
    if self.count < count { self = SampleMemory(repeating: value, count: count) }
  }

  @inline(__always)
  func row(from first: Int = 0) -> SampleSpan<Sample> { SampleSpan(start: base + first) }

  func with<Result>(first count: Int, _ body: (inout MutableSpan<Sample>) -> Result) -> Result {
    precondition(count <= self.count, "SampleMemory: fewer samples than requested")
    var span = UnsafeMutableBufferPointer(start: base, count: count).mutableSpan
    return body(&span)
  }
}

extension SampleMemory where Sample: Pixel {
  func tile(_ tile: PixelTile<Sample>, stride: Int) -> PixelTile<Sample> {
    PixelTile(x: tile.x, y: tile.y, width: tile.width, height: tile.height, pixels: base, stride: stride)
  }
}

extension OwnedFrame {
  /// A plane with a sample type; nil if the frame has no such plane.
  func plane<Sample>(_ number: Int, of _: Sample.Type) -> FramePlane<Sample>? {
    let (data, strides) = (pointer.pointee.data, pointer.pointee.linesize)
    let (base, stride) =
      switch number {
      case 0: (data.0, strides.0)
      case 1: (data.1, strides.1)
      case 2: (data.2, strides.2)
      default: (data.3, strides.3)
      }
    return base.map { FramePlane($0, stride: stride) }
  }

  func bytes(ofPlane number: Int, rows: Int, width: Int) -> [UInt8] {
    guard let plane = plane(number, of: UInt8.self) else { return [] }
    return (0..<rows).flatMap { UnsafeBufferPointer(start: plane.row($0).start, count: width) }
  }

  /// Copies all samples of a frame with the same format and size.
  func copyPixels(of other: borrowing OwnedFrame) {
    let (format, width, height) = (format, pointer.pointee.width, pointer.pointee.height)
    withPlanes(of: pointer) { target, targetLines in
      withPlanes(of: other.pointer) { planes, lines in
        UnsafeMutableRawPointer(planes).withMemoryRebound(to: UnsafePointer<UInt8>?.self, capacity: 4) { planes in
          av_image_copy(target, targetLines, planes, lines, format, width, height)
        }
      }
    }
  }

  /// Bytes of all planes without padding; 0 for a format without planes.
  var packedSize: Int {
    max(0, Int(av_image_get_buffer_size(format, pointer.pointee.width, pointer.pointee.height, 1)))
  }

  /// Copies the bytes of all planes without padding to memory of `packedSize`.
  /// - Returns: false for an unsupported format.
  @discardableResult
  func copyPacked(to bytes: inout [UInt8]) -> Bool {
    let (format, width, height) = (format, pointer.pointee.width, pointer.pointee.height)
    return withPlanes(of: pointer) { planes, strides in
      planes.withMemoryRebound(to: UnsafePointer<UInt8>?.self, capacity: 4) {
        av_image_copy_to_buffer(&bytes, Int32(bytes.count), $0, strides, format, width, height, 1) >= 0
      }
    }
  }

  /// Calls `body` with the bytes of all planes if they are contiguous; otherwise nil.
  func withPackedBytes<Result>(_ body: (RawSpan) -> Result) -> Result? {
    guard let base = pointer.pointee.data.0, isPacked else { return nil }
    return body(UnsafeRawBufferPointer(start: base, count: packedSize).bytes)
  }

  private var isPacked: Bool {
    guard let packed = OwnedFrame() else { return false }
    let frame = pointer.pointee
    let code = withPlanes(of: packed.pointer) { planes, strides in
      av_image_fill_arrays(planes, strides, frame.data.0, format, frame.width, frame.height, 1)
    }
    let (data, strides) = (packed.pointer.pointee.data, packed.pointer.pointee.linesize)
    return code >= 0 && data.0 == frame.data.0 && data.1 == frame.data.1 && data.2 == frame.data.2
      && strides.0 == frame.linesize.0 && strides.1 == frame.linesize.1 && strides.2 == frame.linesize.2
  }
}
