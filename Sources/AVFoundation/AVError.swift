/// The domain of `AVError` as an `NSError`.
public let AVFoundationErrorDomain = "AVFoundationErrorDomain"

/// The reason that media cannot be read, edited or exported.
public struct AVError: LocalizedError, CustomNSError, CustomStringConvertible, Equatable {
  /// Kind of an error. Raw values are AVFoundation's.
  public enum Code: Int, Sendable {
    /// The reason is unknown. The module does not throw it.
    case unknown = -11800
    /// Writing failed, or the session is not set up.
    case exportFailed = -11820
    /// A file cannot be read, or its media do not suit the operation.
    case invalidSourceMedia = -11822
    /// The output URL refers to an existing file.
    case fileAlreadyExists = -11823
    /// A time range is invalid or outside of the media.
    case invalidCompositionTrackSegmentDuration = -11825
    /// The requested time is outside of the asset.
    case noImageAtTime = -11832
    /// The preset cannot write the asset.
    case operationNotSupportedForAsset = -11838
    /// The video composition does not fit the asset, or uses unsupported features.
    case invalidVideoComposition = -11841
    /// The extension of the output URL does not fit the file type, or the preset cannot write this type.
    case invalidOutputURLPathExtension = -11843
    /// The export was cancelled.
    case operationCancelled = -11878
  }

  /// `AVFoundationErrorDomain`.
  public static var errorDomain: String { AVFoundationErrorDomain }
  /// Kind of the error.
  public let code: Code
  /// The raw value of `code`.
  public var errorCode: Int { code.rawValue }
  /// A sentence: what is wrong, where, and what to do.
  public let description: String
  /// Equals `description`.
  public var errorDescription: String? { description }
  /// The description, for `NSError.localizedDescription`.
  public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: description] }

  /// Creates an error. Its description is the value of `NSLocalizedDescriptionKey`, or the name of the code.
  public init(_ code: Code, userInfo: [String: Any] = [:]) {
    self.init(code, userInfo[NSLocalizedDescriptionKey] as? String ?? "\(code)")
  }

  init(_ code: Code, _ description: String) { (self.code, self.description) = (code, description) }
}
