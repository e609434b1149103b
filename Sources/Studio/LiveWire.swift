import FlyingFox
import Foundation
import StarmineMedia
import Synchronization

/// A page's wire: it asks for pictures, and the last question is answered. Questions that came while a picture was
/// drawn and were overtaken are dropped: nothing queues, so dragging a slider never lags behind.
struct LiveWire: WSMessageHandler {
  let desk: Desk
  let announcer: Announcer

  /// Pictures that wait for a page which does not read; older ones go.
  private static let mostWaiting = 8

  func makeMessages(for client: AsyncStream<WSMessage>) async throws -> AsyncStream<WSMessage> {
    let (messages, line) = AsyncStream.makeStream(
      of: WSMessage.self, bufferingPolicy: .bufferingNewest(Self.mostWaiting))
    let questions = LiveQuestions(desk, line)
    let number = announcer.add(line)
    Task {
      for await message in client {
        if case .text(let text) = message { questions.ask(text) }
      }
      announcer.remove(number)
      line.finish()
    }
    return messages
  }
}

/// A request with the number that its answer carries.
private struct LiveRequest: Decodable, Sendable {
  let number: Int
  let picture: PictureRequest

  private enum Key: CodingKey { case number }

  init(from decoder: any Decoder) throws {
    number = try decoder.container(keyedBy: Key.self).decode(Int.self, forKey: .number)
    picture = try PictureRequest(from: decoder)
  }
}

/// Header in front of a picture's bytes.
private struct LiveHead: Encodable {
  let number: Int
  let type: String
  let revision: String?
  let time: Double
  let width: Int
  let height: Int
  let particles: Int
  let milliseconds: Double
}

private final class LiveQuestions: Sendable {
  private let desk: Desk
  private let line: Announcer.Line
  private let state = Mutex<(waiting: LiveRequest?, isBusy: Bool)>((nil, false))

  init(_ desk: Desk, _ line: Announcer.Line) {
    (self.desk, self.line) = (desk, line)
  }

  func ask(_ text: String) {
    guard let request = try? JSONDecoder().decode(LiveRequest.self, from: Data(text.utf8)) else {
      return refuse(0, Refusal(.badRequest, "the request's JSON has another form than expected"))
    }
    let isFirst = state.withLock { state in
      state.waiting = request
      defer { state.isBusy = true }
      return !state.isBusy
    }
    if isFirst { work() }
  }

  /// Draws what waits, and then what has come meanwhile: after the other pages' turn.
  private func work() {
    let isTaken = desk.submit { [self] bench in
      if let request = state.withLock({ $0.waiting.take() }) {
        answer(request, bench)
        bench.readAhead(request.picture)
      }
      let isMore = state.withLock { state in
        state.isBusy = state.waiting != nil
        return state.isBusy
      }
      if isMore { work() }
    }
    if !isTaken { state.withLock { $0.isBusy = false } }
  }

  private func answer(_ request: LiveRequest, _ bench: Workbench) {
    do {
      let picture = try bench.draw(request.picture, isQuick: true)
      let head = try JSONText.encode(
        LiveHead(
          number: request.number, type: picture.format.mediaType, revision: request.picture.revision,
          time: request.picture.time, width: picture.width, height: picture.height, particles: picture.particles,
          milliseconds: picture.milliseconds))
      var data = Data(capacity: 4 + head.count + picture.bytes.count)
      withUnsafeBytes(of: UInt32(head.count).bigEndian) { data.append(contentsOf: $0) }
      data.append(head)
      data.append(contentsOf: picture.bytes)
      line.yield(.data(data))
    } catch {
      refuse(request.number, Refusal(error))
    }
  }

  private func refuse(_ number: Int, _ refusal: Refusal) {
    let event = RefusedEvent(number: number, status: refusal.status.code, message: refusal.message)
    guard let text = try? JSONText.encode(event) else { return }
    line.yield(.text(String(decoding: text, as: UTF8.self)))
  }
}
