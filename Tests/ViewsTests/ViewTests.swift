import Foundation
import StarmineGraphics
import StarmineLayers
import StarmineScene
import StarmineViews
import Testing

/// A view by itself: layer, drawing, layout, colours, snapshots, touches.
@Suite struct ViewTests {
  private final class Gauge: UIView {
    private(set) var drawn: [CGRect] = []
    override class var layerClass: AnyClass { CAShapeLayer.self }
    override func draw(_ rect: CGRect) {
      drawn.append(rect)
      UIColor.blue.setFill()
      UIGraphicsGetCurrentContext()?.fill(rect.insetBy(dx: 2, dy: 2))
    }
  }

  private func fills(_ window: UIWindow, at time: Double = 1000) -> [FillCommand] {
    evaluate(window.layer.committedTree(), at: time, in: Viewport(width: 400, height: 400)).commands
      .compactMap { if case .fill(let fill) = $0 { fill } else { nil } }
  }

  @Test func layersOfOnesOwnClass() {
    let view = Gauge(frame: CGRect(x: 1, y: 2, width: 30, height: 40))
    #expect(view.layer is CAShapeLayer && view.layer.delegate === view)
    #expect(view.layer.frame == CGRect(x: 1, y: 2, width: 30, height: 40))
    #expect(Gauge().frame == .zero && UIView(coder: NSCoder()) != nil)
  }

  @Test func viewsDrawThemselves() {
    let (stage, view) = (Stage(), Gauge(frame: CGRect(x: 200, y: 200, width: 20, height: 20)))
    stage.window.addSubview(view)
    let blue = fills(stage.window).filter { $0.paint == .solid(0xFF00_00FF) }
    #expect(view.drawn == [CGRect(x: 0, y: 0, width: 20, height: 20)] && blue.count == 1)
    #expect(blue.first?.bounds == DeviceRect(minX: 202, minY: 202, maxX: 218, maxY: 218))
    _ = stage.window.layer.committedTree()
    #expect(view.drawn.count == 1, "only when asked for")
    view.setNeedsDisplay()
    _ = stage.window.layer.committedTree()
    view.bounds.size.width = 30
    _ = stage.window.layer.committedTree()
    #expect(view.drawn.count == 2)
    view.contentMode = .redraw
    view.bounds.size.width = 40
    _ = stage.window.layer.committedTree()
    #expect(view.drawn.count == 3)
  }

  @Test func propertiesAreTheLayers() {
    let view = UIView()
    view.alpha = 0.25
    view.isHidden = true
    view.clipsToBounds = true
    view.backgroundColor = .green
    view.center = CGPoint(x: 3, y: 4)
    view.transform = CGAffineTransform(scaleX: 2, y: 3)
    view.contentScaleFactor = 2
    view.contentMode = .top
    let layer = view.layer
    #expect(layer.opacity == 0.25 && layer.isHidden && layer.masksToBounds && layer.contentsScale == 2)
    #expect(layer.backgroundColor == UIColor.green.cgColor && layer.position == CGPoint(x: 3, y: 4))
    #expect(layer.transform == CATransform3DMakeScale(2, 3, 1) && view.transform3D == layer.transform)
    #expect(layer.contentsGravity == .bottom, "a layer's bottom is where y is smallest")
    layer.anchorPoint = CGPoint(x: 0, y: 0)
    #expect(view.center == CGPoint(x: 3, y: 4))
    view.backgroundColor = nil
    #expect(layer.backgroundColor == nil && view.backgroundColor == nil)
  }

  @Test func masksBelongToTheView() {
    let (view, mask) = (UIView(frame: CGRect(x: 0, y: 0, width: 9, height: 9)), UIView())
    view.addSubview(mask)
    view.mask = mask
    #expect(view.layer.mask === mask.layer && view.subviews.isEmpty && mask.superview == nil && view.mask === mask)
    view.mask = nil
    #expect(view.layer.mask == nil)
  }

  @Test func tintsComeFromAbove() {
    final class Tinted: UIView {
      var changes = 0
      override func tintColorDidChange() { changes += 1 }
    }
    let (parent, child, grandchild) = (UIView(), Tinted(), Tinted())
    #expect(child.tintColor == .systemBlue)
    parent.addSubview(child)
    child.addSubview(grandchild)
    let before = child.changes
    parent.tintColor = .red
    #expect(child.tintColor == .red && grandchild.tintColor == .red && child.changes == before + 1)
    grandchild.tintColor = .green
    parent.tintColor = nil
    #expect(grandchild.tintColor == .green && child.tintColor == .systemBlue)
  }

