/// The program in plans and receipts.
enum ProgramIdentity {
  static let text: String = {
    let build = ProgramBuild.number.prefix(12)
    return StarmineCommand.configuration.version + (build.isEmpty ? "" : " build \(build)")
  }()

  static let host: String = {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "unknown" }
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }()
}
