import Foundation
import StarmineGraphics
import StarmineLayers
import StarmineViews
import Testing

/// Controls, gestures, stacks and the rest that code written for iOS expects. Numbers are ours where nothing is said.
struct ControlTests {
  private let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 300, height: 300))

  private func button() -> UIButton {
    let button = UIButton(type: .custom)
    button.frame = CGRect(x: 100, y: 100, width: 100, height: 50)
    window.addSubview(button)
    return button
  }

  private final class Counter {
    var presses = 0
    var sender: UIButton?
    func press() { presses += 1 }
    func pressed(_ button: UIButton) { sender = button }
  }

  @Test func scriptedTouchesPressButtons() {
    let (button, counter) = (button(), Counter())
    var events: [String] = []
    button.addAction(UIAction { _ in events.append("down") }, for: .touchDown)
    button.addAction(UIAction { _ in events.append("up") }, for: .touchUpInside)
    button.addAction(UIAction { _ in events.append("outside") }, for: .touchUpOutside)
    button.addTarget(counter, action: Counter.press, for: .touchUpInside)
    button.addTarget(counter, action: Counter.pressed, for: .touchUpInside)
    window.tap(at: CGPoint(x: 150, y: 120))
    #expect(events == ["down", "up"] && counter.presses == 1 && counter.sender === button)
    let touch = window.beginTouch(at: CGPoint(x: 150, y: 120))
    #expect(button.isHighlighted && button.state == .highlighted)
    window.moveTouch(touch, to: CGPoint(x: 10, y: 290))
    #expect(!button.isHighlighted)
    window.endTouch(touch)
    #expect(events.last == "outside" && counter.presses == 1)
    button.isEnabled = false
    window.tap(at: CGPoint(x: 150, y: 120))
    #expect(counter.presses == 1)
  }

  @Test func buttonsShowTheirState() {
    let button = button()
    button.setTitle("Off", for: .normal)
    button.setTitle("On", for: .selected)
    button.setTitleColor(.red, for: .selected)
    #expect(button.titleLabel?.text == "Off")
    button.isSelected = true
    #expect(button.titleLabel?.text == "On" && button.titleLabel?.textColor == .red)
    button.isSelected = false
    #expect(button.titleLabel?.text == "Off" && button.titleLabel?.textColor == .white)
  }

  @Test func actionsOfOneIdentifierReplaceEachOther() {
    let button = button()
    var calls: [Int] = []
    button.addAction(UIAction(identifier: "a") { _ in calls.append(1) }, for: .touchDown)
    button.addAction(UIAction(identifier: "a") { _ in calls.append(2) }, for: .touchDown)
    button.sendActions(for: .touchDown)
    #expect(calls == [2])
  }

  // MARK: Gestures

  @Test func tapsAreRecognised() {
    let view = UIView(frame: window.bounds)
    window.addSubview(view)
    var places: [CGPoint] = []
    view.addGestureRecognizer(
      UITapGestureRecognizer { (tap: UITapGestureRecognizer) in
        places.append(tap.location(in: view))
      })
    window.tap(at: CGPoint(x: 30, y: 40))
    let touch = window.beginTouch(at: CGPoint(x: 30, y: 40))
    window.moveTouch(touch, to: CGPoint(x: 200, y: 40))
    window.endTouch(touch)
    #expect(places == [CGPoint(x: 30, y: 40)])
  }

  @Test func pansTakeTheTouchAway() {
    let (button, holder) = (button(), UIView(frame: window.bounds))
    holder.addSubview(button)
    window.addSubview(holder)
    var states: [UIGestureRecognizer.State] = []
    var way = CGPoint.zero
    holder.addGestureRecognizer(
      UIPanGestureRecognizer { (pan: UIPanGestureRecognizer) in
        states.append(pan.state)
        way = pan.translation(in: holder)
      })
    var cancelled = 0
    button.addAction(UIAction { _ in cancelled += 1 }, for: .touchCancel)
    let touch = window.beginTouch(at: CGPoint(x: 150, y: 120))
    window.moveTouch(touch, to: CGPoint(x: 155, y: 120))
    #expect(states.isEmpty)
    window.moveTouch(touch, to: CGPoint(x: 180, y: 120))
    window.moveTouch(touch, to: CGPoint(x: 190, y: 130))
    window.endTouch(touch)
    #expect(states == [.began, .changed, .ended])
    #expect(way == CGPoint(x: 40, y: 10) && cancelled == 1)
  }

  @Test func swipesHaveADirection() {
    let view = UIView(frame: window.bounds)
    window.addSubview(view)
    var swipes = 0
    let swipe = UISwipeGestureRecognizer { (_: UISwipeGestureRecognizer) in swipes += 1 }
    swipe.direction = .left
    view.addGestureRecognizer(swipe)
    for x in [20.0, 280] {
      let touch = window.beginTouch(at: CGPoint(x: 150, y: 150))
      window.moveTouch(touch, to: CGPoint(x: x, y: 155))
      window.endTouch(touch)
    }
    #expect(swipes == 1)
  }

  // MARK: Stacks and progress

  @Test func stacksAreArithmetic() {
    let views = (0..<3).map { UIView(frame: CGRect(x: 0, y: 0, width: 20 + 10 * $0, height: 10)) }
    let stack = UIStackView(arrangedSubviews: views)
    stack.frame = CGRect(x: 0, y: 0, width: 200, height: 40)
    (stack.spacing, stack.alignment) = (10, .center)
    func frames() -> [CGRect] {
      stack.setNeedsLayout()
      stack.layoutIfNeeded()
      return views.map(\.frame)
    }
    #expect(stack.intrinsicContentSize == CGSize(width: 110, height: 10))
    #expect(frames().map(\.minX) == [0, 30, 70] && views[2].frame.maxX == 200 && views[0].frame.minY == 15)
    stack.distribution = .fillEqually
    #expect(frames().allSatisfy { $0.width == 60 })
    stack.distribution = .equalSpacing
    views[1].isHidden = true
    for view in views { view.bounds.size.width = 50 }
    #expect(frames()[2].maxX == 200 && views[0].frame.minX == 0)
    views[1].removeFromSuperview()
    #expect(stack.arrangedSubviews.count == 2)
  }

  @Test func progressFillsTheTrack() throws {
    let bar = UIProgressView(progressViewStyle: .default)
    bar.frame = CGRect(x: 0, y: 0, width: 100, height: 4)
    bar.progress = 0.25
    bar.layoutIfNeeded()
    #expect(try #require(bar.subviews.last).frame.width == 25)
    bar.setProgress(7, animated: false)
    #expect(bar.progress == 1)
  }

  // MARK: Small things

  @Test func templatesTakeTheTint() throws {
    let image = UIImage(cgImage: CGImage(width: 2, height: 1, pixels: [0xFF00_00FF, 0x8000_0080]))
    let holder = UIView()
    let view = UIImageView(image: image.withRenderingMode(.alwaysTemplate))
    holder.addSubview(view)
    holder.tintColor = UIColor(red: 1, green: 0, blue: 0, alpha: 1)
    let shown = try #require(view.layer.contents as? CGImage)
    #expect(shown.levels[0].pixels == [0xFFFF_0000, 0x8080_0000])
    #expect(image.withTintColor(.green).cgImage?.levels[0].pixels.first == 0xFF00_FF00)
  }

  @Test func insetsAndTexts() {
    let rect = CGRect(x: 0, y: 0, width: 100, height: 50)
    let insets = UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
    #expect(rect.inset(by: insets) == CGRect(x: 2, y: 1, width: 94, height: 46))
    #expect(NSCoder.cgPoint(for: "{1, 2.5}") == CGPoint(x: 1, y: 2.5))
    #expect(NSCoder.cgRect(for: "{{1, 2}, {3, 4}}") == CGRect(x: 1, y: 2, width: 3, height: 4))
    #expect(NSCoder.cgSize(for: "nonsense") == .zero)
    #expect(NSCoder.string(for: CGPoint(x: 1, y: 2.5)) == "{1, 2.5}")
    #expect(UIScreen.main.bounds.width == 390 && UIApplication.shared.applicationState == .active)
    #expect(HUGE == Float.greatestFiniteMagnitude && NSEC_PER_SEC == 1_000_000_000)
  }

  @Test func fontsHaveMetrics() {
    let font = UIFont.systemFont(ofSize: 20)
    #expect(font.ascender > 10 && font.descender < 0)
    #expect(font.lineHeight == font.ascender - font.descender)
    #expect(font.xHeight < font.capHeight && font.capHeight < font.ascender)
  }

  /// As on Apple's systems, a class may hear what joins it.
  @Test func methodsOfTheTreeAreOpen() {
    final class Listener: CALayer {
      var heard: [String] = []
      override func addSublayer(_ layer: CALayer) {
        heard.append("add")
        super.addSublayer(layer)
      }
      override func removeFromSuperlayer() {
        heard.append("leave")
        super.removeFromSuperlayer()
      }
    }
    final class ListeningView: UIView {
      var heard = 0
      override func addSubview(_ view: UIView) {
        heard += 1
        super.addSubview(view)
      }
    }
    let (root, listener, view) = (CALayer(), Listener(), ListeningView())
    root.addSublayer(listener)
    listener.addSublayer(CALayer())
    listener.removeFromSuperlayer()
    view.addSubview(UIView())
    #expect(listener.heard == ["add", "leave"] && view.heard == 1 && view.subviews.count == 1)
  }
}
