/// A string with some known values. A layer stores any string, as on Apple's system (measured), and draws an unknown
/// one as the default.
package struct Spelling<Known: RawRepresentable & Hashable & Sendable>: Hashable, Sendable
where Known.RawValue == String {
  package var rawValue: String

  package init(_ known: Known) { rawValue = known.rawValue }
  package init(rawValue: String) { self.rawValue = rawValue }

  package var known: Known? { Known(rawValue: rawValue) }
}
