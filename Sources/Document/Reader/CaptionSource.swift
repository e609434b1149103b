package import Foundation
package import StarmineGraphics

/// What captions are made of.
package struct CaptionSource {
  /// The `captions` object of the document; an empty object if only an option names a file.
  package let options: DocumentValue
  /// File with the words; nil if they are in the options.
  package let file: URL?
  /// Folder in which the file must be.
  package let scope: FileScope
  /// Name of a look that replaces that of the options.
  package let look: String?
  /// Font of the options; nil for the font of the look.
  package let font: String?
  /// Points.
  package let stage: CGSize

  package init(
    options: DocumentValue, file: URL?, scope: FileScope, look: String?, font: String?, stage: CGSize
  ) {
    (self.options, self.file, self.scope) = (options, file, scope)
    (self.look, self.font, self.stage) = (look, font, stage)
  }
}

/// Captions that are asked for beside a document.
package struct GivenCaptions: Sendable, Equatable {
  /// File that replaces the captions of the document.
  package var file: URL?
  /// Name of a look that replaces that of the document.
  package var look: String?

  package init(file: URL? = nil, look: String? = nil) { (self.file, self.look) = (file, look) }
}
