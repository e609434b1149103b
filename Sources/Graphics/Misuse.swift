/// Ends the program for a programming error where Apple's frameworks raise an exception. Unlike `precondition`, it
/// prints the message in release builds too. Documents must never cause it.
package func misuse(_ message: String, file: StaticString = #fileID, line: UInt = #line) -> Never {
  fatalError(message, file: file, line: line)
}

@inline(__always)
package func demand(
  _ condition: Bool, _ message: @autoclosure () -> String, file: StaticString = #fileID, line: UInt = #line
) {
  if !condition { misuse(message(), file: file, line: line) }
}
