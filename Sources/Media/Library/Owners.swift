import CStarmineFFmpeg

// One owner per libav object, which frees it in `deinit`. All are Sendable: libav objects can be used from any thread,
// one at a time, and owners are neither copied nor shared.

struct OwnedFrame: ~Copyable, Sendable {
  // Sole owner.
  nonisolated(unsafe) let pointer: UnsafeMutablePointer<AVFrame>

  init?() {
    LibraryLog.install()
    guard let frame = av_frame_alloc() else { return nil }
    pointer = frame
  }

  /// The frame that a `wrapped_avframe` packet refers to, with shared pixels. Nil for other packets, and without
  /// memory.
  init?(wrappedIn packet: borrowing OwnedPacket) {
    var frame = av_frame_alloc()
    guard let pointer = frame, let data = packet.pointer.pointee.data,
      av_frame_ref(pointer, UnsafeMutableRawPointer(data).assumingMemoryBound(to: AVFrame.self)) >= 0
    else {
      av_frame_free(&frame)
      return nil
    }
    self.pointer = pointer
  }

  /// A frame with shared pixels. Nil without memory.
  init?(sharing other: borrowing OwnedFrame) {
    var frame = av_frame_alloc()
    guard let pointer = frame, av_frame_ref(pointer, other.pointer) >= 0 else {
      av_frame_free(&frame)
      return nil
    }
    self.pointer = pointer
  }

  /// Makes a picture of planes black, without colours; false for other pictures.
  func fillBlack() -> Bool {
    withPlanes(of: pointer) { planes, strides in
      var distances = [0, 1, 2, 3].map { Int(strides[$0]) }
      return av_image_fill_black(
        planes, &distances, format, AVCOL_RANGE_JPEG, pointer.pointee.width, pointer.pointee.height) >= 0
    }
  }

  /// Shares the alpha of another picture as this one's luma; false without memory.
  func takeLuma(fromAlphaOf other: borrowing OwnedFrame) -> Bool {
    av_buffer_unref(&pointer.pointee.buf.0)
    pointer.pointee.buf.0 = av_buffer_ref(other.pointer.pointee.buf.0)
    pointer.pointee.data.0 = other.pointer.pointee.data.3
    pointer.pointee.linesize.0 = other.pointer.pointee.linesize.3
    return pointer.pointee.buf.0 != nil
  }

  var width: Int { Int(pointer.pointee.width) }
  var height: Int { Int(pointer.pointee.height) }
  var format: AVPixelFormat { AVPixelFormat(pointer.pointee.format) }

  deinit {
    var frame: UnsafeMutablePointer<AVFrame>? = pointer
    av_frame_free(&frame)
  }
}

struct OwnedPacket: ~Copyable, Sendable {
  // Sole owner.
  nonisolated(unsafe) let pointer: UnsafeMutablePointer<AVPacket>

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

  /// Puts other bytes in the place of the present ones; times and flags stay. False without memory.
  func replaceBytes(_ bytes: [UInt8]) -> Bool {
    guard let other = OwnedPacket(copying: bytes), av_packet_copy_props(other.pointer, pointer) >= 0 else {
      return false
    }
    av_packet_unref(pointer)
    av_packet_move_ref(pointer, other.pointer)
    return true
  }

  var bytes: [UInt8] { Array(UnsafeBufferPointer(start: pointer.pointee.data, count: Int(pointer.pointee.size))) }

  deinit {
    var packet: UnsafeMutablePointer<AVPacket>? = pointer
    av_packet_free(&packet)
  }
}

struct OwnedCodec: ~Copyable, Sendable {
  // Sole owner.
  nonisolated(unsafe) let pointer: UnsafeMutablePointer<AVCodecContext>

  init?(_ codec: UnsafePointer<AVCodec>) {
    LibraryLog.install()
    guard let context = avcodec_alloc_context3(codec) else { return nil }
    context.pointee.log_level_offset = LibraryLog.levelOffset
    pointer = context
  }

  /// Sets an option of all codecs, such as `g`, or of this one, such as `crf`.
  func setOption(_ name: String, _ value: String) -> LibraryResult {
    callLibrary { av_opt_set(pointer, name, value, AV_OPT_SEARCH_CHILDREN) }
  }

  func open() -> LibraryResult {
    ThreadPolicy.withoutRealTime { callLibrary { avcodec_open2(pointer, pointer.pointee.codec, nil) } }
  }

  var headers: [UInt8] {
    Array(UnsafeBufferPointer(start: pointer.pointee.extradata, count: Int(pointer.pointee.extradata_size)))
  }

