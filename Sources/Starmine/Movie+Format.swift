import StarmineGraphics
package import StarmineMedia
import StarmineRaster
import StarmineScene

extension Movie {
  /// Whether something behind the movie may be seen, and the file is to say so.
  package func wantsAlpha(_ options: ExportOptions) -> Bool {
    background.alpha < 1 && options.video.additiveAlpha != .screen
  }

  /// The format that an export to a path has.
  package func format(to path: String, _ options: ExportOptions) throws(MovieError) -> VideoFormat {
    do throws(VideoError) {
      return try VideoFormat(forPath: path, named: options.format, wantsAlpha: wantsAlpha(options))
    } catch {
      throw .video(error)
    }
  }

  /// The colours that fit a movie best, by the look of some of its frames.
  func palette(of frames: Range<Int>, in viewport: Viewport, hasAlpha: Bool) throws(MovieError) -> ColorPalette {
    let count = min(frames.count, Movie.paletteFrames)
    let renderer = Renderer(workers: 1)
    var buffer = PixelBuffer(width: viewport.width, height: viewport.height)
    var builder = PaletteBuilder()
    for number in 0..<count {
      let index = frames.lowerBound + number * frames.count / count
      let time = time(ofFrame: index)
      let list = evaluate(snapshot(at: time), at: Movie.startTime + time, in: viewport)
      if let error = list.shortage(inFrame: index) { throw error }
      renderer.render(list, into: &buffer)
      builder.add(buffer, hasAlpha: hasAlpha)
    }
    return builder.build()
  }

  /// Evenly spread over the movie.
  private static let paletteFrames = 32
}
