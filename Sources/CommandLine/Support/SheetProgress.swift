import Foundation
import StarmineRendering
import StarmineGraphics
import StarmineTuning
import Synchronization

/// Shows how far a sheet is.
struct SheetProgress {
  private let style: ProgressStyle

  init(_ style: ProgressStyle) {
    self.style = style
  }

  /// Draws a sheet. Errors: as `ContactSheet.draw`.
  func draw(
    _ pictures: [MovieFrame], on sheet: ContactSheet, workers: Int, isCancelled: @Sendable () -> Bool
  ) throws(MovieError) -> CGImage {
    let reporter = Mutex(ProgressReporter(style: style, unit: "pictures"))
    defer { reporter.withLock { $0.finish() } }
    let clock = ContinuousClock()
    let (start, total) = (clock.now, pictures.count)
    return try sheet.draw(pictures, workers: workers, isCancelled: isCancelled) { done in
      let elapsed = start.duration(to: clock.now) / .seconds(1)
      reporter.withLock {
        $0.update(ExportProgress(framesDone: done, frameCount: total, secondsElapsed: elapsed))
      }
    }
  }
}
