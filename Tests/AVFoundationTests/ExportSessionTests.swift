import StarmineAVFoundation
import StarmineMedia
import StarmineTestSupport
import Testing

struct ExportSessionTests {
  /// A blue square of 8 points in a corner over the video, and the layer of the video.
  private static func tree(_ size: CGSize) -> (root: CALayer, video: CALayer, square: CALayer) {
    let (root, video, square) = (CALayer(), CALayer(), CALayer())
    (root.frame, video.frame) = (CGRect(origin: .zero, size: size), CGRect(origin: .zero, size: size))
    square.frame = CGRect(x: 0, y: 0, width: 8, height: 8)
    square.backgroundColor = CGColor(red: 0, green: 0, blue: 1, alpha: 1)
    root.addSublayer(video)
    root.addSublayer(square)
    return (root, video, square)
  }

  private static func composition(_ asset: AVAsset, _ root: CALayer, _ video: CALayer) -> AVMutableVideoComposition {
    let composition = AVMutableVideoComposition(propertiesOf: asset)
    composition.animationTool = AVVideoCompositionCoreAnimationTool(postProcessingAsVideoLayer: video, in: root)
    return composition
  }

  private static func session(_ asset: AVAsset, _ preset: String = AVAssetExportPresetHighestQuality) throws
    -> AVAssetExportSession
  {
    try #require(AVAssetExportSession(asset: asset, presetName: preset))
  }

  @Test func tracksDescribeTheirFile() async throws {
    let clip = try Clip()
    defer { clip.remove() }
    let asset = AVURLAsset(url: clip.url)
    let (duration, tracks) = try await asset.load(.duration, .tracks)
    #expect(abs(duration.seconds - 2) < 0.06 && tracks.map(\.mediaType) == [.video, .audio])
    let video = try #require(try await asset.loadTracks(withMediaType: .video).first)
    #expect(try await video.load(.naturalSize) == CGSize(width: 64, height: 32))
    #expect(video.timeRange.duration == CMTime(value: 2, timescale: 1) && video.nominalFrameRate == 20)
    #expect(video.preferredTransform.isIdentity && video.trackID == 1)
    let missing = AVURLAsset(url: clip.file("none.mp4"))
    #expect(missing.tracks.isEmpty)
    await #expect(throws: AVError.self) { try await missing.load(.tracks) }
  }

