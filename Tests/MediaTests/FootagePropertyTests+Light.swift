import CStarmineFFmpeg
import StarmineMedia
import Testing

/// Properties of light and colour, and of single frames, that stand in the coded pictures themselves.
extension FootagePropertyTests {
  private static func makePQ(_ maker: inout ClipMaker) { makeHDR(&maker, AVCOL_TRC_SMPTE2084) }

  /// The note on a clip in a layer, by the name of its transfer function.
  static func contentsRemark(_ curve: String) -> String {
    "the video (\(curve)) keeps highlights above white in float movies, where SDR files clip them unless toneMapping "
      + "is filmic. In 8-bit movies it is tone-mapped"
  }

  static let light: [Case] = [
    Case(property: "transfer curve", make: makePQ) { clip, folder in
      for (name, key) in [("b.mp4", "hevc-10"), ("b.mov", "prores"), ("b.mkv", "ffv1")] {
        let made = try write(clip, to: name, in: folder)
        #expect(made.format.key == key && made.file.parameters.color_trc == AVCOL_TRC_SMPTE2084)
        #expect(made.file.parameters.color_primaries == AVCOL_PRI_BT2020 && made.says("(PQ) is kept"))
      }
      for (name, key) in [("c.mp4", "h264"), ("c.webm", "vp9"), ("c.mov", "prores4444")] {
        let made = try write(clip, to: name, in: folder, key: key)
        #expect(made.says("(PQ) is tone-mapped to SDR"))
        #expect(made.file.parameters.color_trc == AVCOL_TRC_BT709)
      }
      #expect(
        try Footage(path: clip).remarksAsContents == [
          contentsRemark("PQ")
        ])
    },
    Case(property: "Dolby Vision and HDR10+", name: "a.mp4") {
      makePQ(&$0)
      $0.encoder = "libx265"
      // A prefix of supplemental information, registered: HDR10+ in its first version, with one window.
      $0.unit = [0x4E, 0x01] + supplement([0xB5, 0x00, 0x3C, 0x00, 0x01, 0x04] + tenPlus)
    } check: { clip, folder in
      let footage = try Footage(path: clip)
      #expect(footage.remarksAsContents.contains("the HDR10+ data of the video is ignored"))
      let made = try write(clip, to: "b.mp4", in: folder)
      #expect(made.says("the HDR10+ data of the video is ignored") && made.says("(PQ) is kept"))
      #expect(!made.over.remarksAsContents.contains { $0.contains("HDR10+") })
    },
    Case(property: "primaries", name: "a.mov") {
      ($0.encoder, $0.pixels) = ("png", AV_PIX_FMT_RGB24)
      $0.sample = { component, x, _ in component * 60 + x }
      $0.frame = { frame in
        guard let data = av_frame_new_side_data(frame, AV_FRAME_DATA_ICC_PROFILE, 200) else { return }
        data.pointee.data.update(repeating: 7, count: 200)
      }
    } check: { clip, folder in
      let made = try write(clip, to: "b.mp4", in: folder)
      #expect(made.says("the colour profile of the video is ignored"))
      #expect(made.saysInLayer("the colour profile of the video is ignored"))
      #expect(made.over.remarksAsContents == [])
    },
    Case(property: "primaries", name: "a.mov") {
      ($0.encoder, $0.options) = ("libx264", ["movflags": "prefer_icc"])
      $0.file = { _, stream in
        shim_add_stream_data(stream, AV_PKT_DATA_ICC_PROFILE, 200)?.update(repeating: 7, count: 200)
      }
    } check: { clip, folder in
      let made = try write(clip, to: "b.mp4", in: folder)
      #expect(made.says("the colour profile of the video is ignored"))
      #expect(made.saysInLayer("the colour profile of the video is ignored"))
    },
  ]

  static let notes: [Case] = [
    Case(property: "frame data", name: "a.mp4") {
      $0.encoder = "libx264"
      // The active part: 4 to 3 in the middle.
      $0.unit = [0x06] + supplement([0xB5, 0x00, 0x31] + Array("DTG1".utf8) + [0x41, 0xF9])
    } check: { clip, folder in
      let made = try write(clip, to: "b.mp4", in: folder)
      #expect(made.says("the active format description of the video are left out"))
      #expect(made.clip.remarksAsContents == [])
    }
  ]

  /// One message of registered user data, kept from looking like a start code, with the bit that ends a unit.
  private static func supplement(_ message: [UInt8]) -> [UInt8] {
    var (bytes, zeros): ([UInt8], Int) = ([], 0)
    for byte in [4, UInt8(message.count)] + message {
      if zeros == 2, byte <= 3 {
        bytes.append(3)
        zeros = 0
      }
      bytes.append(byte)
      zeros = byte == 0 ? zeros + 1 : 0
    }
    return bytes + [0x80]
  }

  /// Numbers of HDR10+ (SMPTE 2094-40), most significant bit first.
  private static let tenPlus: [UInt8] = {
    // Version, windows, brightest light and whether its table is there, of the window the largest components, their
    // mean and percentiles (none), bright pixels; then no further tables.
    let fields: [(bits: Int, value: Int)] = [
      (8, 1), (2, 1), (27, 1000), (1, 0), (17, 5000), (17, 6000), (17, 7000), (17, 800), (4, 0), (10, 5), (1, 0),
      (1, 0), (1, 0),
    ]
    var bits = fields.flatMap { field in (0..<field.bits).reversed().map { UInt8(field.value >> $0 & 1) } }
    bits += [UInt8](repeating: 0, count: (8 - bits.count % 8) % 8)
    return stride(from: 0, to: bits.count, by: 8).map { bits[$0..<$0 + 8].reduce(0) { $0 << 1 | $1 } }
  }()
}
