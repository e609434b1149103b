import CStarmineFFmpeg
import Glibc
import StarmineGraphics

/// A clip as libavformat reads it: one stream of pictures, packet by packet. No other file is ever opened.
struct FootageFile: ~Copyable, Sendable {
  nonisolated(unsafe) let context: UnsafeMutablePointer<AVFormatContext>  // Sole owner, one thread at a time.
  /// The context reads through it, and it is freed after that.
  private nonisolated(unsafe) let input: UnsafeMutablePointer<AVIOContext>  // Sole owner too.
  /// Number of the stream with the pictures.
  private let pictures: Int
  /// Whether its end was seen, too early, when its streams were looked for.
  private let isCut: Bool
  let path: String
  /// Where it must be.
  let scope: FileScope

  /// Kinds of files that are read. A closed list: others open further files, or the network.
  private static let readers =
    "mov,mp4,matroska,webm,avi,mpegts,mpeg,ogg,flv,nut,asf,gif,apng,mxf,yuv4mpegpipe,ivf"
  /// Streams that a file may have.
  static let maximumStreams = 100

  /// Opens a file and finds its pictures.
  ///
  /// Errors: `missing`, `unreadable`, `noPictures`, `cutOff`, `tooLarge`, `noDecoder`, `outOfMemory`.
  init(path: String, in scope: FileScope) throws(FootageError) {
    let source: InputFile
    do throws(InputFileError) { source = try InputFile(path, in: scope) } catch {
      throw error.kind == .missing ? .missing(path: path) : .unreadable(path: path, reason: error.reason)
    }
    if let missing = LibraryPresence.complaint { throw .unreadable(path: path, reason: missing) }
    guard let input = LibraryInput(source).makeInput() else { throw .outOfMemory(path: path) }
    let context: UnsafeMutablePointer<AVFormatContext>
    do throws(FootageError) {
      context = try FootageFile.open(input, path)
    } catch {
      LibraryInput.free(input)
      throw error
    }
    do throws(FootageError) {
      (pictures, isCut) = try FootageFile.findPictures(in: context, path)
    } catch {
      FootageFile.close(context, input)
      throw error
    }
    (self.context, self.input, self.path, self.scope) = (context, input, path, scope)
  }

  deinit { FootageFile.close(context, input) }

  /// The stream with the pictures, as long as the file is there.
  var stream: UnsafeMutablePointer<AVStream> { context.pointee.streams[pictures]! }

  private static func close(
    _ context: UnsafeMutablePointer<AVFormatContext>, _ input: UnsafeMutablePointer<AVIOContext>
  ) {
    var closing: UnsafeMutablePointer<AVFormatContext>? = context
    avformat_close_input(&closing)
    LibraryInput.free(input)
  }

  private static func open(
    _ input: UnsafeMutablePointer<AVIOContext>, _ path: String
  ) throws(FootageError) -> UnsafeMutablePointer<AVFormatContext> {
    var opened = avformat_alloc_context()
    guard let made = opened else { throw .outOfMemory(path: path) }
    made.pointee.pb = input
    made.pointee.flags |= AVFMT_FLAG_CUSTOM_IO | AVFMT_FLAG_GENPTS
    made.pointee.max_streams = Int32(maximumStreams)
    made.pointee.io_open = { _, _, _, _, _ in shim_error_from_errno(EACCES) }
    var options: OpaquePointer?
    defer { av_dict_free(&options) }
    av_dict_set(&options, "format_whitelist", readers, 0)
    let result = callLibrary { avformat_open_input(&opened, nil, nil, &options) }
    guard let opened, !result.failed else {
      if result.message.contains("moov atom not found") { throw .cutOff(path: path, seconds: nil) }
      throw .unreadable(path: path, reason: reason(result))
    }
    return opened
  }

  /// - Returns: the reason in words that help more than libavformat's.
  private static func reason(_ result: LibraryResult) -> String {
    let isUnknown = result.code == shim_error_invalid_data() || result.message.contains("whitelist")
    return isUnknown ? "it is in no known video format" : result.reason
  }

