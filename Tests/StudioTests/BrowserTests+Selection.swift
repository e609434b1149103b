import Foundation
import StarmineTestSupport
import Testing

/// Several layers at a time, the clipboard, and choosers with pictures.
extension BrowserTests {
  private static let (control, shift, alt) = ("\u{E009}", "\u{E008}", "\u{E00A}")
  private static let (up, right, delete) = ("\u{E013}", "\u{E014}", "\u{E017}")
  private static let three = """
    { movie: { size: [320, 180], fps: 10, duration: 2, background: "#203040" },
      layer: { sublayers: [
        { name: "one", bounds: [0, 0, 40, 40], position: [40, 90], backgroundColor: "#4080ff" },
        { name: "two", bounds: [0, 0, 40, 40], position: ["50%", 90], backgroundColor: "#ff8040" },
        { class: "CATextLayer", name: "three", bounds: [0, 0, 80, 40], position: [260, 90], string: "Hi" } ] } }
    """

  private var store: String { "(await import(new URL('store.js', location.href))).store" }

  /// Waits until the text has changed, and returns it.
  private func changed(_ browser: Browser, _ body: () throws -> Void) throws -> String {
    let before = try browser.text("\(store).revision")
    try body()
    try browser.wait("\(store).revision !== '\(before)' && canvas.dataset.revision === \(store).revision")
    return try browser.text("\(store).text")
  }

  private func click(_ id: String, _ keys: String, _ browser: Browser) throws {
    try browser.run(
      """
      document.querySelector(`#tree [data-id='\(id)'] .row`)
        .dispatchEvent(new MouseEvent('click', { bubbles: true, \(keys) }))
      """)
  }

  private var marked: String { "document.querySelectorAll('#tree [aria-selected=true]').length" }

  @Test func severalLayersMoveAndGo() throws {
    try use("three.json", files: ["three.json": Self.three]) { browser, _ in
      try click("layer/0", "", browser)
      try click("layer/2", "shiftKey: true", browser)
      #expect(try browser.text(marked) == "3")
      try click("layer/2", "ctrlKey: true", browser)
      #expect(try browser.text(marked) == "2")
      // In the picture, both move by the same distance, and percent stay percent.
      let moved = try changed(browser) {
        try browser.run("document.querySelector('#overlay [data-key=position]').focus()")
        try browser.press(Self.right)
      }
      #expect(moved.contains("position: [45, 90]") && moved.contains(#"position: ["51.56%", 90]"#), "\(moved)")
      let copied = try changed(browser) { try browser.press(Self.control, "d") }
      #expect(copied.contains("one2") && copied.contains("two2") && !copied.contains("three2"), "\(copied)")
      #expect(try browser.text("\(store).selection.map(node => node.name).join()") == "one2,two2")
      try browser.run("document.querySelector('#tree [data-current] .row').focus()")
      let raised = try changed(browser) { try browser.press(Self.alt, Self.up) }
      #expect(try #require(raised.range(of: "two2")).lowerBound < #require(raised.range(of: "\"two\"")).lowerBound)
      #expect(!(try changed(browser) { try browser.press(Self.delete) }).contains("two2"))
      for _ in 0..<4 { _ = try changed(browser) { try browser.press(Self.control, "z") } }
      #expect(try browser.text("\(store).text") == Self.three)
      #expect(try browser.text("\(store).canUndo") == "false")
    }
  }

  @Test func keysSelectSeveral() throws {
    try use("three.json", files: ["three.json": Self.three]) { browser, _ in
      try click("layer/0", "", browser)
      try browser.run("document.querySelector('#tree [data-current] .row').focus()")
      try browser.press(Self.shift, "\u{E015}")
      #expect(try browser.text("\(store).selection.map(node => node.name).join()") == "one,two")
      try browser.press(Self.shift, Self.up)
      #expect(try browser.text("\(store).selection.map(node => node.name).join()") == "one")
      try browser.press(Self.control, "a")
      #expect(try browser.text(marked) == "3")
      try browser.press("\u{E015}")
      #expect(try browser.text(marked) == "1")
    }
  }

