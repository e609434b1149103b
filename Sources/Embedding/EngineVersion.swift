/// The version of engine and program. Packaging scripts read it from this file.
package enum EngineVersion {
  package static let text = "0.3.0"
}
