import CStarmineFFmpeg

extension FootageProperty {
  package static let all = samples + colors + shape + layouts + beside

  // MARK: Samples

  private static let samples: [FootageProperty] = [
    FootageProperty(
      "coding",
      [
        "codec_type", "codec_id", "codec_tag", "extradata", "extradata_size", "bit_rate", "bits_per_coded_sample",
        "bits_per_raw_sample", "profile", "level", "video_delay", "New Extradata", "CPB properties", "Quality stats",
        "Fallback track", "H263 MB Info",
      ], over: .converted, contents: .converted, "decoded, and written by the format's encoder"),
    FootageProperty(
      "size", ["width", "height", "Param Change"], over: .kept, contents: .kept, "one from beginning to end"),
    FootageProperty(
      "form of the samples", ["format", "Palette"], over: .converted, contents: .converted,
      "depth and colour samples are the format's, 8 bits in a layer unless it is HDR; fewer bits are told",
      remark: depth),
    FootageProperty(
      "alpha", ["Matroska BlockAdditional"], over: .kept, contents: .kept,
      "`.mov`, `.webm` and `.mkv` take a format with alpha; over black in others, which is told", remark: alpha),
  ]

  @Sendable private static func depth(_ traits: FootageTraits, _ use: FootageUse) -> String? {
    guard case .over(let format, let depth, _) = use, traits.depth > depth else { return nil }
    guard !traits.hasAlpha else {
      return "\(traits.depth) bits a sample of the clip become \(depth): pixels with alpha have no more here"
    }
    let deeper = VideoFormat.all.filter { $0.keepsSound && !$0.hasAlpha && $0.depth > depth }.map(\.key)
    return "\(traits.depth) bits a sample of the clip become \(depth) as \(format.name); more have "
      + deeper.joined(separator: ", ")
  }

  @Sendable private static func alpha(_ traits: FootageTraits, _ use: FootageUse) -> String? {
    guard traits.hasAlpha, case .over(let format, _, _) = use, !format.hasAlpha else { return nil }
    return "the clip has alpha, \(format.name) has none: what is transparent becomes black; for alpha take .mov "
      + "(ProRes 4444) or .webm (VP9)"
  }

  // MARK: Colours

  private static let colors: [FootageProperty] = [
    FootageProperty(
      "matrix", ["color_space"], over: .kept, contents: .converted,
      "YCgCo, ICtCp and derived ones are an error; what goes through RGB becomes BT.709"),
    FootageProperty(
      "range", ["color_range"], over: .kept, contents: .converted,
      "full range becomes limited where the format knows that alone (ProRes)"),
    FootageProperty(
      "primaries", ["color_primaries", "ICC Profile"], over: .kept, contents: .told,
      "labels stay with the samples; a colour profile is not heeded", remark: primaries),
    FootageProperty(
      "transfer curve", ["color_trc"], over: .kept, contents: .told,
      "HLG and PQ take a format of 10 bits; in others light fades out toward white. In a layer it goes on above white "
        + "in movies of floats, and fades out in others. Both are told",
      remark: curve),
    FootageProperty(
      "mastering display",
      ["Mastering display metadata", "Content light level metadata"], over: .kept, contents: .told,
      "goes along with the curve"),
    FootageProperty(
      "Dolby Vision and HDR10+", ["DOVI configuration record", "HDR10+ Dynamic Metadata (SMPTE 2094-40)"], over: .told,
      contents: .told, "the pictures below are used; Dolby Vision's profile 5, which has none, is an error",
      remark: dynamicLight),
    FootageProperty(
      "place of the colour samples", ["chroma_location"], over: .kept, contents: .converted,
      "with the samples; in a layer they lie where libswscale takes them"),
  ]

  @Sendable private static func primaries(_ traits: FootageTraits, _ use: FootageUse) -> String? {
    if traits.has(AV_PKT_DATA_ICC_PROFILE) || traits.frameHas(AV_FRAME_DATA_ICC_PROFILE) {
      return "the colour profile of the clip is not heeded"
    }
    // A curve of its own says more.
    guard traits.isWide, !traits.hasForeignCurve else { return nil }
    if case .over(_, _, keepsSamples: true) = use { return nil }
    return "the primaries of the clip (\(traits.primariesName)) are taken for those of BT.709: colours are paler"
  }

