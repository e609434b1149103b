/// Arranges the parser's help screen: options under headings, the most frequent first, with short usage lines.
enum HelpPage {
  static let allOption = "--help-all"

  /// Options by heading: those of every help screen, then those that `--help-all` adds.
  private static let headings = [
    (
      "SCENE", "set var duration background over at data",
      "seed palette lut theme speed loop fit state cues captions captions-look only without with until rows"
    ),
    ("PICTURE", "size fps frames", "motion-blur supersample depth hdr white peak dither additive-alpha"),
    ("FILE", "output format for", "crf encoder-preset odd max-size first-number gif-palette gif-dither no-overwrite"),
    ("SOUND", "audio", "audio-gain audio-fade audio-loop"),
    ("RUN", "threads", "jobs resume dry-run stats progress strict memory quiet verbose log-format"),
  ]
  /// Maximum number of options without headings.
  private static let fewOptions = 20

  static func arranged(_ text: String, showsAll: Bool) -> String {
    let parts = shortUsage(text).split(separator: "OPTIONS:\n", maxSplits: 1)
    guard parts.count == 2 else { return shortUsage(text) }
    let options = blocks(in: parts[1])
    guard options.count > fewOptions else { return shortUsage(text) }
    let places = headings.map { title, common, others in
      (title: title, common: common.split(separator: " "), all: (common + " " + others).split(separator: " "))
    }
    let placed = Set(places.flatMap { $0.all.map(String.init) } + ["help", "version"])
    var sections = [("OPTIONS", options.filter { !placed.contains($0.name) })]
    for place in places {
      let names = showsAll ? place.all : place.common
      sections.append((place.title, names.compactMap { name in options.first { $0.name == name } }))
    }
    let shown = sections.filter { !$0.1.isEmpty }.map { title, list in
      "\(title):\n" + list.map { showsAll ? $0.text : $0.summary }.joined()
    }
    let more = showsAll ? "" : "\nUse \(allOption) to show all \(options.count) options with details."
    return parts[0] + shown.joined(separator: "\n") + more
  }

  /// Shortens long usage lines to the arguments.
  static func shortUsage(_ text: String) -> String {
    text.replacing(/(?m)^(U(?:SAGE|sage): .*?) \[--.*$/) { match in
      match.output.0.count > 80 ? "\(match.output.1) [<options>]" : String(match.output.0)
    }
  }

  private struct Block {
    var name: String
    var text: String
    /// Without details, which are indented by eight spaces.
    var summary: String { text.replacing(/(?m)^ {8}\S.*\n/, with: "") }
  }

  /// An option begins with two spaces and a dash.
  private static func blocks(in text: Substring) -> [Block] {
    text.split(separator: "\n").reduce(into: []) { blocks, line in
      if let match = line.firstMatch(of: /^ {2}(?:-\w, )?--([a-z-]+)/) {
        blocks.append(Block(name: String(match.1), text: ""))
      }
      if !blocks.isEmpty { blocks[blocks.count - 1].text += line + "\n" }
    }
  }
}
