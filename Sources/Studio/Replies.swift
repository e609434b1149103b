import StarmineText
import StarmineTuning

/// The reply for a text.
struct DraftReply: Encodable, Sendable {
  struct Problem: Encodable, Sendable {
    let severity: String
    let line: Int
    let column: Int
    let path: String
    let message: String

    init(_ problem: DocumentProblem) {
      (severity, path, message) = (problem.severity.rawValue, problem.path, problem.message)
      (line, column) = (problem.location.line, problem.location.column)
    }
  }

  let revision: String
  let text: String
  let problems: [Problem]
  let notes: [String]
  /// The nodes that a change has added or moved.
  let selected: [String]?
  /// Nil for a text with errors.
  let scene: SceneModel?
  /// Digest of the read file. A save returns it, so that changes by other programs are detected.
  let base: String?
  let facts: Facts?

  init(_ draft: Draft, notes: [String], selected: [String]?, base: String?, facts: Facts?) {
    let (scene, problems) = draft.read()
    (self.notes, self.selected, self.base, self.facts) = (notes, selected, base, facts)
    (revision, text) = (draft.revision, String(decoding: draft.source.bytes, as: UTF8.self))
    self.problems = problems.prefix(200).map(Problem.init)
    self.scene = scene.map { SceneModel($0) }
  }
}

/// Information about the session for the page.
struct Facts: Encodable, Sendable {
  /// An export choice: a delivery preset, or a format.
  struct Choice: Encodable, Sendable {
    /// Name in a request: `for:web`, `format:h264`.
    let key: String
    let `extension`: String
    let use: String
  }

  /// File of the document; nil for a preset and for standard input.
  var file: String?
  let isReadOnly: Bool
  let output: String
  let exports: [Choice]
  /// Texts by name: `1920 × 1080`.
  let sizes = RequestedSize.names.map { [$0.name, "\($0.width) × \($0.height)"] }

  /// Delivery presets first. File names of sequences have a number.
  static var choices: [Choice] {
    let places = DeliveryProfile.all.compactMap { profile in
      (try? VideoFormat(named: profile.format(isClear: profile.isOverlay))).map {
        Choice(key: "for:\(profile.name)", extension: ".\($0.extensions[0])", use: profile.use)
      }
    }
    return places
      + VideoFormat.all.filter(\.keepsFrames).map { format in
        let number = format.isSequence ? Rendering.number : ""
        return Choice(
          key: "format:\(format.key)", extension: "\(number).\(format.extensions[0])",
          use: "\(format.name): \(format.use)")
      }
  }
}

struct PropertiesReply: Encodable, Sendable {
  let parts = NewPart.all
  let groups = PropertyGroup.titles
  let fonts = Typesetter.shared.families
  let classes = PropertyRecord.classes
}

struct SaveReply: Encodable, Sendable {
  let file: String
  let base: String
  let text: String
  let revision: String
}

struct PresetsReply: Encodable, Sendable {
  struct Preset: Encodable, Sendable {
    let name: String
    let summary: String
    let group: String
    /// A representative time in seconds.
    let time: Double
  }

  let presets: [Preset]
}

/// The loudness of a sound over time.
struct SoundReply: Encodable, Sendable {
  let name: String
  /// Start in seconds of the movie.
  let at: Double
  let loops: Bool
  /// Seconds of the sound.
  let length: Double
  /// The loudest moments of equal parts of the sound, 0...1.
  let peaks: [Double]
}

struct VariationsReply: Encodable, Sendable {
  struct Entry: Encodable, Sendable {
    let index: Int
    let label: String
    let set: [String]
  }

  let variations: [Entry]

  init(_ variations: [Variation]) {
    self.variations = variations.map { Entry(index: $0.index, label: $0.label, set: $0.changes.map(\.text)) }
  }
}

// MARK: Requests

struct TextRequest: Decodable, Sendable { let text: String }

struct EditRequest: Decodable, Sendable {
  let revision: String
  let set: [String]
}

struct BuildRequest: Decodable, Sendable {
  let revision: String
  let change: DocumentChange
}

struct CopyRequest: Decodable, Sendable {
  let revision: String
  let nodes: [String]
}

struct SaveRequest: Decodable, Sendable {
  let text: String
  /// A file name in the document's folder.
  let name: String
  let base: String?
  let force: Bool?
}

struct MutateRequest: Decodable, Sendable {
  let revision: String
  let count: Int?
  let amount: Double?
  let locks: [String]?
  let seed: UInt32?
}

struct ExportRequest: Decodable, Sendable {
  let revision: String
  let set: [String]?
  /// A file name with the extension of the format.
  let name: String
  /// `for:web` or `format:h264`; nil: the extension selects the format.
  let export: String?
  let size: String?
  /// First frame, and the one after the last.
  let frames: [Int]?
  let only: String?
  let without: String?
  let with: String?
}
