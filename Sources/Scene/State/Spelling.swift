/// A name as it was given, of which some are known: a layer keeps any text there, as on Apple's system (measured), and
/// draws what it does not know as the default.
package struct Spelling<Known: RawRepresentable & Hashable & Sendable>: Hashable, Sendable
where Known.RawValue == String {
  package var rawValue: String

  package init(_ known: Known) { rawValue = known.rawValue }
  package init(rawValue: String) { self.rawValue = rawValue }

  /// Nil for a name that means nothing.
  package var known: Known? { Known(rawValue: rawValue) }
}
