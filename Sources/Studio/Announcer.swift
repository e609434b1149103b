import FlyingFox
import Foundation
import StarmineMedia
import Synchronization

/// Tells every open page what happened.
final class Announcer: Sendable {
  typealias Line = AsyncStream<WSFrame>.Continuation

  private let lines = Mutex<(next: Int, open: [Int: Line])>((0, [:]))

  func add(_ line: Line) -> Int {
    lines.withLock { lines in
      lines.next += 1
      lines.open[lines.next] = line
      return lines.next
    }
  }

  func remove(_ number: Int) { lines.withLock { _ = $0.open.removeValue(forKey: number) } }

  func tell(_ event: some Encodable) {
    guard let text = try? JSONText.line(event) else { return }
    for line in lines.withLock({ Array($0.open.values) }) { line.yield(.text(text)) }
  }
}

/// A document in the folder has other contents than before.
struct FileEvent: Encodable {
  let event = "file"
  let file: String
  let base: String
}

/// How far a render is.
struct RenderEvent: Encodable {
  let event = "render"
  /// `running`, `done`, `failed` or `cancelled`.
  let state: String
  let done: Int
  let count: Int
  let message: String?
}

/// A picture that cannot be drawn.
struct RefusedEvent: Encodable {
  let event = "refused"
  let number: Int
  let status: Int
  let message: String
}

extension WSFrame {
  static func text(_ text: Data) -> WSFrame { WSFrame(fin: true, opcode: .text, mask: nil, payload: text) }
  static func data(_ data: Data) -> WSFrame { WSFrame(fin: true, opcode: .binary, mask: nil, payload: data) }
}
