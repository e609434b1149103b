import Foundation
import Starmine
import StarmineImport
import StarminePresets
import Testing

/// SpriteKit's particle files, and archives that mean harm.
struct ArchiveTests {
  @Test func spriteKit() throws {
    let folder = try Folder()
    try folder.write(Archives.emitter, to: "fire.sks")
    let translated = try #require(try folder.source("fire.sks").translated)
    #expect(translated.notes.map(\.path) == ["mystery"])
    #expect(translated.counts.used > 35 && translated.counts.idle > 8)
    let emitter = try #require(try folder.scene("fire.sks").rootLayer.sublayers?.first as? CAEmitterLayer)
    let cell = try #require(emitter.emitterCells?.first)
    #expect(emitter.name == "fire" && emitter.renderMode == .additive)
    #expect(emitter.emitterPosition == CGPoint(x: 330, y: 340) && emitter.emitterSize == CGSize(width: 40, height: 6))
    #expect(cell.birthRate == 100 && cell.velocity == 80 && cell.yAcceleration == -150 && cell.spin == 2)
    let color = try #require(cell.color)
    let parts = [color.red, color.green, color.blue, color.alpha]
    #expect(zip(parts, [1, 0.5, 0.1, 0.8]).allSatisfy { abs($0 - $1) < 1e-9 })
    #expect(cell.contents != nil)
    // Sequences over a life become behaviours.
    #expect(cell.emitterBehaviors?.map(\.type) == ["valueOverLife", "colorOverLife"])
    #expect(cell.emissionIsFlat)
  }

  private func message(_ bytes: [UInt8], _ name: String) throws -> String {
    let folder = try Folder()
    try folder.write(bytes, to: name)
    do {
      _ = try folder.scene(name)
    } catch {
      return "\(error)"
    }
    return ""
  }

  @Test func hostileArchivesAreErrors() throws {
    #expect(try message(Archives.cyclic, "a.sks").contains("contains itself"))
    #expect(try message(Archives.strangeClass, "a.sks").contains("NSTask"))
    #expect(try message(Archives.ownElement, "a.sks").contains("contains itself"))
    #expect(try message(Array(Archives.emitter.prefix(600)), "a.sks").contains("damaged"))
    #expect(try message([], "a.sks").contains("not XML"))
  }

  /// Every damaged byte ends in a scene or in an error.
  @Test func damagedArchivesNeverCrash() throws {
    let folder = try Folder()
    var wrong = 0
    for offset in stride(from: 8, to: Archives.emitter.count, by: 7) {
      var bytes = Archives.emitter
      bytes[offset] ^= 0xFF
      try folder.write(bytes, to: "a.sks")
      do {
        _ = try folder.source("a.sks")
      } catch {
        wrong += 1
        #expect(error is PresetReference.LookupError)
      }
    }
    #expect(wrong > 10)
  }

  /// Texts that are cut off or changed anywhere end in a scene or in an error.
  @Test(arguments: ["a.pex", "a.plist", "a.json", "b.json", "a.caml"])
  func damagedTextsNeverCrash(_ name: String) throws {
    let texts = [
      "a.pex": ParticleFileTests.pex, "a.plist": ParticleFileTests.plist, "a.json": ParticleFileTests.json,
      "b.json": ParticleFileTests.stars, "a.caml": CamlTests.document,
    ]
    let (folder, bytes) = (try Folder(), Array(try #require(texts[name]).utf8))
    var wrong = 0
    for offset in stride(from: 1, to: bytes.count, by: max(1, bytes.count / 60)) {
      var changed = bytes
      changed[offset] = UInt8(truncatingIfNeeded: offset &* 37)
      for text in [Array(bytes[..<offset]), changed] {
        try folder.write(text, to: name)
        do {
          _ = try folder.scene(name)
        } catch {
          wrong += 1
          #expect(error is PresetReference.LookupError || error is PresetError, "\(error)")
        }
      }
    }
    #expect(wrong > 20)
  }

  /// A binary list in which `count` references lead to object 1, whose bytes are given, as text or data.
  private func shared(_ count: Int, _ object: [UInt8], ways: Int = 1) -> [UInt8] {
    func big(_ value: Int, _ size: Int) -> [UInt8] {
      (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * (size - 1 - $0))) }
    }
    var bytes = Array("bplist00".utf8) + [0xAF, 0x12] + big(count, 4)
    for index in 0..<count { bytes += big(1 + index % ways, 2) }
    let place = bytes.count
    bytes += object
    let table = bytes.count
    bytes += big(8, 4)
    for _ in 0..<ways { bytes += big(place, 4) }
    return bytes + [0, 0, 0, 0, 0, 0, 4, 2] + big(ways + 1, 8) + big(0, 8) + big(table, 8)
  }

  /// An object that is referred to 100,000 times is made once: 300 kB took 9.4 GB. Objects that share their bytes are
  /// counted.
  @Test func sharedObjectsAreMadeOnce() throws {
    let text = [0x5F, 0x11, 0xFF, 0xFF] + [UInt8](repeating: 0x78, count: 0xFFFF)
    #expect(try message(shared(100_000, text), "a.plist").contains("no particle system"))
    #expect(try message(shared(100_000, text, ways: 60_000), "a.plist").contains("larger than the file"))
    #expect(try message(shared(400_001, [0x08]), "a.plist").contains("more than 400000 values"))
    // Each level refers to the next one twice: 60 levels are 2^60 values.
    var levels = Array("bplist00".utf8)
    let depth = 60
    for level in 0..<depth { levels += [0xA2, UInt8(level + 1), UInt8(level + 1)] }
    levels += [0x09]
    let table = levels.count
    levels +=
      (0...depth).map { UInt8(8 + 3 * $0) } + [0, 0, 0, 0, 0, 0, 1, 1] + [0, 0, 0, 0, 0, 0, 0, UInt8(depth + 1)]
    levels += [UInt8](repeating: 0, count: 15) + [UInt8(table)]
    #expect(try message(levels, "a.plist").contains("no particle system"))
  }

