import Foundation
import StarmineTestSupport
import Testing

/// What the page draws of sounds and fonts.
struct SoundTests {
  static let document = """
    { movie: { size: [64, 64], duration: 4 }, audio: [{ file: "tone.wav", at: 0.5 }, { file: "missing.wav" }],
      layer: {} }
    """

  /// A second of silence, then a second of a tone, at 8 kHz.
  static var tone: Data {
    func bytes(_ value: Int, _ count: Int) -> Data {
      Data((0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) })
    }
    let samples = (0..<16_000).map { $0 < 8000 ? 0 : Int(16_000 * sin(Double($0) * 0.4)) }
    let format = bytes(1, 2) + bytes(1, 2) + bytes(8000, 4) + bytes(16_000, 4) + bytes(2, 2) + bytes(16, 2)
    let data = samples.reduce(into: Data()) { $0 += bytes($1, 2) }
    return Data("RIFF".utf8) + bytes(36 + data.count, 4) + Data("WAVEfmt ".utf8) + bytes(16, 4) + format
      + Data("data".utf8) + bytes(data.count, 4) + data
  }

  @Test func soundsAreWaves() throws {
    let studio = try StudioProcess()
    try Self.tone.write(to: studio.folder.appending(path: "tone.wav"))
    let body = try JSONSerialization.data(withJSONObject: ["text": Self.document])
    let draft = try studio.ask("POST", "draft", body: String(decoding: body, as: UTF8.self)).json
    let revision = try #require(draft["revision"] as? String)
    let answer = try studio.ask("GET", "sounds?revision=\(revision)")
    let sounds = try #require(try JSONSerialization.jsonObject(with: Data(answer.text.utf8)) as? [[String: Any]])
    // The missing one is omitted.
    #expect(sounds.map { $0["name"] as? String } == ["tone.wav"])
    let sound = try #require(sounds.first)
    let peaks = try #require(sound["peaks"] as? [Double])
    #expect(sound["at"] as? Double == 0.5 && abs((sound["length"] as? Double ?? 0) - 2) < 0.1)
    #expect(
      peaks.prefix(peaks.count / 3).allSatisfy { $0 < 0.01 }
        && peaks.dropLast(8).suffix(peaks.count / 3).allSatisfy { $0 > 0.9 })
    #expect(try studio.ask("GET", "sounds?revision=none").status == 410)
  }

  @Test func fontsAreListed() throws {
    let fonts = try #require(try StudioProcess().ask("GET", "properties").json["fonts"] as? [String])
    #expect(fonts.contains("League Spartan") && fonts == fonts.sorted() && Set(fonts).count == fonts.count)
  }
}
