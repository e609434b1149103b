import StarmineGraphics

/// Frames as separate files. A file gets its name when it is complete.
struct SequenceOutput: Sendable {
  private let pattern: NumberedPath
  private let target: String
  private let scope: FileScope
  private(set) var bytes = 0
  private var numbers: Range<Int>?

  /// Errors: an existing file that cannot be replaced, such as a link outside the folder.
  init(_ path: String, in scope: FileScope) throws(VideoError) {
    guard let pattern = NumberedPath(path) else {
      throw .missingNumber(path: path, suggestion: NumberedPath.suggestion(for: path))
    }
    (self.pattern, target) = (pattern, path)
    self.scope = scope.isEverywhere ? FileScope(beside: pattern.start) : scope
    do throws(FileError) { try OutputFile.check(path, in: self.scope) } catch { throw .file(error) }
  }

  /// Writes a frame. Replaces an existing file.
  mutating func write(_ content: [UInt8], number: Int) throws(VideoError) {
    do throws(FileError) {
      var file = try OutputFile(pattern.path(number), in: scope, isFirst: numbers == nil)
      try file.write(content)
      try file.content()?.compare(with: content)
      bytes += try file.commit()
    } catch {
      throw .file(error)
    }
    numbers = (numbers?.lowerBound ?? number)..<number + 1
  }

  /// Existing files of an earlier sequence with the same pattern. An editor would include them in this one.
  var others: [String] {
    guard let numbers else { return [] }
    return pattern.existing.filter { !numbers.contains($0) }.map(pattern.path)
  }
}
