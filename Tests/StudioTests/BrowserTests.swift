import Foundation
import StarmineGraphics
import StarmineMedia
import StarmineTestSupport
import Testing

/// The page in a real browser, used as a person uses it. Skipped where there is none: `./setup --studio-tests`.
@Suite(.serialized, .enabled(if: Browser.absence == nil, "\(Browser.absence ?? "")"))
struct BrowserTests {
  /// A page with the small document, and the browser that shows it.
  func use(
    _ subject: String = "tiny.json", files: [String: String] = [:], width: Int = 1400,
    _ body: (Browser, StudioProcess) throws -> Void
  ) throws {
    let studio = try StudioProcess(subject, files: files)
    let browser = try Browser(width: width)
    defer { browser.quit() }
    try browser.open(studio.address)
    try body(browser, studio)
  }

  /// The selected cell's number field.
  private let velocity = "[data-key=velocity] .value input"

  /// Types a number into a field and presses Enter.
  private func type(_ text: String, into selector: String, _ browser: Browser) throws {
    let old = try browser.text("canvas.dataset.revision")
    try browser.run(
      """
      const field = document.querySelector('\(selector)');
      field.focus(); field.value = '\(text)'; field.dispatchEvent(new Event('change'))
      """)
    try browser.wait("canvas.dataset.revision !== '\(old)' && canvas.dataset.type === 'image/png'")
  }

  /// Time, size and colours of the canvas, read in one go: the page draws again when its window has been laid out.
  private struct Shown: Decodable {
    let time: String
    let size: String
    let hash: UInt32
  }

  private func shown(_ browser: Browser) throws -> Shown {
    let text = try browser.text(
      """
      (() => {
        const data = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
        let hash = 0x811c9dc5;
        for (let index = 0; index < data.length; index += 1) {
          if (index % 4 < 3) hash = Math.imul(hash ^ data[index], 0x01000193) >>> 0;
        }
        return JSON.stringify({ time: canvas.dataset.time, size: `${canvas.width}x${canvas.height}`, hash })
      })()
      """)
    return try JSONDecoder().decode(Shown.self, from: Data(text.utf8))
  }

  /// Whether the canvas holds the very pixels of a picture.
  func expectCanvas(
    _ browser: Browser, isStillOf arguments: [String], _ studio: StudioProcess, _ file: String = "tiny.json"
  ) throws {
    let shown = try shown(browser)
    let process = Process()
    process.executableURL = StudioProcess.executable
    process.arguments = ["still", file, "--at", shown.time, "--size", shown.size, "-o", "expected.png"] + arguments
    (process.currentDirectoryURL, process.standardOutput) = (studio.folder, FileHandle.nullDevice)
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    let expected = try ImageReader.image(atPath: studio.folder.appending(path: "expected.png").path)
    #expect(shown.hash == expected.colorHash, "at \(shown.time) s, \(shown.size)")
  }

  @Test func sliderMovesThePixelsOfStill() throws {
    try use { browser, studio in
      try expectCanvas(browser, isStillOf: [], studio)
      let slider = "document.querySelector('[data-key=velocity] input[type=range]')"
      for _ in 0..<4 {
        try browser.run("\(slider).focus()")
        try browser.press("\u{E014}")
      }
      let store = "(await import(new URL('store.js', location.href))).store"
      let field = "document.querySelector('\(velocity)')"
      // The picture, the text and the field are those of the last press when they agree.
      try browser.wait(
        """
        \(field).value !== '40' && \(store).revision === canvas.dataset.revision
        && \(store).text.includes(`velocity: ${\(field).value},`) && canvas.dataset.type === 'image/png'
        """)
      #expect(try browser.text("document.querySelector('#undo').disabled") == "false")
      let text = try browser.text("\(field).value")
      try expectCanvas(browser, isStillOf: ["--set", "snow.velocity=\(text)"], studio)
    }
  }

