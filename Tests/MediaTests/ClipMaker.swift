import CStarmineFFmpeg
import StarmineMedia

/// Writes clips as the program's own writers never do: any samples and labels, side data, further streams. It calls
/// libav itself, so that what is read does not come from the code that is tested.
struct ClipMaker {
  var (width, height) = (32, 32)
  var frames = 3
  var rate = AVRational(num: 10, den: 1)
  var pixels = AV_PIX_FMT_YUV420P
  /// A lossless encoder, unless a test wants another one.
  var encoder = "ffv1"
  /// The value at a place of a plane, in its own steps.
  var sample: (_ plane: Int, _ x: Int, _ y: Int) -> Int = { plane, x, y in plane == 0 ? 40 + x + y : 128 }
  /// Changes before the encoder is opened.
  var codec: (UnsafeMutablePointer<AVCodecContext>) -> Void = { _ in }
  /// Changes of each frame before it is encoded.
  var frame: (UnsafeMutablePointer<AVFrame>) -> Void = { _ in }
  /// Changes of the pictures' stream, and further streams, before the header is written.
  var file: (UnsafeMutablePointer<AVFormatContext>, UnsafeMutablePointer<AVStream>) -> Void = { _, _ in }
  /// A unit that is put before each packet of pictures, as it stands in a stream of H.264 or HEVC.
  var unit: [UInt8] = []
  /// A packet of each further stream at each frame.
  var further: [UInt8] = []
  /// The container's options.
  var options: [String: String] = [:]

  struct Failure: Error {
    let step: String
    let code: Int32
  }

  private static func check(_ code: Int32, _ step: String) throws {
    if code < 0 { throw Failure(step: step, code: code) }
  }

  /// - Parameter muxer: libavformat's name; nil: what the path says.
  func write(_ path: String, muxer: String? = nil) throws {
    var made: UnsafeMutablePointer<AVFormatContext>?
    try Self.check(avformat_alloc_output_context2(&made, nil, muxer, path), "container")
    let file = try Self.some(made, "container")
    defer {
      avio_closep(&file.pointee.pb)
      avformat_free_context(file)
    }
    file.pointee.strict_std_compliance = FF_COMPLIANCE_UNOFFICIAL
    let encoder = try openEncoder(file.pointee.oformat.pointee.flags & AVFMT_GLOBALHEADER != 0)
    defer {
      var closing: UnsafeMutablePointer<AVCodecContext>? = encoder
      avcodec_free_context(&closing)
    }
    let stream = try Self.some(avformat_new_stream(file, nil), "stream")
    stream.pointee.time_base = encoder.pointee.time_base
    stream.pointee.avg_frame_rate = rate
    try Self.check(avcodec_parameters_from_context(stream.pointee.codecpar, encoder), "parameters")
    self.file(file, stream)
    try Self.check(avio_open(&file.pointee.pb, path, AVIO_FLAG_WRITE), "file")
    var options: OpaquePointer?
    defer { av_dict_free(&options) }
    for (name, value) in self.options { av_dict_set(&options, name, value, 0) }
    try Self.check(avformat_write_header(file, &options), "header")
    for number in 0..<frames {
      let picture = try picture(number)
      defer { Self.free(picture) }
      try Self.check(avcodec_send_frame(encoder, picture), "frame")
      try writePackets(of: encoder, to: file)
    }
    try Self.check(avcodec_send_frame(encoder, nil), "end")
    try writePackets(of: encoder, to: file)
    try Self.check(av_write_trailer(file), "trailer")
  }

  static func some<Value>(_ value: Value?, _ step: String) throws -> Value {
    guard let value else { throw Failure(step: step, code: 0) }
    return value
  }

  private static func free(_ frame: UnsafeMutablePointer<AVFrame>) {
    var freed: UnsafeMutablePointer<AVFrame>? = frame
    av_frame_free(&freed)
  }

  private func openEncoder(_ hasGlobalHeader: Bool) throws -> UnsafeMutablePointer<AVCodecContext> {
    let found = try Self.some(avcodec_find_encoder_by_name(encoder), encoder)
    let context = try Self.some(avcodec_alloc_context3(found), encoder)
    (context.pointee.width, context.pointee.height) = (Int32(width), Int32(height))
    (context.pointee.pix_fmt, context.pointee.framerate) = (pixels, rate)
    (context.pointee.time_base, context.pointee.thread_count) = (AVRational(num: rate.den, den: rate.num), 1)
    (context.pointee.gop_size, context.pointee.max_b_frames) = (1, 0)
    if hasGlobalHeader { context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER }
    if encoder == "libx264" { av_opt_set(context, "qp", "0", AV_OPT_SEARCH_CHILDREN) }
    codec(context)
    try Self.check(avcodec_open2(context, found, nil), encoder)
    return context
  }

