import Foundation

/// The manual page in roff, made from what the argument parser says about itself.
struct ManPage {
  private let command: Command
  private let version: String

  /// - Parameter dump: the parser's description of the tool as JSON.
  init(dump: String, version: String) throws {
    command = try JSONDecoder().decode(Tool.self, from: Data(dump.utf8)).command
    self.version = version
  }

  var text: String {
    var lines = [".TH \(Self.escaped(command.commandName.uppercased())) 1 \"\" \"\(Self.escaped(version))\""]
    lines += [".SH NAME", "\(command.commandName) \\- \(Self.escaped(command.abstract ?? ""))"]
    lines += [".SH SYNOPSIS", ".B \(command.commandName)", ".I command", "[options]", ".SH DESCRIPTION"]
    lines += Self.verbatim(command.discussion)
    for subcommand in command.shownSubcommands { lines += section(subcommand, of: command.commandName) }
    for chapter in ManualChapter.all { lines += self.chapter(chapter) }
    return lines.joined(separator: "\n") + "\n"
  }

  /// - Parameter parent: the words before the subcommand's.
  private func section(_ subcommand: Command, of parent: String) -> [String] {
    let name = "\(parent) \(subcommand.commandName)"
    var lines = [".SH \(Self.escaped(name.uppercased()))", Self.escaped(subcommand.abstract ?? "")]
    lines += [".PP", ".B \(Self.escaped(name))", subcommand.shownArguments.map(\.synopsis).joined(separator: " ")]
    lines += Self.verbatim(subcommand.discussion)
    for argument in subcommand.shownArguments {
      lines += [".TP", ".B \(argument.title)", Self.escaped(argument.help)]
    }
    for inner in subcommand.shownSubcommands { lines += section(inner, of: name) }
    return lines
  }

  private func chapter(_ chapter: ManualChapter) -> [String] {
    var lines = [".SH \(Self.escaped(chapter.title))"]
    lines += chapter.text.isEmpty ? [] : [Self.escaped(chapter.text)]
    for row in chapter.rows { lines += [".TP", ".B \(Self.escaped(row.name))", Self.escaped(row.meaning)] }
    return lines + (chapter.example.isEmpty ? [] : Self.verbatim(chapter.example))
  }

  /// Text whose lines stay as they are.
  private static func verbatim(_ text: String?) -> [String] {
    guard let text, !text.isEmpty else { return [] }
    return [".PP", ".nf"] + text.split(separator: "\n", omittingEmptySubsequences: false).map { escaped(String($0)) }
      + [".fi"]
  }

  /// No character of the text is a command: backslashes, hyphens that stay hyphens, dots and quotes at the start.
  fileprivate static func escaped(_ text: String) -> String {
    let plain = text.replacingOccurrences(of: "\\", with: "\\e").replacingOccurrences(of: "-", with: "\\-")
      .replacingOccurrences(of: "\n", with: " ")
    return plain.hasPrefix(".") || plain.hasPrefix("'") ? "\\&" + plain : plain
  }

  // MARK: The parser's description

  private struct Tool: Decodable {
    var command: Command
  }

  private struct Command: Decodable {
    var commandName: String
    var abstract: String?
    var discussion: String?
    var shouldDisplay: Bool?
    var subcommands: [Command]?
    var arguments: [Argument]?

    var shownSubcommands: [Command] {
      // The parser adds its own help to every command that has others.
      (subcommands ?? []).filter { ($0.shouldDisplay ?? true) && $0.commandName != "help" }
    }

    var shownArguments: [Argument] { (arguments ?? []).filter { $0.shouldDisplay ?? true } }
  }

  private struct Argument: Decodable {
    var kind: String
    var isOptional: Bool?
    var isRepeating: Bool?
    var shouldDisplay: Bool?
    var names: [Name]?
    var valueName: String?
    var defaultValue: String?
    var abstract: String?
    var discussion: String?

    /// `--seed \fIseed\fR`.
    var title: String {
      let value = "\\fI\(ManPage.escaped(valueName ?? "value"))\\fR"
      if kind == "positional" { return value }
      let spelled = (names ?? []).map(\.text).sorted { $0.count < $1.count }.joined(separator: ", ")
      return kind == "flag" ? spelled : "\(spelled) \(value)"
    }

    var synopsis: String {
      let repeated = isRepeating ?? false ? title + " ..." : title
      return isOptional ?? false ? "[\(repeated)]" : repeated
    }

    var help: String {
      let texts = [abstract, discussion, defaultValue.map { "(default: \($0))" }].compactMap { $0 }
      return texts.filter { !$0.isEmpty }.joined(separator: " ")
    }
  }

  private struct Name: Decodable {
    var kind: String
    var name: String

    var text: String { ManPage.escaped((kind == "long" ? "--" : "-") + name) }
  }
}
