import CStarmineFFmpeg
import StarmineGraphics
import StarmineMedia
import Testing

extension FootagePropertyTests {
  static let cases = samples + colors + light + shape + beside + notes + streams

  // MARK: Samples

  private static let samples: [Case] = [
    Case(property: "codec") { _ in
    } check: { clip, folder in
      let made = try write(clip, to: "b.mp4", in: folder)
      #expect(made.file.codec == "h264" && made.remarks == [] && made.clip.remarksAsContents == [])
    },
    Case(property: "size") {
      ($0.width, $0.height) = (48, 36)
    } check: { clip, folder in
      let made = try write(clip, to: "b.mp4", in: folder)
      #expect(made.file.parameters.width == 48 && made.file.parameters.height == 36)
      #expect(try made.clip.image(ofFrame: 0).width == 48)
    },
    Case(property: "pixel format") {
      $0.pixels = AV_PIX_FMT_YUV444P10LE
      $0.sample = { plane, x, _ in plane == 0 ? 300 + x : 512 }
    } check: { clip, folder in
      let shallow = try write(clip, to: "b.mp4", in: folder)
      #expect(shallow.file.pixels == "yuv420p" && shallow.says("10 bits per sample of the video become 8"))
      let deep = try write(clip, to: "c.mp4", in: folder, key: "h264-10")
      #expect(deep.file.pixels == "yuv420p10le" && deep.remarks == [])
      let kept = try write(clip, to: "d.mkv", in: folder)
      #expect(kept.file.pixels == "yuv444p10le" && kept.remarks == [])
    },
    Case(property: "alpha", name: "a.mov") {
      ($0.encoder, $0.pixels) = ("png", AV_PIX_FMT_RGBA)
      // A quarter of the alpha at the right.
      $0.sample = { component, x, _ in component < 3 ? 200 : x < 16 ? 255 : 64 }
    } check: { clip, folder in
      for (name, key) in [("b.mov", "prores4444"), ("b.webm", "vp9-alpha"), ("b.mkv", "ffv1")] {
        let made = try write(clip, to: name, in: folder)
        #expect(made.format.key == key && !made.says("alpha"), "\(name)")
        let image = try made.over.image(ofFrame: 1)
        #expect(abs(Int(image[28, 8] >> 24) - 64) <= 4, "\(name): \(String(image[28, 8], radix: 16))")
        // Opaque where the overlay is.
        #expect(image[2, 8] >> 24 >= 252 && difference(image[2, 8], 0xFF7E_7E7E) <= 4, "\(name)")
      }
      let black = try write(clip, to: "b.mp4", in: folder)
      #expect(black.format.key == "h264" && black.says("the video has alpha, and H.264 in MP4 does not"))
      #expect(difference(try black.over.image(ofFrame: 1)[28, 8], 0xFF32_3232) <= 6)
      #expect(try black.clip.image(ofFrame: 0)[28, 8] >> 24 == 64)
    },
  ]

  // MARK: Colours

  /// A curve of HDR with the primaries and the matrix of BT.2020, wide enough for x265.
  static func makeHDR(_ maker: inout ClipMaker, _ curve: AVColorTransferCharacteristic) {
    (maker.width, maker.height, maker.pixels) = (80, 32, AV_PIX_FMT_YUV420P10LE)
    maker.sample = { plane, x, _ in plane == 0 ? 100 + x * 8 : 512 + x }
    maker.codec = {
      $0.pointee.color_primaries = AVCOL_PRI_BT2020
      $0.pointee.color_trc = curve
      $0.pointee.colorspace = AVCOL_SPC_BT2020_NCL
      $0.pointee.color_range = AVCOL_RANGE_MPEG
    }
  }

  private static func makeHLG(_ maker: inout ClipMaker) { makeHDR(&maker, AVCOL_TRC_ARIB_STD_B67) }