  private func picture(_ number: Int) throws -> UnsafeMutablePointer<AVFrame> {
    let picture = try Self.some(av_frame_alloc(), "frame")
    (picture.pointee.width, picture.pointee.height, picture.pointee.pts) = (Int32(width), Int32(height), Int64(number))
    picture.pointee.format = pixels.rawValue
    try Self.check(av_frame_get_buffer(picture, 0), "frame")
    let description = try Self.some(av_pix_fmt_desc_get(pixels), "pixels")
    // Lines are added bit by bit to what is there.
    let buffers = picture.pointee.buf
    for buffer in [buffers.0, buffers.1, buffers.2, buffers.3] {
      buffer.map { $0.pointee.data.update(repeating: 0, count: $0.pointee.size) }
    }
    for component in 0..<Int(description.pointee.nb_components) { fill(picture, component, description) }
    frame(picture)
    return picture
  }

  private func fill(
    _ picture: UnsafeMutablePointer<AVFrame>, _ component: Int, _ description: UnsafePointer<AVPixFmtDescriptor>
  ) {
    let isChroma = (1...2).contains(component) && description.pointee.flags & UInt64(AV_PIX_FMT_FLAG_RGB) == 0
    let (shiftX, shiftY) =
      isChroma ? (Int32(description.pointee.log2_chroma_w), Int32(description.pointee.log2_chroma_h)) : (0, 0)
    let (columns, rows) = ((Int32(width) + 1 << shiftX - 1) >> shiftX, (Int32(height) + 1 << shiftY - 1) >> shiftY)
    withUnsafeMutablePointer(to: &picture.pointee.data) { data in
      withUnsafeMutablePointer(to: &picture.pointee.linesize) { lines in
        let planes = UnsafeMutableRawPointer(data).assumingMemoryBound(to: UnsafeMutablePointer<UInt8>?.self)
        let strides = UnsafeMutableRawPointer(lines).assumingMemoryBound(to: Int32.self)
        for y in 0..<rows {
          let line = (0..<columns).map { UInt16(sample(component, Int($0), Int(y))) }
          av_write_image_line(line, planes, strides, description, 0, y, Int32(component), columns)
        }
      }
    }
  }

  /// Puts a unit with its start code before the bytes of a packet.
  private static func put(_ unit: [UInt8], before packet: UnsafeMutablePointer<AVPacket>) throws {
    guard !unit.isEmpty else { return }
    let added = [0, 0, 0, 1] + unit
    let size = Int(packet.pointee.size)
    try check(av_grow_packet(packet, Int32(added.count)), "unit")
    let bytes = try some(packet.pointee.data, "unit")
    (bytes + added.count).update(from: Array(UnsafeBufferPointer(start: bytes, count: size)), count: size)
    bytes.update(from: added, count: added.count)
  }

  private func writePackets(
    of encoder: UnsafeMutablePointer<AVCodecContext>, to file: UnsafeMutablePointer<AVFormatContext>
  ) throws {
    let packet = try Self.some(av_packet_alloc(), "packet")
    defer {
      var freed: UnsafeMutablePointer<AVPacket>? = packet
      av_packet_free(&freed)
    }
    while avcodec_receive_packet(encoder, packet) >= 0 {
      try Self.put(unit, before: packet)
      let time = packet.pointee.pts
      packet.pointee.duration = 1
      for number in 0..<Int(file.pointee.nb_streams) {
        guard let stream = file.pointee.streams[number] else { continue }
        let isPicture = stream.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_VIDEO
        let isCover = stream.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC != 0
        if stream.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_ATTACHMENT || isCover && time > 0 { continue }
        let copy = try Self.some(isPicture ? av_packet_clone(packet) : av_packet_alloc(), "packet")
        if !isPicture {
          try Self.check(av_new_packet(copy, Int32(further.count)), "packet")
          copy.pointee.data.update(from: further, count: further.count)
          (copy.pointee.pts, copy.pointee.dts, copy.pointee.duration) = (time, time, 1)
        }
        copy.pointee.stream_index = Int32(number)
        av_packet_rescale_ts(copy, encoder.pointee.time_base, stream.pointee.time_base)
        try Self.check(av_interleaved_write_frame(file, copy), "writing")
        var freed: UnsafeMutablePointer<AVPacket>? = copy
        av_packet_free(&freed)
      }
      av_packet_unref(packet)
    }
  }
}
