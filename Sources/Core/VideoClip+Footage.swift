public import Foundation
import StarmineGraphics
public import StarmineMedia
public import StarmineScene

extension VideoClip {
  /// A stretch of a clip whose file is open: layers that show the same file share what is decoded.
  ///
  /// Errors: `unusablePart` for a stretch that is not there, or a rate that is not above 0.
  ///
  /// - Parameters:
  ///   - footage: the open file.
  ///   - start: seconds of the file, from 0 on.
  ///   - end: seconds of the file, above `start`; nil, or beyond the file's end: there.
  ///   - rate: seconds of the file in a second of the layer, above 0 and up to 1000.
  ///   - loops: whether the stretch begins again at its end; otherwise its last frame stays.
  public convenience init(
    _ footage: Footage, start: Double = 0, end: Double? = nil, rate: Double = 1, loops: Bool = false
  ) throws(FootageError) {
    do throws(VideoClipError) {
      try self.init(footage as any FrameSource, name: footage.path, start: start, end: end, rate: rate, loops: loops)
    } catch {
      throw .unusablePart(path: footage.path, reason: error.reason)
    }
  }

  /// A stretch of a video file: `layer.contents = try VideoClip(contentsOf: url, start: 2, loops: true)`.
  ///
  /// Errors: what is wrong with the file, with the stretch or with the rate, and what to do about it.
  ///
  /// - Parameters:
  ///   - url: the video file.
  ///   - start: seconds of the file, from 0 on.
  ///   - end: seconds of the file, above `start`; nil, or beyond the file's end: there.
  ///   - rate: seconds of the file in a second of the layer, above 0 and up to 1000.
  ///   - loops: whether the stretch begins again at its end; otherwise its last frame stays.
  public convenience init(
    contentsOf url: URL, start: Double = 0, end: Double? = nil, rate: Double = 1, loops: Bool = false
  ) throws(FootageError) {
    try self.init(Footage(path: url.path), start: start, end: end, rate: rate, loops: loops)
  }
}

extension Footage: FrameSource {
  package var remarks: [String] { remarksAsContents }

  package func picture(ofFrame number: Int) throws(VideoClipError) -> CGImage {
    do throws(FootageError) { return try image(ofFrame: number) } catch { throw .frame(reason: "\(error)") }
  }
}