  private static let colors: [Case] = [
    Case(property: "matrix") {
      // Pure red in BT.2020.
      $0.sample = { plane, _, _ in [74, 97, 240][plane] }
      $0.codec = { $0.pointee.colorspace = AVCOL_SPC_BT2020_NCL }
    } check: { clip, folder in
      let made = try write(clip, to: "b.mp4", in: folder)
      #expect(made.file.parameters.color_space == AVCOL_SPC_BT2020_NCL)
      #expect(difference(try made.over.image(ofFrame: 0)[24, 8], 0xFFFF_0000) <= 5)
      #expect(difference(try made.clip.image(ofFrame: 0)[24, 8], 0xFFFF_0000) <= 5)
      let pixels = try write(clip, to: "b.mov", in: folder, key: "prores4444")
      #expect(pixels.file.parameters.color_space == AVCOL_SPC_BT709)
      #expect(difference(try pixels.over.image(ofFrame: 0)[24, 8], 0xFFFF_0000) <= 5)
    },
    Case(property: "range") {
      $0.sample = { plane, _, _ in [200, 100, 180][plane] }
      $0.codec = { $0.pointee.color_range = AVCOL_RANGE_JPEG }
    } check: { clip, folder in
      let wanted = try Footage(path: clip).image(ofFrame: 0)[24, 8]
      for (name, key, range) in [
        ("b.mp4", "h264", AVCOL_RANGE_JPEG), ("b.mov", "prores", AVCOL_RANGE_MPEG), ("b.mkv", "ffv1", AVCOL_RANGE_JPEG),
        ("b.webm", "vp9", AVCOL_RANGE_JPEG), ("c.mov", "h264-mov", AVCOL_RANGE_JPEG),
      ] {
        let made = try write(clip, to: name, in: folder, key: key)
        let image = try made.over.image(ofFrame: 0)
        #expect(difference(image[24, 8], wanted) <= 6, "\(key): \(String(image[24, 8], radix: 16))")
        #expect(difference(image[2, 8], 0xFF7E_7E7E) <= 4, "\(key): \(String(image[2, 8], radix: 16))")
        #expect(made.file.parameters.color_range == range, "\(key)")
      }
    },
    Case(property: "primaries") {
      $0.codec = { $0.pointee.color_primaries = AVCOL_PRI_SMPTE432 }
    } check: { clip, folder in
      let made = try write(clip, to: "b.mp4", in: folder)
      #expect(made.file.parameters.color_primaries == AVCOL_PRI_SMPTE432 && made.remarks == [])
      #expect(try write(clip, to: "b.mov", in: folder, key: "prores4444").says("are treated as BT.709"))
      #expect(made.saysInLayer("the primaries of the video (smpte432) are treated as BT.709"))
    },
    Case(property: "transfer curve", make: makeHLG) { clip, folder in
      for (name, key, codec) in [
        ("b.mp4", "hevc-10", "hevc"), ("b.mov", "prores", "prores"), ("b.mkv", "ffv1", "ffv1"),
      ] {
        let made = try write(clip, to: name, in: folder)
        #expect(made.format.key == key && made.file.codec == codec)
        #expect(made.file.pixels == (key == "prores" ? "yuv422p10le" : "yuv420p10le"))
        let parameters = made.file.parameters
        #expect(parameters.color_trc == AVCOL_TRC_ARIB_STD_B67 && parameters.color_primaries == AVCOL_PRI_BT2020)
        #expect(parameters.color_space == AVCOL_SPC_BT2020_NCL && made.says("(HLG) is kept"))
      }
      for (name, key) in [("c.mp4", "h264"), ("c.webm", "vp9"), ("c.mov", "prores4444")] {
        let made = try write(clip, to: name, in: folder, key: key)
        #expect(made.says("(HLG) is tone-mapped to SDR"))
        #expect(made.file.parameters.color_trc == AVCOL_TRC_BT709)
      }
      #expect(
        try Footage(path: clip).remarksAsContents == [
          contentsRemark("HLG")
        ])
    },
    Case(property: "mastering display") {
      makeHLG(&$0)
      let light = [UInt32(1000), 400]
      $0.file = { _, stream in add(light, AV_PKT_DATA_CONTENT_LIGHT_LEVEL, to: stream) }
    } check: { clip, folder in
      for name in ["b.mp4", "b.mkv"] {
        let made = try write(clip, to: name, in: folder)
        #expect(made.file.data(AV_PKT_DATA_CONTENT_LIGHT_LEVEL).map { words($0) } == [1000, 400], "\(name)")
      }
      #expect(try Footage(path: clip).remarksAsContents.count == 1)
    },
    Case(property: "Dolby Vision and HDR10+") {
      makeHLG(&$0)
      $0.file = { _, stream in add([UInt8](dolby(profile: 8)), AV_PKT_DATA_DOVI_CONF, to: stream) }
    } check: { clip, folder in
      let made = try write(clip, to: "b.mp4", in: folder)
      #expect(made.says("Dolby Vision data of the video (profile 8) is ignored") && made.saysInLayer("is ignored"))
      #expect(made.file.data(AV_PKT_DATA_DOVI_CONF) == nil)
      var maker = ClipMaker()
      makeHLG(&maker)
      maker.file = { _, stream in add([UInt8](dolby(profile: 5)), AV_PKT_DATA_DOVI_CONF, to: stream) }
      try maker.write(folder.file("five.mkv"))
      #expect(throws: FootageError.unknownColors(path: folder.file("five.mkv"), colors: "Dolby Vision's profile 5")) {
        try Footage(path: folder.file("five.mkv"))
      }
    },
    Case(property: "chroma location", name: "a.mp4") {
      $0.encoder = "libx264"
      $0.codec = { $0.pointee.chroma_sample_location = AVCHROMA_LOC_TOPLEFT }
    } check: { clip, folder in
      let made = try write(clip, to: "b.mp4", in: folder)
      #expect(made.file.parameters.chroma_location == AVCHROMA_LOC_TOPLEFT)
    },
  ]

  /// The record of Dolby Vision as libav holds it: version, profile, level, what is there, what is below.
  private static func dolby(profile: UInt8) -> [UInt8] { [1, 0, profile, 4, 1, 0, 1, profile == 5 ? 0 : 4] }

  private static func add<Value>(
    _ values: [Value], _ kind: AVPacketSideDataType, to stream: UnsafeMutablePointer<AVStream>
  ) {
    values.withUnsafeBytes { bytes in
      guard let data = shim_add_stream_data(stream, kind, bytes.count) else { return }
      for (number, byte) in bytes.enumerated() { data[number] = byte }
    }
  }

  private static func words(_ bytes: [UInt8]) -> [Int] {
    stride(from: 0, to: bytes.count - 3, by: 4).map { first in
      (0..<4).reduce(0) { $0 | Int(bytes[first + $1]) << (8 * $1) }
    }
  }

  // MARK: Shape and time

  private static func matrix(degrees: Double) -> [Int32] {
    var matrix = [Int32](repeating: 0, count: 9)
    av_display_rotation_set(&matrix, degrees)
    return matrix
  }

  private static let shape: [Case] = [
    Case(property: "pixel aspect ratio") {
      $0.codec = { $0.pointee.sample_aspect_ratio = AVRational(num: 2, den: 1) }
      $0.file = { _, stream in stream.pointee.sample_aspect_ratio = AVRational(num: 2, den: 1) }
    } check: { clip, folder in
      let made = try write(clip, to: "b.mp4", in: folder)
      let aspect = made.file.parameters.sample_aspect_ratio
      #expect(aspect.num == 2 && aspect.den == 1 && made.file.parameters.width == 32)
      #expect(made.clip.width == 64 && made.over.width == 64)
    },
    Case(property: "rotation", name: "a.mov") {
      ($0.width, $0.height, $0.encoder) = (48, 32, "libx264")
      let matrix = matrix(degrees: -120)
      $0.file = { _, stream in add(matrix, AV_PKT_DATA_DISPLAYMATRIX, to: stream) }
    } check: { clip, folder in
      let made = try write(clip, to: "b.mp4", in: folder)
      #expect(made.file.parameters.width == 32 && made.file.parameters.height == 48)
      #expect(made.file.data(AV_PKT_DATA_DISPLAYMATRIX) == nil)
      #expect(made.says("changed by 30 degrees to a quarter turn") && made.saysInLayer("by 30 degrees"))
    },
    Case(property: "field order") {
      $0.file = { _, stream in stream.pointee.codecpar.pointee.field_order = AV_FIELD_TT }
    } check: { clip, folder in
      let made = try write(clip, to: "b.mp4", in: folder)
      #expect(made.says("is interlaced, and its frames are drawn over and written as progressive"))
      #expect(made.saysInLayer("is interlaced, and its frames are shown as progressive"))
    },
    Case(property: "timing", name: "a.mp4") {
      $0.encoder = "libx264"
      // Each frame twice as long as the one before.
      $0.frame = { $0.pointee.pts = (1 << $0.pointee.pts) - 1 }
    } check: { clip, folder in
      let made = try write(clip, to: "b.mp4", in: folder)
      #expect((0..<3).map { (made.over.time(ofFrame: $0) * 10).rounded() } == [0, 1, 3])
      #expect((0..<3).map { made.clip.frame(at: [0, 0.15, 0.35][$0]) } == [0, 1, 2])
    },
  ]

  // MARK: Beside the samples

  private static let beside: [Case] = [
    Case(property: "stereo") {
      // Side by side: type 1, no flag, both eyes.
      $0.file = { _, stream in add([UInt32](arrayLiteral: 1, 0, 0), AV_PKT_DATA_STEREO3D, to: stream) }
    } check: { clip, folder in
      let made = try write(clip, to: "b.mp4", in: folder)
      #expect(made.file.data(AV_PKT_DATA_STEREO3D).map { words($0)[0] } == 1)
      #expect(made.says("stereoscopic, and it is drawn over as one") && made.saysInLayer("is shown as one"))
    },
    Case(property: "spherical video") {
      // All around, not turned.
      $0.file = { _, stream in add([UInt32](repeating: 0, count: 9), AV_PKT_DATA_SPHERICAL, to: stream) }
    } check: { clip, folder in
      let made = try write(clip, to: "b.mp4", in: folder)
      #expect(made.file.data(AV_PKT_DATA_SPHERICAL) != nil)
      #expect(made.says("spherical, and it is drawn over") && made.saysInLayer("is shown as a flat picture"))
    },
    Case(property: "frame data", name: "a.mp4") {
      $0.encoder = "libx264"
      $0.frame = { frame in
        // Two pairs of characters of a line of captions.
        let bytes: [UInt8] = [0xFC, 0x94, 0x20, 0xFC, 0xC8, 0x49]
        guard let data = av_frame_new_side_data(frame, AV_FRAME_DATA_A53_CC, bytes.count) else { return }
        data.pointee.data.update(from: bytes, count: bytes.count)
      }
    } check: { clip, folder in
      let made = try write(clip, to: "b.mp4", in: folder)
      #expect(made.says("the captions in the pictures of the video are left out"))
    },
    Case(property: "encryption", name: "a.mp4") {
      $0.encoder = "libx264"
      $0.options = [
        "encryption_scheme": "cenc-aes-ctr", "encryption_key": String(repeating: "76", count: 16),
        "encryption_kid": String(repeating: "a7", count: 16),
      ]
    } check: { clip, _ in
      #expect(throws: FootageError.unreadable(path: clip, reason: "it is encrypted")) { try Footage(path: clip) }
    },
    Case(property: "stream role") {
      $0.file = { _, stream in stream.pointee.disposition = AV_DISPOSITION_DEFAULT | AV_DISPOSITION_FORCED }
    } check: { clip, folder in
      let made = try write(clip, to: "b.mkv", in: folder)
      #expect(made.file.pictures.pointee.disposition & AV_DISPOSITION_FORCED != 0)
    },
    Case(property: "metadata") {
      $0.file = { file, stream in
        av_dict_set(&file.pointee.metadata, "title", "A clip", 0)
        av_dict_set(&stream.pointee.metadata, "language", "fre", 0)
      }
    } check: { clip, folder in
      let made = try write(clip, to: "b.mp4", in: folder)
      #expect(made.file.word("title") == "A clip" && made.file.word("language") == "fre")
    },
    Case(property: "timecode", name: "a.mov") {
      ($0.encoder, $0.rate) = ("libx264", AVRational(num: 30000, den: 1001))
      $0.file = { _, stream in av_dict_set(&stream.pointee.metadata, "timecode", "01:00:00;02", 0) }
    } check: { clip, folder in
      for name in ["b.mp4", "b.mov", "b.mkv"] {
        let made = try write(clip, to: name, in: folder)
        #expect(made.file.word("timecode") == "01:00:00;02" && made.remarks == [], "\(name)")
      }
      var maker = ClipMaker()
      maker.file = { _, stream in av_dict_set(&stream.pointee.metadata, "timecode", "01:00:00;02", 0) }
      try maker.write(folder.file("ten.mkv"))
      let made = try write(folder.file("ten.mkv"), to: "c.mp4", in: folder)
      #expect(made.file.word("timecode") == nil && made.says("the timecode of the video (01:00:00;02) is left out"))
    },
  ]

  // MARK: Further streams

  /// Adds a stream that is not of pictures.
  private static func addStream(
    _ kind: AVMediaType, _ codec: AVCodecID, to file: UnsafeMutablePointer<AVFormatContext>
  ) -> UnsafeMutablePointer<AVStream>? {
    guard let stream = avformat_new_stream(file, nil) else { return nil }
    stream.pointee.codecpar.pointee.codec_type = kind
    stream.pointee.codecpar.pointee.codec_id = codec
    stream.pointee.time_base = AVRational(num: 1, den: 1000)
    return stream
  }

  private static let streams: [Case] = [
    Case(property: "sound", name: "a.mov") {
      $0.encoder = "libx264"
      $0.further = [UInt8](repeating: 7, count: 4800 * 2)
      $0.file = { file, _ in
        guard let stream = addStream(AVMEDIA_TYPE_AUDIO, AV_CODEC_ID_PCM_S16LE, to: file) else { return }
        stream.pointee.time_base = AVRational(num: 1, den: 48_000)
        stream.pointee.codecpar.pointee.sample_rate = 48_000
        stream.pointee.codecpar.pointee.format = AV_SAMPLE_FMT_S16.rawValue
        av_channel_layout_default(&stream.pointee.codecpar.pointee.ch_layout, 1)
      }
    } check: { clip, folder in
      let made = try write(clip, to: "b.mov", in: folder)
      #expect(made.remarks == [] && made.file.streams.count == 2)
      let sounds = try [clip, folder.file("b.mov")].map { try SoundPackets.read(path: $0) }
      #expect(sounds[0].flatMap(\.bytes) == sounds[1].flatMap(\.bytes) && !sounds[0].isEmpty)
      #expect(throws: VideoError.self) { try write(clip, to: "b.mp4", in: folder) }
    },
    Case(property: "subtitles") {
      $0.further = [UInt8]("Hello".utf8)
      $0.file = { file, _ in _ = addStream(AVMEDIA_TYPE_SUBTITLE, AV_CODEC_ID_SUBRIP, to: file) }
    } check: { clip, folder in
      let kept = try write(clip, to: "b.mkv", in: folder)
      #expect(kept.file.streams.count == 2 && kept.remarks == [])
      #expect(try write(clip, to: "b.mp4", in: folder).says("cannot store the subtitles (subrip) of the video"))
    },
    Case(property: "chapters") {
      $0.file = { file, _ in addChapter(to: file) }
    } check: { clip, folder in
      let made = try write(clip, to: "b.mp4", in: folder)
      #expect(made.file.chapters == 1 && made.remarks == [])
      // QuickTime's list of chapters is a stream, and made anew.
      let again = try write(folder.file("b.mp4"), to: "c.mp4", in: folder)
      #expect(again.file.chapters == 1 && again.remarks == [])
    },
    Case(property: "other video streams") {
      $0.file = { file, first in
        guard let second = avformat_new_stream(file, nil) else { return }
        avcodec_parameters_copy(second.pointee.codecpar, first.pointee.codecpar)
        second.pointee.time_base = first.pointee.time_base
      }
    } check: { clip, folder in
      let made = try write(clip, to: "b.mp4", in: folder)
      #expect(made.file.streams.count == 1 && made.says("cannot store the cover or second picture (ffv1) of the video"))
      #expect(made.saysInLayer("the video has 2 picture streams"))
    },
    Case(property: "attachments") {
      $0.file = { file, _ in
        guard let stream = addStream(AVMEDIA_TYPE_ATTACHMENT, AV_CODEC_ID_TTF, to: file),
          let bytes = av_mallocz(64)?.assumingMemoryBound(to: UInt8.self)
        else { return }
        (stream.pointee.codecpar.pointee.extradata, stream.pointee.codecpar.pointee.extradata_size) = (bytes, 16)
        av_dict_set(&stream.pointee.metadata, "filename", "font.ttf", 0)
        av_dict_set(&stream.pointee.metadata, "mimetype", "application/x-truetype-font", 0)
      }
    } check: { clip, folder in
      let made = try write(clip, to: "b.mkv", in: folder)
      #expect(made.says("cannot store the attachment (ttf) of the video"))
    },
    Case(property: "data", name: "a.ts") {
      ($0.encoder, $0.rate) = ("mpeg2video", AVRational(num: 25, den: 1))
      $0.further = [UInt8](repeating: 1, count: 20)
      $0.file = { file, _ in _ = addStream(AVMEDIA_TYPE_DATA, AV_CODEC_ID_SMPTE_KLV, to: file) }
    } check: { clip, folder in
      let made = try write(clip, to: "b.mp4", in: folder)
      #expect(made.says("cannot store the data (klv) of the video"))
    },
  ]

  private static func addChapter(to file: UnsafeMutablePointer<AVFormatContext>) {
    let size = MemoryLayout<UnsafeMutablePointer<AVChapter>?>.stride
    guard let list = av_calloc(1, size)?.assumingMemoryBound(to: UnsafeMutablePointer<AVChapter>?.self),
      let chapter = av_mallocz(MemoryLayout<AVChapter>.size)?.assumingMemoryBound(to: AVChapter.self)
    else { return }
    (chapter.pointee.id, chapter.pointee.time_base) = (1, AVRational(num: 1, den: 1000))
    (chapter.pointee.start, chapter.pointee.end) = (0, 200)
    av_dict_set(&chapter.pointee.metadata, "title", "Begin", 0)
    list[0] = chapter
    (file.pointee.chapters, file.pointee.nb_chapters) = (list, 1)
  }
}
