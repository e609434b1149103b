/// A type of property values. It defines the accepted forms and the components.
package protocol PropertyValue: Animatable {
  static var kind: ValueKind { get }
  /// Nil for a value of the wrong type or NaN.
  init?(keyValue: Any?)
  /// As key-value coding returns it.
  var keyValue: Any? { get }
  /// Components with keys, such as `x` of a point.
  static var components: [Property<Self>] { get }
  /// Whether `defaultValue(forKey:)` omits this default.
  var isZero: Bool { get }
  /// Nil where the values of an animation have no effect.
  static func trackWriter(_ request: TrackRequest) throws(WrongValueError) -> TrackWriter<Self>?
}

extension PropertyValue {
  package init?(keyValue: Any?) {
    guard let value = keyValue as? Self else { return nil }
    self = value
  }
  package var keyValue: Any? { self }
  package static var components: [Property<Self>] { [] }
  package var isZero: Bool { false }
}

extension CGImage: PropertyValue {
  package static var kind: ValueKind { .image }
}

extension LayerContents: PropertyValue {
  package static var kind: ValueKind { .contents }

  package init?(keyValue: Any?) {
    switch keyValue {
    case let image as CGImage: self = .image(image)
    case let clip as VideoClip: self = .video(clip)
    default: return nil
    }
  }

  package var keyValue: Any? {
    switch self {
    case .image(let image): image
    case .video(let clip): clip
    }
  }
}

extension Optional: PropertyValue where Wrapped: PropertyValue {
  package static var kind: ValueKind { Wrapped.kind }
  package init?(keyValue: Any?) {
    guard let keyValue else {
      self = .none
      return
    }
    // Strings, the usual values in documents, are not unwrapped twice.
    if Wrapped.self == String.self, let text = exactly(Wrapped.self, keyValue) {
      self = .some(text)
    } else if let value = Wrapped(keyValue: keyValue) {
      self = .some(value)
    } else if keyValue is NSNull {
      self = .none
    } else {
      return nil
    }
  }
  package var keyValue: Any? { self?.keyValue }
  /// The components of the value. Without a value, they are nil and cannot be written.
  package static var components: [Property<Wrapped?>] {
    Wrapped.components.map { part in
      Property(
        part.info, read: { $0.flatMap(part.read) },
        write: { whole, value in
          guard var copy = whole, part.write(&copy, value) else { return false }
          whole = copy
          return true
        }, access: part.access.map(liftedToOptional))
    }
  }
}
