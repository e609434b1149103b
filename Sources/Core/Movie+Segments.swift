import Foundation
package import StarmineMedia
import StarmineRaster
import StarmineScene

// What a movie that is drawn piece by piece, on one machine or many, needs besides its export.

extension ExportStatistics {
  /// Statistics of an export that has not begun.
  package static var none: ExportStatistics { ExportStatistics() }

  /// Counts and costs of two exports of one movie, one after the other.
  package func adding(_ other: ExportStatistics) -> ExportStatistics {
    var sum = self
    sum.isOpaque = isOpaque && other.isOpaque
    sum.depthRemark = depthRemark ?? other.depthRemark
    sum.light = light?.joined(other.light) ?? other.light
    sum.frames += other.frames
    sum.particlesTotal += other.particlesTotal
    sum.particlesMax = max(particlesMax, other.particlesMax)
    sum.wallSeconds += other.wallSeconds
    sum.cpuSeconds += other.cpuSeconds
    sum.evaluateSeconds += other.evaluateSeconds
    sum.rasterSeconds += other.rasterSeconds
    sum.convertSeconds += other.convertSeconds
    sum.encodeSeconds += other.encodeSeconds
    sum.peakMemoryBytes = max(peakMemoryBytes, other.peakMemoryBytes)
    sum.threads = max(threads, other.threads)
    return sum
  }
}

extension SoundMix {
  /// The sound of a part of a movie; nil where there are no tracks.
  package static func under(
    _ frames: Range<Int>, framesPerSecond: Double, _ tracks: [Soundtrack]
  ) throws(VideoError) -> SoundMix? {
    guard !tracks.isEmpty else { return nil }
    let seconds = { (count: Int) in Double(count) / framesPerSecond }
    return try SoundMix(mixing: tracks, from: seconds(frames.lowerBound), seconds: seconds(frames.count))
  }
}

extension Movie {
  /// MD5 of a frame's pixels, at the moment that it is seen. Two machines that draw differently are found by it.
  ///
  /// - Parameters:
  ///   - path: the file that the export would write.
  ///   - options: of that export.
  package func pictureDigest(
    ofFrame index: Int, to path: String, _ options: ExportOptions
  ) throws(MovieError) -> String {
    let (format, viewport) = try formatAndViewport(to: path, options)
    let workers = options.workers > 0 ? options.workers : ProcessInfo.processInfo.activeProcessorCount
    let (renderer, seconds) = (Renderer(workers: workers), time(ofFrame: index))
    let tree = snapshot(at: seconds, for: LightTarget(format))
    let list = evaluate(tree, at: Self.startTime + seconds, in: viewport, workers: renderer.workers)
    if let error = list.shortage(inFrame: index) { throw error }
    do throws(VideoError) {
      guard isDeep(in: format) else {
        return try Digest.md5(renderer.picture(UInt32.self, of: list, viewport))
      }
      return try Digest.md5(renderer.picture(DeepPixel.self, of: list, viewport))
    } catch {
      throw .video(error)
    }
  }

  /// Pixels of a frame in the file that an export writes. Errors: a size that the format does not take.
  package func exportedSize(to path: String, _ options: ExportOptions) throws(MovieError) -> PixelSize {
    let (format, viewport) = try formatAndViewport(to: path, options)
    do throws(VideoError) { try format.check(width: viewport.width, height: viewport.height) } catch {
      throw .video(error)
    }
    return PixelSize(width: viewport.width, height: viewport.height)
  }
}

extension Renderer {
  fileprivate func picture<P: Pixel>(_: P.Type, of list: DisplayList, _ viewport: Viewport) -> PixelFrame<P> {
    var picture = PixelFrame<P>(width: viewport.width, height: viewport.height)
    render(list, into: &picture)
    return picture
  }
}
