import StarmineTestSupport
import Testing

/// Clicks and drags in the picture.
extension BrowserTests {
  private static let stacked = """
    { movie: { size: [320, 180], fps: 10, duration: 2, background: "#203040" },
      layer: { sublayers: [
        { name: "far", bounds: [0, 0, 320, 180], position: [160, 90], backgroundColor: "#4080ff" },
        { name: "unseen", bounds: [0, 0, 90, 90], position: [160, 90] },
        { name: "near", bounds: [0, 0, 90, 90], position: [160, 90], backgroundColor: "#ff8040", sublayers: [
          { name: "inner", bounds: [0, 0, 20, 20], position: [20, 20], backgroundColor: "#80ff40" } ] } ] } }
    """

  /// Clicks at a point of the document's stage and returns the name of the layer that is selected then.
  private func click(_ x: Int, _ y: Int, _ browser: Browser, selects name: String) throws {
    try browser.run(
      """
      const box = canvas.getBoundingClientRect();
      canvas.dispatchEvent(new MouseEvent('click', {
        clientX: box.x + box.width * \(x) / 320, clientY: box.y + box.height * \(y) / 180, bubbles: true }))
      """)
    try browser.wait("document.querySelector('#tree [aria-selected=true]')?.textContent.includes('\(name)')")
  }

  /// Layers that draw nothing at the point are left out, and below the last one comes the first one again.
  @Test func clicksSelectWhatIsVisibleAtThePoint() throws {
    try use("stacked.json", files: ["stacked.json": Self.stacked]) { browser, _ in
      try browser.wait("canvas.dataset.type === 'image/png'")
      for name in ["inner", "near", "far", "CALayer", "inner"] { try click(135, 65, browser, selects: name) }
      try click(10, 10, browser, selects: "far")
    }
  }

  /// Drags a handle by points of the stage and returns the text of the document.
  private func drag(_ key: String, by x: Int, _ y: Int, _ browser: Browser) throws -> String {
    let before = try browser.text("canvas.dataset.revision")
    try browser.run(
      """
      const handle = document.querySelector('#overlay [data-key="\(key)"]');
      const box = handle.getBoundingClientRect(), scale = canvas.getBoundingClientRect().width / 320;
      const at = [box.x + box.width / 2, box.y + box.height / 2];
      handle.setPointerCapture = () => {};
      handle.hasPointerCapture = () => true;
      const send = (type, [clientX, clientY]) =>
        handle.dispatchEvent(new PointerEvent(type, { clientX, clientY, pointerId: 1 }));
      send('pointerdown', at);
      send('pointermove', [at[0] + \(x) * scale, at[1] + \(y) * scale]);
      send('pointerup', [at[0] + \(x) * scale, at[1] + \(y) * scale])
      """)
    try browser.wait("canvas.dataset.revision !== '\(before)'")
    return try browser.text(text)
  }

  @Test func theFrameMovesScalesAndTurnsALayer() throws {
    try use("stacked.json", files: ["stacked.json": Self.stacked]) { browser, _ in
      try browser.wait("canvas.dataset.type === 'image/png'")
      for name in ["inner", "near"] { try click(135, 65, browser, selects: name) }
      let scaled = try drag("transform.scale", by: 45, 45, browser)
      #expect(scaled.contains(#""transform.scale": 2"#), "\(scaled)")
      let moved = try drag("position", by: 40, 0, browser)
      #expect(moved.contains("position: [200, 90]"), "\(moved)")
      // The middle of the picture attracts.
      let snapped = try drag("position", by: -38, 2, browser)
      #expect(snapped.contains("position: [160, 90]"), "\(snapped)")
      let turned = try drag("transform.rotation", by: 117, 117, browser)
      #expect(turned.contains(#""transform.rotation": "90deg""#), "\(turned)")
    }
  }

  @Test func theAddressNamesTheDocument() throws {
    try use(files: ["stacked.json": Self.stacked]) { browser, studio in
      try browser.press("p")
      try browser.wait("document.querySelectorAll('#gallery .card').length > 20")
      for key in ["c", "o", "n", "f", "e", "t", "t", "i", "\u{E007}"] { try browser.press(key) }
      try browser.wait("document.getElementById('name').textContent === 'confetti'")
      try browser.run("location.reload()")
      try browser.wait("document.getElementById('name')?.textContent === 'confetti'")
      try browser.open(studio.address + "#file=gone.json")
      try browser.run("location.reload()")
      try browser.wait("document.getElementById('name')?.textContent === 'tiny.json'")
    }
  }
}
