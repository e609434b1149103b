/// Facts that a scheduler's job needs. Schedulers' files are texts made of it; nothing here runs anything.
package struct FarmJob: Sendable {
  /// A file that is written into the folder.
  package struct File: Equatable, Sendable {
    package var name: String
    package var text: String
    package var isExecutable = false
  }

  package let plan: FarmPlan
  /// Absolute path of the folder.
  package let folder: String
  /// Absolute path of the movie.
  package let output: String
  package let tasks: FarmTasks
  /// Tasks to run.
  package let chosen: [Int]
  /// The program on the workers.
  package let program: String
  /// Processors of a task.
  package let processors: Int

  package init(
    plan: FarmPlan, folder: String, output: String, tasks: FarmTasks, chosen: [Int], program: String, processors: Int
  ) {
    (self.plan, self.folder, self.output) = (plan, folder, output)
    (self.tasks, self.chosen, self.program, self.processors) = (tasks, chosen, program, processors)
  }

  /// `starmine-TITLE` of characters that every scheduler takes in a name.
  var name: String {
    let plain = plan.title.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
    // Nothing ends with a hyphen, cut off or not.
    return (["starmine"] + String(String(plain).prefix(40)).split(separator: "-").map(String.init)).joined(
      separator: "-")
  }

  /// GiB of memory: what one process needs, and frames under way in sixteen times their pixels.
  var gigabytes: Int {
    let frames = Double(processors + 4) * Double(plan.width * plan.height) * 16
    return max(1, Int(((0.2e9 + frames) / 1e9).rounded(.up)))
  }

  var taskList: String { SegmentRanges.text(chosen) }

  /// A word of a shell.
  static func quoted(_ text: String) -> String {
    let isPlain = text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_=./,:+@%".contains($0)) }
    return isPlain && !text.isEmpty ? text : "'" + text.replacing("'", with: "'\\''") + "'"
  }

  /// A text in YAML, in quotes as in JSON.
  static func yaml(_ text: String) -> String {
    var result = "\""
    for character in text.unicodeScalars {
      switch character {
      case "\"", "\\": result += "\\\(character)"
      // No name of a movie needs a line end.
      case "\0"..<" ": result += " "
      default: result.unicodeScalars.append(character)
      }
    }
    return result + "\""
  }
}
