import ArgumentParser
import StarmineMedia

extension AskedSize: ExpressibleByArgument {
  init?(argument: String) { self.init(parsing: argument) }

  static let help = ArgumentHelp(
    "Pixels: 1280x720, one side as in 1080x or x720, or \(names.map(\.name).joined(separator: ", ")).",
    valueName: "size")
  static let completion = CompletionKind.list(names.map(\.name))
}

extension DeliveryProfile: ExpressibleByArgument {
  init?(argument: String) { self.init(named: argument.lowercased()) }

  static var allValueStrings: [String] { all.map(\.name) }
}
