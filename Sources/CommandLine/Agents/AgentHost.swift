/// Serves a client on standard input and output. It reads messages during a call, so that the client can cancel it.
struct AgentHost {
  private struct Call {
    let id: String
    /// As JSON; nil if the client wants no progress.
    let token: String?
    let line: [UInt8]
  }

  private typealias Clock = ContinuousClock

  private let server: AgentServer
  /// Maximum seconds of a call; 0 for no limit.
  private let limit: Double
  private var input = MessageLines(STDIN_FILENO, longest: longestMessage)
  /// Time of the end of input; nil for a file, which is complete from the start.
  private var endOfInput: Clock.Instant?
  private var waiting: [Call] = []
  private var running: (call: Call, start: Clock.Instant, toldSeconds: Int)?
  private var worker: AgentWorker?

  /// Longer messages are not read; the reply is an error.
  private static let longestMessage = 32 << 20
  /// Maximum bytes of waiting calls.
  private static let mostWaiting = 256 << 20
  /// Maximum seconds of a call after the end of input.
  private static let patience = 4.0

  init(_ server: AgentServer, limit: Double) { (self.server, self.limit) = (server, limit) }

  mutating func run() {
    while true {
      while let line = input.next() { receive(line) }
      if running == nil, !waiting.isEmpty { start(waiting.removeFirst()) }
      if input.isAtEnd, running == nil { break }
      wait()
      supervise()
    }
    worker?.stop()
  }

  private mutating func receive(_ line: [UInt8]) {
    do throws(AgentMessage.NoMessage) {
      let message = try AgentMessage(line)
      switch (message.method, message.id) {
      case ("notifications/cancelled", _): cancel(message.parameter("requestId"))
      case ("tools/call", let id?):
        guard waiting.count < 10_000, waiting.reduce(line.count, { $0 + $1.line.count }) <= Self.mostWaiting else {
          return MessageLines.write(AgentMessage.error(-32000, "too many calls are waiting", id))
        }
        waiting.append(Call(id: id, token: message.parameter("_meta", "progressToken"), line: line))
      default: if let answer = server.answer(to: message) { MessageLines.write(answer) }
      }
    } catch {
      if let answer = error.answer { MessageLines.write(answer) }
    }
  }

  /// A cancelled call has no reply.
  private mutating func cancel(_ id: String?) {
    waiting.removeAll { $0.id == id }
    if let running, running.call.id == id { stop(nil) }
  }

  private mutating func start(_ call: Call) {
    running = (call, Clock.now, 0)
    do {
      let present = try worker ?? AgentWorker(threads: server.tools.threads)
      worker = present
      present.send(call.line)
    } catch {
      finish("a process for the call cannot start: \(error.localizedDescription)")
    }
  }

  /// Waits for input, for the reply to the call, or for a timeout.
  private mutating func wait() {
    let closed: Int32 = -1
    var files = [
      pollfd(fd: input.isAtEnd ? closed : STDIN_FILENO, events: Int16(POLLIN), revents: 0),
      pollfd(fd: running == nil ? closed : worker?.lines.file ?? closed, events: Int16(POLLIN), revents: 0),
    ]
    guard poll(&files, 2, running == nil ? -1 : 100) > 0 else { return }
    if files[0].revents != 0, !input.read(), !input.isRegularFile { endOfInput = Clock.now }
    guard files[1].revents != 0, let worker else { return }
    let isOpen = worker.lines.read()
    if let answer = worker.lines.next() {
      MessageLines.write(answer)
      running = nil
    } else if !isOpen {
      self.worker = nil
      finish("the render process ended (\(worker.end)): the document is damaged or needs too much memory")
    }
  }

  /// Reports progress of the call, and ends one that takes too long.
  private mutating func supervise() {
    guard let (call, start, told) = running else { return }
    let seconds = (Clock.now - start) / .seconds(1)
    if let token = call.token, Int(seconds) > told {
      running?.toldSeconds = Int(seconds)
      MessageLines.write(AgentMessage.progress(Int(seconds), token))
    }
    if limit > 0, seconds > limit {
      stop("stopped after \(Int(limit)) seconds: ask for fewer frames or a smaller size, or set --time-limit")
    } else if let endOfInput, (Clock.now - max(start, endOfInput)) / .seconds(1) > Self.patience {
      stop("stopped \(Int(Self.patience)) seconds after the end of the input; keep it open until the answer arrives")
    }
  }

  private mutating func stop(_ problem: String?) {
    worker?.stop()
    worker = nil
    if let problem { finish(problem) } else { running = nil }
  }

  private mutating func finish(_ problem: String) {
    guard let call = running?.call else { return }
    running = nil
    MessageLines.write(AgentMessage.result(AgentServer.result([.text(problem)], isError: true), call.id))
  }
}
