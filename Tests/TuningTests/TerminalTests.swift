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
  private func session(_ name: String = "fireworks") throws -> PreviewSession {
    let source = try PresetReference(name).source(Movie.presetLoader)
    return try PreviewSession { try source.scene(applying: $0) }
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
    #expect(session.press(.character(" ")) == .nothing && session.isPaused)
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

  @Test func parametersAreChosenAndTurned() throws {
    var session = try session()
    let first = session.knobs[0]
    #expect(first.path == "fireworks.emitterCells.rocket.birthRate" && first.value == 3)
    _ = session.press(.character("["))
    #expect(session.selected == session.knobs.count - 1)
    _ = session.press(.character("]"))
    _ = session.press(.character("+"))
    _ = session.press(.character("+"))
    #expect(session.changes.map(\.text) == ["fireworks.emitterCells.rocket.birthRate=3.63"])
    #expect(abs(session.knobs[0].value - 3.63) < 1e-6)
    _ = session.press(.character("-"))
    #expect(session.changes.map(\.value) == ["3.3"])
    // The scene that is shown has the value.
    #expect(session.movie.rootLayer.sublayers?[0].value(forKeyPath: "emitterCells.rocket.birthRate") as? Float == 3.3)
    let lines = session.status(framesPerSecond: 60, particles: 5, width: 500)
    #expect(lines.count == 2 && lines[0].contains("rocket.birthRate = 3.3 1/s") && lines[1].contains("changed"))
    #expect(session.status(framesPerSecond: 60, particles: 5, width: 20).allSatisfy { $0.count <= 20 })
  }

  @Test func seedsChangeAndRequestsAreMade() throws {
    var session = try session()
    _ = session.press(.character("+"))
    #expect(session.press(.character("r")) == .nothing && session.movie.seed == 43 && session.newSeed == 43)
    #expect(session.changes.count == 1)
    #expect(session.press(.character("s")) == .save)
    // Nothing was saved yet: quitting asks.
    #expect(session.press(.character("q")) == .nothing && session.isAsking && session.message.contains("unsaved"))
    #expect(session.press(.character(" ")) == .nothing && !session.isAsking)
    #expect(session.press(.character("q")) == .nothing && session.press(.character("s")) == .saveAndQuit)
    session.noteSaved()
    #expect(session.press(.character("\u{3}")) == .quit)
  }

  @Test func turningIsUndoneAndReset() throws {
    var session = try session()
    _ = session.press(.character("+"))
    _ = session.press(.character("]"))
    _ = session.press(.character("+"))
    #expect(session.changes.count == 2)
    _ = session.press(.character("u"))
    #expect(session.changes.count == 1)
    _ = session.press(.character("U"))
    #expect(session.changes.count == 2)
    _ = session.press(.character("0"))
    #expect(session.changes.map(\.path) == [session.knobs[0].path])
    _ = session.press(.character("x"))
    #expect(session.changes.isEmpty && !session.hasUnsavedChanges)
    _ = session.press(.character("u"))
    #expect(session.changes.count == 1)
    for _ in 0..<9 { _ = session.press(.character("u")) }
    #expect(session.changes.isEmpty && session.message == "nothing to undo")
  }

  @Test func cellsAreJumpedToAndColoursTurn() throws {
    var session = try session()
    _ = session.press(.character("}"))
    #expect(session.knobs[session.selected].owner == "fireworks.rocket.burst")
    _ = session.press(.character("}"))
    #expect(session.knobs[session.selected].owner == "fireworks.rocket.burst.spark")
    let hue = try #require(session.knobs.firstIndex { $0.kind == .hue && $0.owner.hasSuffix("rocket") })
    while session.selected != hue { _ = session.press(.character("]")) }
    let before = session.knobs[hue].value
    _ = session.press(.character("+"))
    #expect(abs(session.knobs[hue].value - before - 10) < 1 && session.message.isEmpty)
  }

  @Test func keysAreListed() throws {
    var session = try session()
    _ = session.press(.character("?"))
    #expect(session.showsHelp)
    _ = session.press(.character("?"))
    #expect(!session.showsHelp)
    #expect(PreviewSession.help.count <= 22, "they fit a terminal of 24 rows")
  }
}
