import StarmineStudio
import StarmineTestSupport
import Testing

/// The reader of WebSocket messages. Right values are those of RFC 6455.
struct MessageTests {
  private func read(
    _ frames: [UInt8]..., longest: Int = 1000, inPartsOf size: Int = .max
  ) throws(MessageReader.MessageError) -> [MessageReader.Message] {
    var (reader, bytes) = (MessageReader(longest: longest), frames.flatMap { $0 }[...])
    var found: [MessageReader.Message] = []
    while !bytes.isEmpty {
      reader.append(Array(bytes.prefix(size)))
      bytes = bytes.dropFirst(size)
      while let message = try reader.next() { found.append(message) }
    }
    return found
  }

  private func frame(_ code: UInt8, _ text: String = "", isLast: Bool = true) -> [UInt8] {
    RawWire.frame(code, Array(text.utf8), isLast: isLast)
  }

  @Test(arguments: [1, 3, 100, .max]) func messagesAreReadInAnyParts(size: Int) throws {
    let long = String(repeating: "ü", count: 200)
    let messages = try read(
      frame(1, "one"), frame(9, "?"), frame(1, "t", isLast: false), frame(10), frame(9), frame(0, "w"),
      frame(2, long), inPartsOf: size)
    #expect(
      messages == [
        .text("one"), .ping(Array("?".utf8)), .ping([]), .text("tw"), .data(Array(long.utf8)),
      ])
  }

  @Test func lengthsHaveThreeForms() throws {
    for count in [0, 125, 126, 0xFFFF, 0x10000] {
      let text = String(repeating: "x", count: count)
      #expect(try read(frame(1, text), longest: 1 << 20) == [.text(text)])
    }
    #expect(try read(frame(2, "abc"), [0x88, 0x80, 0, 0, 0, 0]) == [.data(Array("abc".utf8)), .close(1000)])
    #expect(try read(RawWire.frame(8, [0x03, 0xE9])) == [.close(1001)])
  }

  @Test func longMessagesEnd() {
    func failure(_ frames: [UInt8]) -> MessageReader.MessageError? {
      do throws(MessageReader.MessageError) {
        _ = try read(frames)
        return nil
      } catch {
        return error
      }
    }
    let text = String(repeating: "x", count: 600)
    #expect(failure(frame(1, text, isLast: false)) == nil)
    #expect(failure(frame(1, text, isLast: false) + frame(0, text)) == .isTooLong)
    // The head is enough: the bytes never come.
    #expect(failure(RawWire.frame(1, [], length: 1001)) == .isTooLong)
    #expect(failure(RawWire.frame(2, [], length: .max)) == .isTooLong)
    #expect(failure(RawWire.frame(1, [0xFF])) == .isNotText)
    #expect(failure(RawWire.frame(1, [0x20], isMasked: false)) == .isNotProtocol)
    #expect(failure(frame(0, "x")) == .isNotProtocol)
    #expect(failure(frame(1, "x", isLast: false) + frame(1, "y")) == .isNotProtocol)
    #expect(failure(frame(9, "x", isLast: false)) == .isNotProtocol)
    #expect(failure(frame(9, String(repeating: "x", count: 126))) == .isNotProtocol)
    #expect(failure(frame(3)) == .isNotProtocol)
    #expect(failure([0xC1, 0x80, 0, 0, 0, 0]) == .isNotProtocol)
  }
}
