/// A path cut into folder, name and extension. Works on text alone; the file need not exist.
struct PathParts {
  /// Everything up to and including the last slash; empty for a bare name.
  let folder: String
  /// Everything behind the last slash.
  let name: String
  /// Text behind the last dot of the name, in lower case; empty for `name` and for `.hidden`.
  let pathExtension: String

  init(_ path: String) {
    let afterSlash = path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex
    folder = String(path[..<afterSlash])
    name = String(path[afterSlash...])
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else {
      pathExtension = ""
      return
    }
    pathExtension = name[name.index(after: dot)...].lowercased()
  }
}
