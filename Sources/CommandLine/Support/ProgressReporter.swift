/// How progress is shown, on standard error.
enum ProgressStyle: String, ExpressibleByArgument, CaseIterable {
  case auto, bar, lines, json, none
}

/// Prints progress at intervals. Times come from the export.
struct ProgressReporter {
  private let style: ProgressStyle
  private let unit: String
  private let usesColor: Bool
  private let output: String?
  private var lastPrint = -Double.infinity
  private var barIsOpen = false

  init(
    style: ProgressStyle, unit: String = "frames", output: String? = nil,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    (self.unit, self.output) = (unit, output)
    let isTerminal = isatty(STDERR_FILENO) == 1 && environment["TERM"] != "dumb"
    let chosen = style == .auto ? (isTerminal ? .bar : .lines) : style
    self.style = chosen != .json && Log.style.isQuiet ? .none : chosen
    usesColor = isTerminal && (environment["NO_COLOR"] ?? "").isEmpty
  }

  /// Seconds between two prints.
  private var interval: Double {
    switch style {
    case .bar, .auto: 0.1
    case .json: 0.5
    case .lines: 5
    case .none: .infinity
    }
  }

  func start(_ event: some Encodable) {
    if style == .json { Log.event(event) }
  }

  mutating func update(_ progress: ExportProgress) {
    guard style != .none else { return }
    let isLast = progress.framesDone == progress.frameCount
    guard isLast && style != .lines || progress.secondsElapsed - lastPrint >= interval else { return }
    // Without any progress, a first line has no information.
    if style == .lines, lastPrint < 0 {
      lastPrint = progress.secondsElapsed
      return
    }
    lastPrint = progress.secondsElapsed
    switch style {
    case .bar, .auto:
      writeToStandardError("\r\u{1B}[K" + bar(progress))
      barIsOpen = true
    case .lines: note(line(progress))
    case .json: Log.event(event(progress))
    case .none: break
    }
  }

  /// Removes the bar, so that the next output starts on a clean line.
  mutating func finish() {
    if barIsOpen { writeToStandardError("\r\u{1B}[K") }
    barIsOpen = false
  }

  private func bar(_ progress: ExportProgress) -> String {
    let width = 24
    let filled = width * progress.framesDone / max(1, progress.frameCount)
    let (on, off) = (String(repeating: "━", count: filled), String(repeating: "─", count: width - filled))
    let drawn = usesColor ? "\u{1B}[36m\(on)\u{1B}[2m\(off)\u{1B}[0m" : on + off
    return "\(drawn) \(line(progress))"
  }

  private func line(_ progress: ExportProgress) -> String {
    let count = String(
      format: "%d/%d %@, %.1f %@, %@ left", progress.framesDone, progress.frameCount, unit, progress.framesPerSecond,
      unit == "frames" ? "fps" : "per second", minutes(progress.secondsLeft))
    return progress.liveParticles > 0 ? "\(count), \(progress.liveParticles.counted("particle"))" : count
  }

  private func minutes(_ seconds: Double) -> String {
    let whole = Int(seconds.rounded(.up))
    return String(format: "%d:%02d", whole / 60, whole % 60)
  }

  private struct FrameEvent: Encodable {
    var event = "frame"
    var output: String?
    var frame: Int
    var frames: Int
    var fps: Double
    var eta: Double
    var elapsed: Double
    var particles: Int
  }

  private func event(_ progress: ExportProgress) -> FrameEvent {
    func rounded(_ number: Double) -> Double { (number * 100).rounded() / 100 }
    return FrameEvent(
      output: output, frame: progress.framesDone, frames: progress.frameCount,
      fps: rounded(progress.framesPerSecond), eta: rounded(progress.secondsLeft),
      elapsed: rounded(progress.secondsElapsed), particles: progress.liveParticles)
  }
}

extension ExportProgress {
  fileprivate var framesPerSecond: Double { secondsElapsed > 0 ? Double(framesDone) / secondsElapsed : 0 }

  fileprivate var secondsLeft: Double {
    framesDone > 0 ? Double(frameCount - framesDone) * secondsElapsed / Double(framesDone) : 0
  }
}
