import Synchronization

/// Kind of a file.
public struct AVFileType: RawRepresentable, Hashable, Sendable {
  /// Uniform type identifier.
  public let rawValue: String
  /// Creates a kind from its uniform type identifier.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// MPEG-4.
  public static let mp4 = AVFileType(rawValue: "public.mpeg-4")
  /// QuickTime.
  public static let mov = AVFileType(rawValue: "com.apple.quicktime-movie")
  /// MPEG-4 with Apple's extension.
  public static let m4v = AVFileType(rawValue: "com.apple.m4v-video")

  var pathExtension: String { self == .mov ? "mov" : self == .m4v ? "m4v" : "mp4" }
}

/// What a preset means: format, quality, and the largest frame.
private struct ExportPreset {
  var format: String?
  var crf: Double?
  var size: PixelSize?
  var copies = false

  static let all: [String: ExportPreset] = [
    AVAssetExportPresetPassthrough: .init(copies: true), AVAssetExportPresetHighestQuality: .init(),
    AVAssetExportPresetMediumQuality: .init(crf: 26), AVAssetExportPresetLowQuality: .init(crf: 34),
    AVAssetExportPreset640x480: .init(size: .init(width: 640, height: 480)),
    AVAssetExportPreset960x540: .init(size: .init(width: 960, height: 540)),
    AVAssetExportPreset1280x720: .init(size: .init(width: 1280, height: 720)),
    AVAssetExportPreset1920x1080: .init(size: .init(width: 1920, height: 1080)),
    AVAssetExportPreset3840x2160: .init(size: .init(width: 3840, height: 2160)),
    AVAssetExportPresetHEVCHighestQuality: .init(format: "hevc"),
    AVAssetExportPresetHEVC1920x1080: .init(format: "hevc", size: .init(width: 1920, height: 1080)),
    AVAssetExportPresetAppleProRes422LPCM: .init(format: "prores"),
    AVAssetExportPresetAppleProRes4444LPCM: .init(format: "prores4444"),
  ]

  var fileTypes: [AVFileType] {
    format == nil ? [.mp4, .mov, .m4v] : format == "hevc" ? [.mp4, .mov] : [.mov]
  }
}

/// Copies a file that is exported whole and unchanged, to a file of its type. The export throws for anything else.
public let AVAssetExportPresetPassthrough = "AVAssetExportPresetPassthrough"
/// H.264 at the size of the composition.
public let AVAssetExportPresetHighestQuality = "AVAssetExportPresetHighestQuality"
/// H.264 at the size of the composition with medium or low quality, for smaller files.
public let AVAssetExportPresetMediumQuality = "AVAssetExportPresetMediumQuality",
  AVAssetExportPresetLowQuality = "AVAssetExportPresetLowQuality"
/// H.264, scaled down to fit the size in the name, in pixels.
public let AVAssetExportPreset640x480 = "AVAssetExportPreset640x480",
  AVAssetExportPreset960x540 = "AVAssetExportPreset960x540",
  AVAssetExportPreset1280x720 = "AVAssetExportPreset1280x720",
  AVAssetExportPreset1920x1080 = "AVAssetExportPreset1920x1080",
  AVAssetExportPreset3840x2160 = "AVAssetExportPreset3840x2160"
/// HEVC at the size of the composition.
public let AVAssetExportPresetHEVCHighestQuality = "AVAssetExportPresetHEVCHighestQuality"
/// HEVC, scaled down to fit 1920x1080 pixels.
public let AVAssetExportPresetHEVC1920x1080 = "AVAssetExportPresetHEVC1920x1080"
/// ProRes 422 HQ in a QuickTime file.
public let AVAssetExportPresetAppleProRes422LPCM = "AVAssetExportPresetAppleProRes422LPCM"
/// ProRes 4444 in a QuickTime file.
public let AVAssetExportPresetAppleProRes4444LPCM = "AVAssetExportPresetAppleProRes4444LPCM"