  private static func findPictures(
    in context: UnsafeMutablePointer<AVFormatContext>, _ path: String
  ) throws(FootageError) -> (pictures: Int, isCut: Bool) {
    let found = try findStreams(in: context, path)
    let streams = FootageFile.streams(in: context)
    let moving = FootageFile.movingPictures(in: context)
    let standard = moving.first { $0.pointee.disposition & AV_DISPOSITION_DEFAULT != 0 }
    guard let stream = standard ?? moving.first else { throw .noPictures(path: path) }
    for other in streams where other != stream { other.pointee.discard = AVDISCARD_ALL }
    let parameters = stream.pointee.codecpar.pointee
    guard parameters.codec_id != AV_CODEC_ID_NONE, parameters.width > 0, parameters.height > 0 else {
      throw .unreadable(
        path: path, reason: found.message.isEmpty ? "nothing says what its pictures are" : found.message)
    }
    let (width, height) = (Int(parameters.width), Int(parameters.height))
    guard FootageFile.isAllowed(width, height) else { throw .tooLarge(path: path, width: width, height: height) }
    guard stream.pointee.time_base.num > 0, stream.pointee.time_base.den > 0 else { throw .noTimes(path: path) }
    return (Int(stream.pointee.index), isEarlyEnd(found))
  }

  static func streams(in context: UnsafeMutablePointer<AVFormatContext>) -> [UnsafeMutablePointer<AVStream>] {
    (0..<Int(context.pointee.nb_streams)).compactMap { context.pointee.streams[$0] }
  }

  /// Streams of pictures that follow each other.
  static func movingPictures(in context: UnsafeMutablePointer<AVFormatContext>) -> [UnsafeMutablePointer<AVStream>] {
    streams(in: context).filter {
      $0.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_VIDEO
        && $0.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC == 0
    }
  }

  /// Looks into the streams; pictures beyond the limits are not decoded.
  private static func findStreams(
    in context: UnsafeMutablePointer<AVFormatContext>, _ path: String
  ) throws(FootageError) -> LibraryResult {
    let count = Int(context.pointee.nb_streams)
    var options = [OpaquePointer?](repeating: nil, count: max(1, count))
    for index in 0..<count {
      av_dict_set(&options[index], "max_pixels", "\(ImageReader.maximumPixels)", 0)
      av_dict_set(&options[index], "threads", "1", 0)
    }
    let found = options.withUnsafeMutableBufferPointer { options in
      callLibrary { avformat_find_stream_info(context, count == 0 ? nil : options.baseAddress) }
    }
    for index in 0..<count { av_dict_free(&options[index]) }
    if found.failed { throw .unreadable(path: path, reason: found.reason) }
    return found
  }

  /// Matroska's reader takes the end of a file for an end wherever it comes, and only says so.
  private static func isEarlyEnd(_ result: LibraryResult) -> Bool {
    result.message.contains("prematurely") || result.message.contains("partial file")
  }

  static func isAllowed(_ width: Int, _ height: Int) -> Bool {
    let sides = 1...ImageReader.maximumSide
    return sides.contains(width) && sides.contains(height) && width * height <= ImageReader.maximumPixels
  }

  /// Seconds of a tick of the stream's clock.
  var tick: AVRational { stream.pointee.time_base }

  /// Fills the packet with the next one of the pictures; false at the end of the file.
  ///
  /// Errors: `cutOff`, after as many seconds as the caller has come to.
  func read(_ packet: borrowing OwnedPacket, after seconds: Double) throws(FootageError) -> Bool {
    while true {
      av_packet_unref(packet.pointer)
      let result = callLibrary { av_read_frame(context, packet.pointer) }
      let isEarly = FootageFile.isEarlyEnd(result) || (isCut && result.failed)
      if isEarly || (result.failed && result.code != shim_error_end_of_file()) {
        throw .cutOff(path: path, seconds: seconds)
      }
      if result.failed { return false }
      guard packet.pointer.pointee.stream_index == stream.pointee.index else { continue }
      if packet.pointer.pointee.flags & AV_PKT_FLAG_CORRUPT != 0 { throw .cutOff(path: path, seconds: seconds) }
      return true
    }
  }
}
