import CStarmineFFmpeg
import Glibc
import Synchronization

struct LibraryResult {
  /// 0 or positive for success; a negative libav error code.
  let code: Int32
  /// The last error logged by libav on this thread during the call; empty without one.
  let message: String

  var failed: Bool { code < 0 }

  /// The reason: libav's message without the list of supported codecs, or the description of the code.
  var reason: String {
    guard let list = message.firstRange(of: " not on whitelist '") else {
      return message.isEmpty ? LibraryResult.text(of: code) : message
    }
    return "\(message[..<list.lowerBound]) is not supported"
  }

  /// The `errno` value of the code, if any.
  var systemError: Int32? {
    let number = shim_errno_from_error(code)
    return code < 0 && number > 0 && number < 4096 ? number : nil
  }

  /// Whether the file uses an unsupported feature.
  var isMissingFeature: Bool { code == shim_error_missing_feature() }

  static func text(of code: Int32) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(AV_ERROR_MAX_STRING_SIZE)) { buffer in
      av_strerror(code, buffer.baseAddress, buffer.count)
      return String(cString: buffer.baseAddress!)
    }
  }
}

enum LibraryPresence {
  /// An error message if the required FFmpeg libraries are not installed; otherwise nil.
  static let complaint = shim_missing().map { "\(String(cString: $0)) of FFmpeg is not installed. \(advice)" }

  private static let advice =
    "Install FFmpeg's libraries (Debian and Ubuntu: libavcodec\(LIBAVCODEC_VERSION_MAJOR), "
    + "libavformat\(LIBAVFORMAT_VERSION_MAJOR)), or the starmine package that was made for this system."
}

/// Calls libav, keeps its messages off standard error, and returns the last error message.
///
/// Messages of codec threads are dropped, because they cannot be assigned to a call.
func callLibrary(_ body: () -> Int32) -> LibraryResult {
  LibraryLog.begin()
  let code = body()
  return LibraryResult(code: code, message: LibraryLog.end())
}

/// libav's log has a single callback for the process without a context, so messages are in a shared table by thread.
package enum LibraryLog {
  private static let messages = Mutex<[pthread_t: String]>([:])

  private static let isLeftAlone = Atomic(false)

  /// Leaves the log to the host of a library. Errors then have the descriptions of their codes. Call it before opening
  /// anything.
  package static func leaveAlone() { isLeftAlone.store(true, ordering: .relaxed) }

  /// Added to the levels of codec messages, so that a host's log shows only errors, not ten lines per encoder.
  static var levelOffset: Int32 { isLeftAlone.load(ordering: .relaxed) ? AV_LOG_INFO - AV_LOG_ERROR : 0 }

  /// Installs the log callback. Call it before any use of libav.
  static func install() {
    if !isLeftAlone.load(ordering: .relaxed) { _ = installed }
  }

  private static let installed: Void = av_log_set_callback { context, level, format, arguments in
    guard level <= AV_LOG_ERROR, let arguments else { return }
    record(context: context, level: level, format: format, arguments: arguments)
  }

  static func begin() {
    install()
    messages.withLock { $0[pthread_self()] = "" }
  }

  static func end() -> String {
    messages.withLock { $0.removeValue(forKey: pthread_self()) ?? "" }
  }

  private static func record(
    context: UnsafeMutableRawPointer?, level: Int32, format: UnsafePointer<CChar>?, arguments: CVaListPointer
  ) {
    let line = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 512) { buffer in
      var prefix: Int32 = 0
      av_log_format_line2(context, level, format, arguments, buffer.baseAddress, Int32(buffer.count), &prefix)
      buffer[buffer.count - 1] = 0
      return String(cString: buffer.baseAddress!)
    }
    let message = withoutPrefix(line)
    guard !message.isEmpty else { return }
    messages.withLock { table in
      if table[pthread_self()] != nil { table[pthread_self()] = message }
    }
  }

  /// `[png @ 0x5581] broken\n` without the prefix, whose address varies, and without the line end.
  private static func withoutPrefix(_ line: String) -> String {
    var text = Substring(line)
    while text.first == "[", let end = text.firstRange(of: "] ") { text = text[end.upperBound...] }
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return String(text)
  }
}
