package import StarmineGraphics

extension InputFile {
  /// Opens a file that was written before, such as a segment.
  package static func written(_ path: String) throws(VideoError) -> InputFile {
    do throws(InputFileError) { return try InputFile(path) } catch { throw .input(error) }
  }

  /// SHA-256 of a file's bytes.
  package static func sha256(of path: String, in scope: FileScope = .everywhere) throws(VideoError) -> String {
    let file: InputFile
    do throws(InputFileError) { file = try InputFile(path, in: scope) } catch { throw .input(error) }
    return try file.sha256()
  }

  /// SHA-256 of all bytes.
  package func sha256() throws(VideoError) -> String {
    let digest = try Digest(.sha256)
    do throws(FileError) { try content.forEachPart { digest.add($0) } } catch {
      throw .notAsWritten(path: path, reason: error.reason)
    }
    return digest.text()
  }
}
