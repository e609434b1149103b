struct SVGTimeline {
  private struct Track {
    let target: SVGNode
    let key: String
    var animations: [SVGAnimation]
  }

  private let writer: SVGImporter
  /// In document order.
  private var tracks: [Track] = []
  private static let mostAnimations = 5000
  /// Limit in seconds of the movie and of the common period of animations.
  private static let longest = 600.0
  private static let longestPeriod = 30.0

  init(_ writer: SVGImporter, _ rules: [String: SVGKeyframes]) {
    self.writer = writer
    var all: [SVGAnimation] = []
    var ids: [String: Int] = [:]
    for node in writer.root.everything where all.count < Self.mostAnimations {
      if let animation = SVGAnimation(node, writer) {
        if let id = node["id"], ids[id] == nil { ids[id] = all.count }
        all.append(animation)
      }
      all += SVGAnimation.styled(node, rules, writer)
    }
    guard !all.isEmpty else { return }
    Self.resolve(&all, ids)
    for animation in all where !animation.timing.intervals.isEmpty {
      if let place = tracks.firstIndex(where: { $0.target === animation.target && $0.key == animation.key }) {
        tracks[place].animations.append(animation)
      } else {
        tracks.append(Track(target: animation.target, key: animation.key, animations: [animation]))
      }
    }
    // Outer elements first, because inner ones inherit their values. Lengths and colours depend on the first two keys.
    let first = ["color", "font-size"]
    let ranks = tracks.map { 2 * $0.target.depth + (first.contains($0.key) ? 0 : 1) }
    tracks = tracks.indices.sorted { (ranks[$0], $0) < (ranks[$1], $1) }.map { tracks[$0] }
  }

  /// Computes the intervals. Animations that refer to each other take several rounds.
  private static func resolve(_ all: inout [SVGAnimation], _ ids: [String: Int]) {
    var steps = 2_000_000
    for _ in 0..<SVGTiming.most where steps > 0 {
      var isChanged = false
      for index in all.indices {
        func times(_ list: [SVGInstance]) -> [Double] {
          list.prefix(500).flatMap { item -> [Double] in
            switch item {
            case .offset(let time): return [time]
            case .sync(let id, let event, let count, let offset):
              return ids[id].map { all[$0].timing.times(of: event, count).map { $0 + offset } } ?? []
            }
          }
        }
        let (begins, ends) = (times(all[index].timing.begins), times(all[index].timing.ends))
        steps -= 1 + begins.count + ends.count
        if all[index].timing.resolve(begins: begins, ends: ends) { isChanged = true }
      }
      if !isChanged { return }
    }
  }

  var isStill: Bool { tracks.isEmpty }

  /// Approximate cost of the values at one time.
  var cost: Int {
    tracks.reduce(0) { sum, track in
      track.animations.reduce(sum + 20) { $0 + 4 + ($1.values.count + $1.timing.intervals.count) / 4 }
    }
  }

  var targets: [(node: SVGNode, key: String)] { tracks.map { ($0.target, $0.key) } }

  func apply(at time: Double) {
    for track in tracks { track.target.restore() }
    for track in tracks {
      var playing = track.animations.compactMap { item in item.interval(at: time).map { (item: item, interval: $0) } }
      guard !playing.isEmpty else { continue }
      // Animations that begin later take precedence. The sort keeps document order otherwise.
      playing.sort { $0.interval.begin < $1.interval.begin }
      func resolve(_ value: SVGAnimatedValue) -> SVGAnimatedValue {
        guard value.kind == .word, SVGAnimation.links.contains(value.text) else { return value }
        let isInherited = value.text == "inherit"
        let owner = isInherited ? track.target.parent : track.target
        let style = owner.map(writer.style) ?? SVGStyle()
        let kind = SVGAnimatedValue.kind(of: track.key)
        return SVGAnimatedValue(style[isInherited ? track.key : "color"], kind) ?? value
      }
      let kind = SVGAnimatedValue.kind(of: track.key)
      var value = SVGAnimatedValue(base(track), track.key == "motion" ? .motion : kind).map(resolve)
      for (item, interval) in playing { value = item.value(at: time, over: value, in: interval, resolve) ?? value }
      if let value { track.target.animate(track.key, value.text) }
    }
  }

  private func base(_ track: Track) -> String {
    let (node, key) = (track.target, track.key)
    if let text = node.declared[key] ?? node[key] { return text }
    if SVGProperty.inherited[key] != nil || SVGProperty.initial[key] != nil { return writer.style(around: node)[key] }
    let isWhole = node.name == "svg" && (key == "width" || key == "height") || key == "x2"
    return key.hasSuffix("ransform") ? "" : isWhole ? "100%" : "0"
  }

  /// Seconds of the movie: until all animations have ended, or the common period of endless ones.
  var duration: Double {
    var (end, periods): (Double, [Double]) = (0, [])
    for animation in tracks.flatMap(\.animations) {
      if let period = animation.timing.period {
        end = max(end, animation.timing.intervals[0].begin)
        periods.append(period)
        continue
      }
      for interval in animation.timing.intervals where interval.begin < Self.longest {
        let isEndless = interval.end == .infinity
        end = max(end, isEndless ? interval.begin : interval.end)
        guard isEndless, animation.moves else { continue }
        periods.append(animation.timing.simple * (animation.direction.hasPrefix("alternate") ? 2 : 1))
      }
    }
    let whole = periods.map { max(1, ($0 * 1000).rounded()) }.reduce(1.0) { sum, period in
      var (a, b) = (sum, period)
      while b > 0 { (a, b) = (b, a.truncatingRemainder(dividingBy: b)) }
      return min(1e12, sum / a * period)
    }
    let period = periods.isEmpty ? 0 : whole > Self.longestPeriod * 1000 ? periods.max() ?? 0 : whole / 1000
    let length = min(Self.longest, end + period)
    return length > 0.01 ? length : 1
  }

  /// Times at which the picture is drawn: on both sides of each jump, and repeatedly during nonlinear changes.
  /// - Parameter most: Limit of times; more are thinned out.
  func times(most: Int) -> [Double] {
    let end = duration
    var (breaks, spans): ([Double], [ClosedRange<Double>]) = ([0, end], [])
    for track in tracks {
      for animation in track.animations where breaks.count < 100_000 {
        let moments = animation.moments(until: end)
        breaks += moments.breaks
        if !isEven(track) { spans += moments.spans }
      }
    }
    let step = max(1.0 / 60, end / Double(max(1, min(3600, most / 2))))
    func frame(_ time: Double) -> Int { Int(exactly: (min(time, end) / step).rounded(.down)) ?? 0 }
    var isWanted = Array(repeating: false, count: frame(end) + 1)
    for span in spans {
      for index in frame(span.lowerBound)...frame(span.upperBound) { isWanted[index] = true }
    }
    var times = breaks.flatMap { $0 > 0 ? [$0 - 1e-5, $0] : [$0] }
    times += isWanted.indices.filter { isWanted[$0] }.map { Double($0) * step }
    times = times.filter { $0 >= 0 && $0 <= end }.sorted()
    var result: [Double] = []
    for time in times where result.last.map({ time - $0 > 5e-6 }) ?? true { result.append(time) }
    let stride = max(1, (result.count + max(2, most) - 1) / max(2, most))
    return result.indices.filter { $0 % stride == 0 || $0 == result.count - 1 }.map { result[$0] }
  }

  private static let even: Set = [
    "x", "y", "cx", "cy", "r", "width", "height", "opacity", "fill-opacity", "stroke-opacity", "fill", "stroke",
    "points", "stroke-width", "stroke-dashoffset", "stroke-dasharray", "d", "x1", "y1", "x2", "y2",
  ]

  /// Whether linear interpolation between two key times is also exact in the layers.
  private func isEven(_ track: Track) -> Bool {
    guard track.animations.count == 1, track.animations[0].isLinear else { return false }
    guard track.key == "transform" else { return Self.even.contains(track.key) }
    return track.animations[0].values.allSatisfy { $0?.kind == .function("translate") }
  }
}

