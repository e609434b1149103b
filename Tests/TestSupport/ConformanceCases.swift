public import Foundation
import Synchronization

/// Numeric cases from a file of Tests/Conformance (or of the folder that the environment names in STARMINE_CASES).
///
/// Three layouts are read: `{"cases": [...]}` and a plain array, whose entries carry their `kind` or `area`; and an
/// object of arrays, or of objects with an array `cases` or `rows`, where the name in the outermost object is the kind
/// (an object without such an array is one case; `meta` is none).
public struct ConformanceCases: Sendable {
  public struct Case: Sendable {
    public var kind: String
    /// The whole entry.
    public var fields: JSONValue
    /// Id or name, for messages.
    public var name: String {
      if let id = fields["id"].number { return String(Int(id)) }
      return fields["id"].string ?? fields["name"].string ?? fields["case"].string ?? "unnamed"
    }
    public var inputs: JSONValue { fields["inputs"].isNull ? fields["input"] : fields["inputs"] }
    public var expected: JSONValue { fields["expected"] }
    /// How far a number may be off; 1e-6 where the case does not say.
    public var tolerance: Double { fields["tolerance"].number ?? 1e-6 }
  }

  public enum Outcome: Sendable {
    case passed
    case failed(String)
    /// Passed over on purpose, with the decision.
    case skipped(String)
    /// The suite cannot say what the case says, with what it lacks.
    case notExpressed(String)
  }

  /// Results of the cases of one kind.
  public struct Summary: Sendable {
    public var passed = 0
    /// One message per failure, starting with the case's name.
    public var failures: [String] = []
    /// One line per case that was passed over on purpose: its name and the decision.
    public var skips: [String] = []
    /// One line per case that the suite cannot express: its name and what is lacking.
    public var unexpressed: [String] = []
    public var skipped: Int { skips.count }
    /// Cases that say nothing about the program.
    var silent: Int { skips.count + unexpressed.count }
  }

  public let file: String
  public let all: [Case]

  /// - Parameter file: Its name without `.json`.
  public init(_ file: String) throws {
    self.file = file
    all = try Self.files.withLock { files in
      if let known = files[file] { return known }
      let url = Self.folder.appending(path: "\(file).json")
      let cases = try Self.cases(in: JSONDecoder().decode(JSONValue.self, from: Data(contentsOf: url)))
      files[file] = cases
      return cases
    }
  }

  /// Cases by file. Decoding a file takes up to a second, and each kind of cases needs it.
  private static let files = Mutex<[String: [Case]]>([:])

  private static func cases(in root: JSONValue) -> [Case] {
    if let entries = root.array ?? root["cases"].array {
      return entries.map { Case(kind: $0["kind"].string ?? $0["area"].string ?? "", fields: $0) }
    }
    return (root.object ?? [:]).sorted { $0.key < $1.key }.filter { $0.key != "meta" }.flatMap { name, group in
      (group.array ?? group["cases"].array ?? group["rows"].array ?? [group]).map { Case(kind: name, fields: $0) }
    }
  }

  /// The folder with the case files.
  public static var folder: URL {
    if let folder = ProcessInfo.processInfo.environment["STARMINE_CASES"] { return URL(filePath: folder) }
    return Checkout.root.appending(path: "Tests/Conformance")
  }

  public func cases(of kind: String) -> [Case] {
    all.filter { $0.kind == kind }
  }

  /// Runs every case of a kind and prints the counts. An error thrown counts as a failure, and so do a case that is
  /// passed over without a reason and a kind without a single case. A notation without a reader is not expressed.
  public func check(_ kind: String, _ body: (Case) throws -> Outcome) -> Summary {
    var summary = Summary()
    for item in cases(of: kind) {
      do {
        switch try body(item) {
        case .passed: summary.passed += 1
        case .failed(let message): summary.failures.append("\(item.name): \(message)")
        case .skipped(""), .notExpressed(""): summary.failures.append("\(item.name): passed over without a reason")
        case .skipped(let reason): summary.skips.append("\(item.name): \(reason)")
        case .notExpressed(let lack): summary.unexpressed.append("\(item.name): \(lack)")
        }
      } catch let error as TransformText.UnreadableError {
        summary.unexpressed.append("\(item.name): \(error)")
      } catch {
        summary.failures.append("\(item.name): \(error)")
      }
    }
    if summary.passed + summary.silent + summary.failures.count == 0 { summary.failures = ["no case of \(kind)"] }
    ConformanceLedger.record(file, kind, summary)
    return summary
  }
}

extension ConformanceCases.Outcome {
  /// Passed where all numbers agree within `tolerance`.
  public static func compare(_ actual: [Double], _ expected: [Double], tolerance: Double) -> Self {
    let agrees = actual.count == expected.count && zip(actual, expected).allSatisfy { abs($0 - $1) <= tolerance }
    return agrees ? .passed : .failed("\(actual) instead of \(expected)")
  }
}
