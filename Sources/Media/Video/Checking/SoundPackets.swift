import CStarmineFFmpeg

/// The packets of a file's first sound as they lie in it. For tests.
package enum SoundPackets {
  /// Bytes of each packet, and seconds at which it is heard.
  package static func read(path: String) throws(VideoError) -> [(bytes: [UInt8], seconds: Double)] {
    let input = try MediaInput(path: path)
    guard let packet = OwnedPacket() else { throw .outOfMemory(operation: "reading \(path)") }
    let found = callLibrary { avformat_find_stream_info(input.context, nil) }
    guard !found.failed else { throw .failed(operation: "reading \(path)", reason: found.reason) }
    let index = av_find_best_stream(input.context, AVMEDIA_TYPE_AUDIO, -1, -1, nil, 0)
    var packets: [(bytes: [UInt8], seconds: Double)] = []
    while try input.read(packet) {
      guard packet.pointer.pointee.stream_index == index else { continue }
      packets.append((Array(packet.bytes), input.seconds(packet.pointer.pointee.pts, stream: index)))
    }
    return packets
  }
}
