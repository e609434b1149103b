import StarmineTestSupport
import Testing

/// The direction inside modules: which folder may name types of which other one. Swift has no imports between folders,
/// so the test reads where types are declared and where their names occur.
struct RoomTests {
  /// The rooms that each room may know.
  static let arrows: [String: [String: Set<String>]] = [
    "Sources/Scene": [
      "Geometry": [],
      "State": ["Geometry"],
      // Tracks move emitters' values, and births follow tracks.
      "Animation": ["Geometry", "State", "Particles"],
      "Particles": ["Geometry", "State", "Animation"],
      "Tree": ["Geometry", "State", "Animation", "Particles"],
      "DisplayList": ["Geometry", "State", "Particles"],
      "Evaluation": ["Geometry", "State", "Animation", "Particles", "Tree", "DisplayList"],
      // Beside the tree: it records commands for a layer or a bitmap.
      "Context": ["Geometry", "State", "DisplayList"],
    ],
    // Changes are of documents; what reads documents knows nothing of changes. Files beside the rooms serve both.
    "Sources/Presets": ["Document": [], "Editing": ["Document"]],
    // As in Apple's interface, layers have animations, animations act on layers, and both have a transaction's time.
    "Sources/Layers": [
      "Properties": ["Animation"],
      "Animation": ["Properties", "CALayer", "Classes", "Time"],
      "Time": ["Properties", "Animation", "CALayer", "Classes"],
      "CALayer": ["Properties", "Animation", "Time", "Classes"],
      "Classes": ["Properties", "Animation", "Time", "CALayer"],
    ],
  ]

  /// Names that a room knows against the direction.
  static let exceptions: [String: Set<String>] = [
    // A layer's drawing is recorded commands; its state carries the reference.
    "Sources/Scene/State": ["Drawing"],
    // The values of some rows are objects of the interface.
    "Sources/Layers/Properties": [
      "CALayer", "CAFilter", "CAEmitterBehavior", "FontSpelling", "ValueWrapper", "CAAutoresizingMask",
    ],
  ]

  @Test(arguments: arrows.keys.sorted()) func roomsFollowTheDirection(module: String) throws {
    let rooms = try Rooms(of: module)
    let allowed = Self.arrows[module] ?? [:]
    #expect(Set(rooms.files.keys) == Set(allowed.keys))
    for use in rooms.uses where allowed[use.room]?.contains(use.of) != true {
      let isException = Self.exceptions["\(module)/\(use.room)"]?.contains(use.name) == true
      #expect(isException, "\(use.path): \(use.room) knows \(use.name) of \(use.of)")
    }
  }

  @Test func exceptionsAreInUse() throws {
    for (path, names) in Self.exceptions {
      let parts = path.split(separator: "/").map(String.init)
      let rooms = try Rooms(of: parts[0] + "/" + parts[1])
      let used = Set(rooms.uses.filter { $0.room == parts[2] }.map(\.name))
      #expect(names.isSubset(of: used), "\(path) knows \(used.sorted())")
    }
  }

  @Test func usesAreFound() {
    let state = SourceText(
      path: "State/A.swift",
      text: """
        // Evaluation is not meant here, nor is "Hidden" or Outer.Late.
        struct State { enum Late {}; var late = Late.self; let name = "Evaluation" }
        private struct Hidden {}
        """)
    let evaluation = SourceText(
      path: "Evaluation/B.swift",
      text: """
        @frozen package struct Evaluation<Value> { var state: [State] = []; var other = Other.State.self }
        extension State { func draw(_ it: Evaluation<Int>) {} }
        struct Hidden {}
        """)
    let before = SourceText(path: "State/C.swift", text: "extension Array where Element == Evaluation<Int> {}")
    let rooms = Rooms(files: ["State": [state, before], "Evaluation": [evaluation]])
    #expect(
      rooms.uses == [
        Rooms.Use(room: "Evaluation", name: "State", of: "State", path: "Evaluation/B.swift"),
        Rooms.Use(room: "State", name: "Evaluation", of: "Evaluation", path: "State/C.swift"),
      ])
  }
}

/// The files of a module by room, and which room uses the types of which.
struct Rooms {
  struct Use: Hashable {
    var room: String
    var name: String
    /// The room that declares it.
    var of: String
    var path: String
  }

  let files: [String: [SourceText]]

  init(files: [String: [SourceText]]) { self.files = files }

  /// - Parameter module: its folder.
  init(of module: String) throws {
    var files: [String: [SourceText]] = [:]
    for path in Checkout.files(under: module, extensions: ["swift"]) {
      let parts = path.dropFirst(module.count + 1).split(separator: "/")
      if parts.count > 1 { files[String(parts[0]), default: []].append(try SourceText(path: path)) }
    }
    self.init(files: files)
  }

  /// Types of other rooms that are named, one of each per file, in order.
  var uses: [Use] {
    var homes: [String: String] = [:]
    for (room, sources) in files {
      for name in sources.flatMap({ $0.topLevelTypes().others }) { homes[name] = room }
    }
    let all = files.flatMap { room, sources in
      sources.flatMap { source in
        source.typeNames.compactMap { name in
          homes[name].flatMap { $0 == room ? nil : Use(room: room, name: name, of: $0, path: source.path) }
        }
      }
    }
    return all.sorted { ($0.room, $0.name, $0.path) < ($1.room, $1.name, $1.path) }
  }
}

extension SourceText {
  /// Types declared outside of others: those of the file alone, and those that other files can name.
  fileprivate func topLevelTypes() -> (own: Set<String>, others: [String]) {
    let declaration =
      #/
      ^\s*(?:@\w+(?:\([^)]*\))?\s+)*
      ((?:(?:public|package|internal|fileprivate|private|final|open|indirect)\s+)*)
      (?:struct|class|enum|protocol|typealias|actor)\s+(\w+)
      /#
    let keywords = ["struct", "class", "enum", "protocol", "typealias", "actor"]
    var depth = 0
    var result: (own: Set<String>, others: [String]) = ([], [])
    for line in code {
      if depth == 0, line.holdsOne(of: keywords), let match = line.firstMatch(of: declaration) {
        let name = String(match.output.2)
        if match.output.1.contains("private") { result.own.insert(name) } else { result.others.append(name) }
      }
      depth += line.count { $0 == "{" } - line.count { $0 == "}" }
    }
    return result
  }

  /// Names with a capital that do not follow a dot, but for types of the file alone.
  fileprivate var typeNames: Set<String> {
    var names: Set<String> = []
    for line in code {
      var word = Substring()
      var previous: Unicode.Scalar = " "
      for scalar in (line + " ").unicodeScalars {
        if scalar == "_" || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) {
          if word.isEmpty, previous == "." || !scalar.properties.isUppercase { word = "." }
          word.unicodeScalars.append(scalar)
        } else {
          if !word.isEmpty, !word.hasPrefix(".") { names.insert(String(word)) }
          (word, previous) = (Substring(), scalar)
        }
      }
    }
    return names.subtracting(topLevelTypes().own)
  }
}
