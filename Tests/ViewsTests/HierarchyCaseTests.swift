import Foundation
import StarmineGraphics
import StarmineLayers
import StarmineTestSupport
import StarmineViews
import Testing

/// The order of subviews and sublayers, and what is told of it.
@Suite struct HierarchyCaseTests {
  /// A view with a raw layer and three views to put into it.
  private struct Nest {
    let view = UIView()
    let raw = CALayer()
    let subs = (0..<3).map { _ in UIView() }

    /// Numbers of the subviews, 1 to 3.
    var order: [Int] { view.subviews.map { sub in (subs.firstIndex { $0 === sub } ?? -1) + 1 } }
    /// The same of the sublayers; 0 is the raw layer.
    var layers: [Int] {
      (view.layer.sublayers ?? []).map { layer in (subs.firstIndex { $0.layer === layer } ?? -1) + 1 }
    }
    func add(_ numbers: Int...) {
      for number in numbers {
        if number == 0 { view.layer.addSublayer(raw) } else { view.addSubview(subs[number - 1]) }
      }
    }
  }

  private func check(_ name: String) -> Bool? {
    let nest = Nest()
    let (view, subs) = (nest.view, nest.subs)
    switch name {
    case "new view": return view.subviews.isEmpty && view.layer.sublayers == nil
    case "add sub1, add raw layer, add sub2":
      nest.add(1, 0, 2)
      return nest.layers == [1, 0, 2]
    case "then insert sub2 above sub1 instead":
      nest.add(1, 0)
      view.insertSubview(subs[1], aboveSubview: subs[0])
      return nest.layers == [1, 2, 0]
    case "insert sub2 below sub1 (raw on top)":
      nest.add(1, 0)
      view.insertSubview(subs[1], belowSubview: subs[0])
      return nest.layers == [2, 1, 0] && nest.order == [2, 1]
    case "raw first, add sub1, insert sub2 below sub1":
      nest.add(0, 1)
      view.insertSubview(subs[1], belowSubview: subs[0])
      return nest.layers == [0, 2, 1]
    case "sub1, raw, sub2; insert sub3 below sub2":
      nest.add(1, 0, 2)
      view.insertSubview(subs[2], belowSubview: subs[1])
      return nest.order == [1, 3, 2] && nest.layers == [1, 0, 3, 2]
    case "insert at index 999":
      nest.add(1, 2)
      view.insertSubview(subs[2], at: 999)
      return nest.order == [1, 2, 3]
    case "insert below a view that is not a child":
      nest.add(1, 2)
      view.insertSubview(subs[2], belowSubview: UIView())
      return nest.order == [1, 2, 3] && nest.layers == [1, 2, 3]
    default: return checkMoves(name, nest)
    }
  }

  private func checkMoves(_ name: String, _ nest: Nest) -> Bool? {
    let (view, subs) = (nest.view, nest.subs)
    switch name {
    case "addSubview of a view that has another superview":
      nest.add(1)
      subs[1].addSubview(subs[0])
      return view.subviews.isEmpty && view.layer.sublayers == nil && subs[0].superview === subs[1]
    case "addSublayer twice":
      nest.add(0, 0)
      return nest.layers == [0]
    case "removeFromSuperview":
      let teller = Teller()
      view.addSubview(teller)
      teller.removeFromSuperview()
      return teller.superview == nil && teller.layer.superlayer == nil && view.layer.sublayers == nil
        && teller.calls.last == "didMoveToSuperview"
    case "didMoveToSuperview":
      let teller = Teller()
      view.addSubview(teller)
      return teller.superlayerWhenMoved === view.layer
    case "bounds.size change of a subview layer":
      let counter = Counter()
      counter.addSubview(subs[0])
      let root = counter.layer
      _ = root.committedTree()
      let before = counter.layouts
      subs[0].layer.bounds.size = CGSize(width: 5, height: 5)
      _ = root.committedTree()
      return counter.layouts == before + 1
    default: return nil
    }
  }

  private final class Counter: UIView {
    var layouts = 0
    override func layoutSubviews() { layouts += 1 }
  }

  private final class Teller: UIView {
    var calls: [String] = []
    weak var superlayerWhenMoved: CALayer?

    override func willMove(toSuperview newSuperview: UIView?) { calls.append("willMoveToSuperview") }
    override func didMoveToSuperview() {
      calls.append("didMoveToSuperview")
      superlayerWhenMoved = layer.superlayer
    }
    override func willMove(toWindow newWindow: UIWindow?) { calls.append("willMoveToWindow") }
    override func didMoveToWindow() { calls.append("didMoveToWindow") }
    override func didAddSubview(_ subview: UIView) { calls.append("didAddSubview") }
    override func willRemoveSubview(_ subview: UIView) { calls.append("willRemoveSubview") }
  }

  @Test func cases() throws {
    let summary = try ConformanceCases("uiview").check("hierarchy_cases") { item in
      switch check(item.name) {
      case nil: .failed("no test checks it")
      case true?: .passed
      case false?: .failed("order or calls")
      }
    }
    #expect(summary.failures == [])
    #expect(summary.passed == 13)
  }

  @Test func viewsAreNotifiedOfChanges() {
    let (window, parent, child) = (UIWindow(), Teller(), Teller())
    parent.addSubview(child)
    #expect(parent.calls == ["didAddSubview"] && child.calls == ["willMoveToSuperview", "didMoveToSuperview"])
    (parent.calls, child.calls) = ([], [])
    window.addSubview(parent)
    #expect(parent.calls == ["willMoveToSuperview", "willMoveToWindow", "didMoveToWindow", "didMoveToSuperview"])
    #expect(child.calls == ["willMoveToWindow", "didMoveToWindow"])
    #expect(child.window === window && parent.window === window)
    (parent.calls, child.calls) = ([], [])
    child.removeFromSuperview()
    #expect(parent.calls == ["willRemoveSubview"])
    #expect(child.calls == ["willMoveToSuperview", "willMoveToWindow", "didMoveToWindow", "didMoveToSuperview"])
    // A view that only changes its place among its siblings does not move.
    (parent.calls, child.calls) = ([], [])
    window.addSubview(UIView())
    window.bringSubviewToFront(parent)
    #expect(parent.calls.isEmpty && window.subviews.last === parent)
  }

  @Test func placesAreExchanged() {
    let nest = Nest()
    nest.add(1, 0, 2, 3)
    nest.view.exchangeSubview(at: 0, withSubviewAt: 2)
    #expect(nest.order == [3, 2, 1])
    nest.view.exchangeSubview(at: 1, withSubviewAt: 2)
    #expect(nest.order == [3, 1, 2] && nest.layers.filter { $0 > 0 } == [3, 1, 2])
    nest.view.exchangeSubview(at: 0, withSubviewAt: 9)
    #expect(nest.order == [3, 1, 2])
    nest.view.sendSubviewToBack(nest.subs[1])
    #expect(nest.order == [2, 3, 1] && nest.layers.filter { $0 > 0 } == [2, 3, 1])
    nest.view.sendSubviewToBack(UIView())
    #expect(nest.order == [2, 3, 1])
  }

  @Test func viewsAreFoundByTag() {
    let nest = Nest()
    nest.add(1, 2)
    nest.subs[1].addSubview(nest.subs[2])
    nest.subs[2].tag = 7
    #expect(nest.view.viewWithTag(7) === nest.subs[2] && nest.view.viewWithTag(8) == nil)
    #expect(nest.view.viewWithTag(0) === nest.view)
    #expect(nest.subs[2].isDescendant(of: nest.view) && !nest.view.isDescendant(of: nest.subs[2]))
  }
}
