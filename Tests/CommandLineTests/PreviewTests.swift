import Foundation
import Testing

/// The preview in a real terminal, which is tmux.
@Suite(.serialized, .enabled(if: Tmux.isInstalled, "tmux is not installed: the terminal preview is not tested"))
struct PreviewTests {
  @Test func keysChangeWhatIsShown() throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    let tmux = try Tmux(in: starmine.folder, columns: 120, rows: 41)
    defer { tmux.close() }
    tmux.type("clear; \(Starmine.executable.path) preview fireworks --threads 1; echo code $?\n")
    let playing = tmux.wait { $0.contains("/3.00 s") }
    #expect(playing.contains("particles") && playing.contains("▀"))
    // Paused, so that what is compared stands still.
    tmux.type(" ")
    let paused = tmux.wait { $0.contains("paused") }
    tmux.key("Right")
    let sought = tmux.wait { $0.clock != paused.clock }
    #expect(sought.picture != paused.picture)
    tmux.type("q")
    let after = tmux.wait { $0.contains("code 0") }
    #expect(after.contains("pixels in") && !after.contains("▀"))
    #expect(after.contains(/frames of 120x80 pixels/))
  }

  /// The terminal is as before: echo, line input and cursor are there, and the old screen.
  @Test(arguments: ["INT", "TERM"]) func signalsRestoreTheTerminal(signal: String) throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    let tmux = try Tmux(in: starmine.folder, columns: 60, rows: 20)
    defer { tmux.close() }
    tmux.type("stty -a > before; echo marker; \(Starmine.executable.path) preview snow --threads 1; echo code $?\n")
    _ = tmux.wait { $0.contains("particles") }
    // The pane's program is a shell, the preview its child.
    tmux.signal(signal)
    let after = tmux.wait { $0.contains(signal == "INT" ? "code 130" : "code 143") }
    #expect(after.contains("marker") && after.contains("Interrupted.") && !after.contains("particles"))
    tmux.type("stty -a > after; echo ready\n")
    _ = tmux.wait { $0.contains("\nready") }
    #expect(try starmine.text("before") == starmine.text("after"))
    #expect(tmux.cursorIsVisible)
  }

  @Test func theWindowMayChangeItsSize() throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    let tmux = try Tmux(in: starmine.folder, columns: 80, rows: 24)
    defer { tmux.close() }
    tmux.type("\(Starmine.executable.path) preview snow --threads 1 2>errors\n")
    _ = tmux.wait { $0.contains("particles") }
    tmux.resize(columns: 50, rows: 12)
    let small = tmux.wait {
      $0.split(separator: "\n").last?.contains("particles") ?? false
        && $0.split(separator: "\n", omittingEmptySubsequences: false).count <= 13
    }
    // What was on its way when the size changed has passed by the second frame from here.
    let first = tmux.wait { $0.clock != small.clock }
    _ = tmux.wait { $0.clock != first.clock && $0.clock != small.clock }
    tmux.type("q")
    _ = tmux.wait { $0.contains("frames of 50x22 pixels") }
  }
}

@Suite struct PreviewWithoutTerminalTests {
  @Test func previewWithoutATerminalIsAnError() throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    let outcome = try starmine.run("preview", "snow")
    #expect(outcome.code == 1 && outcome.output.isEmpty)
    #expect(outcome.errors == "Error: preview needs a terminal. To write a file, use `starmine render`\n")
  }
}

/// A terminal without a window.
private struct Tmux {
  private let socket: String

  static var isInstalled: Bool {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .contains { FileManager.default.isExecutableFile(atPath: "\($0)/tmux") }
  }

  init(in folder: URL, columns: Int, rows: Int) throws {
    socket = folder.appending(path: ".tmux").path
    run([
      "-f", "/dev/null", "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", "-c", folder.path,
      "env -u NO_COLOR PS1='$ ' sh",
    ])
    run(["set-option", "-g", "status", "off"])
  }

  /// The server outlives the command that starts it, so it must not keep the descriptors by which Foundation notices
  /// the end of this process and of others.
  private static let script = """
    for file in /proc/$$/fd/*; do
      number=${file##*/}
      if (( number > 2 )); then eval "exec $number>&-"; fi
    done
    exec tmux "$@"
    """

  private func process(_ arguments: [String], output: Any) -> Process? {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = ["-c", Self.script, "tmux", "-u", "-S", socket] + arguments
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    return (try? process.run()) == nil ? nil : process
  }

  /// Not through a pipe, which the server would keep open.
  private func run(_ arguments: [String]) {
    process(arguments, output: FileHandle.nullDevice)?.waitUntilExit()
  }

  private func ask(_ arguments: [String]) -> String {
    let pipe = Pipe()
    guard let process = process(arguments, output: pipe) else { return "" }
    let data = (try? pipe.fileHandleForReading.readToEnd()) ?? nil
    process.waitUntilExit()
    return String(decoding: data ?? Data(), as: UTF8.self)
  }

  func type(_ text: String) { run(["send-keys", "-l", text]) }
  func key(_ name: String) { run(["send-keys", name]) }
  func resize(columns: Int, rows: Int) { run(["resize-window", "-x", "\(columns)", "-y", "\(rows)"]) }

  /// By force: programs inherit signals that threads of this process block, so the shell and the server stay otherwise.
  func close() {
    let programs = ask(["display-message", "-p", "#{pane_pid} #{pid}"]).split(whereSeparator: \.isWhitespace)
    for program in programs.compactMap({ pid_t($0) }) { kill(program, SIGKILL) }
  }

  /// Contents of the screen, colours included.
  var screen: String { ask(["capture-pane", "-p", "-e"]) }

  /// The screen when it shows something; as it is after a minute of looking otherwise.
  func wait(_ condition: (String) -> Bool) -> String {
    for _ in 0..<3000 {
      let screen = screen
      if condition(screen) { return screen }
      usleep(20_000)
    }
    Issue.record("the screen stays\n\(screen)")
    return screen
  }

  /// To the programs that the pane's shell started.
  func signal(_ name: String) {
    let shell = ask(["display-message", "-p", "#{pane_pid}"]).trimmingCharacters(in: .whitespacesAndNewlines)
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = [
      "-c",
      "for p in /proc/[0-9]*; do [ \"$(cut -d' ' -f4 $p/stat 2>/dev/null)\" = \(shell) ] && kill -\(name) ${p#/proc/}; "
        + "done; true",
    ]
    guard (try? process.run()) != nil else { return }
    process.waitUntilExit()
  }

  var cursorIsVisible: Bool {
    ask(["display-message", "-p", "#{cursor_flag}"]).hasPrefix("1")
  }
}

extension String {
  /// The time in the status line.
  fileprivate var clock: String {
    firstMatch(of: /([0-9.]+)\/[0-9.]+ s/).map { String($0.1) } ?? ""
  }

  /// Everything above the status.
  fileprivate var picture: [Substring] { Array(split(separator: "\n").dropLast()) }
}
