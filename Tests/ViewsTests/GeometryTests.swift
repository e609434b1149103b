import Foundation
import StarmineGraphics
import StarmineLayers
import StarmineTestSupport
import StarmineViews
import Testing

/// Geometry, conversion and hit testing: the cases of the peers, checked with the layer formula.
@Suite struct GeometryTests {
  /// A view with the transform, frame and bounds origin that an object of a case gives; an array is a frame.
  private func view(_ value: JSONValue, in parent: UIView? = nil, origin: JSONValue = .null) -> UIView {
    let view = UIView(frame: .zero)
    if let scale = scale(in: value["transform"].string) {
      view.transform = CGAffineTransform(scaleX: scale.x, y: scale.y)
    }
    if let anchor = value["anchorPoint"].point { view.layer.anchorPoint = anchor }
    if let frame = value.rect ?? value["frame"].rect ?? value["set_frame"].rect { view.frame = frame }
    for key in ["bounds.origin", "bo"] {
      if let origin = value[key].point { view.bounds.origin = origin }
    }
    if let origin = origin.point { view.bounds.origin = origin }
    parent?.addSubview(view)
    return view
  }

  private func scale(in text: String?) -> CGPoint? {
    guard let text else { return nil }
    let numbers = text.split { !"0123456789.".contains($0) }.compactMap { Double($0) }
    return numbers.first.map { CGPoint(x: $0, y: numbers.last ?? $0) }
  }

  /// The views of a conversion case by name.
  private func views(_ name: String, _ input: JSONValue) -> [String: UIView] {
    let root = view(
      input["root.frame"].isNull
        ? input["view.frame"].isNull ? input["root"] : input["view.frame"] : input["root.frame"])
    if let bounds = input["root.bounds"].rect { root.bounds = bounds }
    if let origin = input["root.bounds.origin"].point { root.bounds.origin = origin }
    if name == "deep_bounds" { root.frame = CGRect(x: 3, y: 4, width: 256, height: 256) }
    var result = ["root": root, "view": root, "window": root]
    func add(_ key: String, _ value: JSONValue, _ parent: String, origin: JSONValue = .null) {
      if !value.isNull, let parent = result[parent] { result[key] = view(value, in: parent, origin: origin) }
    }
    add("s1", input["s1.frame"], "root", origin: input["s1.bounds.origin"])
    add("s11", input["s11.frame"], "s1", origin: input["s11.bounds.origin"])
    add("s2", input["s2.frame"], "root")
    add("s3", input["s3 (in s2).frame"], "s2")
    add("sub", input["sub"], "root")
    add("subsub", input["subsub"], "sub")
    add("blank", input["blank"], "sub")
    add("subsub", input["subsub (in blank)"], "blank")
    add("container", input["container"], "root")
    add("middle", input["middle"], "container")
    add("inner", input["inner"], "middle")
    add("s1", input["s1"], "root")
    add("s2", input["s2"], "s1")
    add("s3", input["s3"], "s2")
    if name == "bounds_origin_cancel" {
      root.frame = input["view"]["frame"].rect ?? .zero
      root.bounds.origin = input["view"]["bounds.origin"].point ?? .zero
    }
    return result
  }

  /// Expectations of the form "from->to (x,y)".
  private func checkConversions(_ item: ConformanceCases.Case) -> ConformanceCases.Outcome {
    let views = views(item.name, item.inputs)
    for (key, value) in item.fields["expect"].object ?? [:] {
      let sides = key.components(separatedBy: "->").map { $0.prefix { $0 != " " }.description }
      let numbers = key.drop { $0 != "(" }.prefix { $0 != ")" }.split { "(,".contains($0) }.compactMap { Double($0) }
      guard sides.count == 2, numbers.count == 2, let from = views[sides[0]], let to = views[sides[1]],
        let expected = value.point
      else { return .failed("cannot read \(key)") }
      let (x, y) = (numbers[0], numbers[1])
      let found = from.convert(CGPoint(x: x, y: y), to: to)
      let back = to.convert(expected, to: from)
      guard hypot(found.x - expected.x, found.y - expected.y) < 1e-9, hypot(back.x - x, back.y - y) < 1e-9 else {
        return .failed("\(key): \(found) instead of \(expected)")
      }
    }
    return .passed
  }

