/// A structural change of a document: parts are added, removed, moved and renamed. `PropertyOverride` changes values.
package struct DocumentChange: Decodable, Sendable {
  package enum Action: String, Decodable, Sendable {
    /// Adds a part of a `kind` (`NewPart.all`): after a layer or a cell, in an emitter or a layer.
    case add
    /// Adds a copy after the node, with new names.
    case duplicate
    /// Adds the parts of the document `text` (`Draft.copy`), with unused names.
    case paste
    /// Removes the node and `others`.
    case remove
    /// Moves the node and `others` by `by` positions, or `into` another node, before the item at `index`.
    case move
    /// Sets the `name` of the node. Unique references are updated.
    case rename
    /// Sets the `key` "at" of a cue or an event to `value`.
    case put
  }

  let action: Action
  /// Node of the tree (`SceneModel.Node.id`), or an event as `timeline[2]`.
  let node: String
  private(set) var others: [String]?
  private(set) var kind: String?
  /// Property of an animation, or of a curve over life.
  private(set) var key: String?
  private(set) var name: String?
  private(set) var value: String?
  private(set) var text: String?
  /// Time of a cue in seconds of the scene.
  private(set) var time: Double?
  private(set) var into: String?
  private(set) var index: Int?
  private(set) var by: Int?

  var ids: [String] { [node] + (others ?? []) }

  /// Maximum bytes of a document after a change.
  static let mostBytes = 8 << 20
  /// Maximum number of parts in a change, because each takes the time for reading the document.
  static let mostParts = 200
}

extension Draft {
  /// The text after a change. Comments and layout are kept.
  ///
  /// Errors: problems of the document before or after the change (`PresetError`), an impossible change
  /// (`ValueMismatchError`).
  /// - Returns: also the changed nodes that are in the tree.
  package func applying(_ change: DocumentChange) throws -> (draft: Draft, selected: [String]) {
    var builder = try DocumentBuilder(source)
    do { try builder.apply(change) } catch let error as JSON5Error { throw PresetError(file: source.file, error) }
    guard builder.editor.bytes.count <= DocumentChange.mostBytes else {
      throw ValueMismatchError("the document would be larger than \(DocumentChange.mostBytes >> 20) MB")
    }
    let changed = with(builder.editor.bytes)
    let nodes = SceneModel(try changed.source.scene()).nodes
    return (changed, nodes.filter { builder.places.contains($0.steps) }.map(\.id))
  }

  /// A document with copies of nodes of one kind. Errors: the movie, the root layer, masks, animations in groups.
  package func copy(_ nodes: [String]) throws -> [UInt8] { try DocumentBuilder(source).copy(nodes) }
}
