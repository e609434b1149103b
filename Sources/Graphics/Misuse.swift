/// Ends the program over a mistake in it, where Apple's frameworks raise an exception: prints what was wrong, in
/// release builds too (`precondition` is silent there). Nothing that a document says may lead here.
package func misuse(_ message: String, file: StaticString = #fileID, line: UInt = #line) -> Never {
  fatalError(message, file: file, line: line)
}

/// Ends the program with the message unless the condition holds.
@inline(__always)
package func demand(
  _ condition: Bool, _ message: @autoclosure () -> String, file: StaticString = #fileID, line: UInt = #line
) {
  if !condition { misuse(message(), file: file, line: line) }
}