enum SVGInstance {
  /// Seconds.
  case offset(Double)
  /// Seconds after the begin, end or repetition of another animation.
  case sync(id: String, event: Substring, count: Double, offset: Double)

  /// Returns nil for an event, a key or a time of day.
  init?(_ text: String) {
    if let offset = Self.offset(text[...]) {
      self = .offset(offset)
      return
    }
    let pattern = /(.+)\.(begin|end|repeat)(?:\((\d{1,9})\))?\s*([-+].*)?/
    guard let match = text.wholeMatch(of: pattern), let offset = Self.offset(match.4 ?? "0") else { return nil }
    let count = match.3.flatMap { Double($0) } ?? 0
    self = .sync(id: String(match.1).replacing("\\", with: ""), event: match.2, count: count, offset: offset)
  }

  private static func offset(_ text: Substring) -> Double? {
    guard let match = text.wholeMatch(of: /\s*([-+]?)\s*(\d.*|\..*)/) else { return nil }
    return clock(match.2).map { match.1 == "-" ? -$0 : $0 }
  }

  private static let units: [Substring: Double] = ["h": 3600, "min": 60, "s": 1, "": 1, "ms": 0.001]

  /// Seconds of `2.5`, `300ms`, `0.1min` or `01:02:03.5`; nil for other texts.
  static func clock(_ text: some StringProtocol) -> Double? {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    if text.wholeMatch(of: /(?:\d{1,6}:)?[0-5]\d:[0-5]\d(?:\.\d+)?/) != nil {
      return text.split(separator: ":").reduce(0) { $0 * 60 + (Double($1) ?? 0) }
    }
    guard let match = text.wholeMatch(of: /(\d+(?:\.\d*)?|\.\d+)(h|min|s|ms)?/), let number = Double(match.1),
      number < 1e9
    else { return nil }
    return number * (units[match.2 ?? ""] ?? 1)
  }
}

