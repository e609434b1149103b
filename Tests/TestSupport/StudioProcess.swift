public import Foundation
import Glibc

/// A running `starmine studio` with a folder of its own.
public final class StudioProcess {
  public let folder: URL
  private let process = Process()
  /// The address of the page.
  public private(set) var address = ""

  /// A document with comments, whose pictures take no time.
  public static let document = """
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
  public static let moving = """
    { movie: { size: [320, 180], fps: 10, duration: 2, background: "#203040" },
      layer: { sublayers: [
        { name: "square", bounds: [0, 0, 60, 60], position: [160, 90], backgroundColor: "#ff8040", animations: {
          // Kept: goes and comes back.
          walk: { class: "CAKeyframeAnimation", keyPath: "position", values: [[40, 90], [160, 40], [280, 90]],
            duration: 2 },
          fade: { class: "CAKeyframeAnimation", keyPath: "opacity", values: [0.2, 0.5, 0.8], duration: 2 } } } ] } }
    """

  /// - Parameters:
  ///   - subject: what is opened; by default `document` in a file of the folder, where `moving` is another.
  ///   - descriptors: that the process may have; nil: as this one.
  ///   - files: more of them in the folder.
  public init(
    _ subject: String = "tiny.json", _ arguments: String..., descriptors: Int? = nil, files: [String: String] = [:]
  ) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "studio-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(Self.document.utf8).write(to: folder.appending(path: "tiny.json"))
    try Data(Self.moving.utf8).write(to: folder.appending(path: "moving.json"))
    for (name, text) in files { try Data(text.utf8).write(to: folder.appending(path: name)) }
    process.executableURL = URL(filePath: "/bin/sh")
    let limit = descriptors.map { "ulimit -n \($0); " } ?? ""
    let program = Self.executable.path(percentEncoded: false)
    process.arguments = ["-c", limit + "exec \"$@\"", "sh", program, "studio", subject] + arguments
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

  public func stop() {
    guard process.isRunning else { return }
    // Threads of tests block the signals that a terminal sends, and a child inherits that.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    try? FileManager.default.removeItem(at: folder)
  }

  public var isRunning: Bool { process.isRunning }
  public var identifier: Int32 { process.processIdentifier }

  /// Sends a signal and waits for the end; the exit code.
  public func end(_ signal: Int32) -> Int32 {
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// The most memory that it has held, in megabytes.
  public var megabytes: Int {
    let text = (try? String(contentsOfFile: "/proc/\(identifier)/status", encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return (line?.split(separator: " ").compactMap { Int($0) }.first ?? 0) >> 10
  }

  /// Beside the test bundle.
  public static var executable: URL {
    URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().appending(path: "starmine")
  }

  private static func firstLine(of file: FileHandle) -> String {
    var bytes: [UInt8] = []
    while bytes.last != 0x0A, let next = try? file.read(upToCount: 1), let byte = next.first { bytes.append(byte) }
    return String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Runs another command of the program in the folder; its exit code.
  @discardableResult
  public func run(_ arguments: String...) throws -> Int32 {
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

  public func bytes(_ name: String) throws -> [UInt8] { Array(try Data(contentsOf: folder.appending(path: name))) }
  public func text(_ name: String) throws -> String { String(decoding: try bytes(name), as: UTF8.self) }

  // MARK: Plain HTTP

  public var port: UInt16 { UInt16(URL(string: address)?.port ?? 0) }
  /// `/TOKEN/`.
  public var root: String { URL(string: address)?.path(percentEncoded: false) ?? "" }

  /// A request of the page's kind.
  public func ask(_ method: String, _ path: String, body: String = "", headers: [String: String] = [:]) throws -> Answer
  {
    try RawHTTP.ask(port, method, root + path, body: Array(body.utf8), headers: headers)
  }
}
