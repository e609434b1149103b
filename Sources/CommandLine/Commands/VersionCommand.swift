import ArgumentParser

struct VersionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "version", abstract: "Print the version.")

  func run() { print(StarmineCommand.configuration.version) }
}
