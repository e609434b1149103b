import StarmineGraphics

/// Memory that documents may take while they are read: their size is limited by nothing else.
package enum DocumentMemory {
  /// Bytes: a quarter of the memory that is left, at most 4 GB, at least 64 MB.
  package static var standardLimit: Int { min(max(MemoryBudget.available / 4, 64 << 20), 4 << 30) }

  /// For messages: "4096 MB".
  package static func text(_ bytes: Int) -> String { "\(bytes >> 20) MB" }
}
