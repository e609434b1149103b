// Movies of documents, with everything that draws and writes them.
@_exported import StarmineCore
@_exported import StarmineEditing
@_exported import StarminePresets
