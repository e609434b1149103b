// A single import for scenes and values of documents.
@_exported public import StarmineDocument