  /// Steps of a hand that is faster than the server's answers: none is lost, and nothing jumps back meanwhile.
  @Test(arguments: [
    ("[data-key=velocity] input[type=range]", "velocity: 75.1,"),
    ("#overlay .handle[data-key=emitterPosition]", "emitterPosition: [180, 90],"),
  ])
  func stepsAreFasterThanAnswers(_ control: String, _ expected: String) throws {
    try use { browser, _ in
      let store = "(await import(new URL('store.js', location.href))).store"
      // What the control showed whenever an answer had come.
      try browser.run(
        """
        const [plain, store] = [window.fetch, \(store)];
        window.fetch = async (...request) => {
          const answer = await plain(...request);
          await new Promise(resolve => setTimeout(resolve, request[0] === 'edit' ? 400 : 0));
          return answer
        };
        window.shown = [];
        const place = element => Number(element.getAttribute('cx') ?? element.value);
        store.addEventListener('change', () => shown.push(place(document.querySelector('\(control)'))));
        document.querySelector('\(control)').focus()
        """)
      for _ in 0..<2 { try browser.press("\u{E014}") }
      try browser.wait("shown.length >= 1")
      for _ in 0..<2 { try browser.press("\u{E014}") }
      try browser.wait("shown.length === 4")
      #expect(try browser.text("\(store).text").contains(expected))
      // Written values are rounded: half a hundredth, which is half a step of the slider.
      #expect(try browser.text("shown.every((place, index) => !index || place > shown[index - 1] - 0.005)") == "true")
    }
  }

  /// A slider that is let go where it was taken says nothing of a change; the picture is exact again all the same.
  /// The pointer is down meanwhile: what is previewed without a hand on it is given up soon.
  @Test func handThatEndsWhereItBeganLeavesNothingBehind() throws {
    try use { browser, studio in
      let before = try browser.text("canvas.dataset.number")
      try browser.run(
        """
        const slider = document.querySelector('[data-key=velocity] input[type=range]');
        dispatchEvent(new PointerEvent('pointerdown'));
        slider.value = 0.9; slider.dispatchEvent(new Event('input'));
        window.changes = 0; slider.addEventListener('change', () => window.changes++)
        """)
      try browser.wait("canvas.dataset.number !== '\(before)' && canvas.dataset.type === 'image/jpeg'")
      try browser.run("dispatchEvent(new PointerEvent('pointerup'))")
      try browser.wait("canvas.dataset.type === 'image/png' && document.querySelector('\(velocity)').value === '40'")
      #expect(try browser.text("changes") == "0")
      try expectCanvas(browser, isStillOf: [], studio)
    }
  }

  @Test func scrubbingShowsThatMoment() throws {
    try use { browser, studio in
      try browser.run(
        "const time = document.getElementById('time'); time.value = 0.3; time.dispatchEvent(new Event('input'))")
      try browser.wait("canvas.dataset.time === '0.3' && canvas.dataset.type === 'image/png'")
      try expectCanvas(browser, isStillOf: [], studio)
      try browser.press(".")
      try browser.wait("canvas.dataset.time === '0.4'")
    }
  }

  @Test func playingRunsAndStops() throws {
    try use { browser, _ in
      try browser.press(" ")
      try browser.wait("document.getElementById('play').getAttribute('aria-label') === 'Pause'")
      let first = try browser.text("canvas.dataset.number")
      try browser.wait("Number(canvas.dataset.number) > Number(\(first)) + 10")
      try browser.press(" ")
      try browser.wait("canvas.dataset.type === 'image/png'")
    }
  }

  @Test func undoBringsTheTextBack() throws {
    try use { browser, _ in
      let before = try browser.text("canvas.dataset.revision")
      try type("75", into: velocity, browser)
      #expect(try browser.text("document.title").hasPrefix("•"))
      try browser.run("document.activeElement.blur()")
      try browser.press("\u{E009}", "z")
      try browser.wait("canvas.dataset.revision === '\(before)'")
      #expect(try browser.text("document.querySelector('\(velocity)').value") == "40")
      try browser.press("\u{E009}", "\u{E008}", "Z")
      try browser.wait("document.querySelector('\(velocity)').value === '75'")
    }
  }