struct SVGTiming {
  struct Interval: Equatable {
    let begin: Double
    let end: Double
    /// When the animation stops moving, which is before the end if `min` extends it.
    let stop: Double
  }

  var begins: [SVGInstance] = [.offset(0)]
  var ends: [SVGInstance] = []
  /// Whether an event could end it.
  var endsByEvent = false
  /// Seconds of one repetition; infinite without `dur`.
  var simple = Double.infinity
  /// Seconds of all repetitions.
  var whole = Double.infinity
  var minimum = 0.0
  var maximum = Double.infinity
  var restart = "always"
  private(set) var intervals: [Interval] = []

  /// Limit of computed intervals per animation.
  static let most = 200

  /// The active interval by the rules of SMIL 3.0, section 5.4.5.
  private func interval(from begin: Double, to end: Double) -> Interval {
    let played = min(whole, end - begin)
    let length = minimum > maximum ? played : min(maximum, max(minimum, played))
    return Interval(begin: begin, end: begin + length, stop: begin + min(played, length))
  }

  /// Computes the intervals from the times in the lists. Returns whether they changed.
  mutating func resolve(begins: [Double], ends: [Double]) -> Bool {
    let (begins, ends) = (begins.sorted(), ends.sorted())
    var result: [Interval] = []
    for begin in begins where result.count < Self.most {
      if let last = result.last {
        if restart == "never" { break }
        guard begin > last.begin, begin >= last.end || restart == "always" else { continue }
        if begin < last.end {
          result[result.count - 1] = Interval(begin: last.begin, end: begin, stop: min(begin, last.stop))
        }
      }
      let end = ends.first { $0 > begin || ($0 == begin && result.last?.end != begin) }
      guard end != nil || ends.isEmpty || endsByEvent else { break }
      let next = interval(from: begin, to: end ?? .infinity)
      // Intervals that end before the document begins are not played.
      if next.end > 0 || begin == 0 { result.append(next) }
    }
    defer { intervals = result }
    return result != intervals
  }

  /// The period of an animation that begins again relative to its own end; nil for others.
  var period: Double? {
    guard intervals.count > Self.most / 2 else { return nil }
    let last = intervals.suffix(3).map(\.begin)
    return abs(last[0] + last[2] - 2 * last[1]) < 1e-6 ? last[2] - last[1] : nil
  }

  func times(of event: Substring, _ count: Double) -> [Double] {
    switch event {
    case "begin": intervals.map(\.begin)
    case "end": intervals.map(\.end).filter(\.isFinite)
    default:
      intervals.map { $0.begin + count * simple }.filter { time in
        count > 0 && intervals.contains { $0.begin < time && time < $0.stop }
      }
    }
  }
}
