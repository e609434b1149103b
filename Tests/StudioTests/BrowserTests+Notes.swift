import Foundation
import StarmineTestSupport
import Testing

/// What the page says and shows beside the work: names, units, warnings, places to take hold of.
extension BrowserTests {
  /// A point outside the window is at its edge, and moves as far as the pointer.
  @Test func pointsOutsideTheWindowAreDragged() throws {
    let far = StudioProcess.document.replacing("[160, 90]", with: "[-400, 90]")
    try use("far.json", files: ["far.json": far]) { browser, _ in
      let handle = "#overlay [data-key=emitterPosition]"
      let isInside = try browser.text(
        """
        (() => {
          const box = name => document.querySelector(name).getBoundingClientRect();
          const [point, view] = [box('\(handle)'), box('#view')];
          return point.left >= view.left - 1 && point.right <= view.right
        })()
        """)
      #expect(isInside == "true")
      try browser.drag(handle, by: (60, 0))
      try browser.wait("!/-400/.test(\(text))")
      let x = try #require(try browser.text(text).firstMatch(of: /emitterPosition: \[(-?\d+), \d+\]/)).output.1
      #expect((-399 ... -340).contains(try #require(Int(x))), "\(x)")
    }
  }

  /// The server reports the change of a file to all pages. The page that saves it does not warn of another program.
  @Test func savingWarnsOfNoOtherProgram() throws {
    try use { browser, studio in
      try browser.run(
        """
        const plain = window.fetch;
        window.fetch = async (...request) => {
          const answer = await plain(...request);
          await new Promise(resolve => setTimeout(resolve, request[1]?.method === 'PUT' ? 400 : 0));
          return answer
        }
        """)
      try browser.press("v")
      try browser.press("\u{E009}", "s")
      try browser.wait("/Saved tiny.json/.test(document.getElementById('toasts').textContent)")
      #expect(try studio.text("tiny.json").contains("enabled: false"))
      #expect(try browser.text("document.getElementById('notice').hidden") == "true")
    }
  }

  @Test func variationsHaveTheUnitsOfTheControls() throws {
    try use { browser, _ in
      try browser.press("m")
      try browser.wait("document.querySelectorAll('#pictures small').length > 5")
      let texts = "[...document.querySelectorAll('#pictures small')].map(text => text.textContent)"
      let labels = try browser.text("\(texts).join(', ')")
      let changes = labels.components(separatedBy: ", ")
      let units = ["velocity": "pt/s", "lifetime": "s", "birthRate": "/s", "emissionRange": "°", "spin": "°/s"]
      var count = 0
      for change in changes {
        guard let key = change.split(separator: " ").first?.split(separator: ".").last, let unit = units[String(key)]
        else { continue }
        #expect(change.hasSuffix(" \(unit)"), "\(change)")
        count += 1
      }
      #expect(count > 2, "\(labels)")
    }
  }

  /// Movies are named after their document, and a search shows what Enter takes.
  @Test func documentsAreNamed() throws {
    try use { browser, _ in
      try browser.press("p")
      try browser.wait("document.querySelectorAll('#own .card').length === 2")
      for letter in "moving" { try browser.press(String(letter)) }
      let found = "document.querySelector('#open-dialog [aria-current]').textContent.startsWith('moving.json')"
      #expect(try browser.text(found) == "true")
      try browser.press("\u{E007}")
      try browser.wait("document.getElementById('name').textContent === 'moving.json'")
      try browser.press("x")
      #expect(try browser.text("document.getElementById('export-name').value") == "moving.mp4")
    }
  }

  @Test func searchWithoutResultIsExplained() throws {
    try use { browser, _ in
      let isHidden = "document.getElementById('unmatched').hidden"
      #expect(try browser.text(isHidden) == "true")
      try browser.press("/")
      for letter in "xyzzy" { try browser.press(String(letter)) }
      #expect(try browser.text(isHidden) == "false")
    }
  }

  /// Assistive technology reads the widths of the panes.
  @Test func widthsOfPanesAreReported() throws {
    try use { browser, _ in
      let widths = """
        [...document.querySelectorAll('.splitter')].every(splitter => splitter.getAttribute('aria-valuenow')
          === String(document.getElementById(`${splitter.dataset.pane}-pane`).offsetWidth))
        """
      try browser.wait(widths)
      try browser.run("document.querySelector('.splitter').focus()")
      try browser.press("\u{E014}")
      try browser.wait(widths)
    }
  }
}
