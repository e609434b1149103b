/// Converts document values to property values, with one rule per type of value.
package struct ValueReader {
  /// Media time of "now" in seconds.
  package var clock: Double
  /// Media time at the start of the movie in seconds.
  package let movieStart: Double
  package var images: ImageStore
  let paths = PathStore()
  package let moments = BeginMoments()
  /// Sounds of the movie. Values that follow a sound use the first one by default.
  package var sounds: [PresetSound] = []
  /// Size of the canvas in points, for percentages and expressions of lengths.
  package var stage = CGSize(width: 1920, height: 1080)
  /// Key of the property. Its last component can select a side of the canvas.
  private var key = ""

  package enum Side {
    case width, height
  }

  /// The side for percentages; nil: the shorter one.
  private var side: Side? {
    if key.hasSuffix(".x") || key.hasSuffix("idth") { return .width }
    return key.hasSuffix(".y") || key.hasSuffix("eight") ? .height : nil
  }

  /// Whether the value is the shape of an emitter.
  private var isBirthplace: Bool { key == "emitterImage" }

  package init(clock: Double, images: ImageStore) {
    (self.clock, movieStart, self.images) = (clock, clock, images)
  }

  /// Returns a reader for a key, whose last component can select a side of the canvas: `position.x`.
  package func along(_ key: String) -> ValueReader {
    var reader = self
    reader.key = key
    return reader
  }

  package func read(_ value: DocumentValue, for info: PropertyInfo) throws(ValueMismatchError) -> Any? {
    // The key does not matter for a number or structure, and a copy of the reader is slow.
    if case .number = value.content { return try read(value, kind: info.kind, unit: info.unit) }
    if info.kind.isStructure { return try read(value, kind: info.kind, unit: info.unit) }
    return try along(info.key).read(value, kind: info.kind, unit: info.unit)
  }

  /// Larger numbers exceed the 32-bit floats of many properties.
  private static let largest = Double(Float.greatestFiniteMagnitude)

  /// The value for key-value coding; nil for `null`.
  package func read(_ value: DocumentValue, kind: ValueKind, unit: PropertyUnit) throws(ValueMismatchError) -> Any? {
    if case .null = value.content { return nil }
    switch kind {
    case .number: return NSNumber(value: try number(value, unit: unit))
    case .integer: return NSNumber(value: try integer(value, unit: unit))
    case .boolean: return NSNumber(value: try boolean(value))
    case .string:
      let text = try TextReader(values: self).read(value)
      if ["font", "emitterFont"].contains(key), let name = text as? String { return try images.font(name) }
      return text
    case .enumeration(let names): return try spelling(value, among: names)
    case .color: return try ColorReader.read(value)
    case .transform: return try transform(value)
    case .image: return try images.image(value)
    case .contents: return try VideoClipReader(values: self, isBirthplace: isBirthplace).contents(value)
    case .path: return try PathReader(values: self).read(value)
    case .point:
      let items = try items(value, count: 2, example: "[x, y]")
      return CGPoint(x: try number(items, 0, unit), y: try number(items, 1, unit))
    case .size:
      let items = try items(value, count: 2, example: "[width, height]")
      return CGSize(width: try number(items, 0, unit), height: try number(items, 1, unit))
    case .rect:
      let items = try items(value, count: 4, example: "[x, y, width, height]")
      return CGRect(
        x: try number(items, 0, unit), y: try number(items, 1, unit), width: try number(items, 2, unit),
        height: try number(items, 3, unit))
    case .colors: return try items(value, example: "[\"#ff0000\", ...]", read: ColorReader.read)
    case .numbers:
      return try items(value, example: "[0, 0.5, ...]") { item throws(ValueMismatchError) in
        NSNumber(value: try number(item, unit: unit))
      }
    case .cells, .layers, .layer, .filters, .behaviors, .animators:
      throw ValueMismatchError("expected one property, found \(kind)")
    }
  }

  /// Like `read`, for a value that key-value coding does not return. Numbers and Booleans are not boxed, because boxing
  /// is slower than writing.
  func passing(_ value: DocumentValue, kind: ValueKind, unit: PropertyUnit) throws(ValueMismatchError) -> Any? {
    switch kind {
    case .number: if case .number = value.content { return try number(value, unit: unit) }
    case .boolean: if case .boolean(let flag) = value.content { return flag }
    default: break
    }
    return try read(value, kind: kind, unit: unit)
  }

  /// A number, a string with a unit, or a moment such as `now` for times.
  /// - Parameter side: side for percentages, for any key.
  package func number(_ value: DocumentValue, unit: PropertyUnit, side: Side? = nil) throws(ValueMismatchError)
    -> Double
  {
    let number: Double
    switch value.content {
    case .number(let given): number = given
    case .string(let text):
      if let moment = try moment(text, unit: unit) { return moment }
      if let relative = try relative(text, unit: unit, side: side ?? self.side) {
        number = relative
      } else {
        number = try NumberText.parse(text, unit: unit)
      }
    default: throw ValueMismatchError("expected \(NumberText.expectation(of: unit)), found \(value.quoted)")
    }
    guard abs(number) <= Self.largest else { throw ValueMismatchError("\(value.quoted) is too large") }
    return number
  }

  /// The moment in media time of a begin time; nil for a time on the parent's clock.
  package func beginMoment(_ value: DocumentValue) -> Double? {
    guard case .string(let text) = value.content else { return nil }
    return (try? moment(text, unit: .seconds)) ?? nil
  }

  /// `now` or `CACurrentMediaTime()`, optionally with `+` or `-` and a time; nil for other strings.
  private func moment(_ text: String, unit: PropertyUnit) throws(ValueMismatchError) -> Double? {
    guard unit == .seconds else { return nil }
    var scanner = TextScanner(text)
    scanner.skipSpace()
    guard scanner.take("now") || scanner.take("CACurrentMediaTime()") else { return nil }
    scanner.skipSpace()
    guard let sign = scanner.byte else { return clock }
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return nil }
    scanner.advance()
    let rest = String(decoding: text.utf8.dropFirst(scanner.offset), as: UTF8.self)
    let seconds =
      StageExpression.isMeant(by: rest)
      ? try StageExpression.value(of: rest, stage: stage) : try NumberText.parse(scanner.word(), unit: .seconds)
    return sign == UInt8(ascii: "-") ? clock - seconds : clock + seconds
  }

  /// `50%` of a side of the canvas, or an expression such as `stage.width / 2`; nil for other strings.
  private func relative(_ text: String, unit: PropertyUnit, side: Side?) throws(ValueMismatchError) -> Double? {
    if StageExpression.isMeant(by: text) { return try StageExpression.value(of: text, stage: stage) }
    guard unit == .points, text.hasSuffix("%") else { return nil }
    let part = try NumberText.parse(text, unit: .none)
    switch side {
    case .width: return part * stage.width
    case .height: return part * stage.height
    case nil: return part * min(stage.width, stage.height)
    }
  }

  private func integer(_ value: DocumentValue, unit: PropertyUnit) throws(ValueMismatchError) -> Int {
    guard let integer = Int(exactly: try number(value, unit: unit)) else {
      throw ValueMismatchError("expected a whole number, found \(value.quoted)")
    }
    return integer
  }

  package func boolean(_ value: DocumentValue) throws(ValueMismatchError) -> Bool {
    switch value.content {
    case .boolean(let flag): return flag
    case .number(1), .string("true"), .string("yes"), .string("on"): return true
    case .number(0), .string("false"), .string("no"), .string("off"): return false
    default: throw ValueMismatchError("expected true or false, found \(value.quoted)")
    }
  }

  private func spelling(_ value: DocumentValue, among names: [String]) throws(ValueMismatchError) -> String {
    let text: String? =
      switch value.content {
      case .string(let text): text
      // A keyword may be a number or a Boolean.
      case .number(let number): ValueText.text(number)
      case .boolean(let isTrue): isTrue ? "true" : "false"
      default: nil
      }
    guard let text, names.contains(text) else { throw ValueMismatchError(unknownSpelling(value, among: names)) }
    return text
  }

  func numbers(
    _ value: DocumentValue, count: Int, unit: PropertyUnit, example: String
  ) throws(ValueMismatchError) -> [Double] {
    let items = try items(value, count: count, example: example)
    var numbers: [Double] = []
    numbers.reserveCapacity(count)
    for index in items.indices { numbers.append(try number(items, index, unit)) }
    return numbers
  }

  private func items(
    _ value: DocumentValue, count: Int, example: String
  ) throws(ValueMismatchError) -> [DocumentValue] {
    guard case .array(let items) = value.content, items.count == count else {
      throw ValueMismatchError("expected \(example), found \(value.quoted)")
    }
    return items
  }

  /// A number of a list, whose items belong to the width and the height alternately.
  private func number(
    _ items: [DocumentValue], _ index: Int, _ unit: PropertyUnit
  ) throws(ValueMismatchError) -> Double {
    // In place: a copy of the value retains its content.
    if case .number(let number) = items[index].content, abs(number) <= Self.largest { return number }
    do {
      return try number(items[index], unit: unit, side: index % 2 == 0 ? .width : .height)
    } catch {
      throw ValueMismatchError(error.message, at: items[index].location)
    }
  }

  private func items<Item>(
    _ value: DocumentValue, example: String, read: (DocumentValue) throws(ValueMismatchError) -> Item
  ) throws(ValueMismatchError) -> [Item] {
    guard case .array(let items) = value.content else {
      throw ValueMismatchError("expected \(example), found \(value.quoted)")
    }
    var result: [Item] = []
    for item in items {
      do {
        result.append(try read(item))
      } catch {
        throw ValueMismatchError(error.message, at: item.location)
      }
    }
    return result
  }

  private func transform(_ value: DocumentValue) throws(ValueMismatchError) -> CATransform3D {
    if case .string(let text) = value.content { return try TransformText.parse(text) }
    let n = try numbers(
      value, count: 16, unit: .none, example: "16 numbers or functions such as \"rotate(25deg) scale(2)\""
    ).map { CGFloat($0) }
    return CATransform3D(
      m11: n[0], m12: n[1], m13: n[2], m14: n[3], m21: n[4], m22: n[5], m23: n[6], m24: n[7],
      m31: n[8], m32: n[9], m33: n[10], m34: n[11], m41: n[12], m42: n[13], m43: n[14], m44: n[15])
  }
}
