import Foundation
import Glibc
import StarmineGraphics
import StarmineImport
import StarmineLayers
import StarmineMedia
import StarminePresets
import StarmineStudio

/// A reader of untrusted bytes, driven by libFuzzer: anything may be refused, nothing may crash, hang or fill memory.
enum FuzzTarget: String, CaseIterable {
  /// The reader of documents' notation.
  case json5
  /// Documents as a whole, up to layers.
  case document
  /// Numbers with units, paths, transforms, colours, changes on the command line.
  case texts
  /// Pictures in every format.
  case images
  /// Heads of requests to the studio.
  case requests
  /// Messages on its wire.
  case wire
  /// Property lists as XML and in the binary form.
  case plist
  /// Keyed archives of SpriteKit.
  case archive
  /// Core Animation's XML.
  case caml
  /// Particle Designer's XML.
  case particles
  /// Zip archives of wallpapers.
  case zip
  /// A document of Lottie.
  case lottie

  /// By the environment: libFuzzer reads the command line.
  static let chosen = FuzzTarget(rawValue: ProcessInfo.processInfo.environment["STARMINE_FUZZ"] ?? "") ?? .json5

  func test(_ bytes: [UInt8]) {
    switch self {
    case .json5: Self.readNotation(bytes)
    case .document: Self.readDocument(bytes)
    case .texts: Self.readTexts(bytes)
    case .images: _ = try? ImageReader.image(from: bytes)
    case .requests: Self.readRequest(bytes)
    case .wire: Self.readMessages(bytes)
    case .plist: Self.readForeign(bytes, "plist")
    case .archive: Self.readForeign(bytes, "sks")
    case .caml: Self.readForeign(bytes, "caml")
    case .particles: Self.readForeign(bytes, "pex")
    case .zip: Self.readForeign(bytes, "tendies")
    case .lottie: Self.readForeign(bytes, "lot")
    }
  }

  /// A value that was read, written out, reads as the same value.
  private static func readNotation(_ bytes: [UInt8]) {
    guard let value = try? JSON5Parser.parse(bytes, memory: 64 << 20) else { return }
    guard let again = try? JSON5Parser.parse(value.line()), again == value else {
      fatalError("\(value.quoted) is not what was written")
    }
  }

  /// A head read in parts is the one that is read whole.
  private static func readRequest(_ bytes: [UInt8]) {
    func read(inPartsOf size: Int) -> (target: String, length: Int?, rest: Int)? {
      var (reader, rest) = (HeadReader(ServerLimits()), bytes[...])
      while !rest.isEmpty {
        let part = Array(rest.prefix(size))
        rest = rest.dropFirst(size)
        do {
          guard let (head, behind) = try reader.read(part) else { continue }
          return (head.target, try? head.bodyLength(1000), behind.count + rest.count)
        } catch {
          return nil
        }
      }
      return nil
    }
    guard let whole = read(inPartsOf: bytes.count) else { return }
    guard let other = read(inPartsOf: 3), whole == other else { fatalError("\(whole) is another head in parts") }
  }

  private static func readMessages(_ bytes: [UInt8]) {
    var (reader, rest) = (MessageReader(longest: 1000), bytes[...])
    while !rest.isEmpty {
      reader.append(Array(rest.prefix(7)))
      rest = rest.dropFirst(7)
      do {
        while let message = try reader.next() {
          guard case .data(let payload) = message, payload.count > 1000 else { continue }
          fatalError("a message of \(payload.count) bytes")
        }
      } catch {
        return
      }
    }
  }

  private static func readDocument(_ bytes: [UInt8]) {
    struct Missing: Error {}
    var loader = PresetLoader { _ in throw Missing() }
    loader.memory = 256 << 20
    do throws(PresetError) {
      let scene = try loader.load(bytes, file: "fuzz.json", directory: URL(filePath: "/nowhere"))
      for event in scene.events { event.apply(to: scene.rootLayer) }
      _ = scene.outline()
    } catch {
      for problem in error.problems where problem.description.utf8.count > 4000 {
        fatalError("a message of \(problem.description.utf8.count) bytes")
      }
    }
  }

  /// Readers of other programs' documents make documents of ours: mistakes may be in their values alone.
  private static func readForeign(_ bytes: [UInt8], _ ending: String) {
    do throws(ImportError) {
      let url = URL(filePath: "/nowhere/fuzz.\(ending)")
      guard let translated = try Importer.document(bytes, at: url, named: "fuzz.\(ending)") else { return }
      guard (try? JSON5Parser.parse(translated.bytes)) != nil else { fatalError("it is not a document") }
      readDocument(translated.bytes)
    } catch {
      if error.description.utf8.count > 4000 { fatalError("a message of \(error.description.utf8.count) bytes") }
    }
  }

  /// The first byte says the unit of numbers.
  private static func readTexts(_ bytes: [UInt8]) {
    let units: [PropertyUnit] = [.none, .seconds, .radians, .points, .perSecond, .degrees, .pointsPerSecondSquared]
    let text = String(decoding: bytes.dropFirst(), as: UTF8.self)
    let unit = units[Int(bytes.first ?? 0) % units.count]
    if let number = try? NumberText.parse(text, unit: unit), number.isNaN { fatalError("not a number: \(text)") }
    if let path = try? PathText.parse(text) { _ = CGPath(path).boundingBoxOfPath }
    _ = try? TransformText.parse(text)
    _ = CGColor(hex: text)
    _ = try? PropertyOverride(parsing: text)
    _ = text.nearest(in: ["opacity", "position.x", text])
  }
}

@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  FuzzTarget.chosen.test(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

// MARK: Beginning

@_silgen_name("LLVMFuzzerRunDriver")
private func run(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
  _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// The package manager lets programs begin at a symbol of the module's name.
@_cdecl("StarmineFuzz_main")
public func main(_ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> CInt {
  var (count, arguments) = (count, arguments)
  return run(&count, &arguments, testOneInput)
}
