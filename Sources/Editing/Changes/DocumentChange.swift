/// A change of what a document consists of: parts come, go, move and get names. Values of parts are changed by
/// `PropertyOverride`.
package struct DocumentChange: Decodable, Sendable {
  package enum Action: String, Decodable, Sendable {
    /// A part of a `kind` (`NewPart.all`), near the node: behind a layer or a cell, in an emitter or a layer.
    case add
    /// A copy behind the node, with names of its own.
    case duplicate
    case remove
    /// `by` a number of places among its neighbours, or `into` another node, in front of what has the `index` there.
    case move
    /// The node gets a `name`; what refers to the old one follows where that was the only one.
    case rename
    /// The time of a cue or an event, `key` "at", gets a `value`.
    case put
  }

  let action: Action
  /// Place in the tree (`SceneModel.Node.id`), or `timeline[2]` of an event.
  let node: String
  private(set) var kind: String?
  /// Property of an animation, or of a curve over a life.
  private(set) var key: String?
  private(set) var name: String?
  private(set) var value: String?
  /// Seconds of the scene at which a cue comes.
  private(set) var time: Double?
  private(set) var into: String?
  private(set) var index: Int?
  private(set) var by: Int?

  /// Bytes that a document may grow to.
  static let mostBytes = 8 << 20
}

extension Draft {
  /// The text with a part more, less, elsewhere or of another name; comments and layout of all else stay.
  ///
  /// Errors: problems of the document before or after it (`PresetError`), a change that does not fit
  /// (`ValueMismatchError`).
  /// - Returns: also the node that it is about afterwards; nil where that is not in the tree.
  package func applying(_ change: DocumentChange) throws -> (draft: Draft, selected: String?) {
    var builder = try DocumentBuilder(source)
    do { try builder.apply(change) } catch let error as JSON5Error { throw PresetError(file: source.file, error) }
    guard builder.editor.bytes.count <= DocumentChange.mostBytes else {
      throw ValueMismatchError("the document would be larger than \(DocumentChange.mostBytes >> 20) MB")
    }
    let changed = with(builder.editor.bytes)
    let nodes = SceneModel(try changed.source.scene()).nodes
    return (changed, nodes.first { $0.steps == builder.place }?.id)
  }
}
