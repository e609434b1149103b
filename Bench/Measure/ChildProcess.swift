import Foundation

/// A program that is run to its end.
struct ChildProcess {
  struct ChildError: Error, CustomStringConvertible {
    var description: String
  }

  var executable: URL
  var arguments: [String]
  /// Added to this process's own environment.
  var environment: [String: String] = [:]

  /// The program's standard output.
  func output() throws -> Data {
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let (output, errors) = (Pipe(), Pipe())
    (process.standardOutput, process.standardError) = (output, errors)
    do { try process.run() } catch {
      throw ChildError(
        description: "\(executable.path(percentEncoded: false)) does not start: \(error.localizedDescription)")
    }
    // Read apart, so that neither pipe fills up.
    let (outputFile, errorFile) = (output.fileHandleForReading, errors.fileHandleForReading)
    let complaint = FreshThread { errorFile.readDataToEndOfFile() }
    let data = outputFile.readDataToEndOfFile()
    let text = String(decoding: try complaint.value(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      let last = text.split(separator: "\n").last.map(String.init) ?? "it said nothing"
      throw ChildError(
        description: "\(executable.lastPathComponent) \(arguments.joined(separator: " ")) ended with "
          + "\(process.terminationReason == .exit ? "exit code" : "signal") \(process.terminationStatus): \(last)")
    }
    return data
  }
}
