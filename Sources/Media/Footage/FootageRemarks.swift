import CStarmineFFmpeg

enum FootageUse: Sendable {
  /// Written in a format with samples of a bit depth: its own samples or RGB.
  case over(VideoFormat, depth: Int, keepsSamples: Bool)
  case contents
}

extension Footage {
  /// Notes on properties that layers with the video ignore.
  package var remarksAsContents: [String] {
    let remarks = ((try? frame(0)).map(traits.with) ?? traits).remarks(.contents)
    guard traits.isHDR, !keepsLight else { return remarks }
    return remarks + ["there is not enough memory for the floats of the clip: its light ends at white"]
  }
}

/// Notes on properties that are lost or changed. `media.md 8.6` lists all properties, and a test has a video for each.
extension FootageTraits {
  func remarks(_ use: FootageUse) -> [String] {
    [
      depthRemark(use), alphaRemark(use), primariesRemark(use), curveRemark(use), dynamicRemark, turnRemark,
      fieldsRemark(use), timesRemark, eyesRemark(use), sphereRemark(use), picturesRemark(use), notesRemark(use),
    ].compactMap { $0 }
  }

  private func depthRemark(_ use: FootageUse) -> String? {
    guard case .over(let format, let written, _) = use, depth > written else { return nil }
    guard !hasAlpha else {
      return "\(depth) bits a sample of the clip become \(written): pixels with alpha have no more here"
    }
    let deeper = VideoFormat.all.filter { $0.keepsSound && !$0.hasAlpha && $0.depth > written }.map(\.key)
    return "\(depth) bits a sample of the clip become \(written) as \(format.name); more have "
      + deeper.joined(separator: ", ")
  }

  private func alphaRemark(_ use: FootageUse) -> String? {
    guard hasAlpha, case .over(let format, _, _) = use, !format.hasAlpha else { return nil }
    return "the clip has alpha, \(format.name) has none: what is transparent becomes black; for alpha take .mov "
      + "(ProRes 4444) or .webm (VP9)"
  }

  private func primariesRemark(_ use: FootageUse) -> String? {
    if has(AV_PKT_DATA_ICC_PROFILE) || frameHas(AV_FRAME_DATA_ICC_PROFILE) {
      return "the colour profile of the clip is not heeded"
    }
    // The note on the transfer function is more important.
    guard isWide, !hasForeignCurve else { return nil }
    if case .over(_, _, keepsSamples: true) = use { return nil }
    return "the primaries of the clip (\(primariesName)) are taken for those of BT.709: colours are paler"
  }

  private func curveRemark(_ use: FootageUse) -> String? {
    guard hasForeignCurve else { return nil }
    if case .over(let format, _, let keepsSamples) = use, keepsSamples || isHDR && format.hdr != nil {
      let drawn = takesLight ? "is that of BT.2408" : "is its brightest value"
      let white = isHDR ? "; white of what is drawn \(drawn)" : ""
      return keepsSamples ? "the curve of the clip (\(curveName)) is kept\(white)" : nil
    }
    if case .contents = use, isHDR {
      return "the light of the clip (\(curveName)) goes on above white in movies of floats, where files that "
        + "end at white cut it unless toneMapping is filmic; in movies of bytes it fades out toward white"
    }
    if isHDR {
      return "the light of the clip (\(curveName)) is brought below white: what is bright fades out toward it"
    }
    return "the curve of the clip (\(curveName)) is not applied: it looks flat; convert it to BT.709 before"
  }

  private var dynamicRemark: String? {
    if let profile = dolbyProfile {
      return "the Dolby Vision of the clip (profile \(profile)) is left out; the pictures below it are used"
    }
    if frameHas(AV_FRAME_DATA_DOVI_METADATA) || frameHas(AV_FRAME_DATA_DOVI_RPU_BUFFER) {
      return "the Dolby Vision of the clip is left out; the pictures below it are used"
    }
    let hasPlus = has(AV_PKT_DATA_DYNAMIC_HDR10_PLUS) || frameHas(AV_FRAME_DATA_DYNAMIC_HDR_PLUS)
    return hasPlus ? "the HDR10+ data of the clip is left out" : nil
  }

  private var turnRemark: String? {
    guard obliqueDegrees >= 1 else { return nil }
    return "the turn of the clip lies \(Int(obliqueDegrees.rounded())) degrees beside a quarter, which is taken"
  }

  private func fieldsRemark(_ use: FootageUse) -> String? {
    guard isInterlaced else { return nil }
    let action = if case .contents = use { "shown" } else { "drawn over and written" }
    return "the clip is interlaced, and its frames are \(action) as whole ones: deinterlace it before"
  }

  private var timesRemark: String? {
    isSequence ? "picture files have no times: 25 of them are a second" : nil
  }

  private func eyesRemark(_ use: FootageUse) -> String? {
    guard has(AV_PKT_DATA_STEREO3D) else { return nil }
    let action = if case .contents = use { "shown" } else { "drawn over" }
    return "the clip has pictures for two eyes in one, and it is \(action) as one"
  }

  private func sphereRemark(_ use: FootageUse) -> String? {
    guard has(AV_PKT_DATA_SPHERICAL) else { return nil }
    let action = if case .contents = use { "shown" } else { "drawn over" }
    return "the clip is a view all around, and it is \(action) as a flat picture"
  }

  private func picturesRemark(_ use: FootageUse) -> String? {
    guard pictureStreams > 1, case .contents = use else { return nil }
    return "the clip has \(pictureStreams) streams of pictures; one of them is shown"
  }

  private func notesRemark(_ use: FootageUse) -> String? {
    guard case .over = use else { return nil }
    let kinds = [
      (AV_FRAME_DATA_A53_CC, "captions in the pictures"), (AV_FRAME_DATA_AFD, "notes on the active part of pictures"),
    ]
    let found = kinds.filter { frameHas($0.0) }.map { "the \($0.1)" }
    return found.isEmpty ? nil : "\(found.joined(separator: " and ")) of the clip are left out"
  }
}