  @Sendable private static func curve(_ traits: FootageTraits, _ use: FootageUse) -> String? {
    guard traits.hasForeignCurve else { return nil }
    if case .over(let format, _, let keepsSamples) = use, keepsSamples || traits.isHDR && format.hdr != nil {
      let drawn = traits.takesLight ? "is that of BT.2408" : "is its brightest value"
      let white = traits.isHDR ? "; white of what is drawn \(drawn)" : ""
      return keepsSamples ? "the curve of the clip (\(traits.curveName)) is kept\(white)" : nil
    }
    if case .contents = use, traits.isHDR {
      return "the light of the clip (\(traits.curveName)) goes on above white in movies of floats, where files that "
        + "end at white cut it unless toneMapping is filmic; in movies of bytes it fades out toward white"
    }
    if traits.isHDR {
      return "the light of the clip (\(traits.curveName)) is brought below white: what is bright fades out toward it"
    }
    return "the curve of the clip (\(traits.curveName)) is not applied: it looks flat; convert it to BT.709 before"
  }

  @Sendable private static func dynamicLight(_ traits: FootageTraits, _ use: FootageUse) -> String? {
    if let profile = traits.dolbyProfile {
      return "the Dolby Vision of the clip (profile \(profile)) is left out; the pictures below it are used"
    }
    if traits.frameHas(AV_FRAME_DATA_DOVI_METADATA) || traits.frameHas(AV_FRAME_DATA_DOVI_RPU_BUFFER) {
      return "the Dolby Vision of the clip is left out; the pictures below it are used"
    }
    let hasPlus = traits.has(AV_PKT_DATA_DYNAMIC_HDR10_PLUS) || traits.frameHas(AV_FRAME_DATA_DYNAMIC_HDR_PLUS)
    return hasPlus ? "the HDR10+ data of the clip is left out" : nil
  }

  // MARK: Shape and time

  private static let shape: [FootageProperty] = [
    FootageProperty(
      "shape of a pixel", ["sample_aspect_ratio"], over: .kept, contents: .converted,
      "the overlay is drawn for it; a layer shows square pixels"),
    FootageProperty(
      "turn", ["Display Matrix"], over: .converted, contents: .converted,
      "pictures are turned and mirrored; between quarters the nearest one, which is told", remark: turn),
    FootageProperty(
      "fields", ["field_order"], over: .told, contents: .told,
      "interlaced frames are drawn over and shown as whole ones", remark: fields),
    FootageProperty(
      "times",
      ["time_base", "start_time", "duration", "nb_frames", "avg_frame_rate", "r_frame_rate", "pts_wrap_bits"],
      over: .kept, contents: .kept, "of every frame, from zero on; in milliseconds in WebM and Matroska",
      remark: times),
  ]

  @Sendable private static func turn(_ traits: FootageTraits, _ use: FootageUse) -> String? {
    guard traits.obliqueDegrees >= 1 else { return nil }
    return "the turn of the clip lies \(Int(traits.obliqueDegrees.rounded())) degrees beside a quarter, which is taken"
  }

  @Sendable private static func times(_ traits: FootageTraits, _ use: FootageUse) -> String? {
    traits.isSequence ? "picture files have no times: 25 of them are a second" : nil
  }

  @Sendable private static func fields(_ traits: FootageTraits, _ use: FootageUse) -> String? {
    guard traits.isInterlaced else { return nil }
    let action = if case .contents = use { "shown" } else { "drawn over and written" }
    return "the clip is interlaced, and its frames are \(action) as whole ones: deinterlace it before"
  }

  // MARK: Pictures for other eyes

