import ArgumentParser
import Foundation
import StarminePresets

/// Values for a document's variables.
struct VariableOptions: ParsableArguments {
  @Option(
    name: .customLong("var"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Set a document variable, as in title=ANN. Repeatable. `starmine show` lists the variables.",
      valueName: "name=value"), completion: Completion.variable)
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
