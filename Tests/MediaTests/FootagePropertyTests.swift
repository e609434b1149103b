import CStarmineFFmpeg
import Foundation
import StarmineGraphics
import StarmineMedia
import StarmineRaster
import StarmineTestSupport
import Testing

/// Every row of the table of `media.md 8.6` with a clip that has the property, and what must come out of it.
@Suite struct FootagePropertyTests {
  /// A clip, and the file that was drawn over it.
  struct Outcome {
    let clip: Footage
    let over: Footage
    let file: ReadFile
    let format: VideoFormat
    let remarks: [String]

    func says(_ text: String) -> Bool { remarks.contains { $0.contains(text) } }
    func saysInLayer(_ text: String) -> Bool { clip.remarksAsContents.contains { $0.contains(text) } }
  }

  /// Writes a clip anew with an opaque square at its left, as the program does.
  static func write(_ clip: String, to name: String, in folder: TemporaryFolder, key: String? = nil) throws -> Outcome {
    let footage = try Footage(path: clip)
    let format = try VideoFormat(forPath: name, named: key, over: footage)
    let path = folder.file(name)
    let options = VideoOptions(crf: format.bestQuality)
    var writer = try FootageWriter(to: path, over: footage, format: format, options: options)
    let remarks = writer.remarks
    #expect(try remarks == FootageWriter.remarks(on: path, over: footage, format: format, options: options))
    var converter = try writer.conversion.makeConverter()
    let overlay = makeFrame(footage.pixelSize.width, footage.pixelSize.height) { x, _ in x < 8 ? 0xFF7E_7E7E : 0 }
    for number in 0..<footage.frameCount {
      try writer.append(converter.convert(footage.frame(number), under: overlay), at: number)
    }
    _ = try writer.finish()
    let (over, file) = (try Footage(path: path), try ReadFile(path))
    return Outcome(clip: footage, over: over, file: file, format: format, remarks: remarks)
  }

  struct Case: Sendable, CustomTestStringConvertible {
    /// The row's name.
    let property: String
    /// The clip's name.
    var name = "a.mkv"
    /// Says what the clip is like.
    let make: @Sendable (inout ClipMaker) -> Void
    let check: @Sendable (String, TemporaryFolder) throws -> Void

    var testDescription: String { property }
  }

  @Test(arguments: cases) func propertiesAreKeptAsTheTableStates(item: Case) throws {
    let folder = TemporaryFolder()
    var maker = ClipMaker()
    item.make(&maker)
    let path = folder.file(item.name)
    try maker.write(path)
    try item.check(path, folder)
  }

  /// Rows of the table of `media.md 8.6`, without the head.
  private static func rows() throws -> [[String]] {
    let article = try Checkout.text(of: "Documentation/media.md")
    let section = try #require(article.components(separatedBy: "### 8.6").last?.components(separatedBy: "\n###").first)
    let rows = section.split(separator: "\n").filter { $0.hasPrefix("| ") }.map {
      $0.components(separatedBy: " | ").map { $0.trimmingCharacters(in: CharacterSet(charactersIn: "| ")) }
    }
    return Array(rows.filter { $0.count == 5 }.dropFirst(2))
  }

  @Test func everyRowHasACase() throws {
    let rows = try Self.rows().filter { $0[2] != "–" || $0[3] != "–" }.map { $0[0] }
    #expect(Set(rows) == Set(Self.cases.map(\.property)))
    #expect(Set(rows).count == rows.count)
  }

  /// libav 59 is the one that the rows were made with; a newer one may know more.
  @Test func theTableHasEverythingThatLibavKnows() throws {
    let named = try Self.rows().flatMap { $0[1].components(separatedBy: ", ") }
      .map { $0.trimmingCharacters(in: CharacterSet(charactersIn: "`")) }
    #expect(Set(named).count == named.count)
    guard avformat_version() >> 16 == 59 else { return }
    var known = Mirror(reflecting: AVCodecParameters()).children.compactMap(\.label)
    known += Mirror(reflecting: AVStream()).children.compactMap(\.label)
    known += (0..<AV_PKT_DATA_NB.rawValue).compactMap { av_packet_side_data_name(AVPacketSideDataType($0)) }
      .map { String(cString: $0) }
    #expect(known.count > 60)
    #expect(Set(known).subtracting(named).sorted() == [])
  }

  @Test func unreadableColoursAreErrors() throws {
    let folder = TemporaryFolder()
    for matrix in [AVCOL_SPC_YCGCO, AVCOL_SPC_ICTCP] {
      var maker = ClipMaker()
      maker.codec = { $0.pointee.colorspace = matrix }
      try maker.write(folder.file("a.mkv"))
      let error = #expect(throws: FootageError.self) { try Footage(path: folder.file("a.mkv")) }
      guard case .unknownColors? = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
    }
  }
}

extension VideoFormat {
  /// The best quality where there is a choice, so that samples can be compared.
  fileprivate var bestQuality: Double? { encoder == "libx264" || encoder == "libx265" ? 4 : nil }
}
