import StarmineAVFoundation

/// The program of `Documentation/swift.md`.
func addTitle(_ text: String, to clip: URL, output: URL) async throws {
  let asset = AVURLAsset(url: clip)
  let composition = AVMutableComposition()
  let whole = CMTimeRange(start: .zero, duration: try await asset.load(.duration))
  try composition.insertTimeRange(whole, of: asset, at: .zero)

  let videoComposition = AVMutableVideoComposition(propertiesOf: composition)
  let bounds = CGRect(origin: .zero, size: videoComposition.renderSize)
  let (root, video, title) = (CALayer(), CALayer(), CATextLayer())
  (root.frame, video.frame) = (bounds, bounds)
  title.string = text
  title.fontSize = bounds.height / 6
  title.alignmentMode = .center
  title.frame = CGRect(x: 0, y: bounds.height / 10, width: bounds.width, height: bounds.height / 4)

  let fade = CABasicAnimation(keyPath: "opacity")
  (fade.fromValue, fade.toValue, fade.duration) = (0, 1, 1)
  fade.beginTime = AVCoreAnimationBeginTimeAtZero
  title.add(fade, forKey: "fade")
  root.addSublayer(video)
  root.addSublayer(title)
  videoComposition.animationTool = AVVideoCompositionCoreAnimationTool(postProcessingAsVideoLayer: video, in: root)

  guard let session = AVAssetExportSession(asset: composition, presetName: AVAssetExportPresetHighestQuality) else {
    fatalError("The preset is not known.")
  }
  session.videoComposition = videoComposition
  try await session.export(to: output, as: .mp4)
}
