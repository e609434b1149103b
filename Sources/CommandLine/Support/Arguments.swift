/// `0-119`, both ends included, or a single frame.
struct FrameRangeArgument: ExpressibleByArgument {
  let frames: Range<Int>

  init?(argument: String) {
    guard let frames = OptionText.frames(argument) else { return nil }
    self.frames = frames
  }
}

struct SecondsArgument: ExpressibleByArgument {
  let seconds: Double

  init?(argument: String) {
    guard let seconds = OptionText.seconds(argument) else { return nil }
    self.seconds = seconds
  }
}

/// `800M`, `2G` or `1500000K`; at least 64 MB.
struct MemoryArgument: ExpressibleByArgument {
  let bytes: Int

  init?(argument: String) {
    guard let unit = argument.last.flatMap({ "KMGT".firstIndex(of: Character($0.uppercased())) }),
      let number = Double(argument.dropLast())
    else { return nil }
    let power = "KMGT".distance(from: "KMGT".startIndex, to: unit) + 1
    let bytes = number * Double(1 << (10 * power))
    guard bytes >= 0x1p26, bytes <= 0x1p50 else { return nil }
    self.bytes = Int(bytes)
  }
}

struct LoopArgument: ExpressibleByArgument {
  let loop: MovieSettings.Loop

  init?(argument: String) {
    guard let loop = try? MovieSettings.Loop(parsing: argument) else { return nil }
    self.loop = loop
  }
}

struct OverrideArgument: ExpressibleByArgument {
  let change: PropertyOverride

  init?(argument: String) {
    guard let change = try? PropertyOverride(parsing: argument) else { return nil }
    self.change = change
  }
}

struct VariableArgument: ExpressibleByArgument {
  let name: String
  let value: String

  init?(argument: String) {
    guard let sign = argument.firstIndex(of: "="), sign > argument.startIndex else { return nil }
    (name, value) = (String(argument[..<sign]), String(argument[argument.index(after: sign)...]))
  }
}

extension RequestedSize: ExpressibleByArgument {
  package init?(argument: String) { self.init(parsing: argument) }

  static let help = ArgumentHelp(
    "Pixels: 1280x720, one side as in 1080x or x720, or \(names.map(\.name).joined(separator: ", ")).",
    valueName: "size")
  static let completion = CompletionKind.list(names.map(\.name))
}

extension DeliveryProfile: ExpressibleByArgument {
  package init?(argument: String) { self.init(named: argument.lowercased()) }

  package static var allValueStrings: [String] { all.map(\.name) }
}