  /// False without memory.
  func setHeaders(_ bytes: [UInt8]) -> Bool {
    guard let memory = av_mallocz(bytes.count + Int(AV_INPUT_BUFFER_PADDING_SIZE)) else { return false }
    av_free(pointer.pointee.extradata)
    pointer.pointee.extradata = memory.assumingMemoryBound(to: UInt8.self)
    pointer.pointee.extradata.update(from: bytes, count: bytes.count)
    pointer.pointee.extradata_size = Int32(bytes.count)
    return true
  }

  func send(_ frame: borrowing OwnedFrame) -> LibraryResult {
    callLibrary { avcodec_send_frame(pointer, frame.pointer) }
  }

  func sendEnd() -> LibraryResult { callLibrary { avcodec_send_frame(pointer, nil) } }

  deinit {
    var context: UnsafeMutablePointer<AVCodecContext>? = pointer
    avcodec_free_context(&context)
  }
}

/// Memory for frames of a size. Freed frames return it, on any thread.
struct OwnedBufferPool: ~Copyable, Sendable {
  // Sole owner. libav's buffer pools are thread-safe.
  private nonisolated(unsafe) let pointer: OpaquePointer

  init?(bytes: Int) {
    guard let pool = av_buffer_pool_init(bytes, nil) else { return nil }
    pointer = pool
  }

  deinit {
    var pool: OpaquePointer? = pointer
    av_buffer_pool_uninit(&pool)
  }

  /// Allocates planes of a frame with a known size and format, aligned to `alignment`. Returns false without memory.
  func fill(_ frame: borrowing OwnedFrame, alignment: Int32) -> Bool {
    guard let buffer = av_buffer_pool_get(pointer) else { return false }
    frame.pointer.pointee.buf.0 = buffer
    let mask = UInt(alignment) - 1
    let start = UnsafeMutablePointer<UInt8>(bitPattern: (UInt(bitPattern: buffer.pointee.data) + mask) & ~mask)
    let (format, width, height) = (frame.format, frame.pointer.pointee.width, frame.pointer.pointee.height)
    return withPlanes(of: frame.pointer) { av_image_fill_arrays($0, $1, start, format, width, height, alignment) >= 0 }
  }
}

struct OwnedScaler: ~Copyable, Sendable {
  // Sole owner.
  nonisolated(unsafe) let pointer: OpaquePointer

  /// Nil if libswscale does not support the conversion.
  init?(
    width: Int32, height: Int32, from source: AVPixelFormat, to destination: AVPixelFormat, flags: Int32
  ) {
    LibraryLog.install()
    guard let scaler = sws_getContext(width, height, source, width, height, destination, flags, nil, nil, nil) else {
      return nil
    }
    pointer = scaler
  }

  /// Sets matrix (an `SWS_CS_` value) and range on both sides. The default is BT.601, regardless of the frame.
  func setColor(sourceMatrix: Int32, sourceFull: Bool, destinationMatrix: Int32, destinationFull: Bool) -> Bool {
    let one: Int32 = 1 << 16
    return sws_setColorspaceDetails(
      pointer, sws_getCoefficients(sourceMatrix), sourceFull ? 1 : 0, sws_getCoefficients(destinationMatrix),
      destinationFull ? 1 : 0, 0, one, one) >= 0
  }

  /// Converts all rows of planes. Negative for failure.
  func scale(
    _ planes: [UnsafePointer<UInt8>?], _ strides: [Int32], height: Int32, to target: UnsafeMutablePointer<AVFrame>
  ) -> Int32 {
    withPlanes(of: target) { sws_scale(pointer, planes, strides, 0, height, $0, $1) }
  }

  /// Converts all rows of a frame. Negative for failure.
  func scale(_ source: borrowing OwnedFrame, to target: borrowing OwnedFrame) -> Int32 {
    let (data, strides) = (source.pointer.pointee.data, source.pointer.pointee.linesize)
    return scale(
      [data.0, data.1, data.2, data.3].map { plane in plane.map { UnsafePointer($0) } },
      [strides.0, strides.1, strides.2, strides.3], height: source.pointer.pointee.height, to: target.pointer)
  }

  /// Converts rows of pixels. Negative for failure.
  func scale(_ source: PixelRows, to target: borrowing OwnedFrame) -> Int32 {
    let bytes = UnsafeRawPointer(source.base).assumingMemoryBound(to: UInt8.self)
    return scale(
      [bytes, nil, nil, nil], [Int32(4 * source.stride), 0, 0, 0], height: Int32(source.height), to: target.pointer)
  }

  deinit {
    sws_freeContext(pointer)
  }
}

/// Passes planes and strides of a frame as C arrays.
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
