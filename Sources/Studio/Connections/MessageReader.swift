/// Reads WebSocket messages (RFC 6455) from bytes as they arrive. The limit applies to a message of all fragments.
package struct MessageReader {
  package enum Message: Equatable, Sendable {
    case text(String)
    case data([UInt8])
    case ping([UInt8])
    case close(UInt16)
  }

  /// The end of a WebSocket, with its close code.
  package enum MessageError: UInt16, Error {
    case isNotProtocol = 1002
    case isNotText = 1007
    case isTooLong = 1009
  }

  private let longest: Int
  private var bytes: [UInt8] = []
  private var start = 0
  private var begun: (isText: Bool, payload: [UInt8])?

  private struct Head {
    var isLast: Bool
    var code: UInt8
    /// Bytes, header included.
    var size: Int
    var length: Int
  }

  package init(longest: Int) { self.longest = longest }

  package mutating func append(_ part: [UInt8]) {
    bytes.removeSubrange(..<start)
    start = 0
    bytes += part
  }

  /// The next message; nil until more bytes arrive. Errors: the WebSocket must be closed.
  package mutating func next() throws(MessageError) -> Message? {
    while let head = try head(), bytes.count - start >= head.size + head.length {
      let first = start + head.size
      let mask = Array(bytes[first - 4..<first])
      var payload = Array(bytes[first..<first + head.length])
      for index in payload.indices { payload[index] ^= mask[index & 3] }
      start = first + head.length
      if let message = try message(head, payload) { return message }
    }
    return nil
  }

  private func head() throws(MessageError) -> Head? {
    guard bytes.count - start >= 2 else { return nil }
    let (first, second) = (bytes[start], bytes[start + 1])
    // Clients must mask their bytes, and no extensions are used.
    guard first & 0x70 == 0, second & 0x80 != 0 else { throw .isNotProtocol }
    let (code, short) = (first & 0x0F, Int(second & 0x7F))
    let more = short == 126 ? 2 : short == 127 ? 8 : 0
    guard bytes.count - start >= 2 + more else { return nil }
    let long = bytes[start + 2..<start + 2 + more].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let length = more == 0 ? UInt64(short) : long
    let isControl = code & 0x8 != 0
    guard !isControl || first & 0x80 != 0 && length <= 125 else { throw .isNotProtocol }
    guard length <= UInt64(longest - (isControl ? 0 : begun?.payload.count ?? 0)) else { throw .isTooLong }
    return Head(isLast: first & 0x80 != 0, code: code, size: 6 + more, length: Int(length))
  }

  private mutating func message(_ head: Head, _ payload: [UInt8]) throws(MessageError) -> Message? {
    switch head.code {
    case 0:
      guard begun != nil else { throw .isNotProtocol }
      begun?.payload += payload
    case 1, 2:
      guard begun == nil else { throw .isNotProtocol }
      begun = (head.code == 1, payload)
    case 8: return .close(payload.count < 2 ? 1000 : UInt16(payload[0]) << 8 | UInt16(payload[1]))
    case 9: return .ping(payload)
    case 10: return nil
    default: throw .isNotProtocol
    }
    guard head.isLast, let whole = begun else { return nil }
    begun = nil
    guard whole.isText else { return .data(whole.payload) }
    guard let text = String(validating: whole.payload, as: UTF8.self) else { throw .isNotText }
    return .text(text)
  }
}

extension WSFrame {
  /// The frame for a client: complete and not masked.
  var bytes: Data {
    var data = Data([0x80 | opcode.rawValue])
    switch payload.count {
    case ...125: data.append(UInt8(payload.count))
    case ...0xFFFF: data.append(contentsOf: [126, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)])
    default:
      data.append(127)
      for shift in stride(from: 56, through: 0, by: -8) {
        data.append(UInt8(truncatingIfNeeded: payload.count >> shift))
      }
    }
    return data + payload
  }
}
