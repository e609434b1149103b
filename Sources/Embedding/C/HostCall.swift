import CStarmineEmbedding
import Foundation
import StarmineMedia
import StarmineScene
import Synchronization

/// A scene behind a host's pointer.
final class HostHandle: Sendable {
  private let scene: Mutex<HostedScene>
  /// Of the call in progress. Without a lock: what cancels is outside of the gate, and may be there during a fork.
  private let cancellation = Cancellation()

  init(_ scene: sending HostedScene) { self.scene = Mutex(scene) }

  /// The scene, for one call at a time.
  func use<Result: Sendable>(
    _ body: (HostedScene, Cancellation) throws(HostError) -> Result
  ) throws(HostError) -> Result {
    try scene.withLock { scene throws(HostError) in
      cancellation.clear()
      return try body(scene, cancellation)
    }
  }

  func cancel() { cancellation.request() }

  static func of(_ pointer: OpaquePointer?) throws(HostError) -> HostHandle {
    guard let pointer else { throw HostError(.argument, "the scene is missing") }
    return Unmanaged<HostHandle>.fromOpaque(UnsafeRawPointer(pointer)).takeUnretainedValue()
  }

  var pointer: OpaquePointer { OpaquePointer(Unmanaged.passRetained(self).toOpaque()) }
}

/// Where a host hears of errors.
typealias ErrorPlace = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?

/// Runs a call of a host: alone against forks, with the rounding of everywhere else, its error as JSON.
func answer(_ error: ErrorPlace, _ body: () throws(HostError) -> Void) -> starmine_status {
  error?.pointee = nil
  var pass = GatePass()
  guard gate_enter(&pass) else {
    error?.pointee = text(of: [ProblemRecord(file: "", message: "called from inside of another call")])
    return STARMINE_ARGUMENT
  }
  defer { gate_leave(&pass) }
  LibraryLog.leaveAlone()
  do throws(HostError) {
    try body()
    return STARMINE_OK
  } catch let failure {
    error?.pointee = text(of: failure.problems)
    return failure.kind.status
  }
}

/// The same for a text; nil after an error.
func answer(text body: () throws(HostError) -> String) -> UnsafeMutablePointer<CChar>? {
  var result: UnsafeMutablePointer<CChar>?
  _ = answer(nil) { () throws(HostError) in result = strdup(try body()) }
  return result
}

/// JSON for the host to free; nil without memory.
func text(of value: some Encodable) -> UnsafeMutablePointer<CChar>? {
  guard let data = try? JSONText.line(value) else { return nil }
  return strdup(String(decoding: data, as: UTF8.self))
}

func json(_ value: some Encodable) throws(HostError) -> String {
  do { return String(decoding: try JSONText.line(value), as: UTF8.self) } catch {
    throw HostError(.problems, "\(error)")
  }
}

func string(_ text: UnsafePointer<CChar>?, _ what: String) throws(HostError) -> String {
  guard let text else { throw HostError(.argument, "\(what) is missing") }
  return String(cString: text)
}

extension HostError.Kind {
  fileprivate var status: starmine_status {
    switch self {
    case .problems: STARMINE_PROBLEMS
    case .unknown: STARMINE_UNKNOWN
    case .argument: STARMINE_ARGUMENT
    case .memory: STARMINE_MEMORY
    case .cancelled: STARMINE_CANCELLED
    }
  }
}
