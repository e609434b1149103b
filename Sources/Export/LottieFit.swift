import Foundation
import StarmineGraphics
import StarmineImport

/// Fits keys with cubic easing to a value per frame, within a tolerance.
///
/// An easing whose handles are at one third and two thirds of the time can follow any cubic between its ends.
struct LottieFit {
  struct Key {
    /// Frames since the first frame.
    var frame: Int
    /// One value per component.
    var value: [Double]
    /// Heights of both handles of the segment to the next key, one pair per component; nil for a linear segment.
    var handles: [(Double, Double)]?
  }

  private(set) var keys: [Key] = []
  /// One array per component, with one value per frame.
  private let values: [[Double]]
  private let tolerance: Double
  private let pace: Pace

  enum Pace {
    case apart
    case together
    case straight
  }

  /// - Parameter tolerance: The largest error of any frame.
  init(_ values: [[Double]], tolerance: Double, pace: Pace = .apart) {
    (self.values, self.tolerance, self.pace) = (values, tolerance, pace)
    let ranges = values.map { ($0.min() ?? 0, $0.max() ?? 0) }
    if ranges.allSatisfy({ $1 - $0 <= tolerance }) {
      keys = [Key(frame: 0, value: ranges.map { ($0 + $1) / 2 })]
      return
    }
    var start = 0
    let last = values[0].count - 1
    while start < last {
      let (end, handles) = longest(from: start, to: last)
      keys.append(Key(frame: start, value: values.map { $0[start] }, handles: handles))
      start = end
    }
    keys.append(Key(frame: last, value: values.map { $0[last] }))
  }

  var isConstant: Bool { keys.count < 2 }

  private struct Way { var handles: [(Double, Double)]? }

  /// The end of the longest segment from a frame that one easing can follow.
  private func longest(from start: Int, to last: Int) -> (end: Int, handles: [(Double, Double)]?) {
    if let way = way(start, last) { return (last, way.handles) }
    var (low, high) = (start + 1, last)
    while high - low > 1 {
      let middle = (low + high) / 2
      if way(start, middle) != nil { low = middle } else { high = middle }
    }
    return (low, way(start, low)?.handles)
  }

  /// The easing between two frames; nil if none is within the tolerance.
  private func way(_ start: Int, _ end: Int) -> Way? {
    if values.allSatisfy({ isStraight($0, start, end) }) { return Way() }
    switch pace {
    case .straight: return nil
    case .together: return cubic(values[...], start, end).map { Way(handles: [$0]) }
    case .apart:
      var handles: [(Double, Double)] = []
      for (index, component) in values.enumerated() {
        let isStraight = isStraight(component, start, end)
        guard let own = isStraight ? (1.0 / 3, 2.0 / 3) : cubic(values[index...index], start, end) else { return nil }
        handles.append(own)
      }
      return Way(handles: handles)
    }
  }

  private func isStraight(_ values: [Double], _ start: Int, _ end: Int) -> Bool {
    let (first, step) = (values[start], (values[end] - values[start]) / Double(end - start))
    return (start...end).allSatisfy { abs(first + step * Double($0 - start) - values[$0]) <= tolerance }
  }

  /// The easing shared by several components: least squares for both handles.
  private func cubic(_ components: ArraySlice<[Double]>, _ start: Int, _ end: Int) -> (Double, Double)? {
    var (aa, ab, bb, ar, br) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for index in start...end {
      let (a, b, u3) = Self.weights(index - start, of: end - start)
      var (square, product) = (0.0, 0.0)
      for values in components {
        let change = values[end] - values[start]
        square += change * change
        product += change * (values[index] - values[start] - change * u3)
      }
      (aa, ab, bb) = (aa + a * a * square, ab + a * b * square, bb + b * b * square)
      (ar, br) = (ar + a * product, br + b * product)
    }
    let determinant = aa * bb - ab * ab
    guard determinant > 1e-12 * max(1e-9, aa * bb) else { return nil }
    let (a, b) = ((ar * bb - br * ab) / determinant, (br * aa - ar * ab) / determinant)
    guard max(abs(a), abs(b)) < 50 else { return nil }
    for values in components {
      let (first, change) = (values[start], values[end] - values[start])
      for index in start...end {
        let (p, q, u3) = Self.weights(index - start, of: end - start)
        if abs(first + change * (p * a + q * b + u3) - values[index]) > tolerance { return nil }
      }
    }
    return (a, b)
  }

  private static func weights(_ frame: Int, of count: Int) -> (Double, Double, Double) {
    let u = Double(frame) / Double(count)
    return (3 * u * (1 - u) * (1 - u), 3 * u * u * (1 - u), u * u * u)
  }
}

extension LottieFit {
  /// An animatable property of a Lottie document.
  ///
  /// - Parameters:
  ///   - first: The frame of the first value.
  ///   - digits: Digits after the decimal point.
  ///   - make: Converts a value to the numbers of a key.
  ///   - make: what a key holds, of its value.
  func text(first: Int, digits: Int = 2, _ make: ([Double]) -> [Double] = { $0 }) -> String {
    text(first: first) { value, isKey in
      let value = make(value)
      return value.count == 1 && !isKey ? Self.number(value[0], digits) : Self.list(value, digits)
    }
  }

  func text(first: Int, spell: (_ value: [Double], _ isKey: Bool) -> String) -> String {
    guard !isConstant else { return "{'a':0,'k':\(spell(keys[0].value, false))}" }
    let items = keys.indices.map { index -> String in
      let key = keys[index]
      let start = "{'t':\(first + key.frame),'s':\(spell(key.value, true))"
      guard index + 1 < keys.count else { return start + "}" }
      return start + easing(index) + "}"
    }
    return "{'a':1,'k':[\(items.joined(separator: ","))]}"
  }

  private func easing(_ index: Int) -> String {
    guard let handles = keys[index].handles else { return ",'i':{'x':1,'y':1},'o':{'x':0,'y':0}" }
    let changes = zip(keys[index].value, keys[index + 1].value).map { abs($1 - $0) }
    // Enough digits that rounding a handle changes the value by at most 0.01.
    let digits = max(2, min(5, Int((Double.log2(max(1e-9, changes.max() ?? 0) / 0.02) / Double.log2(10)).rounded(.up))))
    func part(_ x: String, _ heights: [Double]) -> String {
      let xs = heights.map { _ in x }.joined(separator: ",")
      return heights.count == 1
        ? "{'x':\(x),'y':\(Self.number(heights[0], digits))}"
        : "{'x':[\(xs)],'y':\(Self.list(heights, digits))}"
    }
    let isLong = changes.contains { $0 > 100 }
    return ",'i':\(part(isLong ? "0.66667" : "0.667", handles.map(\.1))),"
      + "'o':\(part(isLong ? "0.33333" : "0.333", handles.map(\.0)))"
  }

  static func list(_ numbers: [Double], _ digits: Int) -> String {
    "[\(numbers.map { number($0, digits) }.joined(separator: ","))]"
  }

  static func number(_ value: Double, _ digits: Int) -> String {
    let unit = Double.pow(10, Double(digits))
    let rounded = (value * unit).rounded() / unit
    guard rounded.isFinite else { return "0" }
    return rounded == rounded.rounded() && abs(rounded) < 1e15 ? "\(Int(rounded))" : "\(rounded)"
  }
}
