import CStarmineFFmpeg
import StarmineGraphics

struct SoundFile: ~Copyable {
  fileprivate let container: MediaContainer
  let path: String

  /// Supported file formats. A closed list: other readers open further files or the network.
  private static let readers = "wav,w64,aiff,caf,flac,mp3,aac,ogg,matroska,webm,mov,mp4,nut"

  init(_ path: String, in scope: FileScope) throws(VideoError) {
    let file: InputFile
    do throws(InputFileError) { file = try InputFile(path, in: scope) } catch {
      throw .unreadableSound(path: path, reason: error.reason)
    }
    if let missing = LibraryPresence.complaint { throw .unreadableSound(path: path, reason: missing) }
    do throws(MediaContainer.OpenError) {
      container = try MediaContainer(LibraryInput(file), .init(readers: SoundFile.readers, isAlone: true))
    } catch {
      switch error {
      case .outOfMemory: throw .outOfMemory(operation: "reading \(path)")
      case .library(let result): throw .unreadableSound(path: path, reason: result.reason)
      }
    }
    self.path = path
  }

  /// The number of an audio stream.
  /// - Parameter wanted: nil: the first one.
  func stream(_ wanted: Int? = nil) throws(VideoError) -> Int32 {
    let found = container.findStreams()
    let index = wanted.flatMap(Int32.init(exactly:)) ?? container.bestStream(AVMEDIA_TYPE_AUDIO)
    guard !found.failed, container.stream(Int(index)) != nil else {
      throw .unreadableSound(path: path, reason: found.failed ? found.reason : "the file has no sound")
    }
    return index
  }

  func openCodec(_ index: Int32) throws(VideoError) -> OwnedCodec {
    guard let stream = container.stream(Int(index)), let decoder = avcodec_find_decoder(stream.parameters.codec_id)
    else {
      throw .unreadableSound(path: path, reason: "libavcodec has no decoder for it")
    }
    guard let codec = OwnedCodec(decoder) else { throw .outOfMemory(operation: "reading \(path)") }
    stream.describe(codec)
    codec.pointer.pointee.pkt_timebase = stream.tick
    let opened = codec.open()
    if opened.failed { throw .unreadableSound(path: path, reason: opened.reason) }
    return codec
  }

  func read(into packet: borrowing OwnedPacket) -> Bool { !container.read(into: packet).failed }
}

package struct SoundStream: Sendable, Equatable {
  package let number: Int
  package let seconds: Double

  /// All audio streams of a file, default stream first. Errors: `unreadableSound`, also without sound.
  package static func all(path: String) throws(VideoError) -> [SoundStream] {
    let file = try SoundFile(path, in: .everywhere)
    let first = Int(try file.stream())
    return file.sounds.sorted { ($0.number == first ? -1 : $0.number) < ($1.number == first ? -1 : $1.number) }
  }
}

extension SoundFile {
  fileprivate var sounds: [SoundStream] {
    container.streams.filter { $0.parameters.codec_type == AVMEDIA_TYPE_AUDIO }.map { stream in
      let own = Double(max(0, stream.duration)) * Double(stream.tick.num) / Double(stream.tick.den)
      return SoundStream(number: Int(stream.index), seconds: own > 0 ? own : max(0, container.seconds))
    }
  }
}
