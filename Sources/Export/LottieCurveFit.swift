import Synchronization

/// Numbers of frames in a row as keys with cubic easings, which stay within a bound.
struct LottieCurveFit {
  struct Key {
    /// Frames since the first frame.
    var frame: Int
    /// One value per component.
    var value: [Double]
    /// Control points between this key and the next one, for all components; nil for a straight line.
    var handles: Handles?
  }

  /// Both handles of an easing, as shares of the time and of the change.
  struct Handles {
    var times: (Double, Double)
    var heights: (Double, Double)

    /// With handles at a third and two thirds of the time, the value is a cubic polynomial of time. Earlier or later
    /// handles are for values that start or stop slowly.
    static let choices = [
      (1.0 / 3, 2.0 / 3), (0.25, 0.6), (0.4, 0.75), (0.2, 0.5), (0.5, 0.8), (0.45, 0.6), (0.2, 0.75),
    ]
  }

  private(set) var keys: [Key] = []
  /// One array per component, with one value per frame.
  private let values: [[Double]]
  private let tolerance: Double

  /// - Parameter tolerance: maximum error of keys in any frame.
  init(_ values: [[Double]], tolerance: Double) {
    (self.values, self.tolerance) = (values, tolerance)
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

  /// The farthest frame up to which a single easing fits the values.
  private func longest(from start: Int, to last: Int) -> (end: Int, handles: Handles?) {
    if let way = way(start, last) { return (last, way) }
    var (low, high) = (start + 1, last)
    while high - low > 1 {
      let middle = (low + high) / 2
      if way(start, middle) != nil { low = middle } else { high = middle }
    }
    return (low, way(start, low) ?? nil)
  }

  /// The easing between two frames: `.some(nil)` for a straight line, nil if no easing is within the tolerance.
  private func way(_ start: Int, _ end: Int) -> Handles?? {
    if values.allSatisfy({ isStraight($0, start, end) }) { return .some(nil) }
    for (choice, times) in Handles.choices.enumerated() {
      let weights = Self.weights(end - start, choice)
      if let heights = heights(start, end, weights) { return Handles(times: times, heights: heights) }
    }
    return nil
  }

  private func isStraight(_ values: [Double], _ start: Int, _ end: Int) -> Bool {
    let (first, step) = (values[start], (values[end] - values[start]) / Double(end - start))
    return (start...end).allSatisfy { abs(first + step * Double($0 - start) - values[$0]) <= tolerance }
  }

  /// Heights of both handles, by least squares over all components; nil if they exceed the tolerance.
  private func heights(_ start: Int, _ end: Int, _ weights: [SIMD3<Double>]) -> (Double, Double)? {
    var (aa, ab, bb, ar, br) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for (index, weight) in zip(start...end, weights) {
      var (square, product) = (0.0, 0.0)
      for values in values {
        let change = values[end] - values[start]
        square += change * change
        product += change * (values[index] - values[start] - change * weight.z)
      }
      (aa, ab) = (aa + weight.x * weight.x * square, ab + weight.x * weight.y * square)
      bb += weight.y * weight.y * square
      (ar, br) = (ar + weight.x * product, br + weight.y * product)
    }
    let determinant = aa * bb - ab * ab
    guard determinant > 1e-12 * max(1e-9, aa * bb) else { return nil }
    let heights = SIMD3((ar * bb - br * ab) / determinant, (br * aa - ar * ab) / determinant, 1)
    // Players clamp very high handles.
    guard max(abs(heights.x), abs(heights.y)) < 50 else { return nil }
    for values in values {
      let (first, change) = (values[start], values[end] - values[start])
      for (index, weight) in zip(start...end, weights)
      where abs(first + change * (weight * heights).sum() - values[index]) > tolerance { return nil }
    }
    return (heights.x, heights.y)
  }

  private static let kept = Mutex<[SIMD2<Int>: [SIMD3<Double>]]>([:])

  /// Weights of both handles and the end value in each frame of the interval.
  private static func weights(_ frames: Int, _ choice: Int) -> [SIMD3<Double>] {
    let key = SIMD2(frames, choice)
    if let weights = kept.withLock({ $0[key] }) { return weights }
    let times = Handles.choices[choice]
    let weights = (0...frames).map { frame in
      let (time, stops) = (Double(frame) / Double(frames), SIMD3(times.0, times.1, 1))
      var (low, high) = (0.0, 1.0)
      while choice > 0, high - low > 1e-9 {
        let middle = (low + high) / 2
        if (shares(middle) * stops).sum() < time { low = middle } else { high = middle }
      }
      return shares(choice > 0 ? (low + high) / 2 : time)
    }
    kept.withLock { $0[key] = weights }
    return weights
  }

  private static func shares(_ u: Double) -> SIMD3<Double> {
    SIMD3(3 * u * (1 - u) * (1 - u), 3 * u * u * (1 - u), u * u * u)
  }
}

extension LottieCurveFit {
  /// An animatable property of a Lottie document.
  /// - Parameters:
  ///   - first: The frame of the first value.
  ///   - digits: Digits after the decimal point.
  ///   - make: Converts a value to the numbers of a key.
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
    let places = changes.contains { $0 > 100 } ? 5 : 3
    func part(_ time: Double, _ height: Double) -> String {
      "{'x':\(Self.number(time, places)),'y':\(Self.number(height, digits))}"
    }
    return ",'i':\(part(handles.times.1, handles.heights.1)),'o':\(part(handles.times.0, handles.heights.0))"
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
