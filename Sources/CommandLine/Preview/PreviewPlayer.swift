struct PreviewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "preview", abstract: "Play a preset in the terminal.",
    discussion: """
      Keys: space: pause; left, right: seek; up, down: one frame; q: quit. The terminal needs 24-bit colour. Each \
      character shows two pixels; `starmine studio` shows every pixel and changes values.

      EXAMPLES:
        starmine preview fireworks
        starmine preview snow --set 'snow.birthRate*=2'
      """)

  @OptionGroup var scene: SceneOptions

  @Option(help: "Number of render threads, 0 to 1024. 0: one per core.") var threads = 0

  func validate() throws {
    guard (0...1024).contains(threads) else { throw ValidationError("--threads \(threads): expected 0 to 1024") }
  }

  func run() throws {
    let loaded = try scene.edits.load(scene.request(scene.source()))
    guard let terminal = Terminal() else {
      throw CommandError.failed("preview needs a terminal. To write a file, use `starmine render`")
    }
    defer { terminal.restore() }
    let interruption = Interruption()
    var player = PreviewPlayer(
      terminal: terminal, movie: loaded.movie(),
      workers: threads > 0 ? threads : ProcessInfo.processInfo.activeProcessorCount)
    try player.run { interruption.request.isMade }
    terminal.restore()
    if interruption.request.isMade { throw CommandError.interrupted("Interrupted.") }
    print(player.summary)
  }
}

/// Plays a preview in a terminal in real time. Late frames are skipped.
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
  private var recent: [ContinuousClock.Instant] = []

  init(terminal: Terminal, movie: Movie, workers: Int) {
    (self.terminal, session, area) = (terminal, PreviewSession(movie), terminal.area)
    painter = FramePainter(workers: workers)
    let size = area.pixelSize
    buffer = PixelBuffer(width: size.width, height: size.height)
  }

  mutating func run(isInterrupted: () -> Bool) throws {
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
      guard handleKeys(until: next) else { break }
    }
    playedSeconds = start.duration(to: clock.now) / .seconds(1)
  }

  /// Returns false if the user quits.
  private mutating func handleKeys(until next: ContinuousClock.Instant) -> Bool {
    repeat {
      for key in PreviewKey.keys(in: terminal.read(within: clock.now.duration(to: next) / .seconds(1))) {
        guard session.press(key) else { return false }
      }
    } while clock.now < next
    return true
  }

  private mutating func showFrame() throws(MovieError) {
    followWindow()
    let size = PixelSize(width: buffer.width, height: buffer.height)
    let frame = try session.movie.frame(at: session.time, FrameOptions(pixelSize: size))
    try painter.draw(frame, into: &buffer)
    frames += 1
    let now = clock.now
    recent = recent.filter { $0.duration(to: now) < .seconds(1) } + [now]
    // Drawn at once by terminals with synchronized output. Others ignore the sequence.
    var bytes = Array("\u{1B}[?2026h".utf8) + blocks.bytes(for: buffer)
    bytes += status(particles: painter.counts.liveParticles) + Array("\u{1B}[?2026l".utf8)
    terminal.write(bytes)
  }

  private func status(particles: Int) -> [UInt8] {
    let span = (recent.first?.duration(to: recent.last ?? clock.now) ?? .zero) / .seconds(1)
    let rate = span > 0 ? Double(recent.count - 1) / span : 0
    let line = session.status(framesPerSecond: rate, particles: particles, width: area.columns)
    return Array("\u{1B}[\(area.rows + 1);1H\u{1B}[7m\(line)\u{1B}[K\u{1B}[0m".utf8)
  }

  private mutating func followWindow() {
    guard terminal.area != area else { return }
    (area, blocks) = (terminal.area, HalfBlocks())
    buffer = PixelBuffer(width: area.pixelSize.width, height: area.pixelSize.height)
    terminal.write(Array("\u{1B}[2J".utf8))
  }

  var summary: String {
    let rate = playedSeconds > 0 ? Double(frames) / playedSeconds : 0
    let work = frames > 0 ? workSeconds / Double(frames) * 1000 : 0
    return String(
      format: "%d frames of %dx%d pixels in %.1f s (%.1f fps); %.2f ms of work per frame", frames, buffer.width,
      buffer.height, playedSeconds, rate, work)
  }
}
