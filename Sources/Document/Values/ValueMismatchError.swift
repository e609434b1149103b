/// An error for a string or document value of the wrong type: what was expected and what was found.
public struct ValueMismatchError: Error, Equatable, CustomStringConvertible {
  /// Message for people: what was found and what is allowed.
  public let message: String
  /// Location inside the value, if only a part is wrong.
  public var location: SourceLocation?

  package init(_ message: String, at location: SourceLocation? = nil) {
    (self.message, self.location) = (message, location)
  }

  /// The message of the error.
  public var description: String { message }
}
