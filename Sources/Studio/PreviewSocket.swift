import Synchronization

/// The WebSocket of a page. It requests images, and only the last request is drawn. Older ones that arrive during
/// drawing are dropped, so that dragging a slider has no delay.
struct PreviewSocket: WSHandler {
  let desk: RenderThread
  let announcer: EventBroadcaster

  /// Maximum number of images waiting for a slow page. Older ones are dropped.
  private static let mostWaiting = 8

  /// - Parameter client: complete messages.
  func makeFrames(for client: AsyncThrowingStream<WSFrame, any Error>) async throws -> AsyncStream<WSFrame> {
    let (frames, line) = AsyncStream.makeStream(of: WSFrame.self, bufferingPolicy: .bufferingNewest(Self.mostWaiting))
    let questions = PendingPreviews(desk, line)
    let number = announcer.add(line)
    Task {
      var frames = client.makeAsyncIterator()
      while let frame = try? await frames.next() { Self.hear(frame, questions, line) }
      announcer.remove(number)
      questions.end()
      line.finish()
    }
    return frames
  }

  private static func hear(_ frame: WSFrame, _ questions: PendingPreviews, _ line: EventBroadcaster.Line) {
    switch frame.opcode {
    case .text: questions.ask(frame.payload)
    case .ping: line.yield(WSFrame(fin: true, opcode: .pong, mask: nil, payload: frame.payload))
    case .close: line.yield(frame)
    default: break
    }
  }
}

private struct PreviewHeader: Encodable {
  let number: Int
  let type: String
  let revision: String?
  let time: Double
  let width: Int
  let height: Int
  let particles: Int
  let milliseconds: Double
}

private final class PendingPreviews: Sendable {
  private struct State {
    var waiting: PictureRequest?
    var isBusy = false
    /// Cancellation and start time of the image being drawn.
    var drawing: (cancellation: Cancellation, since: ContinuousClock.Instant)?
    var patience = PendingPreviews.shortest
  }

  private let desk: RenderThread
  private let line: EventBroadcaster.Line
  private let state = Mutex(State())
  /// Time before an outdated image is cancelled, so that images appear during continuous dragging. After a
  /// cancellation, the time doubles.
  private static let (shortest, longest) = (Duration.milliseconds(250), Duration.seconds(8))

  init(_ desk: RenderThread, _ line: EventBroadcaster.Line) {
    (self.desk, self.line) = (desk, line)
  }

  func ask(_ text: Data) {
    guard let request = try? JSONDecoder().decode(PictureRequest.self, from: text) else {
      return refuse(0, RequestError(.badRequest, "the JSON of the request does not have the expected members"))
    }
    let (isFirst, drawing) = state.withLock { state in
      let isOvertaking = state.waiting == nil
      state.waiting = request
      defer { state.isBusy = true }
      return (!state.isBusy, isOvertaking ? state.drawing.map { ($0.cancellation, $0.since + state.patience) } : nil)
    }
    if isFirst { work() }
    guard let (cancellation, end) = drawing else { return }
    Task {
      try await Task.sleep(until: end)
      giveUp(cancellation)
    }
  }

  private func giveUp(_ cancellation: Cancellation) {
    state.withLock { state in
      guard state.drawing?.cancellation === cancellation else { return }
      cancellation.request()
      state.patience = min(state.patience * 2, Self.longest)
    }
  }

  func end() {
    state.withLock { state in
      state.waiting = nil
      state.drawing?.cancellation.request()
    }
  }

  /// Draws the waiting request, then one that arrived meanwhile, in turn with other pages.
  private func work() {
    let isTaken = desk.submit { [self] bench in
      if let request = begin() {
        answer(request.question, unless: request.cancellation, bench)
        state.withLock { $0.drawing = nil }
        if !request.cancellation.isRequested { bench.readAhead(request.question) }
      }
      let isMore = state.withLock { state in
        state.isBusy = state.waiting != nil
        return state.isBusy
      }
      if isMore { work() }
    }
    if !isTaken { state.withLock { $0.isBusy = false } }
  }

  private func begin() -> (question: PictureRequest, cancellation: Cancellation)? {
    state.withLock { state in
      guard let question = state.waiting.take() else { return nil }
      let cancellation = Cancellation()
      state.drawing = (cancellation, .now)
      return (question, cancellation)
    }
  }

  private func answer(_ request: PictureRequest, unless cancellation: Cancellation, _ bench: SceneRenderer) {
    do {
      let picture = try bench.work(unless: cancellation) { try $0.draw(request, isQuick: true) }
      let head = try JSONText.line(
        PreviewHeader(
          number: request.number ?? 0, type: picture.format.mediaType, revision: request.revision,
          time: request.time ?? 0, width: picture.width, height: picture.height, particles: picture.particles,
          milliseconds: picture.milliseconds))
      var data = Data(capacity: 4 + head.count + picture.bytes.count)
      for shift in [24, 16, 8, 0] { data.append(UInt8(truncatingIfNeeded: head.count >> shift)) }
      data.append(head)
      data.append(contentsOf: picture.bytes)
      line.yield(.data(data))
      state.withLock { $0.patience = Self.shortest }
    } catch {
      if cancellation.isRequested { return }
      refuse(request.number ?? 0, RequestError(error))
    }
  }

  private func refuse(_ number: Int, _ refusal: RequestError) {
    let event = RefusedEvent(number: number, status: refusal.status.code, message: refusal.message)
    guard let text = try? JSONText.line(event) else { return }
    line.yield(.text(text))
  }
}

/// Sends events to all open pages.
final class EventBroadcaster: Sendable {
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

struct FileEvent: Encodable {
  let event = "file"
  let file: String
  let base: String
}

struct RenderEvent: Encodable {
  let event = "render"
  let state: String
  let done: Int
  let count: Int
  let message: String?
}

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