  /// Small files that mean much: refused before the memory is taken.
  @Test func hugeFilesAreErrors() throws {
    let folder = try Folder(["a.caml": "", "a.sks": ""])
    for name in ["a.caml", "a.sks"] {
      let handle = try FileHandle(forWritingTo: folder.url.appending(path: name))
      try handle.truncate(atOffset: 65 << 20)
      try handle.close()
      do {
        _ = try folder.scene(name)
        Issue.record("\(name) was read")
      } catch {
        #expect("\(error)".contains("the limit is 67108864"))
      }
    }
    let many = String(repeating: "<CALayer/>", count: 400_001)
    #expect(try message(Array("<caml>\(many)</caml>".utf8), "b.caml").contains("more than 400000 elements"))
    let brackets = String(repeating: "[", count: 100_000)
    #expect(try message(Array("{\"maxParticles\": \(brackets)".utf8), "b.json").contains("b.json"))
  }

  /// The document that a package names stays in the package.
  @Test func packagesStayInTheirFolder() throws {
    let index = """
      <plist version="1.0"><dict><key>rootDocument</key><string>../secret.caml</string></dict></plist>
      """
    let folder = try Folder([
      "secret.caml": "<caml><CALayer name=\"secret\"/></caml>", "a.ca/index.xml": index,
      "a.ca/main.caml": "<caml><CALayer name=\"own\"/></caml>", "b.ca/readme": "",
    ])
    #expect(try folder.scene("a.ca").rootLayer.sublayers?.first?.name == "own")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("b.ca/main.caml"), withDestinationPath: folder.path("secret.caml"))
    #expect(throws: PresetReference.LookupError.self) { try folder.scene("b.ca") }
  }

  @Test func hostileXMLIsAnError() throws {
    let deep = String(repeating: "<CALayer><sublayers>", count: 2000)
    #expect(try message(Array("<caml>\(deep)".utf8), "a.caml").contains("nested elements"))
    let laughs = "<!DOCTYPE caml [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]><caml><CALayer name=\"&b;\"/></caml>"
    #expect(try message(Array(laughs.utf8), "a.caml").contains("entities"))
    #expect(try message(Array("<caml><CALayer></caml>".utf8), "a.caml").contains("not XML"))
    #expect(try message(Array("<html/>".utf8), "a.caml").contains("expected <caml>"))
    #expect(try message(Array("<caml".utf8) + [0xE9] + Array(" x=\"1\"/>".utf8), "a.caml").contains("not UTF-8"))
    #expect(try message(Array("<plist><dict/></plist>".utf8), "a.plist").contains("no particle system"))
  }

  /// Instructions without data end the program in Foundation's parser.
  @Test func instructionsAreLeftOut() throws {
    for text in ["<?xm?>plusL", "<caml><?a?>", "<?xml?>", "<?", "<?xml ", "<?a<?b?>"] {
      #expect(try message(Array(text.utf8), "a.caml").contains("not XML"))
    }
    let wide = "<?a?>".utf8.flatMap { [$0, UInt8(0)] }
    #expect(try message(wide, "a.caml").contains("a byte of 0"))
    let folder = try Folder([
      "a.caml": "<?xml version=\"1.0\" encoding=\"UTF-7\"?>\n<caml><?a?><CALayer name=\"own\"/><?b c?></caml>"
    ])
    #expect(try folder.scene("a.caml").rootLayer.sublayers?.first?.name == "own")
  }

  @Test func cellsAreCountedBeforeStates() throws {
    let cells = String(repeating: "<CAEmitterCell/>", count: PresetLoader.mostCells + 1)
    let text = "<caml><CAEmitterLayer><emitterCells>\(cells)</emitterCells></CAEmitterLayer></caml>"
    #expect(try message(Array(text.utf8), "a.caml").contains("expected at most 4000 cells, found 4001"))
  }

  /// Nothing of a document leads out of its folder: by steps, from the root, or through a link.
  @Test func picturesStayInTheFolder() throws {
    let folder = try Folder()
    let data = try #require(Data(base64Encoded: picture))
    try folder.write(Array(data), to: "secret.png")
    let paths = ["../secret.png", "..%2Fsecret.png", folder.path("secret.png"), "link.png", "assets/../../secret.png"]
    let layers = paths.map { "<CALayer><contents src=\"\($0)\"/></CALayer>" }.joined()
    try folder.write(Array("<caml><CALayer><sublayers>\(layers)</sublayers></CALayer></caml>".utf8), to: "in/a.caml")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("in/link.png"), withDestinationPath: folder.path("secret.png"))
    let scene = try folder.scene("in/a.caml")
    #expect(scene.rootLayer.sublayers?.first?.sublayers?.allSatisfy { $0.contents == nil } == true)
    #expect(try folder.lost("in/a.caml").count == paths.count)
  }

  /// Packed things that are not pictures are named, and the rest of the document is read.
  @Test func picturesThatAreNoneAreNamed() throws {
    let folder = try Folder([
      "a.plist": ParticleFileTests.plist.replacing(gzippedPicture, with: Data(gzipOfZeros).base64EncodedString())
    ])
    #expect(try folder.lost("a.plist").contains("textureImageData"))
  }

  /// One stored block.
  private var gzipOfZeros: [UInt8] {
    [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 1, 0xFF, 0xFF, 0, 0] + Array(repeating: 0, count: 70_000)
  }
}