/// Writes an asset with its video composition and sound to a file.
///
/// Start the export on the thread that built the layers. It runs on another thread; do not change layers and assets
/// until it ends.
public final class AVAssetExportSession: @unchecked Sendable {  // Threads share the mutex; the start hands over `job`.
  /// State of an export.
  public enum Status: Int, Sendable {
    /// The status is unknown.
    case unknown
    /// The export waits to start.
    case waiting
    /// The file is being written.
    case exporting
    /// The file is complete.
    case completed
    /// The export failed. See `error`.
    case failed
    /// The export was cancelled with `cancelExport()`.
    case cancelled
  }
  private struct State {
    var status = Status.unknown
    var progress: Float = 0
    var error: AVError?
    var statistics: ExportStatistics?
    var isCancelled = false

    mutating func fail(_ reason: any Error) {
      status = isCancelled ? .cancelled : .failed
      error = reason as? AVError ?? AVError(isCancelled ? .operationCancelled : .exportFailed, "\(reason)")
    }
  }
  private typealias Job = (source: CompositionMovie, options: ExportOptions, path: String)

  /// The asset to export.
  public let asset: AVAsset
  /// Name of the preset.
  public let presetName: String
  private let preset: ExportPreset
  private let state = Mutex(State())
  private var job: Job?

  /// URL of the file to write, which must not exist. Required.
  public var outputURL: URL?
  /// Type of the file. Required.
  public var outputFileType: AVFileType?
  /// Part of the asset to write. Default: the whole asset.
  public var timeRange = CMTimeRange(start: .zero, duration: .positiveInfinity)
  /// Arrangement of tracks and layers. Default nil: the video tracks without changes.
  public var videoComposition: AVMutableVideoComposition?
  /// Volumes of the sound tracks. Default nil: the volumes of the files.
  public var audioMix: AVMutableAudioMix?
  /// Metadata of the file. Default nil: the metadata of the video if the layers are drawn over a whole, unchanged file;
  /// otherwise none.
  public var metadata: [AVMetadataItem]?
  /// Whether playback can start before the whole file is downloaded. No effect: files are always written this way.
  public var shouldOptimizeForNetworkUse = false
  /// Whether the encoder may read the frames several times. No effect: the encoder reads them once.
  public var canPerformMultiplePassesOverSourceMediaData = false

  /// Creates a session. Returns nil for an unknown preset.
  public init?(asset: AVAsset, presetName: String) {
    guard let preset = ExportPreset.all[presetName] else { return nil }
    (self.asset, self.presetName, self.preset) = (asset, presetName, preset)
  }

  /// The presets that are compatible with an asset: all of them.
  public static func exportPresets(compatibleWith asset: AVAsset) -> [String] { ExportPreset.all.keys.sorted() }
  /// Kinds of files that the preset can write.
  public var supportedFileTypes: [AVFileType] { preset.fileTypes }

  /// State of the export.
  public var status: Status { state.withLock(\.status) }
  /// Completed fraction, 0 to 1.
  public var progress: Float { state.withLock(\.progress) }
  /// The reason that the export failed or was cancelled; nil otherwise.
  public var error: (any Error)? { state.withLock(\.error) }
  /// Counts, costs and warnings of a completed export; nil before, and for a copied file.
  public var statistics: ExportStatistics? { state.withLock(\.statistics) }
  /// Cancels the export and removes the incomplete file.
  public func cancelExport() { state.withLock { $0.isCancelled = true } }

  /// Starts the export. Calls the handler on another thread when it ends; then read `status` and `error`.
  public func exportAsynchronously(completionHandler handler: @escaping @Sendable () -> Void) {
    do throws(AVError) {
      job = try makeJob()
      state.withLock { $0.status = .exporting }
    } catch {
      state.withLock { $0.fail(error) }
    }
    let isReady = status == .exporting
    let thread = Thread {
      if isReady { self.run() }
      handler()
    }
    thread.stackSize = 16 << 20
    thread.start()
  }

  /// Exports to `outputURL`. When it returns, read `status` and `error`.
  nonisolated(nonsending) public func export() async {
    await withCheckedContinuation { done in exportAsynchronously { done.resume() } }
  }

  /// Exports to a file. Throws the reason if no file is written.
  nonisolated(nonsending) public func export(to url: URL, as type: AVFileType) async throws(AVError) {
    (outputURL, outputFileType) = (url, type)
    await export()
    if let error = state.withLock(\.error) { throw error }
  }

