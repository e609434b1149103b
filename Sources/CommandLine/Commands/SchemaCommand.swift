import ArgumentParser
import StarminePresets

struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema", abstract: "Print the JSON Schema of preset documents.",
    discussion: """
      An editor that knows JSON Schema completes and checks a document that names the schema by its "$schema" key.

      EXAMPLE:
        starmine schema > preset.schema.json
      """)

  func run() {
    print(PresetSchema.text, terminator: "")
  }
}