  @Test func invalidValuesAreShownAtTheControl() throws {
    try use { browser, _ in
      let before = try browser.text("canvas.dataset.revision")
      try browser.run(
        "const field = document.querySelector('\(velocity)'); field.value = 'fast'; "
          + "field.dispatchEvent(new Event('change'))"
      )
      try browser.wait("document.querySelector('[data-key=velocity] .problem:not([hidden])') !== null")
      #expect(try browser.text("document.querySelector('\(velocity)').getAttribute('aria-invalid')") == "true")
      #expect(try browser.text("canvas.dataset.revision") == before)
    }
  }

  /// A document with variables opens as a form; what is typed there is in the picture, and in the text as defaults.
  @Test func variablesAreAForm() throws {
    let card = """
      { vars: { n: { type: "number", default: 4, min: 1, max: 20 }, gold: { type: "color", default: "#ffcc00" } },
        movie: { size: [64, 32], fps: 10, duration: 1 }, cues: [{ at: 0.25 }, { at: 0.5 }],
        layer: { sublayers: [{ frame: ["{n}", 4, 30, 20], backgroundColor: "{gold}" }] } }
      """
    try use("card.json", files: ["card.json": card]) { browser, studio in
      #expect(try browser.text("document.querySelectorAll('#marks i').length") == "2")
      try type("12", into: "[data-key=n] .value input", browser)
      try expectCanvas(browser, isStillOf: ["--var", "n=12"], studio, "card.json")
      try browser.press("e")
      #expect(try browser.text("document.getElementById('source').value").contains("default: 12, min: 1"))
    }
  }

