// Movies from documents, with everything for drawing and writing them.
@_exported import StarmineCore
@_exported import StarmineEditing
@_exported import StarminePresets
