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
    return remarks + ["there is not enough memory to decode the video as float: it is clipped at white"]
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
      return "\(depth) bits per sample of the video become \(written): pixel formats with alpha do not store more"
    }
    let deeper = VideoFormat.all.filter { $0.keepsSound && !$0.hasAlpha && $0.depth > written }.map(\.key)
    return "\(depth) bits per sample of the video become \(written) in \(format.name); formats with more bits: "
      + deeper.joined(separator: ", ")
  }

  private func alphaRemark(_ use: FootageUse) -> String? {
    guard hasAlpha, case .over(let format, _, _) = use, !format.hasAlpha else { return nil }
    return "the video has alpha, and \(format.name) does not: transparent parts become black. For alpha, use .mov "
      + "(ProRes 4444) or .webm (VP9)"
  }

  private func primariesRemark(_ use: FootageUse) -> String? {
    if has(AV_PKT_DATA_ICC_PROFILE) || frameHas(AV_FRAME_DATA_ICC_PROFILE) {
      return "the colour profile of the video is ignored"
    }
    // The note on the transfer function is more important.
    guard isWide, !hasForeignCurve else { return nil }
    if case .over(_, _, keepsSamples: true) = use { return nil }
    return "the primaries of the video (\(primariesName)) are treated as BT.709: colours look paler"
  }

  private func curveRemark(_ use: FootageUse) -> String? {
    guard hasForeignCurve else { return nil }
    if case .over(let format, _, let keepsSamples) = use, keepsSamples || isHDR && format.hdr != nil {
      let drawn = takesLight ? "is that of BT.2408" : "is its brightest value"
      let white = isHDR ? "; white of the layers \(drawn)" : ""
      return keepsSamples ? "the transfer function of the video (\(curveName)) is kept\(white)" : nil
    }
    if case .contents = use, isHDR {
      return "the video (\(curveName)) keeps highlights above white in float movies, where SDR files clip them unless "
        + "toneMapping is filmic. In 8-bit movies it is tone-mapped"
    }
    if isHDR {
      return "the video (\(curveName)) is tone-mapped to SDR: highlights roll off toward white"
    }
    return "the transfer function of the video (\(curveName)) is not applied: it looks flat. Convert it to BT.709 first"
  }

  private var dynamicRemark: String? {
    if let profile = dolbyProfile {
      return "the Dolby Vision data of the video (profile \(profile)) is ignored; the base layer is used"
    }
    if frameHas(AV_FRAME_DATA_DOVI_METADATA) || frameHas(AV_FRAME_DATA_DOVI_RPU_BUFFER) {
      return "the Dolby Vision data of the video is ignored; the base layer is used"
    }
    let hasPlus = has(AV_PKT_DATA_DYNAMIC_HDR10_PLUS) || frameHas(AV_FRAME_DATA_DYNAMIC_HDR_PLUS)
    return hasPlus ? "the HDR10+ data of the video is ignored" : nil
  }

  private var turnRemark: String? {
    guard obliqueDegrees >= 1 else { return nil }
    return "the rotation of the video is changed by \(Int(obliqueDegrees.rounded())) degrees to a quarter turn"
  }

  private func fieldsRemark(_ use: FootageUse) -> String? {
    guard isInterlaced else { return nil }
    let action = if case .contents = use { "shown" } else { "drawn over and written" }
    return "the video is interlaced, and its frames are \(action) as progressive. Deinterlace it first"
  }

  private var timesRemark: String? {
    isSequence ? "picture files have no frame rate: 25 per second are assumed" : nil
  }

  private func eyesRemark(_ use: FootageUse) -> String? {
    guard has(AV_PKT_DATA_STEREO3D) else { return nil }
    let action = if case .contents = use { "shown" } else { "drawn over" }
    return "the video is stereoscopic, and it is \(action) as one picture"
  }

  private func sphereRemark(_ use: FootageUse) -> String? {
    guard has(AV_PKT_DATA_SPHERICAL) else { return nil }
    let action = if case .contents = use { "shown" } else { "drawn over" }
    return "the video is spherical, and it is \(action) as a flat picture"
  }

  private func picturesRemark(_ use: FootageUse) -> String? {
    guard pictureStreams > 1, case .contents = use else { return nil }
    return "the video has \(pictureStreams) picture streams; one of them is used"
  }

  private func notesRemark(_ use: FootageUse) -> String? {
    guard case .over = use else { return nil }
    let kinds = [
      (AV_FRAME_DATA_A53_CC, "captions in the pictures"), (AV_FRAME_DATA_AFD, "active format description"),
    ]
    let found = kinds.filter { frameHas($0.0) }.map { "the \($0.1)" }
    return found.isEmpty ? nil : "\(found.joined(separator: " and ")) of the video are left out"
  }
}
