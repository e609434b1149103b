import Foundation
import Glibc
import StarmineTestSupport

/// A running `starmine studio` with a folder of its own.
final class StudioProcess {
  let folder: URL
  private let process = Process()
  /// The address of the page.
  private(set) var address = ""

  /// A document with comments, whose pictures take no time.
  static let document = """
    // Kept: a comment in front.
    { name: "tiny", summary: "Small and quick",
      movie: { size: [320, 180], fps: 10, duration: 2, background: "#203040" },
      layer: { class: "CALayer", sublayers: [
        { class: "CAEmitterLayer", name: "sky", emitterPosition: [160, 90], // Kept: the middle.
          emitterCells: [
            { name: "snow", birthRate: 40, lifetime: 1.5, velocity: 40, emissionRange: "2pi", color: "#ff8040",
              contents: { sprite: "soft-dot", size: 24 } } ] } ] } }
    """

  /// A document whose layer is animated.
  static let moving = """
    { movie: { size: [320, 180], fps: 10, duration: 2, background: "#203040" },
      layer: { sublayers: [
        { name: "square", bounds: [0, 0, 60, 60], position: [160, 90], backgroundColor: "#ff8040", animations: {
          // Kept: goes and comes back.
          walk: { class: "CAKeyframeAnimation", keyPath: "position", values: [[40, 90], [160, 40], [280, 90]],
            duration: 2 },
          fade: { class: "CAKeyframeAnimation", keyPath: "opacity", values: [0.2, 0.5, 0.8], duration: 2 } } } ] } }
    """

  /// - Parameter subject: what is opened; by default `document` in a file of the folder, where `moving` is another.
  init(_ subject: String = "tiny.json", _ arguments: String...) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "studio-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(Self.document.utf8).write(to: folder.appending(path: "tiny.json"))
    try Data(Self.moving.utf8).write(to: folder.appending(path: "moving.json"))
    process.executableURL = Self.executable
    process.arguments = ["studio", subject] + arguments
    process.currentDirectoryURL = folder
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    // One line, once the server listens.
    let line = Self.firstLine(of: output.fileHandleForReading)
    address = line.split(separator: " ").last.map(String.init) ?? ""
  }

  deinit { stop() }

  func stop() {
    guard process.isRunning else { return }
    // Threads of tests block the signals that a terminal sends, and a child inherits that.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    try? FileManager.default.removeItem(at: folder)
  }

  /// Beside the test bundle.
  static var executable: URL {
    URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().appending(path: "starmine")
  }

  private static func firstLine(of file: FileHandle) -> String {
    var bytes: [UInt8] = []
    while bytes.last != 0x0A, let next = try? file.read(upToCount: 1), let byte = next.first { bytes.append(byte) }
    return String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Runs another command of the program in the folder; its exit code.
  @discardableResult
  func run(_ arguments: String...) throws -> Int32 {
    let other = Process()
    other.executableURL = Self.executable
    other.arguments = arguments
    other.currentDirectoryURL = folder
    other.standardOutput = FileHandle.nullDevice
    other.standardError = FileHandle.nullDevice
    try other.run()
    other.waitUntilExit()
    return other.terminationStatus
  }

  func bytes(_ name: String) throws -> [UInt8] { Array(try Data(contentsOf: folder.appending(path: name))) }
  func text(_ name: String) throws -> String { String(decoding: try bytes(name), as: UTF8.self) }

  // MARK: Plain HTTP

  var port: UInt16 { UInt16(URL(string: address)?.port ?? 0) }
  /// `/TOKEN/`.
  var root: String { URL(string: address)?.path(percentEncoded: false) ?? "" }

  /// A request of the page's kind.
  func ask(_ method: String, _ path: String, body: String = "", headers: [String: String] = [:]) throws -> Answer {
    try RawHTTP.ask(port, method, root + path, body: Array(body.utf8), headers: headers)
  }
}

/// Answer of a server.
struct Answer {
  let status: Int
  let headers: [String: String]
  let body: [UInt8]

  var text: String { String(decoding: body, as: UTF8.self) }
  var json: [String: Any] { (try? JSONSerialization.jsonObject(with: Data(body))) as? [String: Any] ?? [:] }
}

/// Requests as they stand in the book: also those that no browser would send.
enum RawHTTP {
  enum Failure: Error { case noConnection, noAnswer }

  static func ask(
    _ port: UInt16, _ method: String, _ path: String, body: [UInt8] = [], headers: [String: String] = [:]
  ) throws -> Answer {
    var all = ["Host": "127.0.0.1:\(port)", "Connection": "close"]
    if !body.isEmpty { all["Content-Length"] = "\(body.count)" }
    all.merge(headers) { $1 }
    let head = "\(method) \(path) HTTP/1.1\r\n" + all.map { "\($0): \($1)\r\n" }.joined() + "\r\n"
    return try answer(try exchange(port, Array(head.utf8) + body))
  }

  /// Everything that comes back, until it is complete or the connection ends.
  private static func exchange(_ port: UInt16, _ request: [UInt8]) throws -> [UInt8] {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var place = sockaddr_in()
    (place.sin_family, place.sin_port) = (sa_family_t(AF_INET), port.bigEndian)
    place.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    let connected = withUnsafePointer(to: &place) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard connected == 0 else { throw Failure.noConnection }
    var sent = 0
    while sent < request.count {
      let count = request[sent...].withUnsafeBytes { part in
        send(descriptor, part.baseAddress, part.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { break }
      sent += count
    }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = recv(descriptor, &part, part.count, 0)
      guard count > 0 else { return bytes }
      bytes += part[..<count]
      if let answer = try? answer(bytes), let length = answer.headers["content-length"].flatMap({ Int($0) }),
        answer.body.count >= length
      {
        return bytes
      }
    }
  }

  private static func answer(_ bytes: [UInt8]) throws -> Answer {
    let mark = Array("\r\n\r\n".utf8)
    guard let end = bytes.indices.first(where: { bytes[$0...].starts(with: mark) }) else { throw Failure.noAnswer }
    let lines = String(decoding: bytes[..<end], as: UTF8.self).components(separatedBy: "\r\n")
    let status = lines[0].split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    let headers = lines.dropFirst().map { line in
      let parts = line.split(separator: ":", maxSplits: 1)
      return (parts[0].lowercased(), parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : "")
    }
    return Answer(
      status: status, headers: Dictionary(headers, uniquingKeysWith: { first, _ in first }),
      body: Array(bytes[(end + 4)...]))
  }
}
