import Foundation
import StarmineTestSupport
import Testing

/// Forms by their keys, own files, and the switches of the tree.
extension BrowserTests {
  private static let (enter, escape) = ("\u{E007}", "\u{E00C}")
  private static let two = """
    { movie: { size: [320, 180], fps: 10, duration: 2, background: "#203040" },
      layer: { sublayers: [
        { name: "near", bounds: [0, 0, 90, 90], position: [160, 90], backgroundColor: "#ff8040", sublayers: [
          { name: "inner", bounds: [0, 0, 20, 20], position: [20, 20], backgroundColor: "#80ff40" } ] },
        { name: "far", role: "scenery", bounds: [0, 0, 320, 40], position: [160, 20], backgroundColor: "#4080ff" } ] } }
    """
  private static let over = """
    { movie: { size: [320, 180], fps: 10, duration: 2 },
      layer: { sublayers: [ { class: "CAEmitterLayer", name: "sky", emitterPosition: [160, 90], emitterCells: [
        { name: "snow", birthRate: 40, lifetime: 1.5, contents: { sprite: "soft-dot", size: 24 }, emitterBehaviors: [
          { type: "valueOverLife", keyPath: "color.alpha", values: [0, 1, 0] },
          { type: "colorOverLife", colors: ["#ff0000", "#0000ff"] } ] } ] } ] } }
    """

  private func isOpen(_ dialog: String) -> String { "document.getElementById('\(dialog)').open" }

  /// Waits until an edit has been answered.
  private func edited(_ browser: Browser, _ body: () throws -> Void) throws -> String {
    let before = try browser.text("canvas.dataset.revision")
    try body()
    try browser.wait("canvas.dataset.revision !== '\(before)'")
    return try browser.text(text)
  }

  // MARK: Forms

  @Test func enterInSaveAsSaves() throws {
    try use { browser, studio in
      func saveAs(_ name: String, _ key: String) throws {
        try browser.press("\u{E009}", "\u{E008}", "S")
        try browser.wait(isOpen("save-dialog"))
        try browser.run("document.getElementById('save-name').value = '\(name)'")
        try browser.press(key)
      }
      try saveAs("no.json", Self.escape)
      try browser.wait("!\(isOpen("save-dialog"))")
      try saveAs("copy.json", Self.enter)
      try browser.wait("!\(isOpen("save-dialog")) && document.getElementById('name').textContent === 'copy.json'")
      #expect(try studio.text("copy.json").contains("// Kept: the middle."))
      #expect(!FileManager.default.fileExists(atPath: studio.folder.appending(path: "no.json").path))
      // Another file of the name stays until it is asked for twice.
      try saveAs("moving.json", Self.enter)
      try browser.wait("document.getElementById('save-problem').textContent !== ''")
      #expect(try studio.text("moving.json") == StudioProcess.moving)
      try browser.press(Self.enter)
      try browser.wait("document.getElementById('name').textContent === 'moving.json'")
      #expect(try studio.text("moving.json") != StudioProcess.moving)
    }
  }

  /// Enter presses the first button of a form that submits it: the main one wherever there is one.
  @Test func enterDoesTheMainThing() throws {
    try use { browser, _ in
      let wrong = try browser.text(
        """
        [...document.querySelectorAll('form')].filter(form => {
          const [main, first] = [form.querySelector('.primary'), form.querySelector('button:not([type=button])')];
          return main && main !== first
        }).map(form => form.closest('dialog').id).join()
        """)
      #expect(wrong == "")
      try browser.press("x")
      try browser.run("document.getElementById('export-name').value = 'entered.mp4'")
      try browser.run("document.getElementById('export-name').focus()")
      try browser.press(Self.enter)
      try browser.wait("/entered.mp4: 20 frames/.test(document.getElementById('export-state').textContent)")
      try browser.press(Self.escape)
      try browser.wait("!\(isOpen("export-dialog"))")
    }
  }

  // MARK: Own files

  @Test func ownFilesOpen() throws {
    let files = ["second.json": Self.two, "broken.json": "{ layer: {"]
    try use(files: files) { browser, _ in
      try browser.press("p")
      try browser.wait("document.querySelectorAll('#own .card').length === 4")
      try browser.run(
        "[...document.querySelectorAll('#own .card')].find(card => card.textContent.startsWith('broken')).click()")
      // In front of the dialog, which stays.
      try browser.wait(
        "/broken.json cannot be opened: line 1/.test(document.querySelector('dialog[open] #toasts')?.textContent)")
      #expect(try browser.text("document.getElementById('name').textContent") == "tiny.json")
      try browser.press("s", "e", "c", "o", "n", "d")
      try browser.press(Self.enter)
      try browser.wait("document.getElementById('name').textContent === 'second.json' && !\(isOpen("open-dialog"))")
      #expect(try browser.text(text) == Self.two)
    }
  }

  /// Drops a file of this content into the page.
  private func drop(_ name: String, _ content: String, _ browser: Browser) throws {
    try browser.run(
      """
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([\(content)], '\(name)'));
      document.getElementById('canvas').dispatchEvent(
        new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }))
      """)
  }

