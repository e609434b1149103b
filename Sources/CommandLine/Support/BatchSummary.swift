import Foundation
import StarminePresets

/// What became of several outputs, on one line.
enum BatchSummary {
  static func text(_ done: Int, _ all: Int, _ kept: Int, _ failed: [String], _ seconds: Double) -> String {
    var text = String(format: "%d of %d rendered in %.1f s", done, all, seconds)
    if kept > 0 { text += ", \(kept) kept" }
    if !failed.isEmpty { text += ", \(failed.count) failed: \(failed.listed(20))" }
    return text
  }
}
