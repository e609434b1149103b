extension PresetSource {
  package func keeping(_ cues: [PresetCue]) throws -> PresetSource {
    var (editor, loader) = (try PresetEditor(self), loader)
    try editor.keep(cues)
    loader.cues = nil
    return written(editor, loader)
  }

  /// The document with given values as the defaults of its variables.
  package func keeping(_ values: GivenVariables) throws -> PresetSource {
    var editor = try PresetEditor(giving(values))
    try editor.keep(values)
    return written(editor, loader).giving(values)
  }

  private func written(_ editor: PresetEditor, _ loader: PresetLoader) -> PresetSource {
    var text = text
    text.bytes = editor.bytes
    return text.source(loader)
  }

  /// A new scene with changes. Errors: problems of the document (`PresetError`), an invalid change
  /// (`ValueMismatchError`).
  package func scene(applying changes: [PropertyOverride]) throws -> PresetScene {
    var changes = changes
    var scene = try giving(values(taking: &changes)).scene()
    for change in changes { try scene.apply(change) }
    return scene
  }
}