  @Test func filesOfSoundHaveNoVideoTrack() async throws {
    let clip = try Clip()
    defer { clip.remove() }
    let tone = AVURLAsset(url: clip.file("tone.wav"))
    let tracks = try await tone.load(.tracks)
    #expect(tracks.map(\.mediaType) == [.audio] && tracks[0].trackID == 1 && tracks[0].naturalSize == .zero)
    #expect(abs(tone.duration.seconds - 2) < 0.001)
    // In front of the clip's second half.
    let composition = AVMutableComposition()
    let second = CMTime(value: 1, timescale: 1)
    let half = CMTimeRange(start: second, duration: second)
    try composition.addMutableTrack(withMediaType: .video, preferredTrackID: 0)?
      .insertTimeRange(half, of: AVURLAsset(url: clip.url).tracks[0], at: .zero)
    try composition.addMutableTrack(withMediaType: .audio, preferredTrackID: 0)?
      .insertTimeRange(half, of: tracks[0], at: .zero)
    try await Self.session(composition).export(to: clip.file("out.mov"), as: .mov)
    #expect(try Clip.peak(clip.file("out.mov"), 0.1..<0.9) > 0.4)
    #expect(
      await Self.reason { try await Self.session(tone).export(to: clip.file("b.mov"), as: .mov) }.contains("no video"))
  }

  @Test func filesThatAreNoMediaAreNamed() async throws {
    let clip = try Clip()
    defer { clip.remove() }
    try Data("text".utf8).write(to: clip.file("text.mp4"))
    try Data(Data(contentsOf: clip.url).prefix(600)).write(to: clip.file("cut.mp4"))
    for name in ["text.mp4", "cut.mp4", "none.wav"] {
      let reason = await Self.reason { _ = try await AVURLAsset(url: clip.file(name)).load(.duration) }
      #expect(reason.hasPrefix("\(clip.file(name).path): "), "\(reason)")
    }
    let site = try #require(URL(string: "https://example.com/a.mp4"))
    #expect(await Self.reason { _ = try await AVURLAsset(url: site).load(.tracks) }.contains("only file URLs"))
  }

  @Test func loadingWithHandlersSaysWhetherTheFileWasRead() throws {
    let clip = try Clip()
    defer { clip.remove() }
    var error: NSError?
    #expect(AVURLAsset(url: clip.url).statusOfValue(forKey: "tracks", error: &error) == .loaded)
    #expect(error == nil)
    #expect(AVURLAsset(url: clip.file("none.mp4")).statusOfValue(forKey: "tracks", error: &error) == .failed)
    #expect(error?.localizedDescription.contains("none.mp4") == true)
  }

  @Test func framesHaveTheSizeThatACompositionAsksFor() throws {
    let clip = try Clip()
    defer { clip.remove() }
    let composition = AVMutableComposition()
    let whole = CMTimeRange(start: .zero, duration: CMTime(value: 1, timescale: 1))
    try composition.insertTimeRange(whole, of: AVURLAsset(url: clip.url), at: .zero)
    composition.naturalSize = CGSize(width: 40, height: 30)
    #expect(AVMutableVideoComposition(propertiesOf: composition).renderSize == composition.naturalSize)
  }

  private static func reason(_ body: () async throws -> Void) async -> String {
    do { try await body() } catch { return "\(error)" }
    return ""
  }

  @Test func partsAreInsertedAndRemoved() throws {
    let clip = try Clip()
    defer { clip.remove() }
    let source = try #require(AVURLAsset(url: clip.url).tracks.first)
    let composition = AVMutableComposition()
    let track = try #require(composition.addMutableTrack(withMediaType: .video, preferredTrackID: 0))
    let second = CMTime(value: 1, timescale: 1)
    let first = CMTimeRange(start: .zero, duration: second)
    try track.insertTimeRange(first, of: source, at: CMTime(value: 2, timescale: 1))
    #expect(track.timeRange.duration.seconds == 3)
    composition.insertEmptyTimeRange(CMTimeRange(start: CMTime(value: 5, timescale: 2), duration: second))
    #expect(track.timeRange.duration.seconds == 4)
    // No effect at the end of the track, and for ranges that are not numeric.
    track.insertEmptyTimeRange(CMTimeRange(start: CMTime(value: 4, timescale: 1), duration: second))
    track.insertEmptyTimeRange(.invalid)
    #expect(track.timeRange.duration.seconds == 4)
    track.removeTimeRange(first)
    track.removeTimeRange(.invalid)
    #expect(track.timeRange.duration.seconds == 3)
    track.removeTimeRange(CMTimeRange(start: second, duration: .positiveInfinity))
    #expect(track.timeRange.duration == second)
    #expect(throws: AVError.self) { try track.insertTimeRange(first, of: source, at: .zero - second) }
  }

  /// `--over` writes the same file.
  @Test func exportEqualsRenderOverTheClip() async throws {
    let clip = try Clip()
    defer { clip.remove() }
    let asset = AVURLAsset(url: clip.url)
    let (root, video, square) = Self.tree(CGSize(width: 64, height: 32))
    let move = CABasicAnimation(keyPath: "position.x")
    (move.fromValue, move.toValue, move.duration, move.beginTime) = (4, 60, 1, AVCoreAnimationBeginTimeAtZero)
    (move.fillMode, move.isRemovedOnCompletion) = (.both, false)
    square.add(move, forKey: nil)
    root.isGeometryFlipped = true
    let session = try Self.session(asset)
    session.videoComposition = Self.composition(asset, root, video)
    try await session.export(to: clip.file("tool.mp4"), as: .mp4)
    #expect(session.status == .completed && session.progress == 1 && session.statistics?.frames == 40)
    #expect(root.superlayer == nil)

    let plain = Self.tree(CGSize(width: 64, height: 32))
    plain.video.removeFromSuperlayer()
    let same = CABasicAnimation(keyPath: "position.x")
    (same.fromValue, same.toValue, same.duration) = (4, 60, 1)
    (same.fillMode, same.isRemovedOnCompletion) = (.both, false)
    plain.square.add(same, forKey: nil)
    let movie = Movie(rootLayer: plain.root, size: CGSize(width: 64, height: 32))
    movie.duration = 2
    _ = try movie.export(over: FootagePart(try Footage(path: clip.url.path)), to: clip.file("over.mp4").path)
    #expect(try Data(contentsOf: clip.file("tool.mp4")) == Data(contentsOf: clip.file("over.mp4")))
  }

  /// 1e-100 is the first moment, 1 one second later; y points up.
  @Test(arguments: [false, true]) func theClockBeginsAtZeroAndYPointsUp(isTrimmed: Bool) async throws {
    let clip = try Clip()
    defer { clip.remove() }
    let asset = AVURLAsset(url: clip.url)
    let (root, video, square) = Self.tree(CGSize(width: 64, height: 32))
    for (begin, keyPath) in [(AVCoreAnimationBeginTimeAtZero, "position.x"), (1, "position.y")] {
      let move = CABasicAnimation(keyPath: keyPath)
      (move.fromValue, move.toValue, move.duration, move.beginTime) = (keyPath == "position.x" ? 4 : 4, 28, 0.5, begin)
      (move.fillMode, move.isRemovedOnCompletion) = (.both, false)
      square.add(move, forKey: nil)
    }
    let session = try Self.session(asset)
    session.videoComposition = Self.composition(asset, root, video)
    if isTrimmed { session.timeRange = CMTimeRange(start: .zero, end: CMTime(value: 19, timescale: 10)) }
    await withCheckedContinuation { done in
      (session.outputURL, session.outputFileType) = (clip.file("out.mp4"), .mp4)
      session.exportAsynchronously { done.resume() }
    }
    #expect(session.status == .completed, "\(session.error as Any)")
    let blue = try [(0, 4, 27), (12, 28, 27), (36, 28, 4)].map {
      try Clip.pixel(clip.file("out.mp4"), frame: $0, $1, $2)
    }
    #expect(blue.allSatisfy { $0[2] > 200 && $0[0] < 60 }, "\(blue)")
    let red = try Clip.pixel(clip.file("out.mp4"), frame: 0, 4, 4)
    #expect(red[0] > 200 && red[2] < 60)
  }

  /// The second half, then the first half at double speed; tracks without a file show nothing.
  @Test func partsFollowEachOther() async throws {
    let clip = try Clip()
    defer { clip.remove() }
    let asset = AVURLAsset(url: clip.url)
    let source = try #require(asset.tracks(withMediaType: .video).first)
    let composition = AVMutableComposition()
    let track = try #require(composition.addMutableTrack(withMediaType: .video, preferredTrackID: 0))
    let second = CMTime(value: 1, timescale: 1)
    try track.insertTimeRange(CMTimeRange(start: .zero, duration: second), of: source, at: .zero)
    track.scaleTimeRange(CMTimeRange(start: .zero, duration: second), toDuration: CMTime(value: 1, timescale: 2))
    try track.insertTimeRange(CMTimeRange(start: second, duration: second), of: source, at: .zero)
    #expect(track.timeRange.duration == CMTime(value: 3, timescale: 2))
    let session = try Self.session(composition)
    try await session.export(to: clip.file("out.mov"), as: .mov)
    #expect(session.statistics?.frames == 30)
    // Left edges of the square: at 1.5 s 24, after the cut 0, a quarter of a second later 8.
    for (frame, x, isRed) in [(10, 26, true), (10, 20, false), (20, 2, true), (25, 10, true), (25, 5, false)] {
      let pixel = try Clip.pixel(clip.file("out.mov"), frame: frame, x, 4)
      #expect((pixel[0] > 120) == isRed, "\(frame) \(x) \(pixel)")
    }
  }

  @Test func rampsChangeTransformAndOpacity() async throws {
    let clip = try Clip()
    defer { clip.remove() }
    let asset = AVURLAsset(url: clip.url)
    let composition = AVMutableVideoComposition(propertiesOf: asset)
    let placed = composition.instructions[0].layerInstructions[0]
    let second = CMTime(value: 1, timescale: 1)
    placed.setTransformRamp(
      fromStart: .identity, toEnd: CGAffineTransform(translationX: 0, y: 16),
      timeRange: CMTimeRange(start: .zero, duration: second))
    placed.setOpacity(0, at: CMTime(value: 3, timescale: 2))
    composition.instructions[0].backgroundColor = CGColor(red: 0, green: 1, blue: 0, alpha: 1)
    let generator = AVAssetImageGenerator(asset: asset)
    generator.videoComposition = composition
    let moved = try generator.copyCGImage(at: second, actualTime: nil)
    #expect(Clip.components(moved, 20, 24)[0] > 200 && Clip.components(moved, 20, 4)[1] > 200)
    let hidden = try await generator.image(at: CMTime(value: 16, timescale: 10)).image
    #expect(Clip.components(hidden, 30, 24) == [0, 255, 0])
    generator.videoComposition = nil
    generator.maximumSize = CGSize(width: 32, height: 0)
    let small = try generator.copyCGImage(at: .zero, actualTime: nil)
    #expect(small.width == 32 && small.height == 16 && Clip.components(small, 4, 4)[0] > 200)
    #expect(throws: AVError.self) { try generator.copyCGImage(at: CMTime(value: 9, timescale: 1), actualTime: nil) }
  }

  /// Frames are shown as they are stored, unless a transform turns them.
  @Test func turnedClipsHaveTheirStoredSizeAndATransform() async throws {
    let clip = try Clip()
    defer { clip.remove() }
    let asset = AVURLAsset(url: try clip.makeTurned())
    #expect(asset.tracks[0].naturalSize == CGSize(width: 64, height: 32))
    #expect(asset.tracks[0].preferredTransform == CGAffineTransform(0, 1, -1, 0, 32, 0))
    let generator = AVAssetImageGenerator(asset: asset)
    let stored = try generator.copyCGImage(at: .zero, actualTime: nil)
    #expect(stored.width == 64 && Clip.components(stored, 4, 4)[0] > 200)
    generator.appliesPreferredTrackTransform = true
    let shown = try generator.copyCGImage(at: .zero, actualTime: nil)
    #expect(shown.width == 32 && Clip.components(shown, 28, 4)[0] > 200 && Clip.components(shown, 4, 4)[0] < 60)
    let session = try Self.session(asset)
    session.timeRange = CMTimeRange(start: .zero, duration: CMTime(value: 1, timescale: 1))
    try await session.export(to: clip.file("out.mp4"), as: .mp4)
    #expect(try Clip.pixel(clip.file("out.mp4"), frame: 0, 28, 4)[0] > 200)
  }

  /// The left half of the frame, then its middle; on a green background, moved down by 10 pixels.
  @Test func cropsAreInPixelsOfTheFrame() throws {
    let clip = try Clip()
    defer { clip.remove() }
    let asset = AVURLAsset(url: clip.url)
    let composition = AVMutableVideoComposition(propertiesOf: asset)
    composition.instructions[0].backgroundColor = CGColor(red: 0, green: 1, blue: 0, alpha: 1)
    let placed = composition.instructions[0].layerInstructions[0]
    placed.setTransform(CGAffineTransform(translationX: 0, y: 10), at: .zero)
    placed.setCropRectangle(CGRect(x: 0, y: 0, width: 8, height: 32), at: .zero)
    placed.setCropRectangleRamp(
      fromStartCropRectangle: CGRect(x: 0, y: 8, width: 40, height: 8),
      toEndCropRectangle: CGRect(x: 0, y: 8, width: 80, height: 8),
      timeRange: CMTimeRange(start: CMTime(value: 1, timescale: 1), duration: CMTime(value: 1, timescale: 2)))
    let generator = AVAssetImageGenerator(asset: asset)
    generator.videoComposition = composition
    var pictures: [CGImage] = []
    generator.generateCGImagesAsynchronously(
      forTimes: [0, 1.25, 9].map { NSValue(time: CMTime(seconds: $0, preferredTimescale: 600)) }
    ) { asked, image, actual, result, error in
      #expect((result == .succeeded) == (asked.seconds < 9) && (error == nil) == (asked == actual))
      image.map { pictures.append($0) }
    }
    #expect(pictures.count == 2)
    var results: [AVAssetImageGenerator.Result] = []
    generator.generateCGImagesAsynchronously(forTimes: [NSValue(time: .zero), NSValue(time: .zero)]) {
      _, _, _, result, _ in
      results.append(result)
      generator.cancelAllCGImageGeneration()
    }
    #expect(results == [.succeeded, .cancelled])
    // The square is 16 pixels wide, first at 0 and then at 20.
    for (picture, x, y, isRed) in [(0, 4, 14, true), (0, 12, 14, false), (1, 26, 20, true), (1, 26, 14, false)] {
      let pixel = Clip.components(pictures[picture], x, y)
      #expect((pixel[0] > 200) == isRed && (pixel[1] > 200) == !isRed, "\(picture) \(x) \(y) \(pixel)")
    }
    #expect(Clip.components(pictures[1], 58, 20) == [0, 0, 0] && Clip.components(pictures[1], 62, 20)[1] > 200)
  }

  @Test func passthroughCopiesUnchangedFilesAndRefusesOthers() async throws {
    let clip = try Clip()
    defer { clip.remove() }
    let asset = AVURLAsset(url: clip.url)
    func copy(_ name: String, _ change: (AVAssetExportSession) -> Void = { _ in }) async throws -> String {
      let session = try Self.session(asset, AVAssetExportPresetPassthrough)
      change(session)
      return await Self.reason {
        try await session.export(to: clip.file(name), as: name.hasSuffix("mov") ? .mov : .mp4)
      }
    }
    #expect(try await copy("copy.mp4") == "")
    #expect(try Data(contentsOf: clip.url) == Data(contentsOf: clip.file("copy.mp4")))
    #expect(try await copy("copy.mp4").contains("exists already"))
    let second = CMTimeRange(start: .zero, duration: CMTime(value: 1, timescale: 1))
    let (root, video, _) = Self.tree(CGSize(width: 64, height: 32))
    for reason in [
      try await copy("a.mov"), try await copy("a.mp4") { $0.timeRange = second },
      try await copy("a.mp4") { $0.videoComposition = Self.composition(asset, root, video) },
      try await copy("a.mp4") { $0.audioMix = AVMutableAudioMix() },
    ] {
      #expect(reason.contains("Use another preset"), "\(reason)")
    }
    #expect(root.superlayer == nil && !FileManager.default.fileExists(atPath: clip.file("a.mp4").path))
  }

  @Test func metadataIsWritten() async throws {
    let clip = try Clip()
    defer { clip.remove() }
    let title = AVMutableMetadataItem()
    (title.identifier, title.value) = (.commonIdentifierTitle, "A title" as NSString)
    func export(_ items: [AVMetadataItem]) async throws -> String {
      let session = try Self.session(AVURLAsset(url: clip.url))
      session.metadata = items
      return await Self.reason { try await session.export(to: clip.file("out.mp4"), as: .mp4) }
    }
    #expect(try await export([title, AVMutableMetadataItem()]).contains("needs a common identifier"))
    #expect(try await export([title]) == "")
    #expect(try VideoReader(path: clip.file("out.mp4").path).description().metadata["title"] == "A title")
  }

  @Test func videoLayersMayBeAnywhereInTheTree() async throws {
    let clip = try Clip()
    defer { clip.remove() }
    let asset = AVURLAsset(url: clip.url)
    let (root, video, _) = Self.tree(CGSize(width: 64, height: 32))
    video.frame = CGRect(x: 32, y: 0, width: 32, height: 16)
    let session = try Self.session(asset)
    session.videoComposition = Self.composition(asset, root, video)
    try await session.export(to: clip.file("out.mp4"), as: .mp4)
    // Half as large, in the lower right corner, upright.
    #expect(try Clip.pixel(clip.file("out.mp4"), frame: 0, 35, 19)[0] > 200)
    #expect(try Clip.pixel(clip.file("out.mp4"), frame: 0, 35, 29)[0] < 60)
    #expect(video.sublayers?.isEmpty != false)
  }

  @Test func soundIsMixedByItsPartsAndVolumes() async throws {
    let clip = try Clip()
    defer { clip.remove() }
    let asset = AVURLAsset(url: clip.url)
    let composition = AVMutableComposition()
    let whole = CMTimeRange(start: .zero, duration: CMTime(value: 2, timescale: 1))
    try composition.addMutableTrack(withMediaType: .video, preferredTrackID: 0)?
      .insertTimeRange(whole, of: asset.tracks[0], at: .zero)
    let sound = try #require(composition.addMutableTrack(withMediaType: .audio, preferredTrackID: 7))
    let half = CMTime(value: 1, timescale: 2)
    try sound.insertTimeRange(CMTimeRange(start: half, duration: half), of: asset.tracks[1], at: half)
    try sound.insertTimeRange(
      CMTimeRange(start: .zero, duration: half), of: asset.tracks[1], at: CMTime(value: 3, timescale: 2))
    let parameters = AVMutableAudioMixInputParameters(track: sound)
    parameters.setVolumeRamp(
      fromStartVolume: 1, toEndVolume: 0, timeRange: CMTimeRange(start: CMTime(value: 3, timescale: 2), duration: half))
    let mix = AVMutableAudioMix()
    mix.inputParameters = [parameters]
    let session = try Self.session(composition)
    session.audioMix = mix
    try await session.export(to: clip.file("out.mov"), as: .mov)
    let peaks = try [0.1..<0.4, 0.6..<0.9, 1.1..<1.4, 1.55..<1.6, 1.9..<1.95].map {
      try Clip.peak(clip.file("out.mov"), $0)
    }
    #expect(peaks[0] < 0.02 && peaks[1] > 0.4 && peaks[2] < 0.02 && peaks[3] > 0.35 && peaks[4] < 0.15, "\(peaks)")
    sound.scaleTimeRange(CMTimeRange(start: half, duration: half), toDuration: CMTime(value: 1, timescale: 1))
    await #expect(throws: AVError.self) {
      try await Self.session(composition).export(to: clip.file("b.mov"), as: .mov)
    }
  }

  @Test func additionalLayersAreTracks() async throws {
    let clip = try Clip()
    defer { clip.remove() }
    let asset = AVURLAsset(url: clip.url)
    let layer = CALayer()
    layer.frame = CGRect(x: 0, y: 0, width: 8, height: 8)
    layer.backgroundColor = CGColor(red: 0, green: 0, blue: 1, alpha: 1)
    let composition = AVMutableVideoComposition(propertiesOf: asset)
    composition.animationTool = AVVideoCompositionCoreAnimationTool(additionalLayer: layer, asTrackID: 9)
    let placed = AVMutableVideoCompositionLayerInstruction()
    placed.trackID = 9
    placed.setTransform(CGAffineTransform(translationX: 20, y: 0), at: .zero)
    composition.instructions[0].layerInstructions.insert(placed, at: 0)
    let session = try Self.session(asset, AVAssetExportPreset640x480)
    session.videoComposition = composition
    try await session.export(to: clip.file("out.mp4"), as: .mp4)
    #expect(try Clip.pixel(clip.file("out.mp4"), frame: 0, 24, 28)[2] > 200)
  }

  @Test func unknownPresetsAreNil() throws {
    let clip = try Clip()
    defer { clip.remove() }
    #expect(AVAssetExportSession(asset: AVURLAsset(url: clip.url), presetName: "none") == nil)
    #expect(AVError(.unknown).description == "unknown")
  }

  @Test func invalidCompositionsThrowDescriptiveErrors() async throws {
    let clip = try Clip()
    defer { clip.remove() }
    let asset = AVURLAsset(url: clip.url)
    func reason(_ change: (AVAssetExportSession, AVMutableVideoComposition) -> Void) async throws -> String {
      let session = try Self.session(asset)
      let composition = AVMutableVideoComposition(propertiesOf: asset)
      session.videoComposition = composition
      (session.outputURL, session.outputFileType) = (clip.file("out.mp4"), .mp4)
      change(session, composition)
      await session.export()
      #expect(session.status == .failed)
      let error = try #require(session.error as? AVError)
      #expect((error as NSError).domain == AVFoundationErrorDomain && (error as NSError).code == error.code.rawValue)
      return "\(error.code) \(error)"
    }
    #expect(
      try await reason { session, _ in session.outputURL = clip.url }.hasPrefix(
        "fileAlreadyExists \(clip.url.path) exists"))
    #expect(try await reason { session, _ in session.outputFileType = .mov }.hasPrefix("invalidOutputURLPath"))
    #expect(try await reason { session, _ in session.outputFileType = AVFileType(rawValue: "a") }.contains("must fit"))
    #expect(try await reason { session, _ in session.outputFileType = nil }.hasPrefix("exportFailed Set outputURL"))
    #expect(
      try await reason { _, video in video.frameDuration = .invalid }.hasPrefix("invalidVideoComposition Set frame"))
    #expect(
      try await reason { _, video in video.instructions[0].enablePostProcessing = false }.contains("Set enablePost"))
    #expect(try await reason { _, video in video.renderSize.width = .infinity }.contains("1 to 16384 pixels"))
    #expect(try await reason { _, video in video.renderScale = 2 }.contains("Set renderScale to 1"))
    #expect(try await reason { _, video in video.instructions = [] }.contains("instructions end at 0.0 s"))
    #expect(
      try await reason { _, video in video.instructions[0].layerInstructions[0].trackID = 5 }.contains("does not exist")
    )
    let (root, _, square) = Self.tree(CGSize(width: 64, height: 32))
    for (video, root, sentence) in [(CALayer(), root, "must be a sublayer"), (square, square, "not have a superlayer")]
    {
      let tool = AVVideoCompositionCoreAnimationTool(postProcessingAsVideoLayer: video, in: root)
      #expect(try await reason { _, composition in composition.animationTool = tool }.contains(sentence))
    }
    #expect(!FileManager.default.fileExists(atPath: clip.file("out.mp4").path))
  }

  @Test(arguments: [AVAssetExportPresetHighestQuality, AVAssetExportPresetPassthrough])
  func cancelledExportsLeaveNoFile(preset: String) async throws {
    let clip = try Clip()
    defer { clip.remove() }
    let files = try FileManager.default.contentsOfDirectory(atPath: clip.folder.path)
    let session = try Self.session(AVURLAsset(url: clip.url), preset)
    session.cancelExport()
    let error = await #expect(throws: AVError.self) { try await session.export(to: clip.file("out.mp4"), as: .mp4) }
    #expect(error?.code == .operationCancelled && session.status == .cancelled)
    #expect(try FileManager.default.contentsOfDirectory(atPath: clip.folder.path) == files)
  }

  @Test func codeOfTheManualExports() async throws {
    let clip = try Clip()
    defer { clip.remove() }
    try await addTitle("Hi", to: clip.url, output: clip.file("title.mp4"))
    let made = AVURLAsset(url: clip.file("title.mp4"))
    #expect(made.tracks.map(\.mediaType) == [.video, .audio] && made.tracks[0].timeRange.duration.seconds == 2)
    #expect(try Clip.peak(clip.file("title.mp4"), 0.5..<1) > 0.4)
    let source = try Checkout.text(of: "Tests/AVFoundationTests/LayersOverVideo.swift")
    let start = try #require(source.range(of: "func addTitle"))
    #expect(try Checkout.text(of: "Documentation/swift.md").contains(source[start.lowerBound...]))
  }
}
