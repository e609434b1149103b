import CStarmineFFmpeg
import StarmineGraphics

/// A clip as libavformat reads it: one stream of pictures, packet by packet. No other file is ever opened.
struct FootageFile: ~Copyable, Sendable {
  let container: MediaContainer
  /// Whether it is a sequence of picture files, which have no times.
  let isSequence: Bool
  private let pictures: Int
  /// Whether its end was seen, too early, when its streams were looked for.
  private let isCut: Bool
  let path: String
  /// Where it must be.
  let scope: FileScope

  /// Kinds of files that are read. A closed list: others open further files, or the network.
  private static let readers =
    "mov,mp4,matroska,webm,avi,mpegts,mpeg,ogg,flv,nut,asf,gif,apng,mxf,yuv4mpegpipe,ivf"
  static let maximumStreams = 100

  /// Opens a file and finds its pictures.
  ///
  /// Errors: `missing`, `unreadable`, `noPictures`, `cutOff`, `tooLarge`, `noDecoder`, `outOfMemory`.
  init(path: String, in scope: FileScope) throws(FootageError) {
    if let missing = LibraryPresence.complaint { throw .unreadable(path: path, reason: missing) }
    let (source, demuxer) = try FootageFile.source(path, scope)
    let container = try FootageFile.open(source, path, demuxer)
    (pictures, isCut) = try FootageFile.findPictures(in: container, path)
    self.container = container
    (self.path, self.scope, isSequence) = (path, scope, demuxer != nil)
  }

  /// The stream with the pictures, as long as the file is there.
  var stream: MediaStream {
    guard let stream = container.stream(pictures) else { preconditionFailure("FootageFile: streams do not go") }
    return stream
  }

  /// - Returns: what is read, and the reader of a sequence.
  private static func source(
    _ path: String, _ scope: FileScope
  ) throws(FootageError) -> (LibraryInput, demuxer: String?) {
    let numbered = NumberedPath(path)
    let numbers = numbered?.existing ?? []
    guard let numbered, let first = numbers.first else {
      return (try readable(path) { () throws(InputFileError) in LibraryInput(try InputFile(path, in: scope)) }, nil)
    }
    guard numbers.count <= Footage.maximumFrames else { throw .tooLong(path: path) }
    if let gap = numbered.firstGap { throw .missing(path: gap) }
    let start = try readable(path) { () throws(InputFileError) in
      try InputFile(numbered.path(first), in: scope).bytes(atMost: 1 << 16)
    }
    guard let demuxer = MediaContainer.demuxer(ofFile: start[...]), sequences.contains(demuxer) else {
      throw .unreadable(path: path, reason: "sequences of PNG and JPEG files are supported")
    }
    let files = try readable(path) { () throws(InputFileError) in
      try JoinedFiles(numbers.map(numbered.path), in: scope, atMost: ImageReader.maximumFileBytes)
    }
    return (LibraryInput(files), demuxer)
  }

  private static func readable<Result>(
    _ path: String, _ body: () throws(InputFileError) -> Result
  ) throws(FootageError) -> Result {
    do throws(InputFileError) { return try body() } catch {
      throw error.kind == .missing ? .missing(path: path) : .unreadable(path: path, reason: error.reason)
    }
  }

  /// Readers of pictures that follow each other.
  private static let sequences = ["png_pipe", "jpeg_pipe"]

  private static func open(
    _ source: LibraryInput, _ path: String, _ demuxer: String?
  ) throws(FootageError) -> MediaContainer {
    let reading = MediaContainer.Reading(
      demuxer: demuxer, readers: demuxer ?? readers, flags: AVFMT_FLAG_CUSTOM_IO | AVFMT_FLAG_GENPTS,
      maximumStreams: maximumStreams, isAlone: true)
    do throws(MediaContainer.OpenError) { return try MediaContainer(source, reading) } catch {
      guard case .library(let result) = error else { throw .outOfMemory(path: path) }
      if result.message.contains("moov atom not found") { throw .cutOff(path: path, seconds: nil) }
      throw .unreadable(path: path, reason: reason(result))
    }
  }

  /// - Returns: the reason in words that help more than libavformat's.
  private static func reason(_ result: LibraryResult) -> String {
    let isUnknown = result.code == shim_error_invalid_data() || result.message.contains("whitelist")
    guard isUnknown else { return result.reason }
    return "the video format is not supported (convert an animated WebP to .apng or .webm)"
  }

  private static func findPictures(
    in container: borrowing MediaContainer, _ path: String
  ) throws(FootageError) -> (pictures: Int, isCut: Bool) {
    let found = try findStreams(in: container, path)
    let moving = container.movingPictures
    let standard = moving.first { $0.disposition & AV_DISPOSITION_DEFAULT != 0 }
    guard let stream = standard ?? moving.first else { throw .noPictures(path: path) }
    for other in container.streams where other != stream { other.setDiscard(AVDISCARD_ALL) }
    let parameters = stream.parameters
    guard parameters.codec_id != AV_CODEC_ID_NONE, parameters.width > 0, parameters.height > 0 else {
      throw .unreadable(
        path: path, reason: found.message.isEmpty ? "the codec is unknown" : found.message)
    }
    let (width, height) = (Int(parameters.width), Int(parameters.height))
    guard FootageFile.isAllowed(width, height) else { throw .tooLarge(path: path, width: width, height: height) }
    guard stream.tick.num > 0, stream.tick.den > 0 else { throw .noTimes(path: path) }
    return (Int(stream.index), isEarlyEnd(found))
  }

  /// Looks into the streams; pictures beyond the limits are not decoded.
  private static func findStreams(
    in container: borrowing MediaContainer, _ path: String
  ) throws(FootageError) -> LibraryResult {
    let found = container.findStreams([("max_pixels", "\(ImageReader.maximumPixels)"), ("threads", "1")])
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
  var tick: AVRational { stream.tick }

  /// Fills the packet with the next one of the pictures; false at the end of the file.
  ///
  /// Errors: `cutOff`, after as many seconds as the caller has come to.
  func read(_ packet: borrowing OwnedPacket, after seconds: Double) throws(FootageError) -> Bool {
    while true {
      av_packet_unref(packet.pointer)
      let result = container.read(into: packet)
      let isEarly = FootageFile.isEarlyEnd(result) || (isCut && result.failed)
      if isEarly || (result.failed && result.code != shim_error_end_of_file()) {
        throw .cutOff(path: path, seconds: seconds)
      }
      if result.failed { return false }
      guard packet.pointer.pointee.stream_index == stream.index else { continue }
      if packet.pointer.pointee.flags & AV_PKT_FLAG_CORRUPT != 0 { throw .cutOff(path: path, seconds: seconds) }
      return true
    }
  }
}

extension MediaContainer {
  var movingPictures: [MediaStream] {
    streams.filter {
      $0.parameters.codec_type == AVMEDIA_TYPE_VIDEO && $0.disposition & AV_DISPOSITION_ATTACHED_PIC == 0
    }
  }
}
