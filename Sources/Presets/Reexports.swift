// Scenes and the values that documents are made of, with one import.
@_exported public import StarmineDocument
