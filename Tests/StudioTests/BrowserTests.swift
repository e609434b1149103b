import Foundation
import StarmineGraphics
import StarmineMedia
import Testing

/// The page in a real browser, used as a person uses it. Skipped where there is none: `./setup --studio-tests`.
@Suite(.serialized, .enabled(if: Browser.absence == nil, "\(Browser.absence ?? "")"))
struct BrowserTests {
  /// A page with the small document, and the browser that shows it.
  private func use(
    _ subject: String = "tiny.json", _ body: (Browser, StudioProcess) async throws -> Void
  ) async throws {
    let studio = try StudioProcess(subject)
    let browser = try await Browser()
    do {
      try await browser.open(studio.address)
      try await body(browser, studio)
    } catch {
      await browser.quit()
      throw error
    }
    await browser.quit()
  }

  /// The selected cell's number field.
  private let velocity = "[data-key=velocity] .value input"

  /// Types a number into a field and presses Enter.
  private func type(_ text: String, into selector: String, _ browser: Browser) async throws {
    let old = try await browser.text("canvas.dataset.revision")
    try await browser.run(
      """
      const field = document.querySelector('\(selector)');
      field.focus(); field.value = '\(text)'; field.dispatchEvent(new Event('change'))
      """)
    try await browser.wait("canvas.dataset.revision !== '\(old)' && canvas.dataset.type === 'image/png'")
  }

  /// Whether the canvas holds the very pixels of a picture.
  private func expectCanvas(_ browser: Browser, isStillOf arguments: [String], _ studio: StudioProcess) async throws {
    let time = try await browser.text("canvas.dataset.time")
    let size = try await browser.text("`${canvas.width}x${canvas.height}`")
    let process = Process()
    process.executableURL = StudioProcess.executable
    process.arguments = ["still", "tiny.json", "--at", time, "--size", size, "-o", "expected.png"] + arguments
    (process.currentDirectoryURL, process.standardOutput) = (studio.folder, FileHandle.nullDevice)
    try process.run()
    process.waitUntilExit()
    let expected = try ImageReader.image(atPath: studio.folder.appending(path: "expected.png").path)
    let shown = try await browser.text(
      """
      (() => {
        const data = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
        let hash = 0x811c9dc5;
        for (let index = 0; index < data.length; index += 1) {
          if (index % 4 < 3) hash = Math.imul(hash ^ data[index], 0x01000193) >>> 0;
        }
        return hash
      })()
      """)
    #expect(shown == "\(expected.colorHash)")
  }

  @Test func sliderMovesThePixelsOfStill() async throws {
    try await use { browser, studio in
      try await expectCanvas(browser, isStillOf: [], studio)
      let before = try await browser.text("canvas.dataset.revision")
      try await browser.run("document.querySelector('[data-key=velocity] input[type=range]').focus()")
      for _ in 0..<4 { try await browser.press("\u{E014}") }
      try await browser.wait("canvas.dataset.revision !== '\(before)' && !document.querySelector('#undo').disabled")
      let text = try await browser.text("document.querySelector('\(velocity)').value")
      let store = "(await import(new URL('store.js', location.href))).store"
      try await browser.wait(
        "\(store).revision === canvas.dataset.revision && \(store).text.includes('velocity: \(text)')")
      try await browser.wait("canvas.dataset.type === 'image/png'")
      #expect(text != "40")
      try await expectCanvas(browser, isStillOf: ["--set", "snow.velocity=\(text)"], studio)
    }
  }

  @Test func scrubbingShowsThatMoment() async throws {
    try await use { browser, studio in
      try await browser.run(
        "const time = document.getElementById('time'); time.value = 0.3; time.dispatchEvent(new Event('input'))")
      try await browser.wait("canvas.dataset.time === '0.3' && canvas.dataset.type === 'image/png'")
      try await expectCanvas(browser, isStillOf: [], studio)
      try await browser.press(".")
      try await browser.wait("canvas.dataset.time === '0.4'")
    }
  }

  @Test func playingRunsAndStops() async throws {
    try await use { browser, _ in
      try await browser.press(" ")
      try await browser.wait("document.getElementById('play').getAttribute('aria-label') === 'Pause'")
      let first = try await browser.text("canvas.dataset.number")
      try await browser.wait("Number(canvas.dataset.number) > Number(\(first)) + 10")
      try await browser.press(" ")
      try await browser.wait("canvas.dataset.type === 'image/png'")
    }
  }

  @Test func undoBringsTheTextBack() async throws {
    try await use { browser, _ in
      let before = try await browser.text("canvas.dataset.revision")
      try await type("75", into: velocity, browser)
      #expect(try await browser.text("document.title").hasPrefix("•"))
      try await browser.run("document.activeElement.blur()")
      try await browser.press("\u{E009}", "z")
      try await browser.wait("canvas.dataset.revision === '\(before)'")
      #expect(try await browser.text("document.querySelector('\(velocity)').value") == "40")
      try await browser.press("\u{E009}", "\u{E008}", "Z")
      try await browser.wait("document.querySelector('\(velocity)').value === '75'")
    }
  }

  @Test func invalidValuesAreSaidAtTheControl() async throws {
    try await use { browser, _ in
      let before = try await browser.text("canvas.dataset.revision")
      try await browser.run(
        "const field = document.querySelector('\(velocity)'); field.value = 'fast'; field.dispatchEvent(new Event('change'))"
      )
      try await browser.wait("document.querySelector('[data-key=velocity] .problem:not([hidden])') !== null")
      #expect(try await browser.text("document.querySelector('\(velocity)').getAttribute('aria-invalid')") == "true")
      #expect(try await browser.text("canvas.dataset.revision") == before)
    }
  }

