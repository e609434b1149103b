/// Why a text or document value does not fit: what was expected and what was given, ready to print.
public struct ValueMismatchError: Error, Equatable, CustomStringConvertible {
  /// A sentence for people: what was found, what is allowed.
  public let message: String
  /// Where inside the value, if that is narrower than the whole.
  public var location: SourceLocation?

  package init(_ message: String, at location: SourceLocation? = nil) {
    (self.message, self.location) = (message, location)
  }

  /// The message.
  public var description: String { message }
}
