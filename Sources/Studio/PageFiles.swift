import Foundation

/// The files of the page, which are part of the executable: a row each.
enum PageFiles {
  struct File: Sendable {
    let name: String
    let bytes: [UInt8]

    var mediaType: String {
      switch name.split(separator: ".").last {
      case "html": "text/html; charset=utf-8"
      case "css": "text/css; charset=utf-8"
      default: "text/javascript; charset=utf-8"
      }
    }
  }

  /// A test compares them with the folder.
  static let all = [
    File(name: "index.html", bytes: PackageResources.index_html),
    File(name: "studio.css", bytes: PackageResources.studio_css),
    File(name: "api.js", bytes: PackageResources.api_js),
    File(name: "build.js", bytes: PackageResources.build_js),
    File(name: "controls.js", bytes: PackageResources.controls_js),
    File(name: "dom.js", bytes: PackageResources.dom_js),
    File(name: "editor.js", bytes: PackageResources.editor_js),
    File(name: "handles.js", bytes: PackageResources.handles_js),
    File(name: "inspector.js", bytes: PackageResources.inspector_js),
    File(name: "keyframes.js", bytes: PackageResources.keyframes_js),
    File(name: "main.js", bytes: PackageResources.main_js),
    File(name: "open.js", bytes: PackageResources.open_js),
    File(name: "sizes.js", bytes: PackageResources.sizes_js),
    File(name: "stage.js", bytes: PackageResources.stage_js),
    File(name: "store.js", bytes: PackageResources.store_js),
    File(name: "strip.js", bytes: PackageResources.strip_js),
    File(name: "timeline.js", bytes: PackageResources.timeline_js),
    File(name: "tree.js", bytes: PackageResources.tree_js),
    File(name: "values.js", bytes: PackageResources.values_js),
    File(name: "walls.js", bytes: PackageResources.walls_js),
  ]

  static func file(named name: String) -> File? { all.first { $0.name == (name.isEmpty ? "index.html" : name) } }
}
