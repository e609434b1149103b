import StarmineLayers
import StarmineDocument

extension LottieWriter {
  /// The document's markers as moments from the first frame on.
  func cues(of root: LottieObject, first: Double, end: Double, rate: Double) -> [PresetCue] {
    let markers = root.objects("markers")
    let others = (root.value["markers"]?.items?.count ?? 0) - markers.count
    if others > 0 { root.keys.lose("markers", "\(others) of them say nothing") }
    if markers.count > PresetCue.most {
      root.keys.lose("markers", "only the first \(PresetCue.most) are kept")
    }
    return markers.prefix(PresetCue.most).compactMap { marker in
      let time = (marker.number("tm") - first) / rate
      if marker.number("dr") > 0 {
        marker.keys.lose("dr", "a cue has no length")
      } else {
        marker.keys.pass("dr")
      }
      guard PresetCue.range.contains(time) else {
        marker.keys.lose("tm", "it is not within the movie")
        return nil
      }
      // The last frame counts too: players rest on it.
      if marker.number("tm") > end { marker.keys.lose("tm", "the movie ends before it; its cue is kept") }
      return PresetCue(name: Self.cueName(Self.name(marker.keys.value("cm")?.text ?? "")), time: time)
    }
  }

  /// What a comment says: After Effects' plug-in writes JSON with a name into some.
  private static func name(_ comment: String) -> String {
    guard comment.contains("{"), let value = try? JSON5Parser.parse(Array(comment.utf8), memory: 1 << 16) else {
      return comment
    }
    return ForeignValue(value)["name"]?.text ?? comment
  }

  /// A comment as cues are named: what is not a letter or a digit becomes a hyphen.
  private static func cueName(_ comment: String) -> String {
    let words = comment.prefix(60).split { !($0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_")) }
    let name = words.joined(separator: "-")
    let whole = name.first?.isNumber == true ? "marker-" + name : name
    return PresetCue.isName(whole) ? whole : "marker"
  }
}
