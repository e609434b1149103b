import StarmineGraphics

/// Frames as files of their own. Each is complete under its name, or not there.
struct SequenceOutput: Sendable {
  private let pattern: NumberedPath
  private let target: String
  private let scope: FileScope
  /// Bytes in all files.
  private(set) var bytes = 0
  private var numbers: Range<Int>?

  /// Errors: a file that is there and cannot be replaced, such as a link out of the folder.
  init(_ path: String, in scope: FileScope) throws(VideoError) {
    guard let pattern = NumberedPath(path) else {
      throw .missingNumber(path: path, suggestion: NumberedPath.suggestion(for: path))
    }
    (self.pattern, target) = (pattern, path)
    self.scope = scope.isEverywhere ? FileScope(beside: pattern.start) : scope
    do throws(FileError) { try OutputFile.check(path, in: self.scope) } catch { throw .file(error) }
  }

  /// Writes one frame; a file of that name is replaced.
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

  /// Files of the same pattern that an earlier sequence has left: an editor would take them for part of this one.
  var others: [String] {
    guard let numbers else { return [] }
    return pattern.existing.filter { !numbers.contains($0) }.map(pattern.path)
  }
}
