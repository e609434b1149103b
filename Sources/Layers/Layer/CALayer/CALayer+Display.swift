public import Foundation
import StarmineScene

extension CALayer {
  /// Asks for a new drawing of the whole contents at the next commit or `displayIfNeeded()`.
  public final func setNeedsDisplay() { setNeedsDisplay(bounds) }

  /// Asks for a new drawing of a part of the contents; parts add up until then. A drawing is always made whole here.
  public final func setNeedsDisplay(_ r: CGRect) {
    requests.invalidRect = requests.invalidRect?.box(with: r) ?? r
    markChanged()
  }

  /// Whether a drawing has been asked for.
  public final func needsDisplay() -> Bool { requests.invalidRect != nil }

  /// Calls `display()` if a drawing has been asked for. What is asked for meanwhile is kept for the next time.
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
