import Foundation
import StarmineGraphics
import StarmineLayers
import StarmineReference
import StarmineScene
import StarmineTestSupport
import Testing

/// Layers that draw for themselves.
@Suite struct DisplayTests {
  final class Painter: CALayerDelegate {
    var calls: [String] = []
    var onDraw: (CALayer, CGContext) -> Void = { _, _ in }
    func layerWillDraw(_ layer: CALayer) { calls.append("will") }
    func draw(_ layer: CALayer, in ctx: CGContext) {
      calls.append("draw")
      onDraw(layer, ctx)
    }
  }

  private func square(_ side: CGFloat = 10) -> CALayer {
    let layer = CALayer()
    layer.frame = CGRect(x: 0, y: 0, width: side, height: side)
    return layer
  }

  private func commands(_ layer: CALayer, scale: Double = 1) -> [DrawCommand] {
    evaluate(layer.committedTree(), at: 1000, in: Viewport(width: 100, height: 100, scale: scale)).commands
  }

  private func text(_ layer: CALayer, scale: Double = 1) -> [String] {
    let list = evaluate(layer.committedTree(), at: 1000, in: Viewport(width: 100, height: 100, scale: scale))
    return list.text.split(separator: "\n").dropFirst().map { $0.trimmingCharacters(in: .whitespaces) }
  }

  @Test func drawsAtTheNextCommitAndOnlyThen() {
    let (layer, painter) = (square(), Painter())
    layer.delegate = painter
    painter.onDraw = { _, context in
      context.setFillColor(CGColor(red: 1, green: 0, blue: 0, alpha: 1))
      context.fill(CGRect(x: 1, y: 2, width: 3, height: 4))
    }
    #expect(commands(layer).isEmpty && painter.calls == [])
    layer.setNeedsDisplay()
    #expect(layer.needsDisplay())
    let drawn = text(layer, scale: 2)
    #expect(painter.calls == ["will", "draw"] && !layer.needsDisplay())
    #expect(layer.contents is Drawing)
    #expect(drawn.count == 2 && drawn[1].hasPrefix("fill #ffff0000 1,2..4,6 by [2 0; 0 2; 0 0] in 2,4..8,12"))
    _ = commands(layer)
    #expect(painter.calls.count == 2)
    painter.onDraw = { _, _ in }
    layer.setNeedsDisplay()
    #expect(commands(layer).isEmpty && layer.contents == nil)
  }

  @Test func drawingStaysInsideTheBounds() {
    let (layer, painter) = (square(), Painter())
    layer.delegate = painter
    painter.onDraw = { _, context in context.fill(CGRect(x: -50, y: -50, width: 500, height: 500)) }
    layer.setNeedsDisplay()
    #expect(commands(layer).first?.bounds == DeviceRect(minX: 0, minY: 0, maxX: 10, maxY: 10))
  }

  @Test func imagesStayWithoutDrawing() {
    let layer = square()
    let image = CGImage(width: 1, height: 1, pixels: [.max])
    layer.contents = image
    layer.setNeedsDisplay()
    layer.displayIfNeeded()
    #expect(layer.contents as? CGImage === image)
  }

  @Test func boundsChangesAskForDrawing() {
    let layer = square()
    layer.bounds.size.width = 20
    #expect(!layer.needsDisplay())
    layer.needsDisplayOnBoundsChange = true
    layer.bounds.size.width = 30
    #expect(layer.needsDisplay())
    layer.displayIfNeeded()
    layer.position.x = 1
    #expect(!layer.needsDisplay())
  }

  @Test func invalidationWhileDrawingIsKept() {
    let (layer, painter) = (square(), Painter())
    layer.delegate = painter
    painter.onDraw = { layer, _ in layer.setNeedsDisplay(CGRect(x: 0, y: 0, width: 1, height: 1)) }
    layer.setNeedsDisplay()
    layer.displayIfNeeded()
    #expect(layer.needsDisplay() && painter.calls.count == 2)
  }

