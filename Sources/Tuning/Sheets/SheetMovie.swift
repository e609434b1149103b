import Foundation
package import StarmineCore
import StarmineGraphics
package import StarmineMedia
import StarmineRaster

/// One movie of a grid, frame by frame.
package struct SheetTake: Sendable {
  let pictures: [MovieFrame]
}

extension Movie {
  /// The first frames of the movie as a part of a grid.
  package func take(frames count: Int, pixelSize: PixelSize) throws(MovieError) -> SheetTake {
    var pictures: [MovieFrame] = []
    for index in 0..<count {
      pictures.append(try frame(at: time(ofFrame: index), FrameOptions(pixelSize: pixelSize)))
    }
    return SheetTake(pictures: pictures)
  }
}

extension ContactSheet {
  /// Writes a grid of movies, all playing at once, into a video file.
  ///
  /// - Parameters:
  ///   - progress: called after each frame that was written.
  /// - Returns: how many bytes and frames were written.
  package func write(
    _ takes: [SheetTake], framesPerSecond: Double, to path: String, workers: Int,
    isCancelled: @Sendable () -> Bool,
    progress: (ExportProgress) -> Void = { _ in }
  ) throws(MovieError) -> VideoReport {
    let start = ContinuousClock.now
    let count = takes.map(\.pictures.count).min() ?? 0
    guard count > 0, let rate = FrameRate(framesPerSecond) else {
      throw .noFrames(duration: 0, framesPerSecond: framesPerSecond)
    }
    // Video formats take even sizes only.
    let size = PixelSize(width: (layout.size.width + 1) & ~1, height: (layout.size.height + 1) & ~1)
    do {
      var writer = try VideoWriter(
        to: path, width: size.width, height: size.height, frameRate: rate, options: VideoOptions())
      var frame = PixelBuffer(width: size.width, height: size.height)
      for index in 0..<count {
        let pictures = takes.map { $0.pictures[index] }
        let pixels = try pixels(of: pictures, workers: workers, isCancelled: isCancelled)
        frame.fill(with: pixels, width: layout.size.width)
        try writer.append(frame, at: index)
        progress(
          ExportProgress(
            framesDone: index + 1, frameCount: count,
            secondsElapsed: (ContinuousClock.now - start) / .seconds(1)))
      }
      return try writer.finish()
    } catch let error as MovieError {
      throw error
    } catch let error as VideoError {
      throw .video(error)
    } catch {
      throw .video(.failed(operation: "drawing the sheet", reason: "\(error)"))
    }
  }
}

extension PixelBuffer {
  /// Copies packed rows to the top left.
  fileprivate mutating func fill(with pixels: [UInt32], width: Int) {
    let stride = stride
    unsafe withMutablePixels { target in
      for y in 0..<pixels.count / width {
        for x in 0..<width { unsafe target[y * stride + x] = pixels[y * width + x] }
      }
    }
  }
}
