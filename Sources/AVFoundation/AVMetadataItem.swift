/// Identifier of a metadata item.
public struct AVMetadataIdentifier: RawRepresentable, Hashable, Sendable {
  /// Name in AVFoundation.
  public let rawValue: String
  /// Creates an identifier from its name in AVFoundation.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Items that files store.
  public static let commonIdentifierTitle = AVMetadataIdentifier(rawValue: "common/title"),
    commonIdentifierDescription = AVMetadataIdentifier(rawValue: "common/description"),
    commonIdentifierArtist = AVMetadataIdentifier(rawValue: "common/artist"),
    commonIdentifierAlbumName = AVMetadataIdentifier(rawValue: "common/albumName"),
    commonIdentifierCopyrights = AVMetadataIdentifier(rawValue: "common/copyrights")
}

/// A metadata item of an exported file.
public final class AVMutableMetadataItem {
  /// Identifier of the item, one of the common identifiers. Required.
  public var identifier: AVMetadataIdentifier?
  /// Text of the item. Required.
  public var value: NSString?
  /// Language of the text. No effect: a file has one text for all languages.
  public var extendedLanguageTag: String?
  /// Creates an empty item.
  public init() {}

  /// The key of a container and the text; nil if the file cannot store the item.
  var entry: (key: String, text: String)? {
    let keys: [AVMetadataIdentifier: String] = [
      .commonIdentifierTitle: "title", .commonIdentifierDescription: "description", .commonIdentifierArtist: "artist",
      .commonIdentifierAlbumName: "album", .commonIdentifierCopyrights: "copyright",
    ]
    guard let key = identifier.flatMap({ keys[$0] }), let value else { return nil }
    return (key, String(value))
  }
}
/// AVFoundation's name for metadata items that do not change.
public typealias AVMetadataItem = AVMutableMetadataItem