  private func makeJob() throws(AVError) -> Job {
    guard let path = outputURL?.path, let type = outputFileType else {
      throw AVError(.exportFailed, "Set outputURL and outputFileType before the export.")
    }
    guard status == .unknown else { throw AVError(.exportFailed, "A session exports once. Make another session.") }
    guard supportedFileTypes.contains(type), path.lowercased().hasSuffix(".\(type.pathExtension)") else {
      let kinds = supportedFileTypes.map { ".\($0.pathExtension)" }.joined(separator: ", ")
      throw AVError(
        .invalidOutputURLPathExtension,
        "\(path): the extension must fit outputFileType, and \(presetName) writes \(kinds).")
    }
    guard !FileManager.default.fileExists(atPath: path) else {
      throw AVError(.fileAlreadyExists, "\(path) exists already. Remove it, or choose another URL.")
    }
    var options = ExportOptions()
    options.video.metadata = try metadataEntries()
    let range = timeRange.intersection(CMTimeRange(start: .zero, duration: asset.duration))
    let isWhole = range.start == .zero && range.duration == asset.duration
    let keepsFrames = isWhole && preset.size == nil && options.video.metadata.isEmpty
    let source = try CompositionMovie(asset, videoComposition, audioMix, isWhole: keepsFrames)
    let copies = source.clip?.path.lowercased().hasSuffix(".\(type.pathExtension)") == true
    if preset.copies, !copies || videoComposition?.animationTool != nil {
      source.close()
      throw AVError(
        .operationNotSupportedForAsset,
        "\(path): \(presetName) only copies a whole, unchanged file of the same type. Use another preset.")
    }
    options.video.crf = preset.crf
    options.format = preset.format == "hevc" && type == .mov ? "hevc-10-mov" : preset.format
    if !isWhole {
      let rate = source.movie.framesPerSecond
      let (first, end) = (Int((range.start.seconds * rate).rounded()), Int((range.end.seconds * rate).rounded()))
      options.frames = first..<max(first + 1, min(end, source.movie.frameCount))
    }
    options.pixelSize = preset.size.flatMap { $0.fitting(source.movie.size) }
    return (source, options, path)
  }

  private func metadataEntries() throws(AVError) -> [String: String] {
    var entries: [String: String] = [:]
    for item in metadata ?? [] {
      guard let (key, text) = item.entry else {
        throw AVError(.exportFailed, "Each metadata item needs a common identifier and a value.")
      }
      entries[key] = text
    }
    return entries
  }

  private func run() {
    guard let (source, plan, path) = job else { return }
    job = nil
    defer { source.close() }
    var options = plan
    options.isCancelled = { self.state.withLock(\.isCancelled) }
    let report = { (progress: ExportProgress) in
      self.state.withLock { $0.progress = Float(progress.framesDone) / Float(max(1, progress.frameCount)) }
    }
    do {
      var statistics: ExportStatistics?
      if preset.copies, let clip = source.clip {
        try copy(clip.path, to: path)
      } else if let clip = source.clip {
        statistics = try source.movie.export(over: FootagePart(clip), to: path, options: options, progress: report)
      } else {
        statistics = try source.movie.export(to: path, options: options, progress: report)
      }
      state.withLock { $0 = State(status: .completed, progress: 1, statistics: statistics) }
    } catch {
      state.withLock { $0.fail(error) }
    }
  }

  /// Copies a file in parts. The target appears when it is complete.
  private func copy(_ path: String, to target: String) throws {
    let input = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
    defer { try? input.close() }
    var output = try OutputFile(target)
    while let part = try input.read(upToCount: 1 << 20), !part.isEmpty {
      if state.withLock(\.isCancelled) { throw AVError(.operationCancelled, "The export was cancelled.") }
      try output.write(Array(part))
    }
    try output.commit()
  }
}

extension PixelSize {
  /// The size that fits a frame within this one, with even sides; nil if it fits without scaling.
  fileprivate func fitting(_ frame: CGSize) -> PixelSize? {
    let share = min(Double(width) / frame.width, Double(height) / frame.height)
    guard share < 1 else { return nil }
    let side = { (length: Double) in max(2, Int((length * share / 2).rounded()) * 2) }
    return PixelSize(width: side(frame.width), height: side(frame.height))
  }
}
