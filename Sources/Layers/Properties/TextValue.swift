/// The text of a string or of a string-backed type such as `CAEmitterLayerEmitterShape`.
func text(in value: Any?) -> String? {
  guard let value else { return nil }
  return cast(value, to: String.self) ?? (value as? any RawRepresentable)?.rawValue as? String
}

extension String: PropertyValue {
  package static let kind = ValueKind.string
  package init?(keyValue: Any?) {
    guard let text = text(in: keyValue) else { return nil }
    self = text
  }
  package var keyValue: Any? { self }
}

/// Enumerations of spellings need to declare the conformance, nothing else.
extension PropertyValue where Self: RawRepresentable<String> & CaseIterable {
  package static var kind: ValueKind { .enumeration(allCases.map(\.rawValue)) }
  package init?(keyValue: Any?) {
    guard let text = text(in: keyValue) else { return nil }
    self.init(rawValue: text)
  }
  package var keyValue: Any? { rawValue }
}

extension EmitterShape: PropertyValue {}
extension EmissionMoment: PropertyValue {}
extension EmitterMode: PropertyValue {}
extension EmitterRenderMode: PropertyValue {}
extension ParticleType: PropertyValue {}

extension SamplingFilter: PropertyValue {
  /// `lanczos` of Apple's list of filters is drawn as the best there is here (assumed).
  init?(named name: String) { self.init(rawValue: name == "lanczos" ? Self.trilinear.rawValue : name) }

  package init?(keyValue: Any?) {
    guard let filter = text(in: keyValue).flatMap(Self.init(named:)) else { return nil }
    self = filter
  }
}

extension CAMediaTimingFillMode: PropertyValue {
  package static var kind: ValueKind { .enumeration(all.map(\.rawValue)) }
  package init?(keyValue: Any?) {
    guard let mode = Self.all.first(where: { $0.rawValue == text(in: keyValue) }) else { return nil }
    self = mode
  }
  package var keyValue: Any? { rawValue }
}

/// Apple's names besides ours: `single` is the default, `sequential` plays by age (assumed, behavior.md 10.4).
extension ContentsFrameMode: PropertyValue {
  private static let synonyms: [String: ContentsFrameMode] = ["single": .automatic, "sequential": .loop]

  package static var kind: ValueKind { .enumeration(synonyms.keys.sorted() + allCases.map(\.rawValue)) }
  package init?(keyValue: Any?) {
    guard let text = text(in: keyValue), let mode = Self.synonyms[text] ?? Self(rawValue: text) else { return nil }
    self = mode
  }
  package var keyValue: Any? { rawValue }
}

/// A name that key-value coding was given and that is not one of the property's. Some rows keep it, as Apple's system
/// does; documents never give one.
struct LooseValue {
  let value: Any
}

extension Spelling: PropertyValue, Animatable where Known: CaseIterable {
  package static var kind: ValueKind { .enumeration(Known.allCases.map(\.rawValue)) }

  package init?(keyValue: Any?) {
    if let loose = keyValue as? LooseValue {
      guard let name = text(in: loose.value) else { return nil }
      self.init(rawValue: name)
      return
    }
    guard let known = text(in: keyValue).flatMap(Known.init(rawValue:)) else { return nil }
    self.init(known)
  }

  package var keyValue: Any? { rawValue }
}
