import Foundation
import StarmineRendering
import StarmineRaster
import StarmineScene
import StarmineTuning

/// Plays a preview in a terminal: time goes by the wall clock, frames that come late are left out.
struct PreviewPlayer: ~Copyable {
  private let terminal: Terminal
  private var session: PreviewSession
  private var painter: FramePainter
  private var area: TerminalArea
  private var blocks = HalfBlocks()
  private var buffer: PixelBuffer
  private let clock = ContinuousClock()

  private var frames = 0
  private var workSeconds = 0.0
  private var playedSeconds = 0.0
  /// Times of the frames of the last second.
  private var recent: [ContinuousClock.Instant] = []

  init(terminal: Terminal, session: PreviewSession, workers: Int) {
    (self.terminal, self.session, area) = (terminal, session, terminal.area)
    painter = FramePainter(workers: workers)
    let size = area.pixelSize
    buffer = PixelBuffer(width: size.width, height: size.height)
  }

  /// Until the user quits or a signal comes.
  ///
  /// - Parameter save: writes the tuned document and says so.
  mutating func run(isInterrupted: () -> Bool, save: (PreviewSession) throws -> String) throws {
    let start = clock.now
    var last = start
    var next = start
    while !isInterrupted() {
      let now = clock.now
      session.advance(by: last.duration(to: now) / .seconds(1))
      last = now
      try showFrame()
      workSeconds += now.duration(to: clock.now) / .seconds(1)
      next = max(next.advanced(by: .seconds(1 / min(60, max(1, session.movie.framesPerSecond)))), clock.now)
      guard try handleKeys(until: next, save) else { break }
    }
    playedSeconds = start.duration(to: clock.now) / .seconds(1)
  }

  /// False if the user quits.
  private mutating func handleKeys(
    until next: ContinuousClock.Instant, _ save: (PreviewSession) throws -> String
  ) throws -> Bool {
    repeat {
      for key in PreviewKey.keys(in: terminal.read(within: clock.now.duration(to: next) / .seconds(1))) {
        let hadHelp = session.showsHelp
        let request = session.press(key)
        // The help covered a part of the picture.
        if hadHelp, !session.showsHelp { blocks = HalfBlocks() }
        switch request {
        case .quit: return false
        case .save:
          _ = keep(save)
        case .saveAndQuit:
          if keep(save) { return false }
        case .nothing: break
        }
      }
    } while clock.now < next
    return true
  }

  /// Whether the document was saved; says what came of it.
  private mutating func keep(_ save: (PreviewSession) throws -> String) -> Bool {
    do {
      session.message = try save(session)
      session.noteSaved()
      return true
    } catch {
      session.message = CommandError(error)?.message ?? "\(error)"
      return false
    }
  }

  private mutating func showFrame() throws(MovieError) {
    followWindow()
    let size = PixelSize(width: buffer.width, height: buffer.height)
    let frame = try session.movie.frame(at: session.time, FrameOptions(pixelSize: size))
    try painter.draw(frame, into: &buffer)
    frames += 1
    let now = clock.now
    recent = recent.filter { $0.duration(to: now) < .seconds(1) } + [now]
    // Drawn in one go where the terminal knows how (synchronized output); others ignore it.
    var bytes = Array("\u{1B}[?2026h".utf8) + blocks.bytes(for: buffer)
    bytes += status(particles: painter.counts.liveParticles) + Array("\u{1B}[?2026l".utf8)
    terminal.write(bytes)
  }

  private func status(particles: Int) -> [UInt8] {
    let span = (recent.first?.duration(to: recent.last ?? clock.now) ?? .zero) / .seconds(1)
    let rate = span > 0 ? Double(recent.count - 1) / span : 0
    let lines = session.status(framesPerSecond: rate, particles: particles, width: area.columns)
    var text = ""
    for (index, line) in lines.enumerated() {
      text += "\u{1B}[\(area.rows + 1 + index);1H\u{1B}[7m\(line)\u{1B}[K\u{1B}[0m"
    }
    return Array((text + help).utf8)
  }

  /// The keys, over the picture.
  private var help: String {
    guard session.showsHelp else { return "" }
    let width = PreviewSession.help.map(\.keys.count).max() ?? 0
    return PreviewSession.help.prefix(area.rows).enumerated().map { index, row in
      let keys = row.keys.padding(toLength: width + 2, withPad: " ", startingAt: 0)
      let line = " \(keys)\(row.meaning)".padding(toLength: 44, withPad: " ", startingAt: 0)
      return "\u{1B}[\(index + 1);1H\u{1B}[7m\(line.prefix(area.columns))\u{1B}[0m"
    }.joined()
  }

  /// Follows changes of the window's size.
  private mutating func followWindow() {
    guard terminal.area != area else { return }
    (area, blocks) = (terminal.area, HalfBlocks())
    buffer = PixelBuffer(width: area.pixelSize.width, height: area.pixelSize.height)
    terminal.write(Array("\u{1B}[2J".utf8))
  }

  /// Summary of the preview, for after it.
  var summary: String {
    let rate = playedSeconds > 0 ? Double(frames) / playedSeconds : 0
    let work = frames > 0 ? workSeconds / Double(frames) * 1000 : 0
    return String(
      format: "%d frames of %dx%d pixels in %.1f s (%.1f fps); %.2f ms of work per frame", frames, buffer.width,
      buffer.height, playedSeconds, rate, work)
  }
}
