import Foundation

/// Memory that documents may take while they are read: their size is limited by nothing else.
package enum DocumentMemory {
  /// Bytes: a quarter of the machine's memory, at most 4 GB, at least 256 MB.
  package static let standardLimit = Int(
    clamping: min(max(ProcessInfo.processInfo.physicalMemory / 4, 256 << 20), 4 << 30))

  /// For messages: "4096 MB".
  package static func text(_ bytes: Int) -> String { "\(bytes >> 20) MB" }
}
