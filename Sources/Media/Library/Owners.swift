import CStarmineFFmpeg

// One owner per libav object; each frees it in its deinit. All are Sendable by the same argument: libav objects may be
// used from any thread, one at a time, and the owner is neither copied nor shared.

/// A picture in libav's terms.
struct OwnedFrame: ~Copyable, Sendable {
  // Sole owner.
  nonisolated(unsafe) let pointer: UnsafeMutablePointer<AVFrame>

  /// Nil without memory.
  init?() {
    LibraryLog.install()
    guard let frame = av_frame_alloc() else { return nil }
    pointer = frame
  }

  deinit {
    var frame: UnsafeMutablePointer<AVFrame>? = pointer
    av_frame_free(&frame)
  }
}

/// Compressed data of one picture.
struct OwnedPacket: ~Copyable, Sendable {
  // Sole owner.
  nonisolated(unsafe) let pointer: UnsafeMutablePointer<AVPacket>

  /// Nil without memory.
  init?() {
    LibraryLog.install()
    guard let packet = av_packet_alloc() else { return nil }
    pointer = packet
  }

  /// Nil without memory. Precondition: fewer than 2^31 bytes.
  init?(copying bytes: [UInt8]) {
    LibraryLog.install()
    var packet = av_packet_alloc()
    guard let pointer = packet, av_new_packet(pointer, Int32(bytes.count)) >= 0 else {
      av_packet_free(&packet)
      return nil
    }
    pointer.pointee.data.update(from: bytes, count: bytes.count)
    self.pointer = pointer
  }

  var bytes: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: pointer.pointee.data, count: Int(pointer.pointee.size))
  }

  deinit {
    var packet: UnsafeMutablePointer<AVPacket>? = pointer
    av_packet_free(&packet)
  }
}

/// An encoder or decoder.
struct OwnedCodec: ~Copyable, Sendable {
  // Sole owner.
  nonisolated(unsafe) let pointer: UnsafeMutablePointer<AVCodecContext>

  /// Nil without memory.
  init?(_ codec: UnsafePointer<AVCodec>) {
    LibraryLog.install()
    guard let context = avcodec_alloc_context3(codec) else { return nil }
    pointer = context
  }

  /// Sets an option of all codecs, such as `g`, or of this one, such as `crf`.
  func setOption(_ name: String, _ value: String) -> LibraryResult {
    callLibrary { av_opt_set(pointer, name, value, AV_OPT_SEARCH_CHILDREN) }
  }

  func open() -> LibraryResult {
    ThreadPolicy.withoutRealTime { callLibrary { avcodec_open2(pointer, pointer.pointee.codec, nil) } }
  }

  deinit {
    var context: UnsafeMutablePointer<AVCodecContext>? = pointer
    avcodec_free_context(&context)
  }
}

/// A conversion between pixel formats.
struct OwnedScaler: ~Copyable, Sendable {
  // Sole owner.
  nonisolated(unsafe) let pointer: OpaquePointer

  /// Nil when libswscale cannot convert between the two formats.
  init?(
    width: Int32, height: Int32, from source: AVPixelFormat, to destination: AVPixelFormat, flags: Int32
  ) {
    LibraryLog.install()
    guard let scaler = sws_getContext(width, height, source, width, height, destination, flags, nil, nil, nil) else {
      return nil
    }
    pointer = scaler
  }

  /// The matrix (an `SWS_CS_` value) and range on both sides. Not setting them means BT.601, whatever the picture says.
  func setColor(sourceMatrix: Int32, sourceFull: Bool, destinationMatrix: Int32, destinationFull: Bool) -> Bool {
    let one: Int32 = 1 << 16
    return sws_setColorspaceDetails(
      pointer, sws_getCoefficients(sourceMatrix), sourceFull ? 1 : 0, sws_getCoefficients(destinationMatrix),
      destinationFull ? 1 : 0, 0, one, one) >= 0
  }

  /// Converts all rows of a picture, given as planes and bytes per row; negative on failure.
  func scale(
    _ planes: [UnsafePointer<UInt8>?], _ strides: [Int32], height: Int32, to target: UnsafeMutablePointer<AVFrame>
  ) -> Int32 {
    withPlanes(of: target) { sws_scale(pointer, planes, strides, 0, height, $0, $1) }
  }

  deinit {
    sws_freeContext(pointer)
  }
}

/// A frame's planes and bytes per row as the C arrays that libav's functions take.
func withPlanes<Result>(
  of picture: UnsafeMutablePointer<AVFrame>,
  _ body: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>, UnsafeMutablePointer<Int32>) -> Result
) -> Result {
  withUnsafeMutablePointer(to: &picture.pointee.data) { planes in
    withUnsafeMutablePointer(to: &picture.pointee.linesize) { strides in
      body(
        UnsafeMutableRawPointer(planes).assumingMemoryBound(to: UnsafeMutablePointer<UInt8>?.self),
        UnsafeMutableRawPointer(strides).assumingMemoryBound(to: Int32.self))
    }
  }
}
