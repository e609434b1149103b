import Foundation
import StarmineTestSupport

/// Chromium through its driver: WebDriver's JSON over plain HTTP.
final class Browser {
  /// Why the browser's tests cannot run here; nil if they can.
  static let absence: String? = {
    let paths = ["/usr/bin/chromium", "/usr/bin/chromedriver"]
    let missing = paths.filter { !FileManager.default.isExecutableFile(atPath: $0) }
    return missing.isEmpty ? nil : "\(missing.joined(separator: ", ")) not found: ./setup --studio-tests installs them"
  }()

  struct Failure: Error, CustomStringConvertible { let description: String }

  private let driver: Process
  private let port: UInt16
  private var session = ""

  init(width: Int = 1400, height: Int = 900) throws {
    // A port that was free may be taken a moment later.
    var started: (Process, UInt16)?
    for _ in 0..<5 where started == nil { started = try Self.startDriver() }
    guard let started else { throw Failure(description: "chromedriver does not start") }
    (driver, port) = started
    let arguments = [
      "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--force-device-scale-factor=1",
      "--window-size=\(width),\(height)",
    ]
    let wish: [String: Any] = [
      "capabilities": ["alwaysMatch": ["goog:chromeOptions": ["binary": "/usr/bin/chromium", "args": arguments]]]
    ]
    guard let made = try call("POST", "/session", wish) as? [String: Any], let id = made["sessionId"] as? String
    else { throw Failure(description: "no session") }
    session = "/session/\(id)"
    _ = try call("POST", "\(session)/timeouts", ["script": 60_000])
  }

  /// The driver and its port; nil where it ends at once.
  private static func startDriver() throws -> (Process, UInt16)? {
    let driver = Process()
    driver.executableURL = URL(filePath: "/usr/bin/chromedriver")
    driver.arguments = ["--port=0"]
    let output = Pipe()
    driver.standardOutput = output
    driver.standardError = FileHandle.nullDevice
    try driver.run()
    var text = ""
    while let data = try output.fileHandleForReading.read(upToCount: 1), !data.isEmpty {
      text += String(decoding: data, as: UTF8.self)
      if let match = text.firstMatch(of: /on port (\d+)\./), let port = UInt16(match.output.1) { return (driver, port) }
    }
    driver.waitUntilExit()
    return nil
  }

  func quit() {
    _ = try? call("DELETE", session, nil)
    kill(driver.processIdentifier, SIGKILL)
    driver.waitUntilExit()
  }

  private func call(_ method: String, _ path: String, _ body: [String: Any]?) throws -> Any? {
    let content = try body.map { Array(try JSONSerialization.data(withJSONObject: $0)) } ?? []
    let data = Data(
      try RawHTTP.ask(port, method, path, body: content, headers: ["Content-Type": "application/json"]).body)
    let answer = try JSONSerialization.jsonObject(with: data) as? [String: Any]
    let value = answer?["value"]
    if let error = value as? [String: Any], let name = error["error"] {
      throw Failure(description: "\(name): \(error["message"] ?? "")")
    }
    return value
  }

  func open(_ address: String) throws {
    _ = try call("POST", "\(session)/url", ["url": address])
    try wait("document.documentElement.dataset.state === 'ready' && Number(canvas.dataset.number) > 0")
  }

  /// Runs a script of the page, which may wait; what it returns.
  @discardableResult
  func run(_ script: String) throws -> Any? {
    let text = """
      const done = arguments[arguments.length - 1];
      const canvas = document.getElementById('canvas');
      (async () => { \(script) })().then(done, error => done({ failure: String(error) }))
      """
    let value = try call("POST", "\(session)/execute/async", ["script": text, "args": [Any]()])
    if let failure = (value as? [String: Any])?["failure"] { throw Failure(description: "\(failure) in \(script)") }
    return value
  }

  /// Waits until an expression of the page is true; throws what it was about after a long while.
  func wait(_ expression: String) throws {
    let script = """
      const start = performance.now();
      while (!(\(expression))) {
        if (performance.now() - start > 45000) throw new Error('never came true');
        await new Promise(resolve => setTimeout(resolve, 15));
      }
      """
    try run(script)
  }

  func text(_ expression: String) throws -> String {
    try run("return String(\(expression))") as? String ?? ""
  }

  // MARK: Hands

  /// Presses keys where the focus is; `\u{E009}` is Control.
  func press(_ keys: String...) throws {
    let down = keys.map { ["type": "keyDown", "value": $0] }
    let up = keys.reversed().map { ["type": "keyUp", "value": $0] }
    try act(["type": "key", "id": "keys", "actions": down + up])
  }

  func click(_ selector: String) throws {
    let (x, y) = try middle(of: selector)
    try act(pointer([move(x, y), ["type": "pointerDown", "button": 0], ["type": "pointerUp", "button": 0]]))
  }

  /// From the middle of an element over a distance.
  func drag(_ selector: String, by distance: (x: Int, y: Int)) throws {
    let (x, y) = try middle(of: selector)
    try act(
      pointer([
        move(x, y), ["type": "pointerDown", "button": 0], move(x + distance.x / 2, y + distance.y / 2),
        move(x + distance.x, y + distance.y), ["type": "pointerUp", "button": 0],
      ]))
  }

  private func middle(of selector: String) throws -> (Int, Int) {
    let script = """
      const element = document.querySelector(`\(selector)`);
      if (!element) throw new Error('no such element');
      element.scrollIntoView({ block: 'nearest' });
      const box = element.getBoundingClientRect();
      return [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)]
      """
    guard let place = try run(script) as? [Int], place.count == 2 else { throw Failure(description: selector) }
    return (place[0], place[1])
  }

  private func move(_ x: Int, _ y: Int) -> [String: Any] { ["type": "pointerMove", "x": x, "y": y, "duration": 30] }

  private func pointer(_ actions: [[String: Any]]) -> [String: Any] {
    ["type": "pointer", "id": "mouse", "parameters": ["pointerType": "mouse"], "actions": actions]
  }

  private func act(_ source: [String: Any]) throws {
    _ = try call("POST", "\(session)/actions", ["actions": [source]])
  }

  // MARK: Tabs

  func newTab() throws -> String {
    let made = try call("POST", "\(session)/window/new", ["type": "tab"]) as? [String: Any]
    let tab = made?["handle"] as? String ?? ""
    try show(tab)
    return tab
  }

  func currentTab() throws -> String { try call("GET", "\(session)/window", nil) as? String ?? "" }
  func show(_ tab: String) throws { _ = try call("POST", "\(session)/window", ["handle": tab]) }
}
