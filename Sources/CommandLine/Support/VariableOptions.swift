import ArgumentParser
import Foundation
import StarminePresets

/// Values for a document's variables.
struct VariableOptions: ParsableArguments {
  @Option(
    name: .customLong("var"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Give a variable of the document a value: NAME=VALUE. Repeatable; `show` lists them.", valueName: "name=value"))
  var values: [VariableArgument] = []

  /// Paths of pictures start from the working folder.
  var given: GivenVariables {
    var given = GivenVariables()
    for variable in values {
      given[variable.name] = GivenVariables.Value(
        variable.value, file: "--var \(variable.name)", folder: URL(fileURLWithPath: ".", isDirectory: true))
    }
    return given
  }
}
