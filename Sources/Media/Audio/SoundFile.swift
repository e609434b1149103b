import CStarmineFFmpeg
import Glibc
import StarmineGraphics

/// An open file with sound in it.
struct SoundFile: ~Copyable {
  // Sole owner; see Owners.swift.
  private let context: UnsafeMutablePointer<AVFormatContext>
  /// The context reads through it, and it is freed after that.
  private let input: UnsafeMutablePointer<AVIOContext>
  let path: String

  /// Kinds of files that are read. A closed list: others open further files, or the network.
  private static let readers = "wav,w64,aiff,caf,flac,mp3,aac,ogg,matroska,webm,mov,mp4,nut"

  init(_ path: String, in scope: FileScope) throws(VideoError) {
    let file: InputFile
    do throws(InputFileError) { file = try InputFile(path, in: scope) } catch {
      throw .unreadableSound(path: path, reason: error.reason)
    }
    if let missing = LibraryPresence.complaint { throw .unreadableSound(path: path, reason: missing) }
    guard let input = LibraryInput(file).makeInput() else { throw .outOfMemory(operation: "reading \(path)") }
    var opened = avformat_alloc_context()
    opened?.pointee.pb = input
    opened?.pointee.io_open = { _, _, _, _, _ in shim_error_from_errno(EACCES) }
    var options: OpaquePointer?
    defer { av_dict_free(&options) }
    av_dict_set(&options, "format_whitelist", SoundFile.readers, 0)
    let result = callLibrary { avformat_open_input(&opened, nil, nil, &options) }
    guard let opened, !result.failed else {
      LibraryInput.free(input)
      throw .unreadableSound(path: path, reason: result.reason)
    }
    (context, self.input, self.path) = (opened, input, path)
  }

  deinit {
    var closing: UnsafeMutablePointer<AVFormatContext>? = context
    avformat_close_input(&closing)
    LibraryInput.free(input)
  }

  /// The number of the first stream with sound.
  func stream() throws(VideoError) -> Int32 {
    let found = callLibrary { avformat_find_stream_info(context, nil) }
    let index = av_find_best_stream(context, AVMEDIA_TYPE_AUDIO, -1, -1, nil, 0)
    guard !found.failed, index >= 0, context.pointee.streams[Int(index)] != nil else {
      throw .unreadableSound(path: path, reason: found.failed ? found.reason : "there is no sound in it")
    }
    return index
  }

  /// The decoder of a stream.
  func openCodec(_ index: Int32) throws(VideoError) -> OwnedCodec {
    guard let stream = context.pointee.streams[Int(index)],
      let decoder = avcodec_find_decoder(stream.pointee.codecpar.pointee.codec_id)
    else {
      throw .unreadableSound(path: path, reason: "this libavcodec has no decoder for it")
    }
    guard let codec = OwnedCodec(decoder) else { throw .outOfMemory(operation: "reading \(path)") }
    avcodec_parameters_to_context(codec.pointer, stream.pointee.codecpar)
    codec.pointer.pointee.pkt_timebase = stream.pointee.time_base
    let opened = codec.open()
    if opened.failed { throw .unreadableSound(path: path, reason: opened.reason) }
    return codec
  }

  /// The next packet of any stream; false at the end.
  func read(into packet: borrowing OwnedPacket) -> Bool { av_read_frame(context, packet.pointer) >= 0 }
}
