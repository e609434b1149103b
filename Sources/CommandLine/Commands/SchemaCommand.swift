import ArgumentParser
import StarminePresets

struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema", abstract: "Print the JSON Schema of documents.",
    discussion: """
      Editors use it to complete and check documents. Set the "$schema" key of the document to its path.

      EXAMPLE:
        starmine schema > preset.schema.json
      """)

  func run() {
    print(PresetSchema.text, terminator: "")
  }
}
