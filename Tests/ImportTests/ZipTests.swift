import Foundation
import Starmine
import StarmineImport
import StarminePresets
import Testing

/// Wallpapers as zip archives (`.tendies`), and archives that mean harm. The archives are made by hand here, from the
/// description of the format.
struct ZipTests {
  struct Entry {
    var name: String
    var bytes: [UInt8] = []
    /// How they are packed, if they are.
    var packed: [UInt8]?
    var size: Int?
    var flags = 0
    /// Mode of Unix.
    var mode = 0o100644
  }

  static func archive(_ entries: [Entry]) -> [UInt8] {
    func little(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    var (result, list) = ([UInt8](), [UInt8]())
    for entry in entries {
      let (name, data) = (Array(entry.name.utf8), entry.packed ?? entry.bytes)
      let common =
        little(20, 2) + little(entry.flags, 2) + little(entry.packed == nil ? 0 : 8, 2) + little(0, 4)
        + little(Int(Inflater.checksum(entry.bytes)), 4) + little(data.count, 4)
        + little(entry.size ?? entry.bytes.count, 4) + little(name.count, 2) + little(0, 2)
      list += little(0x0201_4B50, 4) + little(0x031E, 2) + common + little(0, 2) + little(0, 2) + little(0, 2)
      list += little(entry.mode << 16, 4) + little(result.count, 4) + name
      result += little(0x0403_4B50, 4) + common + name + data
    }
    let end =
      little(0x0605_4B50, 4) + little(0, 4) + little(entries.count, 2) + little(entries.count, 2)
      + little(list.count, 4) + little(result.count, 4) + little(0, 2)
    return result + list + end
  }

  private static func caml(_ color: String, _ inner: String = "") -> [UInt8] {
    let text = """
      <caml><CALayer bounds="0 0 100 100" position="50 50" backgroundColor="\(color)">\(inner)</CALayer></caml>
      """
    return Array(text.utf8)
  }

  private func message(_ bytes: [UInt8]) throws -> String {
    let folder = try Folder()
    try folder.write(bytes, to: "a.tendies")
    do {
      _ = try folder.scene("a.tendies")
    } catch {
      return "\(error)"
    }
    return ""
  }

  /// Backgrounds lie below; pictures become part of the document, those of keyframes too.
  @Test func wallpapersOpenAsTheyAre() throws {
    let video = """
      <animations><animation type="CAKeyframeAnimation" keyPath="contents" calculationMode="discrete" duration="1">
      <values><CGImage src="assets/0.png"/><CGImage src="1%20a.png"/></values></animation></animations>
      """
    let png = Array(try #require(Data(base64Encoded: picture)))
    let place = "descriptors/1/versions/0/contents/7.wallpaper"
    let folder = try Folder()
    try folder.write(
      Self.archive([
        Entry(name: "__MACOSX/\(place)/x_Floating.ca/main.caml"), Entry(name: "\(place)/", mode: 0o40755),
        Entry(name: "\(place)/x_Floating.ca/main.caml", bytes: Self.caml("0 1 0", video)),
        Entry(name: "\(place)/x_Floating.ca/assets/0.png", bytes: png),
        Entry(name: "\(place)/x_Floating.ca/assets/1 a.png", bytes: png),
        Entry(name: "\(place)/x_Background.ca/main.caml", bytes: Self.caml("1 0 0")),
        Entry(name: "descriptors/2/8.wallpaper/x.ca/main.caml", bytes: Self.caml("0 0 1")),
      ]), to: "w.tendies")
    let layers = try #require(try folder.scene("w.tendies").rootLayer.sublayers)
    #expect(layers.map { $0.backgroundColor?.red } == [1, 0])
    let pictures = layers[1].animation(forKey: "contents") as? CAKeyframeAnimation
    #expect(pictures?.values?.count == 2 && pictures?.values?.allSatisfy { $0 is CGImage } == true)
    #expect(try folder.lost("w.tendies") == ["descriptors/2/8.wallpaper"])
  }

  /// `<caml><CALayer/></caml>`, packed by another program.
  @Test func packedFilesAreRead() throws {
    let entry = Entry(
      name: "a.ca/main.caml", bytes: Array("<caml><CALayer/></caml>".utf8),
      packed: Array(try #require(Data(base64Encoded: "s0lOzM2xs3F29EmsTC3St7PRBwsAAA=="))))
    let folder = try Folder()
    try folder.write(Self.archive([entry]), to: "a.tendies")
    #expect(try folder.scene("a.tendies").rootLayer.sublayers?.count == 1)
    var wrong = entry
    wrong.size = 20
    #expect(try message(Self.archive([wrong])).contains("larger than its entry says"))
    wrong.size = 90
    #expect(try message(Self.archive([wrong])).contains("damaged"))
    wrong.size = 100 << 20
    #expect(try message(Self.archive([wrong])).contains("the limit is 67108864"))
    wrong = entry
    wrong.bytes[7] = UInt8(ascii: "D")
    #expect(try message(Self.archive([wrong])).contains("damaged"), "the checksum is another one")
  }

  @Test func hostileArchivesAreErrors() throws {
    let main = Entry(name: "a.ca/main.caml", bytes: Self.caml("1 0 0"))
    for name in ["../x", "/etc/x", "a/../../x", "C:x", "a\\..\\x", "a\0b"] {
      #expect(try message(Self.archive([main, Entry(name: name)])).contains("is outside of the archive"), "\(name)")
    }
    let link = Entry(name: "a.ca/assets/x.png", bytes: Array("/etc/passwd".utf8), mode: 0o120777)
    #expect(try message(Self.archive([main, link])).contains("is a link"))
    #expect(try message(Self.archive([main, Entry(name: "x", flags: 1)])).contains("encrypted"))
    #expect(try message(Self.archive([main, main])).contains("twice"))
    #expect(try message(Self.archive([Entry(name: "readme")])).contains("no .ca folder"))
    #expect(try message(Array("PK is not enough".utf8)).contains("not a zip archive"))
    #expect(try message(Array("{}".utf8)).contains("do not have a format"))
    let many = (0..<20_001).map { Entry(name: "\($0)") }
    #expect(try message(Self.archive(many)).contains("the limit is 20000"))
  }

  /// Whatever byte of an archive is wrong: an error, or a scene.
  @Test func damagedArchivesNeverCrash() throws {
    let whole = Self.archive([Entry(name: "a.ca/main.caml", bytes: Self.caml("1 0 0"))])
    for index in whole.indices {
      for value in [0, 0xFF, whole[index] ^ 1] as [UInt8] {
        var bytes = whole
        bytes[index] = value
        _ = try message(bytes)
      }
    }
    for count in stride(from: 0, to: whole.count, by: 7) { _ = try message(Array(whole.prefix(count))) }
  }
}