  @Test func droppedDocumentsOpen() throws {
    try use { browser, studio in
      try drop("wrong.json", "'{ layer: {'", browser)
      try browser.wait("/wrong.json cannot be opened: line 1/.test(document.getElementById('toasts').textContent)")
      try drop("wrong.doc", "'text'", browser)
      try browser.wait("/wrong.doc is not a document/.test(document.getElementById('toasts').textContent)")
      try drop("far.json", Self.quoted(Self.two), browser)
      try browser.wait("\(text) === \(Self.quoted(Self.two)) && !document.getElementById('dirty').hidden")
      try browser.press("\u{E009}", "s")
      try browser.wait("document.getElementById('save-name').value === 'far.json'")
      try browser.press(Self.enter)
      try browser.wait("document.getElementById('dirty').hidden")
      #expect(try browser.text("document.getElementById('name').textContent") == "far.json")
      #expect(try studio.text("far.json") == Self.two)
      // One that the folder has is that file; changes that are not saved are asked about.
      _ = try edited(browser) { try browser.press("v") }
      try drop("tiny.json", Self.quoted(StudioProcess.document), browser)
      try browser.wait(isOpen("ask-dialog"))
      try browser.press(Self.escape)
      try browser.wait("!\(isOpen("ask-dialog"))")
      #expect(try browser.text("document.getElementById('name').textContent") == "far.json")
    }
  }

  @Test func droppedPictureIsUsed() throws {
    try use { browser, studio in
      let changed = try edited(browser) {
        try drop("dot.png", "await new Promise(done => canvas.toBlob(done))", browser)
      }
      #expect(changed.contains("contents: \"dot.png\""))
      #expect(try studio.bytes("dot.png").count > 100)
      try browser.press("\u{E009}", "z")
      try browser.wait("\(text) === \(Self.quoted(StudioProcess.document))")
    }
  }

  // MARK: The tree

  @Test func rowsAreHiddenAndLocked() throws {
    try use { browser, _ in
      #expect(try edited(browser) { try browser.press("v") }.contains("enabled: false"))
      try browser.wait("document.querySelector('#tree .off .label').textContent === 'snow'")
      try browser.press("\u{E009}", "z")
      try browser.wait("\(text) === \(Self.quoted(StudioProcess.document))")
      try select("sky", browser)
      #expect(try edited(browser) { try browser.click("#tree [aria-selected=true] .eye") }.contains("hidden: true"))
      try browser.wait("document.querySelectorAll('#tree .off').length === 2")
      // A lock holds for what lies below, too.
      try browser.click("#tree [aria-selected=true] .lock")
      try select("snow", browser)
      try browser.wait("[...document.querySelectorAll('#controls .section')].every(section => section.inert)")
      #expect(try browser.text("document.querySelectorAll('#overlay .handle').length") == "0")
      let store = "(await import(new URL('store.js', location.href))).store"
      #expect(try browser.text("\(store).lockedPaths.includes('snow.velocity')") == "true")
    }
  }

  @Test func rowsAreShownAlone() throws {
    try use("two.json", files: ["two.json": Self.two]) { browser, studio in
      try select("inner", browser)
      try browser.press("s")
      try browser.wait("!document.getElementById('solo-off').hidden && canvas.dataset.type === 'image/png'")
      try browser.wait("canvas.getContext('2d').getImageData(canvas.width / 2, 2, 1, 1).data[2] === 0x40")
      try expectCanvas(browser, isStillOf: ["--set", "far.hidden=true"], studio, "two.json")
      #expect(try browser.text("document.getElementById('dirty').hidden") == "true")
      try browser.click("#solo-off")
      try browser.wait("canvas.getContext('2d').getImageData(canvas.width / 2, 2, 1, 1).data[2] === 0xff")
      try expectCanvas(browser, isStillOf: [], studio, "two.json")
    }
  }

  @Test func rowsFoldAndTheSelectedOneIsSeen() throws {
    try use("fireworks-show") { browser, _ in
      let rows = "document.querySelectorAll('#tree [role=treeitem]').length"
      let all = try browser.text(rows)
      try select("smoke", browser)
      try browser.run("document.querySelector('#tree [aria-selected=true] .row').focus()")
      try browser.press("\u{E012}")
      try browser.wait("\(rows) < \(all)")
      #expect(try browser.text("document.activeElement.textContent").hasPrefix("smoke"))
      try browser.press("\u{E014}")
      try browser.wait("\(rows) === \(all)")
      // The last of the scene: far below the window's end at first.
      try browser.press("\u{E010}")
      try browser.wait("document.querySelector('#tree li:last-child').getAttribute('aria-selected') === 'true'")
      let isSeen = try browser.text(
        """
        document.querySelector('#tree li:last-child').getBoundingClientRect().bottom
          <= document.getElementById('tree-pane').getBoundingClientRect().bottom
        """)
      #expect(isSeen == "true")
    }
  }

