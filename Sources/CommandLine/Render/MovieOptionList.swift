/// The arguments that affect the bytes of a movie. They are stored in its metadata and its plan, so that one machine
/// and many write the same file.
enum MovieOptionList {
  /// Options without an effect on the file, and their numbers of arguments. All other options count.
  private static let others: [String: Int] = [
    "-o": 1, "--output": 1, "--threads": 1, "--jobs": 1, "--progress": 1, "--stats": 1, "--memory": 1,
    "--log-format": 1, "--movie": 1, "--segment-frames": 1, "--data": 1, "--rows": 1, "--resume": 0, "--dry-run": 0,
    "--no-overwrite": 0, "--strict": 0, "--quiet": 0, "--verbose": 0, "-q": 0, "-v": 0,
  ]

  /// - Parameter words: arguments after the name of the command.
  /// - Parameter left: options to leave out, and the number of arguments after each.
  static func filter(_ words: some Sequence<String>, _ left: [String: Int] = others) -> [String] {
    var (result, skipped, isValue): ([String], Int, Bool) = ([], 0, false)
    for word in words {
      if skipped > 0 {
        skipped -= 1
      } else if isValue {
        result.append(word)
        isValue = false
      } else if let count = left[word] {
        skipped = count
      } else if !isOther(word, left) {
        result.append(word)
        // The next argument is a value, even if it looks like an option.
        isValue = word == "--set" || word == "--var"
      }
    }
    return result
  }

  /// `--threads=2` and `-ofile`, a single argument.
  private static func isOther(_ word: String, _ left: [String: Int]) -> Bool {
    if let sign = word.firstIndex(of: "="), word.hasPrefix("--") { return left[String(word[..<sign])] == 1 }
    return word.hasPrefix("-o") && word.count > 2
  }

  static let own: [String] = {
    let words = Array(Swift.CommandLine.arguments.dropFirst())
    return filter(words.dropFirst(words.first == "farm" ? 2 : 1))
  }()

  /// Arguments for a document that contains the values of its variables and its cues.
  static var withoutVariables: [String] { filter(own, ["--var": 1, "--cues": 1]) }

  /// Maximum characters of `line`.
  static let mostCharacters = 1000

  /// The command that renders the movie on one machine, for the file's metadata.
  static let line: String = {
    let words =
      ["starmine", "render"]
      + own.map { word in
        // Local folders are not stored.
        let shown = word.hasPrefix("/") ? URL(fileURLWithPath: word).lastPathComponent : word
        let isPlain = shown.allSatisfy { $0.isLetter || $0.isNumber || "-_=./,:+@%{}".contains($0) } && !shown.isEmpty
        return isPlain ? shown : "'" + shown.replacingOccurrences(of: "'", with: "'\\''") + "'"
      }
    return String(words.joined(separator: " ").prefix(mostCharacters))
  }()
}

/// The arguments of `starmine render` in a plan or in a file's metadata.
struct MovieArguments: ParsableArguments {
  @Argument var presets: [String]
  @OptionGroup var edits: EditOptions
  @OptionGroup var settings: RenderSettings
  @OptionGroup var outputs: OutputOptions

  /// Maximum number of arguments, because the parser's time increases with its square.
  static let mostWords = 2000

  /// Parses arguments without changing the output settings of this command.
  static func read(_ words: [String]) throws -> MovieArguments {
    guard words.count <= mostWords else {
      throw ValidationError("\(words.count) arguments; the limit is \(mostWords)")
    }
    let style = Log.style
    defer { Log.change { $0 = style } }
    return try parse(words)
  }

  /// The job for an output path.
  func job(to path: String, threads: Int = 0) -> RenderJob {
    var settings = settings
    settings.threads = threads
    return RenderJob(
      preset: presets[0], path: path, edits: edits, settings: settings, outputs: outputs, isAlone: true,
      showsBar: false)
  }
}
