/// The version of engine and program. The scripts that build packages read it from this file.
package enum EngineVersion {
  package static let text = "0.3.0"
}
