import Foundation
import StarmineTestSupport
import Testing

/// Scenes that are built in the page: by keys, by hand, and in time.
extension BrowserTests {
  private static let (enter, control, shift, alt) = ("\u{E007}", "\u{E009}", "\u{E008}", "\u{E00A}")
  private static let (up, left, right, delete, rename) = ("\u{E013}", "\u{E012}", "\u{E014}", "\u{E017}", "\u{E032}")
  private var store: String { "(await import(new URL('store.js', location.href))).store" }

  /// Waits until the text has changed and its picture is there, when nothing is laid out any more; the new one.
  private func built(_ browser: Browser, _ body: () throws -> Void) throws -> String {
    let before = try browser.text("\(store).revision")
    try body()
    try browser.wait("\(store).revision !== '\(before)'")
    try settle(browser)
    return try browser.text("\(store).text")
  }

  private func row(_ id: String) -> String {
    "document.querySelector(`#tree [data-id='\(id)']`).getBoundingClientRect().y"
  }

  private func settle(_ browser: Browser) throws {
    try browser.wait("canvas.dataset.revision === \(store).revision && canvas.dataset.type === 'image/png'")
  }

  private func add(_ part: String, _ browser: Browser) throws -> String {
    try browser.press("a")
    try browser.wait("document.getElementById('add-dialog').open")
    for letter in part { try browser.press(String(letter)) }
    return try built(browser) { try browser.press(Self.enter) }
  }

  private func openNew(_ browser: Browser) throws {
    try browser.press("p")
    try browser.wait("document.getElementById('open-dialog').open")
    try browser.click("#open-new")
    try browser.wait("\(store).scene.nodes.length === 2 && !document.getElementById('open-dialog').open")
    try settle(browser)
  }

  @Test func sceneIsBuiltByKeys() throws {
    try use { browser, studio in
      try openNew(browser)
      let empty = try browser.text("\(store).text")
      #expect(try add("emitter", browser).contains("name: \"emitter\""))
      #expect(try add("text", browser).contains("CATextLayer"))
      #expect(try add("fade", browser).contains("keyPath: \"opacity\""))
      // In time: ten frames later, and a keyframe one frame earlier.
      try browser.run("document.querySelector('.rows .animation').focus()")
      #expect(try built(browser) { try browser.press(Self.shift, Self.right) }.contains("delay: 0.1667"))
      try browser.run("document.querySelector('.rows .key').focus()")
      #expect(try built(browser) { try browser.press(Self.left) }.contains("keyTimes: [0, 0.4917, 1]"))
      // A name, a copy, another place, and away with it.
      try browser.press("n")
      for letter in "spark" { try browser.press(String(letter)) }
      try browser.press(Self.enter)
      try browser.wait("\(store).selected === 'layer/0/emitterCells[0]'")
      try browser.press(Self.rename)
      for letter in "glow" { try browser.press(String(letter)) }
      #expect(try built(browser) { try browser.press(Self.enter) }.contains("name: \"glow\""))
      #expect(try built(browser) { try browser.press(Self.control, "d") }.contains("name: \"glow2\""))
      let moved = try built(browser) { try browser.press(Self.alt, Self.up) }
      #expect(try #require(moved.range(of: "glow2")).lowerBound < #require(moved.range(of: "\"glow\"")).lowerBound)
      #expect(!(try built(browser) { try browser.press(Self.delete) }).contains("glow2"))
      #expect(try built(browser) { try browser.press("q") }.contains("cues: [{ name: \"beat\", at: 2 }]"))
      // Each was a step of undo.
      for _ in 0..<10 { _ = try built(browser) { try browser.press(Self.control, "z") } }
      #expect(try browser.text("\(store).text") == empty)
      #expect(try browser.text("\(store).canUndo") == "false")
    }
  }

  @Test func sceneIsBuiltByHand() throws {
    let text = """
      { movie: { size: [320, 180], fps: 10, duration: 4 }, cues: [{ at: 1 }],
        layer: { sublayers: [
          { name: "one", bounds: [0, 0, 9, 9], animations: {
            fade: { keyPath: "opacity", fromValue: 0, toValue: 1, duration: 1 } } },
          { name: "two", bounds: [0, 0, 9, 9] }] } }
      """
    try use("hand.json", files: ["hand.json": text]) { browser, _ in
      try browser.click("#add")
      try browser.wait("document.getElementById('add-dialog').open")
      #expect(try built(browser) { try browser.click("#add-groups button:nth-child(2)") }.contains("CATextLayer"))
      try browser.wait("document.querySelector('#tree [aria-selected=true] .label').textContent === 'text'")
      // A row is dragged to the top.
      let way = try #require(Double(try browser.text("\(row("layer/0")) - \(row("layer/1"))")))
      let moved = try built(browser) {
        try browser.drag("#tree [data-id='layer/1'] .label", by: (0, Int(way) - 9))
      }
      #expect(try #require(moved.range(of: "two")).lowerBound < #require(moved.range(of: "one")).lowerBound)
      // A bar and a mark are dragged in time; the mark stays at the bar's end.
      let width = try #require(Int(try browser.text("document.getElementById('timeline-rows').clientWidth")))
      #expect(try built(browser) { try browser.drag(".rows .animation", by: (width / 4 + 2, 0)) }.contains("delay: 1 "))
      #expect(try built(browser) { try browser.drag(".moments .cue", by: (width / 4 - 3, 0)) }.contains("{ at: 2 }"))
      try browser.click("#parts button:last-child")
      try browser.wait("!\(store).text.includes('cues')")
    }
  }

  /// Curves over a life, and what a colour comes to where parents multiply.
  @Test func valuesHaveCurvesAndResults() throws {
    let text = """
      { movie: { size: [320, 180], fps: 10, duration: 2 }, layer: { sublayers: [
        { class: "CAEmitterLayer", name: "sky", emitterCells: [
          { name: "rocket", color: "#ff8000", birthRate: 9, lifetime: 1, emitterCells: [
            { name: "star", color: "#80ff00", birthRate: 9, lifetime: 1, scale: 0.5, scaleSpeed: 0.25 }] }] }] } }
      """
    try use("star.json", files: ["star.json": text]) { browser, _ in
      try browser.run("\(store).select('layer/0/emitterCells[0]/emitterCells[0]')")
      let result = "document.querySelector('[data-key=color] .result').textContent.trim()"
      #expect(try browser.text(result) == "times rocket #ff8000: #808000")
      let changed = try built(browser) { try browser.run("document.querySelector('[data-key=scale] .life').click()") }
      #expect(changed.contains("{ type: \"valueOverLife\", keyPath: \"scale\", values: [0.5, 0.75] }"))
      #expect(try browser.text("\(store).node.class") == "behaviour \"valueOverLife\"")
    }
  }

  @Test func sizesStandSideBySide() throws {
    try use { browser, _ in
      try browser.press("w")
      try browser.wait("document.querySelectorAll('#sizes img').length === 3")
      try browser.wait("[...document.querySelectorAll('#sizes img')].every(image => image.naturalWidth > 0)")
      let shapes = """
        [...document.querySelectorAll('#sizes img')]
          .map(image => Math.sign(image.naturalWidth - image.naturalHeight)).join()
        """
      #expect(try browser.text(shapes) == "-1,0,1")
      try browser.press("w")
      try browser.wait("document.getElementById('sizes').hidden && !document.getElementById('frame').hidden")
    }
  }
}
