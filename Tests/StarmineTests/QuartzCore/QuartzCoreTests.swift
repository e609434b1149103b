import StarmineTestSupport
import Testing

/// Assertions that another project's integration asks of Apple's QuartzCore on macOS, asked of this library through its
/// public API.
@Suite(.serialized) struct QuartzCoreTests {
  static let areas = [
    "action", "animation", "animations", "archiving", "autoresizing", "constants", "constraint", "conversion",
    "display", "dynamic", "emitter", "geometry", "gradient", "group", "hittest", "keyframe", "layout", "masking",
    "media-time", "modern", "properties", "protocols", "render", "replicator", "scroll", "shadow", "shape", "state",
    "text", "tiled", "timing", "timing-function", "transaction", "transform", "transform-layer", "transition",
    "value-function",
  ]

  /// Cases that are not asked, each with the reason.
  static let skips = [
    "media-time-005": "media time is the movie's: it stands still while a program sleeps"
  ]

  @Test(arguments: areas) func area(_ area: String) throws {
    let summary = try ConformanceCases("quartzcore").check(area) { item in
      if let reason = Self.skips[item.name] { return .skipped(reason) }
      return try CaseWorld.check(item)
    }
    for failure in summary.failures { print("quartzcore:", failure) }
    #expect(summary.failures == [] && summary.unexpressed == [])
  }

  /// The README's count, computed from the same cases.
  @Test func readmeSaysHowManyHold() throws {
    let cases = try ConformanceCases("quartzcore").all
    let held = cases.count { item in
      if Self.skips[item.name] == nil, case .passed? = try? CaseWorld.check(item) { true } else { false }
    }
    let line =
      "Another project checks \(cases.count) assertions on Apple's system. Starmine passes \(held) of them."
    let readme = try Checkout.text(of: "README.md").split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(readme.contains(line), "README.md does not say: \(line)")
  }

  @Test func everyAreaIsAsked() throws {
    let cases = try ConformanceCases("quartzcore").all
    #expect(Set(cases.map(\.kind)) == Set(Self.areas))
    let names = Set(cases.map(\.name))
    #expect(Self.skips.keys.allSatisfy { names.contains($0) })
  }
}
