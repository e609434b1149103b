import CStarmineFFmpeg
import StarmineGraphics

/// A video file in libavformat: the packets of one video stream. It never opens another file.
struct FootageFile: ~Copyable, Sendable {
  let container: MediaContainer
  /// Whether it is an image sequence, which has no times.
  let isSequence: Bool
  private let pictures: Int
  /// Whether an early end of the file was found when the streams were opened.
  private let isCut: Bool
  let path: String
  let scope: FileScope

  /// Supported file formats. A closed list: other readers open further files or the network.
  private static let readers = "mov,mp4,matroska,webm,avi,mpegts,mpeg,ogg,flv,nut,asf,gif,apng,mxf,yuv4mpegpipe,ivf"
  static let maximumStreams = 100

  /// Opens a file and finds its video stream.
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

  /// The video stream, valid while the file exists.
  var stream: MediaStream {
    guard let stream = container.stream(pictures) else { preconditionFailure("FootageFile: streams do not go") }
    return stream
  }

  /// - Returns: the input, and the reader of a sequence.
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

  /// - Returns: a clearer message than that of libavformat.
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
      throw .unreadable(path: path, reason: found.message.isEmpty ? "the codec is unknown" : found.message)
    }
    let (width, height) = (Int(parameters.width), Int(parameters.height))
    guard FootageFile.isAllowed(width, height) else { throw .tooLarge(path: path, width: width, height: height) }
    guard stream.tick.num > 0, stream.tick.den > 0 else { throw .noTimes(path: path) }
    return (Int(stream.index), isEarlyEnd(found))
  }

  /// Opens the streams. Frames above the limits are not decoded.
  private static func findStreams(
    in container: borrowing MediaContainer, _ path: String
  ) throws(FootageError) -> LibraryResult {
    let found = container.findStreams([("max_pixels", "\(ImageReader.maximumPixels)"), ("threads", "1")])
    if found.failed { throw .unreadable(path: path, reason: found.reason) }
    return found
  }

  /// Matroska's reader accepts an early end of the file and only logs it.
  private static func isEarlyEnd(_ result: LibraryResult) -> Bool {
    result.message.contains("prematurely") || result.message.contains("partial file")
  }

  static func isAllowed(_ width: Int, _ height: Int) -> Bool {
    let sides = 1...ImageReader.maximumSide
    return sides.contains(width) && sides.contains(height) && width * height <= ImageReader.maximumPixels
  }

  var tick: AVRational { stream.tick }

  /// Fills the packet with the next one of the video stream. Returns false at the end.
  ///
  /// Errors: `cutOff`, with the seconds of the caller.
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