  @Test func shiftClickInThePictureSelectsSeveral() throws {
    try use("three.json", files: ["three.json": Self.three]) { browser, _ in
      func click(_ x: Int, _ name: String) throws {
        try browser.run(
          """
          const box = canvas.getBoundingClientRect();
          canvas.dispatchEvent(new MouseEvent('click', { bubbles: true, shiftKey: true,
            clientX: box.x + box.width * \(x) / 320, clientY: box.y + box.height / 2 }))
          """)
        try browser.wait("\(store).selection.map(node => node.name).join() === '\(name)'")
      }
      try self.click("layer/2", "", browser)
      try click(40, "one,three")
      try click(160, "one,two,three")
      try click(40, "two,three")
    }
  }

  @Test func layersArePastedIntoAnotherDocument() throws {
    try use("three.json", files: ["three.json": Self.three]) { browser, studio in
      // The clipboard of the test, because a browser without a window may refuse its own.
      try browser.run(
        """
        const clipboard = { writeText: async text => { window.copied = text } }
        Object.defineProperty(navigator, 'clipboard', { value: clipboard })
        """)
      try click("layer/0", "", browser)
      try click("layer/1", "ctrlKey: true", browser)
      let cut = try changed(browser) { try browser.press(Self.control, "x") }
      #expect(!cut.contains("\"one\"") && !cut.contains("\"two\"") && cut.contains("\"three\""))
      try browser.run("await \(store).open({ file: 'tiny.json' })")
      func paste(_ text: String) throws {
        try browser.run(
          """
          const clipboardData = new DataTransfer();
          clipboardData.setData('text/plain', \(text));
          document.body.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }))
          """)
      }
      let pasted = try changed(browser) { try paste("window.copied") }
      #expect(pasted.contains("\"one\"") && pasted.contains("\"two\"") && pasted.contains("Kept: the middle."))
      #expect(try browser.text(marked) == "2")
      try paste("'{ layer: 5 }'")
      try browser.wait("/clipboard has no layers/.test(document.getElementById('toasts').textContent)")
      #expect(try browser.text("\(store).text") == pasted)
      _ = try changed(browser) { try browser.press(Self.control, "z") }
      #expect(try browser.text("\(store).text") == StudioProcess.document)
    }
  }

  /// The buttons above the tree copy without keys, also where the browser does not permit the clipboard.
  @Test(arguments: [800, 1440]) func buttonsCopyAndPaste(width: Int) throws {
    try use("moving.json", files: ["three.json": Self.three], width: width) { browser, _ in
      try browser.run(
        """
        const refuse = async () => { throw new Error('refused') };
        Object.defineProperty(navigator, 'clipboard', { value: { writeText: refuse, readText: refuse } })
        """)
      func press(_ name: String) throws { try browser.click("#parts [title^='\(name)']") }
      try press("Paste")
      try browser.wait("/clipboard is empty/.test(document.getElementById('toasts').textContent)")
      try browser.run("\(store).select('layer/0/animations.fade')")
      try press("Copy")
      try browser.wait("/Copied fade/.test(document.getElementById('toasts').textContent)")
      try browser.run("await \(store).open({ file: 'three.json' }); \(store).select('layer/0', ['layer/1'])")
      let pasted = try changed(browser) { try press("Paste") }
      #expect(pasted.contains("fade: {"), "\(pasted)")
      #expect(try browser.text("\(store).selected") == "layer/1/animations.fade")
      let twice = try changed(browser) { try press("Duplicate") }
      #expect(twice.contains("fade2: {"), "\(twice)")
      #expect(!(try changed(browser) { try press("Cut") }).contains("fade2"))
      for _ in 0..<3 { _ = try changed(browser) { try browser.click("#undo") } }
      #expect(try browser.text("\(store).text") == Self.three)
    }
  }

