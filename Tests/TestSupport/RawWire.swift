import Foundation

/// A WebSocket as it stands in the book: also messages that no browser would send.
public final class RawWire {
  private let connection: LoopbackConnection
  private var bytes: [UInt8] = []

  /// - Parameter path: where the server answers a handshake.
  public init(_ port: UInt16, _ path: String) throws {
    connection = try LoopbackConnection(port)
    let head = """
      GET \(path) HTTP/1.1\r
      Host: 127.0.0.1:\(port)\r
      Connection: keep-alive, Upgrade\r
      Upgrade: websocket\r
      Sec-WebSocket-Version: 13\r
      Sec-WebSocket-Key: AAECAwQFBgcICQoLDA0ODw==\r
      \r

      """
    connection.send(Array(head.utf8))
    guard let answer = connection.answer(), answer.status == 101 else { throw RawHTTP.Failure.noAnswer }
    bytes = answer.body
  }

  /// - Parameters:
  ///   - code: 1 text, 2 data, 0 a part that goes on, 8 the end, 9 a ping.
  ///   - length: that the head tells; nil: the payload's.
  public static func frame(
    _ code: UInt8, _ payload: [UInt8] = [], isLast: Bool = true, isMasked: Bool = true, length: UInt64? = nil
  ) -> [UInt8] {
    let (length, bit) = (length ?? UInt64(payload.count), UInt8(isMasked ? 0x80 : 0))
    var head = [code | (isLast ? 0x80 : 0)]
    switch length {
    case ...125: head.append(bit | UInt8(length))
    case ...0xFFFF: head += [bit | 126, UInt8(length >> 8), UInt8(length & 0xFF)]
    default: head += [bit | 127] + (0..<8).map { UInt8(truncatingIfNeeded: length >> (56 - 8 * $0)) }
    }
    guard isMasked else { return head + payload }
    let mask: [UInt8] = [1, 2, 3, 4]
    return head + mask + payload.enumerated().map { $1 ^ mask[$0 & 3] }
  }

  @discardableResult
  public func send(_ frame: [UInt8]) -> Bool { connection.send(frame) }
  @discardableResult
  public func say(_ text: String) -> Bool { send(Self.frame(1, Array(text.utf8))) }

  /// The next frame; nil at the end.
  public func next() -> (code: UInt8, payload: [UInt8])? {
    while true {
      if let frame = take() { return frame }
      guard let part = connection.read(), !part.isEmpty else { return nil }
      bytes += part
    }
  }

  private func take() -> (code: UInt8, payload: [UInt8])? {
    guard bytes.count >= 2 else { return nil }
    let more = bytes[1] == 126 ? 2 : bytes[1] == 127 ? 8 : 0
    guard bytes.count >= 2 + more else { return nil }
    let length = more == 0 ? Int(bytes[1]) : bytes[2..<2 + more].reduce(0) { $0 << 8 | Int($1) }
    guard bytes.count >= 2 + more + length else { return nil }
    defer { bytes.removeFirst(2 + more + length) }
    return (bytes[0] & 0x0F, Array(bytes[2 + more..<2 + more + length]))
  }

  /// The code that the server ends with; nil where it says none.
  public func closingCode() -> Int? {
    while let (code, payload) = next() {
      if code == 8 { return payload.count < 2 ? 1005 : Int(payload[0]) << 8 | Int(payload[1]) }
    }
    return nil
  }
}
