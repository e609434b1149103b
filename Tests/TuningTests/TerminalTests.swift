import Foundation
import Starmine
import StarmineGraphics
import StarmineRaster
import StarmineTuning
import Testing

@Suite struct TerminalTests {
  private func picture(_ width: Int, _ height: Int, _ color: (Int, Int) -> UInt32) -> PixelBuffer {
    var buffer = PixelBuffer(width: width, height: height)
    let stride = buffer.stride
    buffer.withMutablePixels { pixels in
      for y in 0..<height { for x in 0..<width { pixels[y * stride + x] = 0xFF00_0000 | color(x, y) } }
    }
    return buffer
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test func halfBlocksSendOnlyWhatChanges() {
    var shown = HalfBlocks()
    let red: (Int, Int) -> UInt32 = { _, y in y == 0 ? 0xFF0000 : 0x0000FF }
    #expect(
      text(shown.bytes(for: picture(3, 4, red)))
        == "\u{1B}[1;1H\u{1B}[48;2;0;0;255m\u{1B}[38;2;255;0;0m▀▀▀\u{1B}[2;1H   \u{1B}[0m")
    #expect(shown.bytes(for: picture(3, 4, red)).isEmpty)
    let one = picture(3, 4) { x, y in x == 1 && y == 3 ? 0x010203 : red(x, y) }
    #expect(text(shown.bytes(for: one)) == "\u{1B}[2;2H\u{1B}[48;2;1;2;3m\u{1B}[38;2;0;0;255m▀\u{1B}[0m")
  }

  @Test func areasAskForTwoPixelsInACharacter() {
    #expect(TerminalArea(columns: 120, rows: 40).pixelSize == PixelSize(width: 120, height: 80))
  }
}

@Suite struct PreviewSessionTests {
  private func session() throws -> PreviewSession {
    PreviewSession(Movie(try PresetReference("fireworks").load(Movie.presetLoader)))
  }

  @Test func keysAreRead() {
    #expect(
      PreviewKey.keys(in: Array(" q\u{1B}[C\u{1B}[D\u{1B}OA\u{1B}[B+".utf8))
        == [.character(" "), .character("q"), .right, .left, .up, .down, .character("+")])
    // A late answer and an escape key are not keys.
    #expect(PreviewKey.keys(in: Array("\u{1B}[?62;4c\u{1B}s\u{1B}".utf8)) == [.character("s")])
  }

  @Test func timePassesPausesAndSeeks() throws {
    var session = try session()
    session.advance(by: 1)
    #expect(session.time == 1)
    session.advance(by: 2.5)
    #expect(session.time == 0.5)
    #expect(session.press(.character(" ")) && session.isPaused)
    session.advance(by: 1)
    #expect(session.time == 0.5)
    _ = session.press(.right)
    #expect(abs(session.time - 0.65) < 1e-9)
    _ = session.press(.up)
    #expect(abs(session.time - 0.65 - 1 / 60.0) < 1e-9)
    for _ in 0..<40 { _ = session.press(.left) }
    #expect(session.time == 0)
    for _ in 0..<40 { _ = session.press(.right) }
    #expect(abs(session.time - (3 - 1 / 60.0)) < 1e-9)
  }

  @Test func quitKeysEndThePreview() throws {
    var session = try session()
    #expect(session.press(.character("x")) && !session.press(.character("q")) && !session.press(.character("\u{3}")))
    #expect(session.status(framesPerSecond: 60, particles: 5, width: 20).count == 20)
    #expect(session.status(framesPerSecond: 60, particles: 5, width: 500).contains("5 particles"))
  }
}