  @Test func emitterIsDraggedInThePicture() async throws {
    try await use { browser, _ in
      let before = try await browser.text("canvas.dataset.revision")
      try await browser.drag("#overlay .handle[data-key=emitterPosition]", by: (60, -40))
      try await browser.wait("canvas.dataset.revision !== '\(before)'")
      let text = try await browser.text("(await import(new URL('store.js', location.href))).store.text")
      let place = try #require(text.firstMatch(of: /emitterPosition: \[(\d+), (\d+)\]/))
      let (x, y) = (try #require(Int(place.output.1)), try #require(Int(place.output.2)))
      #expect(x > 160 && y < 90)
      #expect(text.contains("// Kept: the middle."))
    }
  }

  @Test func variationsAreTakenOverAndBred() async throws {
    try await use { browser, _ in
      let before = try await browser.text("canvas.dataset.revision")
      try await browser.press("m")
      try await browser.wait("document.querySelectorAll('#pictures img').length === 12")
      try await browser.wait("[...document.querySelectorAll('#pictures img')].every(image => image.naturalWidth > 0)")
      try await browser.click("#pictures li:nth-child(3) .card")
      try await browser.wait("canvas.dataset.revision !== '\(before)'")
      try await browser.wait("document.querySelectorAll('#pictures img').length === 12")
      try await browser.run(
        "for (const index of [2, 5]) document.querySelector(`#pictures li:nth-child(${index}) .pin`).click()")
      try await browser.click("#breed")
      // Two parents and ten children, without the present document.
      try await browser.wait("/from/.test(document.querySelector('#pictures li:nth-child(4)')?.textContent)")
    }
  }

  @Test func problemsStandAtTheirLine() async throws {
    try await use { browser, _ in
      let before = try await browser.text("canvas.dataset.revision")
      try await browser.press("e")
      try await browser.run(
        """
        const source = document.getElementById('source');
        source.value = source.value.replace('velocity: 40', 'velocity: "fast"'); source.dispatchEvent(new Event('input'))
        """)
      try await browser.wait("document.querySelector('#problems .error')?.textContent.startsWith('8:')")
      #expect(try await browser.text("document.querySelector('#lines b').textContent.trim()") == "● 8")
      #expect(try await browser.text("canvas.dataset.revision") == before)
      try await browser.run(
        """
        const source = document.getElementById('source');
        source.value = source.value.replace('"fast"', '99'); source.dispatchEvent(new Event('input'))
        """)
      try await browser.wait("canvas.dataset.revision !== '\(before)' && !document.querySelector('#problems .error')")
    }
  }

  @Test func savingKeepsCommentsAndReloads() async throws {
    try await use { browser, studio in
      try await type("66", into: velocity, browser)
      try await browser.run("document.activeElement.blur()")
      try await browser.press("\u{E009}", "s")
      try await browser.wait("document.getElementById('dirty').hidden")
      #expect(try studio.text("tiny.json") == StudioProcess.document.replacing("velocity: 40", with: "velocity: 66"))
      try await browser.open(studio.address)
      #expect(try await browser.text("document.querySelector('\(velocity)').value") == "66")
    }
  }

  @Test func changesByAnotherProgramShow() async throws {
    try await use { browser, studio in
      let changed = StudioProcess.document.replacing("velocity: 40", with: "velocity: 12")
      try Data(changed.utf8).write(to: studio.folder.appending(path: "tiny.json"))
      try await browser.wait("document.querySelector('\(velocity)').value === '12'")
      // With changes of its own the page asks.
      try await type("30", into: velocity, browser)
      try Data(StudioProcess.document.utf8).write(to: studio.folder.appending(path: "tiny.json"))
      try await browser.wait("!document.getElementById('notice').hidden")
      #expect(try await browser.text("document.querySelector('\(velocity)').value") == "30")
      try await browser.click("#notice button")
      try await browser.wait("document.querySelector('\(velocity)').value === '40'")
    }
  }

  @Test func secondTabFollowsTheFile() async throws {
    try await use { browser, studio in
      let first = try await browser.currentTab()
      let second = try await browser.newTab()
      try await browser.open(studio.address)
      try await type("21", into: velocity, browser)
      try await browser.run("document.activeElement.blur()")
      try await browser.press("\u{E009}", "s")
      try await browser.wait("document.getElementById('dirty').hidden")
      try await browser.show(first)
      try await browser.wait("document.querySelector('\(velocity)').value === '21'")
      #expect(second != first)
    }
  }

  @Test func exportWritesAMovie() async throws {
    try await use { browser, studio in
      try await browser.press("x")
      try await browser.run("document.getElementById('export-name').value = 'small.mp4'")
      try await browser.click("#export-go")
      try await browser.wait("/small.mp4: 20 frames/.test(document.getElementById('export-state').textContent)")
      #expect(try studio.bytes("out/small.mp4").count > 500)
    }
  }

  @Test func endOfTheServerIsShown() async throws {
    try await use { browser, studio in
      studio.stop()
      try await browser.wait("!document.getElementById('notice').hidden")
    }
  }

  /// A preset opens from the gallery; what the page shows of it has names for screen readers.
  @Test func galleryOpensAPreset() async throws {
    try await use("snow") { browser, _ in
      try await browser.press("p")
      try await browser.wait("document.querySelectorAll('#gallery img').length > 10")
      try await browser.run(
        "[...document.querySelectorAll('#gallery .card')].find(card => card.textContent.startsWith('embers')).click()")
      try await browser.wait("document.getElementById('name').textContent === 'embers'")
      let nameless = try await browser.text(
        """
        [...document.querySelectorAll('button, input, select, textarea')].filter(element => !element.closest('[hidden]')
          && !(element.textContent.trim() || element.getAttribute('aria-label') || element.labels?.length || element.title))
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
