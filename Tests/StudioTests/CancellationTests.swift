import Foundation
import StarmineTestSupport
import Testing

/// Pictures that are not wanted any more do not keep others waiting: each of these would take minutes.
struct CancellationTests {
  /// Millions of particles under a force, of which none is seen twice at one place.
  private static let heavy = """
    { movie: { size: [320, 180], fps: 10, duration: 60 },
      layer: { sublayers: [
        { class: "CAEmitterLayer", name: "sky", emitterPosition: [160, 90], emitterSize: [320, 180],
          emitterShape: "rectangle", emitterMode: "surface",
          emitterCells: [
            { name: "dust", birthRate: 200000, lifetime: 30, velocity: 40, emissionRange: "2pi", scale: 0.2,
              contents: { sprite: "soft-dot", size: 24 } } ] } ] } }
    """

  private func ask(_ studio: StudioProcess, _ path: String) throws -> LoopbackConnection {
    let connection = try LoopbackConnection(studio.port)
    connection.send(Array("GET \(studio.root)\(path) HTTP/1.1\r\nHost: 127.0.0.1:\(studio.port)\r\n\r\n".utf8))
    return connection
  }

  @Test func closedConnectionsAreGivenUp() throws {
    let studio = try StudioProcess("heavy.json", files: ["heavy.json": Self.heavy])
    let small = "frame?preset=snow&size=32x18&t=0"
    #expect(try studio.ask("GET", small).status == 200)
    for number in 0..<200 { _ = try ask(studio, "frame?size=64x36&t=\(20 + Double(number) / 10)") }
    #expect(try studio.ask("GET", small).status == 200)
  }

  @Test func lastQuestionIsAnswered() throws {
    let studio = try StudioProcess("heavy.json", files: ["heavy.json": Self.heavy])
    let wire = try RawWire(studio.port, studio.root + "live")
    for number in 1...20 { wire.say(#"{"number": \#(number), "time": 25, "size": [320, 180], "type": "jpeg"}"#) }
    wire.say(#"{"number": 21, "preset": "snow", "time": 0, "size": [32, 18], "type": "jpeg"}"#)
    var last = 0
    while last != 21, let (code, payload) = wire.next() {
      guard code == 2 else { continue }
      let length = payload.prefix(4).reduce(0) { $0 << 8 | Int($1) }
      let head = try JSONSerialization.jsonObject(with: Data(payload[4..<4 + length])) as? [String: Any]
      last = head?["number"] as? Int ?? 0
    }
    #expect(last == 21)
  }

  /// 128 and the number of the signal.
  @Test(arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)])
  func endRemovesWhatIsHalfWritten(signal: Int32, code: Int32) throws {
    let studio = try StudioProcess("heavy.json", files: ["heavy.json": Self.heavy])
    let revision = try #require(try studio.ask("GET", "document").json["revision"] as? String)
    let body = #"{"revision": "\#(revision)", "name": "x.mp4"}"#
    #expect(try studio.ask("POST", "render", body: body).status == 202)
    func written() -> [String] {
      (try? FileManager.default.contentsOfDirectory(atPath: studio.folder.appending(path: "out").path)) ?? []
    }
    while written().isEmpty, studio.isRunning { usleep(1000) }
    #expect(studio.end(signal) == code)
    #expect(written().isEmpty)
  }
}
