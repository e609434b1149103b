/// Creates images of an asset at exact times.
public final class AVAssetImageGenerator {
  /// The asset of the images.
  public let asset: AVAsset
  /// Whether images are oriented by `preferredTransform`. Default false. A video composition has its own transforms.
  public var appliesPreferredTrackTransform = false
  /// How much earlier than requested an image may be. No effect: images are always exact. Default infinite.
  public var requestedTimeToleranceBefore = CMTime.positiveInfinity
  /// How much later than requested an image may be. No effect: images are always exact. Default infinite.
  public var requestedTimeToleranceAfter = CMTime.positiveInfinity
  /// Largest image size in pixels; 0 means unlimited. Default zero.
  public var maximumSize = CGSize.zero
  /// Arrangement of tracks and layers. Default nil: the first video track.
  public var videoComposition: AVMutableVideoComposition?
  private var isCancelled = false

  /// Creates an image generator for an asset.
  public init(asset: AVAsset) { self.asset = asset }

  /// Returns the image at a time. Throws if a file cannot be read, the video composition does not fit the asset, or the
  /// time is out of range.
  ///
  /// - Parameter actualTime: Receives the time of the image, which equals the requested time.
  public func copyCGImage(
    at time: CMTime, actualTime: UnsafeMutablePointer<CMTime>?
  ) throws(AVError) -> CGImage {
    guard time.isNumeric, time >= .zero, time < asset.duration else {
      throw AVError(.noImageAtTime, "\(time.seconds) s is outside of the asset, which has \(asset.duration.seconds) s.")
    }
    let composition = videoComposition ?? AVMutableVideoComposition(propertiesOf: asset)
    if videoComposition == nil, !appliesPreferredTrackTransform, let track = asset.tracks(withMediaType: .video).first {
      composition.renderSize = track.naturalSize
      composition.instructions.first?.layerInstructions = [.init(assetTrack: track)]
    }
    let source = try CompositionMovie(asset, composition, nil, isWhole: false)
    defer { source.close() }
    let size = source.movie.size
    let sides = [(maximumSize.width, size.width), (maximumSize.height, size.height)].filter { $0.0 > 0 }
    let share = sides.map { $0 / $1 }.reduce(1, min)
    let (width, height) = (max(1, Int((size.width * share).rounded())), max(1, Int((size.height * share).rounded())))
    actualTime?.pointee = time
    do throws(MovieError) {
      return CGImage(try source.movie.still(at: time.seconds, pixelSize: PixelSize(width: width, height: height)))
    } catch {
      throw AVError(.invalidSourceMedia, "\(error)")
    }
  }

  /// Result of a request for an image. Raw values are AVFoundation's.
  public enum Result: Int, Sendable {
    /// The image was created.
    case succeeded
    /// The image could not be created. The error contains the reason.
    case failed
    /// `cancelAllCGImageGeneration()` cancelled the request.
    case cancelled
  }

  /// Cancels the remaining images of `generateCGImagesAsynchronously`. Call it in the handler.
  public func cancelAllCGImageGeneration() { isCancelled = true }

  /// Calls the handler for each time, in order, before it returns.
  ///
  /// - Parameter handler: receives the requested time, the image, the time of the image, the result and the error.
  public func generateCGImagesAsynchronously(
    forTimes times: [NSValue], completionHandler handler: (CMTime, CGImage?, CMTime, Result, (any Error)?) -> Void
  ) {
    isCancelled = false
    for time in times.map(\.timeValue) {
      guard !isCancelled else {
        handler(time, nil, .invalid, .cancelled, nil)
        continue
      }
      do throws(AVError) {
        handler(time, try copyCGImage(at: time, actualTime: nil), time, .succeeded, nil)
      } catch {
        handler(time, nil, .invalid, .failed, error)
      }
    }
  }

  /// Returns the image at a time, and that time. Errors: those of `copyCGImage(at:actualTime:)`.
  nonisolated(nonsending) public func image(
    at time: CMTime
  ) async throws(AVError) -> (image: CGImage, actualTime: CMTime) {
    (try copyCGImage(at: time, actualTime: nil), time)
  }
}
