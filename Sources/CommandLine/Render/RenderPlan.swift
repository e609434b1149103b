import Foundation
import Starmine
import StarmineGraphics
import StarmineMedia
import StarminePresets

/// Files that a render will write, as `--dry-run` prints them.
struct RenderPlan {
  let movie: Movie
  let format: VideoFormat
  let size: PixelSize
  let frames: Range<Int>
  let options: ExportOptions
  let path: String
  var clip: RenderClip?

  var lines: [String] {
    var rows = clip.map { [("clip", $0.path)] } ?? []
    rows += [
      ("format", "\(format.name) (\(format.key)), \(format.depth) bits; \(format.use)"),
      ("size", "\(size.width)x\(size.height)"),
    ]
    rows += clip?.rows ?? [("frames", range), ("background", background)]
    if let hdr = format.hdr { rows.append(("light", hdr.text)) }
    if let quality = format.quality(options.video) { rows.append(("quality", quality)) }
    if let blur = movie.motionBlur { rows.append(("motion blur", blur.text)) }
    for track in movie.soundtracks { rows.append(("sound", "\(track.path) at \(ValueText.text(track.at)) s")) }
    if options.supersampling > 1 {
      rows.append(("drawn", "\(options.supersampling)x\(options.supersampling) for one pixel"))
    }
    return ["\(path)"] + rows.map { "  " + $0.0.padding(toLength: 12, withPad: " ", startingAt: 0) + $0.1 }
  }

  private var range: String {
    let seconds = Double(frames.count) / movie.framesPerSecond
    return "\(frames.lowerBound)-\(frames.upperBound - 1) at \(ValueText.text(movie.framesPerSecond)) per second, "
      + "\(ValueText.text(seconds)) s"
  }

  private var background: String {
    guard movie.background.alpha < 1 else { return "opaque" }
    guard movie.wantsAlpha(options) else { return "black: light for an editor's Screen or Add mode" }
    switch format.alpha {
    case .none: return "black: \(format.name) has no alpha"
    case .premultiplied where options.video.additiveAlpha == .keep,
      .either where options.video.additiveAlpha == .keep:
      return "transparent, premultiplied; light has no alpha and is added"
    case .premultiplied: return "transparent, premultiplied; alpha follows light"
    case .straight, .either: return "transparent, straight; alpha follows light"
    }
  }
}

extension RenderPlan {
  /// Notes, so that nothing comes as a surprise.
  var notes: [String] {
    if let clip { return clip.notes }
    let sound = movie.soundtracks.isEmpty || format.keepsSound || !format.keepsFrames
    return (sound ? [] : ["\(path): \(format.name) keeps no sound"]) + colorNotes + alphaNotes
  }

  private var colorNotes: [String] {
    guard format.hdr != nil, movie.colorSpace == .displayP3 else { return [] }
    let asked = options.curve == nil ? "dynamicRange high" : "--hdr"
    return [
      "\(path): \(asked) counts more than colorSpace display-p3: the file is in BT.2020, which has all colours of "
        + "Display P3; for a file in Display P3 leave \(asked) out"
    ]
  }

  private var alphaNotes: [String] {
    guard movie.background.alpha < 1, movie.wantsAlpha(options) else { return [] }
    if !format.hasAlpha, format.keepsFrames {
      return [
        "\(path): the background is transparent, and \(format.name) is not: frames are written over black; "
          + "for alpha take .mov (ProRes 4444), .webm (VP9) or .png files"
      ]
    }
    if case .either = format.alpha, options.video.additiveAlpha == .keep {
      return ["\(path): premultiplied; tell the editor so (matte black)"]
    }
    return []
  }
}
