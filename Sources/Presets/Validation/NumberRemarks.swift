import StarmineLayers

/// Finds plain numbers that are probably in another unit: degrees, milliseconds, percent.
struct NumberRemarks {
  /// Seconds of the movie.
  let duration: Double

  /// Angles of animations from here on that are multiples of 5 were probably meant in degrees; others may be turns.
  private static let leastDegrees = 15.0
  /// Seconds from here on may have been meant as milliseconds.
  private static let leastMilliseconds = 50.0

  /// - Returns: a note about the value of a property; nil without one.
  func note(_ value: DocumentValue, _ info: PropertyInfo, isAnimated: Bool = false) -> String? {
    guard case .number(let number) = value.content else { return nil }
    let text = ValueText.text(number)
    switch info.unit {
    case .radians, .radiansPerSecond:
      let limit = info.unit == .radians ? 2 * Double.pi + 0.01 : 44
      let isMeant = isAnimated ? isDegrees(number) : abs(number) > limit
      guard isMeant else { return nil }
      let degrees = ValueText.text((number * 180 / .pi).rounded())
      return "\(text) is in radians, \(degrees) degrees; did you mean \"\(text)deg\"?"
    case .none where info.range == 0...1 && info.key.lowercased().hasSuffix("opacity") && number > 1:
      return "\(text) is more than 1, which is opaque; did you mean \"\(text)%\"?"
    default: return nil
    }
  }

  /// Says what is wrong with the numbers of an animation, and with those of the animations in a group.
  func check(
    _ value: DocumentValue, key: String?, of layer: CALayer, _ path: String, _ say: TimeRemarks.Say
  ) {
    if value[key: "repeatCount"] == nil, let given = value[key: "duration"], case .number(let seconds) = given.content,
      isMilliseconds(seconds)
    {
      let text = ValueText.text(seconds)
      say("\(text) is in seconds; did you mean \"\(text)ms\"?", given, "\(path).duration")
    }
    if let info = layer.info(atKeyPath: value[key: "keyPath"]?.text ?? key ?? "") {
      for key in ["fromValue", "toValue", "byValue"] {
        guard let given = value[key: key], let note = note(given, info, isAnimated: true) else { continue }
        say(note, given, "\(path).\(key)")
      }
      let notes = (value[key: "values"]?.items ?? []).lazy.compactMap { item in
        note(item, info, isAnimated: true).map { ($0, item) }
      }
      if let (note, item) = notes.first { say(note, item, "\(path).values") }
    }
    for (index, item) in (value[key: "animations"]?.items ?? []).enumerated() {
      check(item, key: nil, of: layer, "\(path).animations[\(index)]", say)
    }
  }

  private func isDegrees(_ number: Double) -> Bool {
    abs(number) >= Self.leastDegrees && number.truncatingRemainder(dividingBy: 5) == 0
  }

  private func isMilliseconds(_ seconds: Double) -> Bool {
    seconds >= Self.leastMilliseconds && seconds > 5 * duration && seconds.isFinite && seconds == seconds.rounded()
  }
}
