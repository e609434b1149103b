import Foundation
import StarmineGraphics
import StarmineTestSupport

/// A hostile request: a good one with mistakes in it, or other bytes. The same seed makes
/// the same one.
struct MutantRequest {
  /// Bytes that are sent one after the other, as they are.
  let bytes: [UInt8]

  /// - Parameters:
  ///   - root: `/TOKEN/`.
  ///   - revision: of a text that the server knows.
  init(_ random: inout SplitMix64, port: UInt16, root: String, revision: String) {
    var place = Place(random: random, port: port, root: root, revision: revision)
    var bytes = place.isChosen(in: 4) ? place.conversation() : place.request()
    while place.isChosen(in: 2) { place.damage(&bytes) }
    random = place.random
    self.bytes = bytes
  }
}

/// Chance, and what requests are about.
private struct Place {
  var random: SplitMix64
  let port: UInt16
  let root: String
  let revision: String

  mutating func isChosen(in count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }
  mutating func pick(_ words: [String]) -> String { words.randomElement(using: &random) ?? "" }

  static let values = [
    "", "0", "-1", "1", "2.5", "nan", "-inf", "1e308", "1e999", "99999999999999999999", "0x10", "32x18", "4096x4096",
    "-1x5", "x", ",", "0,1", "%00", "%FF%FE", "%F0%9F", "none", "#ff8040", "png", "jpeg", "webp", "../../etc/passwd",
    "snow.velocity=1e30", "snow.birthRate*=1e9", "sky.emitterSize=nan,1", "snow", "tiny.json", "../a.png",
    ".", "a&b=c",
  ]
  static let names = [
    "t", "size", "set", "type", "background", "revision", "preset", "quality", "times", "count", "columns", "file",
    "name", "",
  ]
  static let paths = [
    "", "frame", "sheet", "document", "draft", "edit", "mutate", "render", "properties", "live", "main.js",
    "files", "picture", "..", "%2e%2e/x", "nothing", "frame/",
  ]

  mutating func target() -> String {
    var target = (isChosen(in: 12) ? "/" : root) + pick(Self.paths)
    for index in 0..<Int.random(in: 0..<4, using: &random) {
      target += "\(index == 0 ? "?" : "&")\(pick(Self.names))=\(isChosen(in: 3) ? revision : pick(Self.values))"
    }
    return target
  }

  mutating func request() -> [UInt8] {
    let body = isChosen(in: 2) ? json() : ""
    var fields = ["Host: 127.0.0.1:\(port)", "Content-Length: \(body.utf8.count)"]
    if isChosen(in: 6) { fields.append("Content-Length: \(pick(Self.values))") }
    if isChosen(in: 8) { fields.append("Transfer-Encoding: chunked") }
    if isChosen(in: 8) { fields.append("Origin: http://\(pick(["evil.example", "127.0.0.1:\(port)", "null"]))") }
    if isChosen(in: 8) { fields.append("If-None-Match: \"\(revision)\"") }
    if isChosen(in: 8) { fields.append("Expect: 100-continue") }
    if isChosen(in: 12) { fields.append("X: " + String(repeating: "y", count: 20_000)) }
    fields.append("Connection: \(pick(["close", "keep-alive", "Upgrade"]))")
    let method = pick(["GET", "GET", "POST", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "g\u{0}t"])
    let head = "\(method) \(target()) HTTP/1.1\r\n\(fields.joined(separator: "\r\n"))\r\n\r\n"
    return Array((head + body).utf8)
  }

  mutating func json() -> String {
    let fields = [
      "revision", "set", "time", "size", "count", "amount", "seed", "text", "other", "type", "locks", "frames",
    ]
    var parts = [#""revision": "\#(revision)""#, #""number": \#(Int.random(in: -2...9, using: &random))"#]
    for _ in 0..<Int.random(in: 0..<4, using: &random) {
      let value = pick([
        "0", "-1", "1e999", "9223372036854775807", "null", "[]", "[1]", "[-5, 1e30]", "\"\"", "{}", "[\"x=y\"]",
        "[\"snow.velocity=1e300\"]", "\"{ layer: { contents: '/dev/zero' } }\"", "\"\(pick(Self.values))\"",
      ])
      parts.append("\"\(pick(fields))\": \(value)")
    }
    return "{\(parts.joined(separator: ", "))}"
  }

  /// A handshake with messages behind it.
  mutating func conversation() -> [UInt8] {
    let head = """
      GET \(root)live HTTP/1.1\r
      Host: 127.0.0.1:\(port)\r
      Connection: Upgrade\r
      Upgrade: websocket\r
      Sec-WebSocket-Version: 13\r
      Sec-WebSocket-Key: AAECAwQFBgcICQoLDA0ODw==\r
      \r

      """
    var bytes = Array(head.utf8)
    let codes: [UInt8] = [1, 1, 1, 0, 2, 8, 9, 10, 3, 15]
    for _ in 0..<Int.random(in: 1..<6, using: &random) {
      let code = codes.randomElement(using: &random) ?? 1
      bytes += RawWire.frame(
        code, Array(json().utf8), isLast: !isChosen(in: 4), isMasked: !isChosen(in: 10),
        length: isChosen(in: 10) ? UInt64.random(in: 0...UInt64.max, using: &random) : nil)
    }
    return bytes
  }

  mutating func damage(_ bytes: inout [UInt8]) {
    let index = Int.random(in: 0..<max(bytes.count, 1), using: &random)
    guard index < bytes.count else { return }
    switch Int.random(in: 0..<5, using: &random) {
    case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
    case 1: bytes.removeSubrange(index...)
    case 2: bytes.remove(at: index)
    case 3: bytes.insert(contentsOf: bytes[index...].prefix(40), at: index)
    default: bytes.insert(contentsOf: [0x0D, 0x0A], at: index)
    }
  }
}