  /// Expectations that name the view which is hit at a point, or at (n, n).
  private func checkHits(_ item: ConformanceCases.Case) -> ConformanceCases.Outcome {
    let input = item.inputs
    let root = UIView(frame: .zero)
    if let scale = scale(in: input["root"]["transform"].string) {
      root.transform = CGAffineTransform(scaleX: scale.x, y: scale.y)
    }
    root.frame = input["root"]["frame"].rect ?? input["root.frame"].rect ?? CGRect(x: 0, y: 0, width: 100, height: 100)
    if let bounds = input["root.bounds"].rect { root.bounds = bounds }
    var names = [ObjectIdentifier(root): "root"]
    if item.name == "hit_root_scaled_bounds" {
      root.transform = CGAffineTransform(scaleX: 0.5, y: 0.5)
      root.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
      root.bounds.origin = input["as_above_plus"]["root.bounds.origin"].point ?? .zero
    }
    let frames: [(String, JSONValue, String)] = [
      ("sub", input["sub.frame"].isNull ? input["sub"] : input["sub.frame"], "root"), ("s1", input["s1.frame"], "root"),
      ("s11", input["s11.frame"], "s1"),
    ]
    var views = ["root": root]
    for (name, value, parent) in frames where !value.isNull {
      let added = view(value, in: views[parent])
      views[name] = added
      names[ObjectIdentifier(added)] = name
    }
    if item.name == "hit_root_scaled_bounds" {
      names[ObjectIdentifier(view(.array([25, 25, 50, 50].map { .number($0) }), in: root))] = "sub"
    }
    for (key, value) in item.fields["expect"].object ?? [:] {
      let numbers = key.split { "(,)".contains($0) }.compactMap { Double($0) }
      guard let x = numbers.first, let y = numbers.last else { return .failed("cannot read \(key)") }
      let hit = root.hitTest(CGPoint(x: x, y: y), with: nil).flatMap { names[ObjectIdentifier($0)] }
      guard hit == value.string else { return .failed("\(key): \(hit ?? "nothing")") }
    }
    return .passed
  }

  private func checkFrame(_ item: ConformanceCases.Case) -> ConformanceCases.Outcome {
    let (input, expect) = (item.inputs, item.fields["expect"])
    let view = view(input)
    if let size = input["then_bounds.size"].point { view.bounds.size = CGSize(width: size.x, height: size.y) }
    let tolerance = max(expect["tol"].number ?? 0, 1e-9)
    func agree(_ actual: [CGFloat], _ expected: [Double]?) -> Bool {
      expected.map { zip(actual, $0).allSatisfy { abs(Double($0) - $1) <= tolerance } } ?? true
    }
    let frame = view.frame
    guard agree([frame.minX, frame.minY, frame.width, frame.height], expect["frame"].numbers),
      agree([frame.minX, frame.minY], expect["frame.origin"].numbers),
      agree([view.center.x, view.center.y], expect["position"].numbers),
      agree([view.bounds.width, view.bounds.height], expect["bounds.size"].numbers)
    else { return .failed("frame \(frame), bounds \(view.bounds), center \(view.center)") }
    return .passed
  }

  private func checkRectangle(_ item: ConformanceCases.Case) -> ConformanceCases.Outcome {
    let (input, expect) = (item.inputs, item.fields["expect"])
    if let scale = scale(in: input["transform"].string) {
      let rect = input["rect"].rect?.applying(CGAffineTransform(scaleX: scale.x, y: scale.y))
      return rect == expect["rect"].rect ? .passed : .failed("\(String(describing: rect))")
    }
    let common = (input["a"].rect ?? .zero).intersection(input["b"].rect ?? .zero)
    if expect["null"].bool == true { return common.isNull ? .passed : .failed("\(common)") }
    return common == expect["rect"].rect ? .passed : .failed("\(common)")
  }

  private func checkInside(_ item: ConformanceCases.Case) -> ConformanceCases.Outcome {
    let view = UIView(frame: .zero)
    view.bounds = item.inputs["bounds"].rect ?? .zero
    let expect = item.fields["expect"]
    guard view.point(inside: CGPoint(x: 99, y: 99), with: nil) == expect["(99,99)"].bool,
      view.point(inside: CGPoint(x: 100, y: 100), with: nil) == expect["(100,100)"].bool
    else { return .failed("edges") }
    view.bounds.origin = CGPoint(x: 10000, y: 10000)
    let moved = expect["with bounds.origin (10000,10000): (50,50)"].bool
    return view.point(inside: CGPoint(x: 50, y: 50), with: nil) == moved ? .passed : .failed("moved bounds")
  }

  private func checkNil(_ item: ConformanceCases.Case) -> ConformanceCases.Outcome {
    let (root, point) = (UIView(frame: CGRect(x: 7, y: 8, width: 50, height: 50)), item.inputs["point"].point ?? .zero)
    let (to, from) = (root.convert(point, to: nil), root.convert(point, from: nil))
    let expect = item.fields["expect"]
    return to == expect["to nil"].point && from == expect["from nil"].point ? .passed : .failed("\(to), \(from)")
  }

  @Test func casesOfThePeers() throws {
    let summary = try ConformanceCases("uiview").check("geometry_cases") { item in
      switch item.name {
      case let name where name.hasPrefix("hit_"): checkHits(item)
      case "point_inside": checkInside(item)
      case "nil_view": checkNil(item)
      case "rect_applying_scale2", "intersection", "intersection_none": checkRectangle(item)
      case let name where name.hasPrefix("frame_") || name.hasPrefix("bounds_scaled") || name.hasPrefix("bounds_grow"):
        checkFrame(item)
      default: checkConversions(item)
      }
    }
    #expect(summary.failures == [] && summary.passed == 25)
  }
}
