import Foundation
import StarmineTestSupport

/// A document that once crashed the program, hung it or filled its memory, with what it may take now.
struct KeptDocument: Sendable, CustomStringConvertible {
  /// In Tests/Hostile/Documents, without its ending.
  let name: String
  var bounds = Bounds(processorSeconds: 12, megabytes: 1024)

  var description: String { name }

  static let all = [
    KeptDocument(name: "100-planes-of-emitters"),
    KeptDocument(name: "450-layers-deep"),
    KeptDocument(name: "births-count-down-2"),
    KeptDocument(name: "dashes-2000-x-50k"),
    KeptDocument(name: "dropped-overflow"),
    KeptDocument(name: "dropped-overflow-nested"),
    KeptDocument(name: "stretches-of-ages"),
    KeptDocument(name: "text-huge-centre"),
  ]

  static var names: [String] {
    Checkout.files(under: "Tests/Hostile/Documents", extensions: ["json"]).map {
      URL(filePath: $0).deletingPathExtension().lastPathComponent
    }
  }

  var bytes: [UInt8] {
    get throws { Array(try Data(contentsOf: Checkout.root.appending(path: "Tests/Hostile/Documents/\(name).json"))) }
  }
}
