import Glibc

/// A file that is read, such as a segment.
package struct InputFile: ~Copyable {
  private let descriptor: Int32
  package let path: String
  package let content: FileContent

  /// Throws `VideoError.notAsWritten` with the reason where there is no such file or it cannot be read.
  package init(_ path: String) throws(VideoError) {
    // Opening a FIFO must not wait.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .notAsWritten(path: path, reason: String(cString: strerror(errno))) }
    do throws(FileError) {
      var status = stat()
      guard fstat(descriptor, &status) == 0 else { throw FileError(path: path, number: errno) }
      guard status.st_mode & S_IFMT == S_IFREG else { throw FileError(path: path, reason: "it is no file") }
      content = try FileContent(descriptor, size: Int(status.st_size), path: path)
    } catch {
      close(descriptor)
      throw .notAsWritten(path: path, reason: error.reason)
    }
    (self.descriptor, self.path) = (descriptor, path)
  }

  deinit { close(descriptor) }

  /// All bytes. Throws where there are more than allowed.
  package func bytes(atMost limit: Int) throws(VideoError) -> [UInt8] {
    guard content.size <= limit else {
      throw .notAsWritten(path: path, reason: "it has \(content.size) bytes, the limit is \(limit)")
    }
    var result: [UInt8] = []
    result.reserveCapacity(content.size)
    do throws(FileError) { try content.forEachPart { result += $0 } } catch {
      throw .notAsWritten(path: path, reason: error.reason)
    }
    return result
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
