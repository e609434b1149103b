import CStarmineFFmpeg

/// A file as libav describes it.
final class ReadFile {
  private var context: UnsafeMutablePointer<AVFormatContext>?

  init(_ path: String) throws {
    guard avformat_open_input(&context, path, nil, nil) >= 0, avformat_find_stream_info(context, nil) >= 0 else {
      throw ClipMaker.Failure(step: "reading \(path)", code: 0)
    }
  }

  deinit { avformat_close_input(&context) }

  var streams: [UnsafeMutablePointer<AVStream>] {
    guard let context else { return [] }
    return (0..<Int(context.pointee.nb_streams)).compactMap { context.pointee.streams[$0] }
  }

  var chapters: Int { Int(context?.pointee.nb_chapters ?? 0) }

  /// The first stream, whose pictures were written.
  var pictures: UnsafeMutablePointer<AVStream> { streams[0] }
  var parameters: AVCodecParameters { pictures.pointee.codecpar.pointee }
  var codec: String { String(cString: avcodec_get_name(parameters.codec_id)) }
  var pixels: String { av_get_pix_fmt_name(AVPixelFormat(parameters.format)).map { String(cString: $0) } ?? "" }

  func data(_ kind: AVPacketSideDataType) -> [UInt8]? {
    var size = 0
    guard let data = shim_stream_data(pictures, kind, &size) else { return nil }
    return Array(UnsafeBufferPointer(start: data, count: size))
  }

  func word(_ key: String) -> String? {
    [pictures.pointee.metadata, context?.pointee.metadata].lazy.compactMap { av_dict_get($0, key, nil, 0) }.first
      .map { String(cString: $0.pointee.value) }
  }
}