  @Test func contextKeepsItsStateStack() {
    let context = CGContext(bounds: CGRect(x: 0, y: 0, width: 100, height: 100))
    context.saveGState()
    context.translateBy(x: 10, y: 20)
    context.scaleBy(x: 2, y: 2)
    context.clip(to: CGRect(x: 0, y: 0, width: 5, height: 5))
    #expect(context.boundingBoxOfClipPath == CGRect(x: 0, y: 0, width: 5, height: 5))
    context.fill(CGRect(x: 1, y: 1, width: 1, height: 1))
    context.restoreGState()
    context.restoreGState()
    #expect(context.ctm.isIdentity)
    #expect(context.boundingBoxOfClipPath == CGRect(x: 0, y: 0, width: 100, height: 100))
    context.setAlpha(0.5)
    context.beginTransparencyLayer()
    context.fillEllipse(in: CGRect(x: 0, y: 0, width: 4, height: 8))
    context.endTransparencyLayer()
    let kinds = context.finish().map(kind)
    #expect(kinds == ["push 255", "fill ff000000", "pop", "push 128", "fill ff000000", "pop"])
  }

  private func kind(_ command: DrawCommand) -> String {
    switch command {
    case .fill(let fill): if case .solid(let color) = fill.paint { "fill \(String(color, radix: 16))" } else { "fill" }
    case .pushGroup(let group): "push \(group.alpha)"
    case .popGroup: "pop"
    default: "other"
    }
  }

  @Test func contextRefusesWhatIsNotFinite() {
    let context = CGContext(bounds: CGRect(x: 0, y: 0, width: 100, height: 100))
    context.fill(CGRect(x: CGFloat.nan, y: 0, width: 1, height: 1))
    context.addRect(CGRect(x: 0, y: CGFloat.infinity, width: 1, height: 1))
    context.fillPath()
    context.concatenate(CGAffineTransform(scaleX: .infinity, y: 1))
    context.move(to: .zero)
    context.addLine(to: CGPoint(x: 1, y: 1))
    context.strokePath()
    context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
    context.clip(to: CGRect(x: 0, y: 0, width: 1, height: 1))
    context.draw(CGImage(width: 1, height: 1, pixels: [.max]), in: CGRect(x: 0, y: 0, width: 1, height: 1))
    #expect(context.finish().isEmpty)
  }

  @Test func contextFillsAndStrokesPaths() throws {
    let context = CGContext(bounds: CGRect(x: 0, y: 0, width: 100, height: 100))
    context.translateBy(x: 10, y: 0)
    context.addRect(CGRect(x: 0, y: 0, width: 8, height: 8))
    context.addEllipse(in: CGRect(x: 2, y: 2, width: 4, height: 4))
    context.fillPath(using: .evenOdd)
    context.fillPath()
    context.scaleBy(x: 2, y: 1)
    context.setLineWidth(2)
    context.move(to: CGPoint(x: 5, y: 20))
    context.addLine(to: CGPoint(x: 15, y: 20))
    context.strokePath()
    let layer = square(100)
    layer.contents = Drawing(commands: context.finish())
    #expect(
      commands(layer).map(\.bounds).dropFirst().dropLast() == [
        DeviceRect(minX: 10, minY: 0, maxX: 18, maxY: 8), DeviceRect(minX: 20, minY: 19, maxX: 40, maxY: 21),
      ])
  }

  @Test func rendersTheSubtreeInItsOwnSpace() throws {
    let summary = try ConformanceCases("core-animation").check("render.subgeometry") { item in
      let (parent, child) = (CALayer(), layer(item.inputs["child"]))
      parent.setValue(item.inputs["parent"].numbers, forKey: "bounds")
      (parent.position, parent.transform) = (CGPoint(x: 500, y: 7), CATransform3DMakeScale(9, 9, 1))
      child.backgroundColor = .black
      parent.addSublayer(child)
      let holder = square(30)
      let painter = Painter()
      holder.delegate = painter
      painter.onDraw = { _, context in parent.render(in: context) }
      holder.setNeedsDisplay()
      for case .fill(let fill) in commands(holder) {
        let b = fill.bounds
        return .compare(
          [b.minX, b.minY, b.width, b.height].map(Double.init), item.expected.numbers ?? [], tolerance: 0)
      }
      return .failed("nothing drawn")
    }
    #expect(summary.failures == [] && summary.passed == 1)
  }
}
