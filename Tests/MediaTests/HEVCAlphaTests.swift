import CStarmineFFmpeg
import Foundation
import StarmineGraphics
import StarmineMedia
import StarmineRaster
import Testing

/// HEVC with alpha: two layers in one stream, after H.265 annex F and ISO/IEC 14496-15.
@Suite struct HEVCAlphaTests {
  private let folder = TemporaryFolder()

  private struct Unit {
    let bytes: [UInt8]
    var kind: Int { Int(bytes[0] >> 1 & 63) }
    var layer: Int { Int(bytes[0] & 1) << 5 | Int(bytes[1] >> 3) }
    var payload: [UInt8] {
      bytes[2...].reduce(into: []) { if $1 != 3 || $0.suffix(2) != [0, 0] { $0.append($1) } }
    }
    /// The unit as a stream of its layer alone has it.
    var alone: [UInt8] { [0, 0, 0, 1, bytes[0] & 0xFE, bytes[1] & 7] + bytes[2...] }
  }

  private func write(_ key: String, _ name: String = "a.mov", frames: Int = 6) throws -> [UInt8] {
    _ = try FormatTableTests.write(try VideoFormat(named: key), to: folder.file(name), frames: frames)
    let file = try ReadFile(folder.file(name))
    return withExtendedLifetime(file) {
      let parameters = file.parameters
      return Array(UnsafeBufferPointer(start: parameters.extradata, count: Int(parameters.extradata_size)))
    }
  }

  /// Units of a decoder configuration record.
  private func units(ofRecord record: [UInt8]) -> [Unit] {
    var (units, place) = ([Unit](), 23)
    for _ in 0..<record[22] {
      let count = Int(record[place + 1]) << 8 | Int(record[place + 2])
      place += 3
      for _ in 0..<count {
        let end = place + 2 + Int(record[place]) << 8 + Int(record[place + 1])
        units.append(Unit(bytes: Array(record[place + 2..<end])))
        place = end
      }
    }
    #expect(place == record.count)
    return units
  }

  private func packets(_ name: String = "a.mov") throws -> [[Unit]] {
    var context: UnsafeMutablePointer<AVFormatContext>?
    try #require(avformat_open_input(&context, folder.file(name), nil, nil) >= 0)
    var packet = av_packet_alloc()
    defer {
      av_packet_free(&packet)
      avformat_close_input(&context)
    }
    let found = try #require(packet)
    var result: [[Unit]] = []
    while av_read_frame(context, found) >= 0 {
      let bytes = Array(UnsafeBufferPointer(start: found.pointee.data, count: Int(found.pointee.size)))
      av_packet_unref(found)
      var (units, place) = ([Unit](), 0)
      while place < bytes.count {
        let length = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
        units.append(Unit(bytes: Array(bytes[place + 4..<place + 4 + length])))
        place += 4 + length
      }
      result.append(units)
    }
    return result
  }

  @Test(arguments: [("hevc-alpha", 8, 1), ("hevc-alpha-10", 10, 1), ("hevc-alpha-straight", 8, 0)])
  func recordHasTheParameterSetsOfBothLayers(key: String, depth: Int, use: Int) throws {
    let record = try write(key)
    let units = units(ofRecord: record)
    #expect(units.map(\.kind) == [32, 33, 33, 34, 34, 39] && units.map(\.layer) == [0, 0, 1, 0, 1, 0])
    #expect(record[0] == 1 && record[16] == 0xFD && record[21] & 3 == 3)
    #expect(record[17] == 0xF8 | UInt8(depth - 8) && record[18] == record[17])
    #expect(Array(units[1].payload[1...12]) == Array(record[1...12]))
    // SEI 165: not cancelled, use, depth, then the values of transparent and opaque pixels.
    let message = units[5].payload
    #expect(message[0] == 165 && message[1] == 4 && message[2] == UInt8(use << 4 | (depth - 8) << 1))
    let number = message[2..<6].reduce(0) { $0 << 8 | Int($1) }
    #expect(number >> (32 - 7 - 2 * (depth + 1)) & (1 << (depth + 1) - 1) == 1 << depth - 1)
  }

