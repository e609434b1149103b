import Foundation
import StarminePresets
import StarmineTestSupport
import Testing
import StarmineEditing

extension BrowserTests {
  /// The page makes a control for every row of the property table: one that shows the default and takes the focus, or
  /// says where else the value is turned.
  @Test func everyRowHasAWorkingControl() throws {
    try use { browser, _ in
      let report = try browser.text(
        """
        (await (async () => {
          const { store } = await import(new URL('store.js', location.href));
          const { makeControl, kinds } = await import(new URL('controls.js', location.href));
          const lists = ['cells', 'layers', 'layer', 'filters', 'behaviors'];
          const wrong = [];
          let count = 0;
          for (const [name, rows] of Object.entries(store.classes)) for (const row of rows) {
            count += 1;
            const ends = { show() {}, write() {}, showAll() {}, writeAll() {}, lock() {}, isLocked: () => false,
              has: key => rows.some(other => other.key === key) };
            const control = makeControl(row, ends);
            document.body.append(control.element);
            control.update(row.value, false, { values: {} });
            const parts = [...control.element.querySelectorAll('input, select')];
            const seen = parts.filter(part => part.checkVisibility());
            const nameless = seen.filter(part => !part.labels?.length && !part.getAttribute('aria-label'));
            const hint = control.element.querySelector('.hint');
            const isRight = kinds[row.kind] && (lists.includes(row.kind) ? hint : seen.length);
            if (!isRight || nameless.length) wrong.push(`${name}.${row.key} (${row.kind})`);
            control.element.remove();
          }
          return `${count} ${wrong.join(', ')}`
        })())
        """)
      let rows = PropertyRecord.classes.values.reduce(0) { $0 + $1.count }
      #expect(rows > 300 && report == "\(rows) ")
    }
  }

  func select(_ name: String, _ browser: Browser) throws {
    try browser.run(
      "[...document.querySelectorAll('#tree .row')].find(row => row.textContent.startsWith('\(name)')).click()")
  }

  var text: String { "(await import(new URL('store.js', location.href))).store.text" }

  /// A keyframe that is dragged in its plot: later, and higher; pictures are those of the same flags.
  @Test func keyframeIsDragged() throws {
    try use("moving.json") { browser, studio in
      try select("fade", browser)
      try browser.wait("document.querySelectorAll('.keyframes ellipse').length === 3")
      let before = try browser.text("canvas.dataset.revision")
      try browser.drag(".keyframes [data-index=\"1\"]", by: (30, -20))
      try browser.wait("canvas.dataset.revision !== '\(before)' && canvas.dataset.type === 'image/png'")
      let text = try browser.text(self.text)
      let found = try #require(text.firstMatch(of: /values: \[0\.2, ([\d.]+), 0\.8\].*keyTimes: \[0, ([\d.]+), 1\]/))
      let (value, time) = (Double(found.output.1) ?? 0, Double(found.output.2) ?? 0)
      #expect(value > 0.5 && time > 0.5 && time < 1)
      #expect(text.contains("// Kept: goes and comes back."))
      try expectCanvas(
        browser,
        isStillOf: [
          "--set", "square.animations.fade.values=0.2,\(value),0.8",
          "--set", "square.animations.fade.keyTimes=0,\(time),1",
        ], studio, "moving.json")
    }
  }

  /// A point's keyframe is dragged in the picture, the pace to the next one chosen, and one more added; each is one
  /// step of undo.
  @Test func keyframesOfAPointLieInThePicture() throws {
    try use("moving.json") { browser, _ in
      try select("walk", browser)
      func edited(_ body: () throws -> Void) throws -> String {
        let before = try browser.text("canvas.dataset.revision")
        try body()
        try browser.wait("canvas.dataset.revision !== '\(before)'")
        return try browser.text(text)
      }
      let moved = try edited { try browser.drag("#overlay [data-id='values 1']", by: (40, 60)) }
      let place = try #require(moved.firstMatch(of: /values: \[\[40, 90\], \[(\d+), (\d+)\], \[280, 90\]\]/))
      #expect(Int(place.output.1) ?? 0 > 160 && Int(place.output.2) ?? 0 > 40)
      let paced = try edited {
        try browser.run(
          """
          const pace = document.querySelector('.keyframe select');
          pace.value = 'easeIn'; pace.dispatchEvent(new Event('change'))
          """)
      }
      #expect(paced.contains("timingFunctions: [\"easeIn\", \"linear\"]"))
      let longer = try edited { try browser.run("document.querySelector('[aria-label=\"Another point\"]').click()") }
      #expect(longer.contains("keyTimes: [0, 0.25, 0.5, 1]"))
      try browser.run("document.activeElement.blur()")
      for _ in 0..<3 { try browser.press("\u{E009}", "z") }
      try browser.wait("\(text) === \(Self.quoted(StudioProcess.moving))")
    }
  }

  static func quoted(_ text: String) -> String {
    let data = try? JSONEncoder().encode(text)
    return data.map { String(decoding: $0, as: UTF8.self) } ?? "''"
  }
}
