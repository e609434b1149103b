/// Joins the complete segments of a folder to the movie.
package struct FarmJoin {
  private let folder: SegmentFolder
  package var options: VideoOptions

  /// - Parameter options: encoder options from the plan's arguments.
  package init(_ folder: SegmentFolder, options: VideoOptions) {
    (self.folder, self.options) = (folder, options)
    self.options.metadata = folder.plan.metadata
  }

  /// Verifies everything, then writes.
  /// - Returns: number of bytes.
  package func run(to path: String) throws(FarmError) -> Int {
    let plan = folder.plan
    let format = try format(path)
    let receipts = try receipts()
    try checkBorders(receipts)
    guard let rate = FrameRate(plan.framesPerSecond) else { throw .unusable("the plan has no frame rate") }
    var options = options
    // Sound is encoded as a whole, because encoded parts cannot be joined.
    let tracks = plan.sounds.map { $0.track(folder.copyPath($0.source)) }
    do throws(VideoError) {
      options.sound = try SoundMix.under(plan.frames, framesPerSecond: plan.framesPerSecond, tracks)
    } catch {
      throw .media(error)
    }
    let join = SegmentJoin(format: format, width: plan.width, height: plan.height, frameRate: rate, options: options)
    let parts = receipts.map {
      SegmentJoin.Part(
        path: folder.segmentPath($0.segment), frames: plan.frames(ofSegment: $0.segment), isOpaque: $0.isOpaque,
        light: $0.light)
    }
    do throws(SegmentJoin.JoinError) { return try join.run(parts, to: path) } catch {
      switch error {
      case .movie(let error): throw .media(error)
      case .part(let index, let error): throw broken(receipts[index], Self.reason(error))
      }
    }
  }

  private func format(_ path: String) throws(FarmError) -> VideoFormat {
    let (key, hdr) = (folder.plan.formatKey, folder.plan.hdr)
    do throws(VideoError) {
      guard let hdr else { return try VideoFormat(forPath: path, named: key) }
      return try VideoFormat(forPath: path, named: key, wantsAlpha: false, keeping: hdr)
    } catch {
      throw .unusable("\(path): the segments were rendered for another file: \(error)")
    }
  }

  private func receipts() throws(FarmError) -> [SegmentReceipt] {
    let status = FarmStatus(folder)
    guard status.isComplete else {
      throw .incomplete(
        "\(status.summary); render the missing segments: starmine farm segment \(folder.path) "
          + (status.missing.first.map { "\($0)" } ?? ""))
    }
    let receipts = (0..<folder.plan.segmentCount).compactMap { folder.state($0).receipt }
    for receipt in receipts {
      if let problem = folder.contentProblem(receipt) { throw broken(receipt, problem) }
    }
    return receipts
  }

  /// The frame after a segment, as drawn by its worker, must equal the first frame of the next segment.
  private func checkBorders(_ receipts: [SegmentReceipt]) throws(FarmError) {
    for (left, right) in zip(receipts, receipts.dropFirst()) where left.nextFrame != right.firstFrame {
      throw .incomplete(
        "segments \(left.segment) (drawn on \(left.host)) and \(right.segment) (on \(right.host)) do not fit: the two "
          + "machines draw frame \(right.first) differently. Install the same fonts and libraries, and render one: "
          + mend(right.segment))
    }
  }

  private func broken(_ receipt: SegmentReceipt, _ reason: String) -> FarmError {
    .incomplete(
      "segment \(receipt.segment) (drawn on \(receipt.host)): \(reason); render it again: \(mend(receipt.segment))")
  }

  private func mend(_ segment: Int) -> String { "starmine farm segment \(folder.path) \(segment) --again" }

  private static func reason(_ error: VideoError) -> String {
    if case .notAsWritten(_, let reason) = error { reason } else { "\(error)" }
  }
}
