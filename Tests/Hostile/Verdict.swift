import Foundation

/// Fault of a run: the program dies, hangs, takes too much, says nothing or too much, or leaves half a file.
///
/// Right are a result with exit code 0, an error of at most a few lines with code 1 or 2, and an answer with 3 or 4.
struct Verdict {
  let faults: [String]

  /// Bytes that an error may have: twenty problems of 500.
  private static let longestError = 10_000
  /// Bytes of warnings about a result: an import names everything that it does not keep.
  private static let longestWarnings = 1 << 20

  init(_ outcome: ChildOutcome, _ bounds: Bounds, leftovers: [String] = []) {
    var faults: [String] = []
    switch outcome.end {
    case .exit(0): break
    case .exit(1...4):
      if outcome.errors.isEmpty && outcome.output.isEmpty { faults.append("fails without a word") }
    case .exit(let code): faults.append("exit code \(code)")
    case .signal(SIGXCPU), .signal(SIGKILL): faults.append("more than \(bounds.processorSeconds) s of the processor")
    case .signal(let signal): faults.append("dies of signal \(signal)")
    case .hung: faults.append("hangs: \(bounds.seconds) s")
    }
    if outcome.processorSeconds > bounds.processorSeconds {
      faults.append("\(outcome.processorSeconds) s of the processor, the bound is \(bounds.processorSeconds)")
    }
    if outcome.megabytes > bounds.megabytes {
      faults.append("\(outcome.megabytes) MB, the bound is \(bounds.megabytes)")
    }
    let isResult = outcome.end == .exit(0) || outcome.end == .exit(3)
    if outcome.errors.utf8.count > (isResult ? Self.longestWarnings : Self.longestError) {
      faults.append("an error of \(outcome.errors.utf8.count) bytes")
    }
    if !leftovers.isEmpty { faults.append("leaves \(leftovers.joined(separator: ", "))") }
    self.faults = faults
  }
}