  /// Sprites and fonts are pictures of the program, each another one.
  @Test func spritesAndFontsAreChosenByPicture() throws {
    try use(files: ["three.json": Self.three]) { browser, _ in
      let pictures = "document.querySelectorAll('#choices img')"
      func arePictures() throws {
        try browser.wait("[...\(pictures)].length > 1 && [...\(pictures)].every(image => image.naturalWidth > 0)")
        let count = try browser.text(
          """
          new Set(await Promise.all([...\(pictures)].map(async image =>
            [...new Uint8Array(await (await fetch(image.src)).arrayBuffer())].join()))).size === \(pictures).length
          """)
        #expect(count == "true")
      }
      try browser.wait("document.querySelector('[data-key=contents] .swatch img').naturalWidth > 0")
      try browser.click("[data-key=contents] .swatch")
      try browser.run("for (const image of \(pictures)) image.loading = 'eager'")
      try arePictures()
      let star = try changed(browser) {
        for letter in "snowfl" { try browser.press(String(letter)) }
        try browser.press("\u{E007}")
      }
      #expect(star.contains("sprite: \"snowflake\", size: 24"), "\(star)")
      try browser.run("await \(store).open({ file: 'three.json' }); \(store).select('layer/2')")
      try browser.click("[data-key=font] button[title='Choose a font']")
      try browser.run("for (const image of \(pictures)) image.loading = 'eager'")
      try browser.wait("[...\(pictures)].length > 1 && [...\(pictures)].every(image => image.naturalWidth > 0)")
      let font = try changed(browser) {
        for letter in "league" { try browser.press(String(letter)) }
        try browser.press("\u{E007}")
      }
      #expect(font.contains("font: \"League Spartan\""), "\(font)")
    }
  }

  /// An easing has two points to drag, and its numbers as text.
  @Test func easingsAreDraggedAndTyped() throws {
    try use("moving.json") { browser, _ in
      try browser.run("\(store).select('layer/0/animations.fade')")
      let easing = "[data-key=timingFunction]"
      try browser.run("document.querySelector('\(easing)').closest('details').open = true")
      let dragged = try changed(browser) { try browser.drag("\(easing) .pace circle", by: (12, -20)) }
      let numbers = try #require(dragged.firstMatch(of: /timingFunction: \[(.*?)\]/)).output.1
      let field = "document.querySelector('\(easing) .pace-text input')"
      #expect(try browser.text("\(field).value") == String(numbers))
      func type(_ text: String) throws {
        try browser.run("\(field).value = '\(text)'; \(field).dispatchEvent(new Event('change'))")
      }
      let typed = try changed(browser) { try type("0.1, 0.2, 0.3, 1.4") }
      #expect(typed.contains("timingFunction: [0.1, 0.2, 0.3, 1.4]"), "\(typed)")
      for wrong in ["0.1, 0.2, 0.3", "a, b, c, d", "2, 0, 1, 1"] {
        try type(wrong)
        #expect(try browser.text("\(field).getAttribute('aria-invalid')") == "true")
      }
      #expect(try browser.text("\(store).text") == typed)
    }
  }

  @Test func rangesAreBesideTheirValues() throws {
    try use { browser, _ in
      let places = try browser.text(
        """
        ['velocity', 'velocityRange'].map(key => document.querySelector(`[data-key=${key}] .value input`)
          .getBoundingClientRect().y).join()
        """)
      let rows = places.split(separator: ",")
      #expect(rows.count == 2 && rows[0] == rows[1])
    }
  }

  @Test func soundsAreWavesInTheTimeline() throws {
    try use { browser, studio in
      try SoundTests.tone.write(to: studio.folder.appending(path: "tone.wav"))
      try Data(SoundTests.document.utf8).write(to: studio.folder.appending(path: "loud.json"))
      try browser.run("await \(store).open({ file: 'loud.json' })")
      try browser.wait("document.querySelector('#timeline .wave') !== null")
      // Half a second of four after the start, two seconds long.
      let part = try browser.text(
        """
        (() => {
          const box = name => document.querySelector(name).getBoundingClientRect();
          const [wave, rows] = [box('.wave'), box('#timeline-rows')];
          return [(wave.x - rows.x) / rows.width, wave.width / rows.width].map(part => part.toFixed(2)).join()
        })()
        """)
      #expect(part == "0.12,0.50" || part == "0.13,0.50", "\(part)")
      try browser.run("await \(store).open({ file: 'tiny.json' })")
      try browser.wait("document.querySelector('#timeline .wave') === null")
    }
  }
}