  /// H.265 F.7.3.2.1: the first fields up to the mask of scalability.
  @Test func videoParameterSetHasALayerOfAlpha() throws {
    let unit = try #require(try units(ofRecord: write("hevc-alpha")).first)
    let bits = unit.payload.map { byte in
      let digits = String(byte, radix: 2)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
    #expect(bits.hasPrefix("0000" + "11000001" + "0001" + "1111111111111111"))
    // Largest layer 1, two layer sets, the second of both layers, no timing, an extension; after the level of the
    // alpha, the mask with its bit of auxiliary identifiers, one bit of identifier, and identifier 1.
    let start = try #require(bits.range(of: "0000010101101"))
    let rest = bits[start.upperBound...].drop { $0 == "1" }
    #expect(rest.contains("00001000000000000" + "00001"))
  }

  @Test(arguments: ["hevc-alpha", "hevc-alpha-10"]) func everyAccessUnitHasBothLayers(key: String) throws {
    _ = try write(key, frames: 8)
    let packets = try packets()
    #expect(packets.count == 8)
    for (index, units) in packets.enumerated() {
      let slices = units.filter { $0.kind < 32 }
      #expect(slices.map(\.layer) == [0, 1] && slices[0].kind == slices[1].kind)
      #expect(units.contains { $0.kind == 39 } == (index == 0))
    }
  }

  /// The alpha layer alone, as a decoder of one layer reads it.
  @Test(arguments: ["hevc-alpha", "hevc-alpha-10"]) func alphaLayerHoldsTheAlpha(key: String) throws {
    let record = units(ofRecord: try write(key))
    let units = [record[0], record[2], record[4]] + (try packets().flatMap { $0.filter { $0.layer == 1 } })
    try OutputFile.write(units.flatMap(\.alone), to: folder.file("alpha.hevc"))
    let (_, frames) = try VideoReader(path: folder.file("alpha.hevc")).read()
    try #require(frames.count == 6)
    let width = FormatTableTests.width
    for (index, frame) in frames.enumerated() {
      for place in 0..<width * FormatTableTests.height {
        let pixel = FormatTableTests.pixel(place % width, place / width, frame: index)
        let alpha = max(Int(pixel >> 24), components(pixel).max()!)
        #expect(abs(Int(frame.image.base.pixels[place] & 255) - alpha) <= 12, "frame \(index), pixel \(place)")
      }
    }
  }

  @Test func mp4HasItsOwnKindOfFile() throws {
    _ = try write("hevc-alpha", "a.mp4")
    _ = try write("hevc-alpha")
    #expect(Array(folder.bytes("a.mp4")[8..<12]) == Array("isom".utf8))
    #expect(Array(folder.bytes("a.mov")[8..<12]) == Array("qt  ".utf8))
  }

  @Test func layersOfDifferentPicturesAreRejected() throws {
    let sets = units(ofRecord: try write("hevc-alpha")).filter { $0.layer == 0 }.flatMap(\.alone)
    let headers = try AlphaHeaders(colors: sets, alpha: sets, depth: 8, isPremultiplied: true)
    let (key, other): ([UInt8], [UInt8]) = ([0, 0, 1, 19 << 1, 1, 0xE0, 0x80], [0, 0, 1, 1 << 1, 1, 0xE0, 0x80])
    #expect(try headers.accessUnit(colors: key, alpha: key).count > 20)
    #expect(throws: VideoError.self) { try headers.accessUnit(colors: key, alpha: other) }
    #expect(throws: VideoError.self) {
      try AlphaHeaders(colors: [], alpha: sets, depth: 8, isPremultiplied: true)
    }
  }
}