  private static let layouts: [FootageProperty] = [
    FootageProperty(
      "two eyes", ["Stereo 3D"], over: .told, contents: .told,
      "both are one picture; the label stays in MP4, QuickTime and Matroska", remark: eyes),
    FootageProperty(
      "sphere", ["Spherical Mapping"], over: .told, contents: .told,
      "it is a flat picture; the label stays in MP4, QuickTime and Matroska", remark: sphere),
  ]

  @Sendable private static func eyes(_ traits: FootageTraits, _ use: FootageUse) -> String? {
    guard traits.has(AV_PKT_DATA_STEREO3D) else { return nil }
    let action = if case .contents = use { "shown" } else { "drawn over" }
    return "the clip has pictures for two eyes in one, and it is \(action) as one"
  }

  @Sendable private static func sphere(_ traits: FootageTraits, _ use: FootageUse) -> String? {
    guard traits.has(AV_PKT_DATA_SPHERICAL) else { return nil }
    let action = if case .contents = use { "shown" } else { "drawn over" }
    return "the clip is a view all around, and it is \(action) as a flat picture"
  }

  // MARK: Beside the pictures

  private static let beside: [FootageProperty] = [
    FootageProperty(
      "sound",
      [
        "channel_layout", "channels", "ch_layout", "sample_rate", "block_align", "frame_size", "initial_padding",
        "trailing_padding", "seek_preroll", "Replay Gain", "Audio Service Type", "Skip Samples", "JP Dual Mono",
      ], over: .kept, contents: .none,
      "packet for packet; a container without a place for it is an error. In a document name the file under `audio`"),
    FootageProperty(
      "subtitles", ["Subtitle Position", "WebVTT ID", "WebVTT Settings"], over: .kept, contents: .none,
      "packet for packet; told where the container has no place"),
    FootageProperty(
      "words", ["metadata", "Strings Metadata", "Metadata Update"], over: .kept, contents: .none,
      "title, language and others of file, streams and chapters"),
    FootageProperty(
      "chapters", ["chapters"], over: .kept, contents: .none, "with their names"),
    FootageProperty(
      "timecode", ["SMPTE ST 12-1:2014 timecode"], over: .kept, contents: .none,
      "of the file, a track in MP4 and QuickTime; told where it does not go with the rate"),
    FootageProperty(
      "role of a stream", ["disposition"], over: .kept, contents: .none, "default, forced, commentary and others"),
    FootageProperty(
      "further pictures", ["id", "index", "discard", "attached_pic"], over: .told, contents: .told,
      "the default stream is taken, else the first one; covers are told in `--over` alone", remark: pictures),
    FootageProperty("attachments", ["attachments"], over: .told, contents: .none, "fonts and others"),
    FootageProperty(
      "data", ["data", "Producer Reference Time", "MPEGTS Stream ID", "programs"], over: .told, contents: .none,
      "places, motion and others; a timecode's track is made again"),
    FootageProperty(
      "data of single frames", ["A53 Closed Captions", "Active Format Description data"], over: .told,
      contents: .none, "captions and others that the first frame has", remark: notes),
    FootageProperty(
      "encryption", ["Encryption initialization data", "Encryption info"], over: .told, contents: .told, "an error"),
    FootageProperty(
      "what libav keeps for itself",
      ["av_class", "codecpar", "priv_data", "side_data", "nb_side_data", "event_flags", "internal", "coded_side_data"],
      over: .none, contents: .none, "says nothing about the clip"),
  ]

  @Sendable private static func notes(_ traits: FootageTraits, _ use: FootageUse) -> String? {
    guard case .over = use else { return nil }
    let kinds = [
      (AV_FRAME_DATA_A53_CC, "captions in the pictures"), (AV_FRAME_DATA_AFD, "notes on the active part of pictures"),
    ]
    let found = kinds.filter { traits.frameHas($0.0) }.map { "the \($0.1)" }
    return found.isEmpty ? nil : "\(found.joined(separator: " and ")) of the clip are left out"
  }

  @Sendable private static func pictures(_ traits: FootageTraits, _ use: FootageUse) -> String? {
    guard traits.pictureStreams > 1, case .contents = use else { return nil }
    return "the clip has \(traits.pictureStreams) streams of pictures; one of them is shown"
  }
}