  @Test func emitterIsDraggedInThePicture() throws {
    try use { browser, _ in
      let before = try browser.text("canvas.dataset.revision")
      try browser.drag("#overlay .handle[data-key=emitterPosition]", by: (60, -40))
      try browser.wait("canvas.dataset.revision !== '\(before)'")
      let text = try browser.text("(await import(new URL('store.js', location.href))).store.text")
      let place = try #require(text.firstMatch(of: /emitterPosition: \[(\d+), (\d+)\]/))
      let (x, y) = (try #require(Int(place.output.1)), try #require(Int(place.output.2)))
      #expect(x > 160 && y < 90)
      #expect(text.contains("// Kept: the middle."))
    }
  }

  @Test func variationsAreTakenOverAndPinned() throws {
    try use { browser, _ in
      let before = try browser.text("canvas.dataset.revision")
      try browser.press("m")
      try browser.wait("document.querySelectorAll('#pictures img').length === 12")
      try browser.wait("[...document.querySelectorAll('#pictures img')].every(image => image.naturalWidth > 0)")
      try browser.click("#pictures li:nth-child(3) .card")
      try browser.wait("canvas.dataset.revision !== '\(before)'")
      try browser.wait("document.querySelectorAll('#pictures img').length === 12")
      try browser.click("#pictures li:nth-child(5) .pin")
      try browser.click("#again")
      // A pinned variation stays.
      try browser.wait("document.querySelector('#pictures .pin')?.getAttribute('aria-pressed') === 'true'")
    }
  }

  @Test func problemsAreShownAtTheirLine() throws {
    try use { browser, _ in
      let before = try browser.text("canvas.dataset.revision")
      try browser.press("e")
      try browser.run(
        """
        const source = document.getElementById('source');
        source.value = source.value.replace('velocity: 40', 'velocity: "fast"');
        source.dispatchEvent(new Event('input'))
        """)
      try browser.wait("document.querySelector('#problems .error')?.textContent.startsWith('7:')")
      #expect(try browser.text("document.querySelector('#lines b').textContent.trim()") == "● 7")
      #expect(try browser.text("canvas.dataset.revision") == before)
      try browser.run(
        """
        const source = document.getElementById('source');
        source.value = source.value.replace('"fast"', '99'); source.dispatchEvent(new Event('input'))
        """)
      try browser.wait("canvas.dataset.revision !== '\(before)' && !document.querySelector('#problems .error')")
    }
  }

  @Test func savingKeepsCommentsAndReloads() throws {
    try use { browser, studio in
      try type("66", into: velocity, browser)
      try browser.run("document.activeElement.blur()")
      try browser.press("\u{E009}", "s")
      try browser.wait("document.getElementById('dirty').hidden")
      #expect(try studio.text("tiny.json") == StudioProcess.document.replacing("velocity: 40", with: "velocity: 66"))
      try browser.open(studio.address)
      #expect(try browser.text("document.querySelector('\(velocity)').value") == "66")
    }
  }

  @Test func changesByAnotherProgramShow() throws {
    try use { browser, studio in
      let changed = StudioProcess.document.replacing("velocity: 40", with: "velocity: 12")
      try Data(changed.utf8).write(to: studio.folder.appending(path: "tiny.json"))
      try browser.wait("document.querySelector('\(velocity)').value === '12'")
      // With changes of its own the page asks.
      try type("30", into: velocity, browser)
      try Data(StudioProcess.document.utf8).write(to: studio.folder.appending(path: "tiny.json"))
      try browser.wait("!document.getElementById('notice').hidden")
      #expect(try browser.text("document.querySelector('\(velocity)').value") == "30")
      try browser.click("#notice button")
      try browser.wait("document.querySelector('\(velocity)').value === '40'")
    }
  }

  @Test func secondTabFollowsTheFile() throws {
    try use { browser, studio in
      let first = try browser.currentTab()
      let second = try browser.newTab()
      try browser.open(studio.address)
      try type("21", into: velocity, browser)
      try browser.run("document.activeElement.blur()")
      try browser.press("\u{E009}", "s")
      try browser.wait("document.getElementById('dirty').hidden")
      try browser.show(first)
      try browser.wait("document.querySelector('\(velocity)').value === '21'")
      #expect(second != first)
    }
  }

  @Test func exportWritesAMovie() throws {
    try use { browser, studio in
      try browser.press("x")
      try browser.run("document.getElementById('export-name').value = 'small.mp4'")
      try browser.click("#export-go")
      try browser.wait("/small.mp4: 20 frames/.test(document.getElementById('export-state').textContent)")
      #expect(try studio.bytes("out/small.mp4").count > 500)
    }
  }

  @Test func endOfTheServerIsShown() throws {
    try use { browser, studio in
      studio.stop()
      try browser.wait("!document.getElementById('notice').hidden")
    }
  }

  /// A preset opens from the gallery; what the page shows of it has names for screen readers.
  @Test func galleryOpensAPreset() throws {
    try use("snow") { browser, _ in
      try browser.press("p")
      try browser.wait("document.querySelectorAll('#gallery img').length > 10")
      try browser.run(
        "[...document.querySelectorAll('#gallery .card')].find(card => card.textContent.startsWith('embers')).click()")
      try browser.wait("document.getElementById('name').textContent === 'embers'")
      let nameless = try browser.text(
        """
        [...document.querySelectorAll('button, input, select, textarea')].filter(element => !element.closest('[hidden]')
          && !element.textContent.trim() && !element.getAttribute('aria-label')
          && !element.labels?.length && !element.title)
          .map(element => element.outerHTML).join('; ')
        """)
      #expect(nameless == "")
    }
  }
}

extension CGImage {
  /// FNV-1a in 32 bits over red, green and blue.
  fileprivate var colorHash: UInt32 {
    base.pixels.reduce(0x811C_9DC5) { hash, pixel in
      [16, 8, 0].reduce(hash) { ($0 ^ (pixel >> UInt32($1) & 255)) &* 0x0100_0193 }
    }
  }
}
