import StarmineTestSupport
import Testing

/// The direction inside modules: of two folders only one may name types of the other. Swift has no imports between
/// folders, so the test reads where types are declared and where their names occur.
struct RoomTests {
  /// The pairs of folders that name each other, each with its reason. Files beside the folders are the module's front:
  /// they may know every folder.
  static let bothWays: [Set<String>: String] = [
    ["Layers/Animation", "Layers/Layer"]: "As in Apple's interface: layers have animations, which act on layers.",
    ["Scene/DisplayList", "Scene/State"]: "A layer's drawing is recorded commands, and its state carries them.",
  ]

  /// Modules with more files than can be seen at a glance.
  static let large = DependencyTests.allowed.keys.sorted().map { "Sources/\($0)" }
    .filter { Checkout.files(under: $0, extensions: ["swift"]).count > 20 }

  @Test(arguments: large) func roomsHaveADirection(module: String) throws {
    let rooms = try Rooms(of: module)
    for pair in rooms.pairsBothWays where Self.bothWays[pair.rooms] == nil {
      Issue.record("\(pair.rooms.sorted().joined(separator: " and ")) know each other: \(pair.names)")
    }
  }

  /// Pairs of the deepest folders that name each other, in all modules. Lower the limit when a pair goes.
  static let mostDeepPairs = 6

  @Test func deepFoldersHaveADirection() throws {
    let pairs = try DependencyTests.allowed.keys.sorted().flatMap { module in
      try Rooms(of: "Sources/\(module)", isDeep: true).pairsBothWays.map {
        $0.rooms.sorted().joined(separator: " and ")
      }
    }
    #expect(pairs.count <= Self.mostDeepPairs, "\(pairs.joined(separator: "\n"))")
  }

  @Test func reasonsAreInUse() throws {
    let found = Set(try Self.large.flatMap { try Rooms(of: $0).pairsBothWays.map(\.rooms) })
    #expect(found == Set(Self.bothWays.keys))
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
    #expect(rooms.pairsBothWays.map(\.rooms) == [["State", "Evaluation"]])
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
  /// Prefix of a room's name: `Scene/`.
  let module: String

  init(files: [String: [SourceText]], module: String = "") {
    self.files = files
    self.module = module
  }

  /// - Parameters:
  ///   - module: Its folder.
  ///   - isDeep: Whether each folder that holds files is a room, instead of each folder of the first level.
  init(of module: String, isDeep: Bool = false) throws {
    var files: [String: [SourceText]] = [:]
    for path in Checkout.files(under: module, extensions: ["swift"]) {
      let parts = path.dropFirst(module.count + 1).split(separator: "/")
      guard parts.count > 1 else { continue }
      let room = isDeep ? parts.dropLast().joined(separator: "/") : String(parts[0])
      files[room, default: []].append(try SourceText(path: path))
    }
    self.init(files: files, module: module.split(separator: "/").last.map { "\($0)/" } ?? "")
  }

  /// Folders that name each other's types, with the types.
  var pairsBothWays: [(rooms: Set<String>, names: [String])] {
    let uses = self.uses
    let arrows = Set(uses.map { [$0.room, $0.of] })
    return arrows.filter { $0[0] < $0[1] && arrows.contains([$0[1], $0[0]]) }.sorted { $0[0] < $1[0] }.map { pair in
      let names = Set(uses.filter { pair.contains($0.room) && pair.contains($0.of) }.map { "\($0.room): \($0.name)" })
      return (Set(pair.map { "\(module)\($0)" }), names.sorted())
    }
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