  @Test func sceneryIsSwitched() throws {
    try use("two.json", files: ["two.json": Self.two]) { browser, studio in
      // Red of the layer in the middle, and how much covers the scenery's place.
      let seen = """
        [[0.6, 0], [0.05, 3]].map(([y, part]) =>
          canvas.getContext('2d').getImageData(canvas.width / 2, canvas.height * y, 1, 1).data[part]).join()
        """
      try browser.press("g")
      try browser.wait("\(seen) === '255,0' && canvas.dataset.type === 'image/png'")
      #expect(try browser.text("document.getElementById('layers').value") == "without")
      #expect(try browser.text("document.getElementById('frame').classList.contains('clear')") == "true")
      try browser.run(
        """
        const layers = document.getElementById('layers');
        layers.value = 'only'; layers.dispatchEvent(new Event('change'))
        """)
      try browser.wait("\(seen) === '0,0'")
      try browser.press("g")
      try browser.press("g")
      try browser.wait("\(seen) === '255,255' && canvas.dataset.type === 'image/png'")
      try expectCanvas(browser, isStillOf: [], studio, "two.json")
    }
  }

  // MARK: What is seen

  /// No part of the page is cut by the window or by the pane that it lies in.
  @Test(arguments: [800, 1024, 1440]) func nothingIsCut(width: Int) throws {
    try use("fireworks-show", width: width) { browser, _ in
      #expect(try browser.text("innerWidth <= \(width)") == "true")
      for subject in ["stage", "smoke", "haze", "scale over life"] {
        try select(subject, browser)
        let cut = try browser.text(
          """
          [...document.querySelectorAll('button, input, select, output, summary, h2, label, .plot')].filter(part => {
            const box = part.getBoundingClientRect();
            const pane = part.closest('.pane, .stage, .bar')?.getBoundingClientRect();
            return box.width > 0 && part.checkVisibility() && pane
              && (box.right > Math.min(innerWidth, pane.right) + 0.5 || box.left < pane.left - 0.5)
          }).map(part => part.id || part.className || part.textContent).join()
          """)
        #expect(cut == "", "\(subject)")
      }
    }
  }

  /// Curves have numbers, which stay where they are while values change between them.
  @Test func curvesHaveAxes() throws {
    try use("over.json", files: ["over.json": Self.over]) { browser, _ in
      try select("colour over life", browser)
      try browser.wait("document.querySelectorAll('[data-key=colors] .axis.along span').length === 5")
      try select("alpha over life", browser)
      let labels = """
        ['up', 'along'].map(axis => [...document.querySelectorAll(`.axis.${axis} span`)].map(label => label.textContent)
          .join(' ')).join(', ')
        """
      let before = try browser.text(labels)
      #expect(before == "0 0.5 1, 0 % 25 % 50 % 75 % 100 %")
      let changed = try edited(browser) {
        try browser.run("document.querySelector('.keyframes [data-index=\"1\"]').focus()")
        try browser.press("\u{E015}")
      }
      #expect(changed.contains("values: [0, 0.98, 0]"))
      #expect(try browser.text(labels) == before)
      // What lies beyond makes room for itself.
      _ = try edited(browser) {
        try browser.run(
          """
          const value = document.querySelector('.keyframe [aria-label=Value]');
          value.value = '3'; value.dispatchEvent(new Event('change'))
          """)
      }
      try browser.wait("document.querySelector('.axis.up span:last-child').textContent === '3'")
    }
  }

  /// Effects of the movie are switched and turned; every turn is a step of undo.
  @Test func effectsHaveControls() throws {
    try use { browser, _ in
      try select("stage", browser)
      for (key, expected) in [("motionBlur", "motionBlur: \""), ("loop", "loop: \"blend\""), ("bloom", "bloom: ")] {
        let changed = try edited(browser) { try browser.click("[data-key='\(key)'] input") }
        #expect(changed.contains(expected), "\(changed)")
        try browser.wait("document.querySelector(`[data-key='\(key)'] input`).checked")
      }
      let turned = try edited(browser) {
        try browser.run("document.querySelector(`[data-key='bloom.radius'] input[type=range]`).focus()")
        try browser.press("\u{E014}")
      }
      #expect(turned.contains(/bloom: "12\.\d+ 0\.6"/), "\(turned)")
      try browser.run("document.activeElement.blur()")
      for _ in 0..<4 { try browser.press("\u{E009}", "z") }
      try browser.wait("\(text) === \(Self.quoted(StudioProcess.document))")
    }
  }

  /// However slow the machine: half of the window's sides, and a quarter of the movie's as far as the window has them.
  @Test func picturesKeepAQuarter() throws {
    try use("fireworks-show") { browser, _ in
      let parts = try browser.text(
        """
        (await (async () => {
          const { stage, part } = await import(new URL('stage.js', location.href));
          const shown = [];
          for (const size of [[1600, 900], [640, 360], [320, 180]]) {
            stage.size = size;
            shown.push([0, 1, 2].map(part).join(' '))
          }
          return shown.join(', ')
        })())
        """)
      #expect(parts == "1 0.75 0.5, 1 0.75 0.75, 1 1 1")
    }
  }
}