  @Test func subviewsFollowTheSize() {
    func frame(_ mask: UIView.AutoresizingMask, _ start: CGRect) -> CGRect {
      let (parent, child) = (UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100)), UIView(frame: start))
      child.autoresizingMask = mask
      parent.addSubview(child)
      parent.frame.size = CGSize(width: 200, height: 50)
      return child.frame
    }
    let start = CGRect(x: 10, y: 20, width: 30, height: 40)
    #expect(frame([], start) == start)
    #expect(frame([.flexibleWidth, .flexibleHeight], start) == CGRect(x: 10, y: 20, width: 130, height: 0))
    #expect(frame([.flexibleLeftMargin, .flexibleTopMargin], start) == CGRect(x: 110, y: -30, width: 30, height: 40))
    // Shared in proportion: margins of 10 and 60.
    let shared = frame([.flexibleLeftMargin, .flexibleRightMargin], start)
    #expect(near(shared.minX, 10 + 100.0 / 7) && shared.width == 30)
    let parent = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    let child = UIView(frame: start)
    child.autoresizingMask = .flexibleWidth
    parent.addSubview(child)
    parent.autoresizesSubviews = false
    parent.bounds.size.width = 500
    #expect(child.frame == start)
  }

  @Test func sizesThatFit() {
    final class Fixed: UIView {
      override func sizeThatFits(_ size: CGSize) -> CGSize { CGSize(width: 30, height: 10) }
    }
    let view = Fixed(frame: CGRect(x: 7, y: 8, width: 10, height: 20))
    view.sizeToFit()
    #expect(view.frame == CGRect(x: 7, y: 8, width: 30, height: 10))
    #expect(UIView().intrinsicContentSize == CGSize(width: -1, height: -1))
  }

  @Test func snapshotsShowTheModelOrThePicture() throws {
    let stage = Stage()
    UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) {
      stage.view.backgroundColor = .blue
      stage.view.bounds.size = CGSize(width: 200, height: 100)
    }
    stage.advance(to: 0.5)
    #expect(UIView().snapshotView(afterScreenUpdates: false) == nil, "not committed")
    for isAfter in [true, false] {
      let snapshot = try #require(stage.window.snapshotView(afterScreenUpdates: isAfter))
      let drawing = try #require(snapshot.layer.contents as? Drawing)
      let fill = drawing.commands.compactMap { if case .fill(let fill) = $0 { fill } else { nil } }.last
      #expect(fill?.paint == .solid(isAfter ? 0xFF00_00FF : 0xFF80_0080))
      let right = fill.map { fill in
        if case .roundedRect(let rect) = fill.shape { fill.transform.apply(rect.maxX, 0).x } else { Double.nan }
      }
      #expect(near(right, isAfter ? 150 : 125, 1e-3))
    }
    let context = CGContext(bounds: CGRect(x: 0, y: 0, width: 40, height: 40))
    #expect(!stage.window.drawHierarchy(in: .zero, afterScreenUpdates: true), "no context")
    UIGraphicsPushContext(context)
    defer { UIGraphicsPopContext() }
    #expect(stage.window.drawHierarchy(in: CGRect(x: 0, y: 0, width: 40, height: 40), afterScreenUpdates: true))
    #expect(!UIView(frame: stage.view.frame).drawHierarchy(in: .zero, afterScreenUpdates: false))
  }

  // MARK: Touches

  private final class Listener: UIView {
    var calls: [String] = []
    private func note(_ name: String, _ touches: Set<UITouch>) {
      let place = touches.first?.location(in: self) ?? .zero
      calls.append("\(name) \(Int(place.x)) \(Int(place.y))")
    }
    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { note("began", touches) }
    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) { note("moved", touches) }
    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { note("ended", touches) }
    override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) { note("cancelled", touches) }
  }

  @Test func touchesStayWhereTheyBegan() {
    let (stage, listener) = (Stage(), Listener(frame: CGRect(x: 200, y: 100, width: 50, height: 50)))
    // What does not take a touch hands it on.
    let inner = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    listener.addSubview(inner)
    stage.window.addSubview(listener)
    let touch = stage.window.beginTouch(at: CGPoint(x: 205, y: 107))
    #expect(touch.view === inner && touch.phase == .began)
    stage.window.moveTouch(touch, to: CGPoint(x: 300, y: 300))
    #expect(touch.previousLocation(in: nil) == CGPoint(x: 205, y: 107))
    stage.window.endTouch(touch)
    stage.window.endTouch(touch)
    stage.window.cancelTouch(stage.window.beginTouch(at: CGPoint(x: 240, y: 140)))
    stage.window.tap(at: CGPoint(x: 10, y: 300))
    #expect(listener.calls == ["began 5 7", "moved 100 200", "ended 100 200", "began 40 40", "cancelled 40 40"])
  }

  @Test func oneTouchAtATime() {
    let (stage, listener) = (Stage(), Listener(frame: CGRect(x: 200, y: 100, width: 50, height: 50)))
    stage.window.addSubview(listener)
    let point = CGPoint(x: 210, y: 110)
    let first = stage.window.beginTouch(at: point)
    #expect(stage.window.beginTouch(at: point).view == nil)
    listener.isMultipleTouchEnabled = true
    #expect(stage.window.beginTouch(at: point).view === listener)
    stage.window.endTouch(first)
    #expect(listener.calls.count == 3)
  }

  @Test func tapsAreCounted() {
    let stage = Stage()
    func tap(_ x: CGFloat) -> Int {
      let touch = stage.window.beginTouch(at: CGPoint(x: x, y: 50))
      stage.window.endTouch(touch)
      return touch.tapCount
    }
    var counts = [tap(50), tap(55)]
    stage.advance(to: 1)
    counts += [tap(50), tap(350), tap(350)]
    #expect(counts == [1, 2, 1, 1, 2])
  }

  @Test func hitsNeedAVisibleView() {
    let stage = Stage()
    let point = CGPoint(x: 50, y: 50)
    func isHit() -> Bool { stage.window.hitTest(point, with: nil) === stage.view }
    #expect(isHit())
    stage.view.alpha = 0.01
    #expect(!isHit())
    stage.view.alpha = 0.02
    #expect(isHit())
    stage.view.isHidden = true
    #expect(!isHit())
    stage.view.isHidden = false
    stage.view.isUserInteractionEnabled = false
    #expect(!isHit())
  }
}
