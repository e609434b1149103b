/// The version of engine and program.
package enum EngineVersion {
  package static let text = "0.3.0"
}
