extension CALayer {
  /// Requests a redraw of the contents at the next commit or `displayIfNeeded()`.
  public final func setNeedsDisplay() { setNeedsDisplay(bounds) }

  /// Requests a redraw. The whole contents are redrawn, whatever the rectangle.
  public final func setNeedsDisplay(_ r: CGRect) {
    requests.invalidRect = requests.invalidRect?.box(with: r) ?? r
    markChanged()
  }

  /// Returns whether a redraw is requested.
  public final func needsDisplay() -> Bool { requests.invalidRect != nil }

  /// Calls `display()` if a redraw is requested. Requests made during the call remain.
  public final func displayIfNeeded() {
    guard requests.invalidRect != nil else { return }
    requests.invalidRect = nil
    display()
  }

  /// Makes what `draw(in:)` draws the contents. A layer that draws nothing keeps contents that it did not draw.
  func displayAsWhole() {
    delegate?.layerWillDraw(self)
    let context = CGContext(bounds: bounds)
    draw(in: context)
    let commands = context.finish()
    if !commands.isEmpty {
      contents = Drawing(commands: commands)
    } else if contents is Drawing {
      contents = nil
    }
  }
}
