import StarmineTestSupport
import Testing

/// Every pixel kernel in C has a plain twin in Swift and a test that compares them.
struct PixelTwinTests {
  private let headers = ["PixelKernels.h", "format_kernels.h"].map { "Sources/CPixelKernels/include/\($0)" }
  private let table = "Sources/Raster/Kernels/KernelTable.swift"

  private static func texts(under folders: [String]) throws -> [String] {
    try folders.flatMap { Checkout.files(under: $0, extensions: ["swift"]) }.map { try Checkout.text(of: $0) }
  }

  @Test func everyKernelHasATwin() throws {
    let kernels = try headers.flatMap({ Self.functions(in: try Checkout.text(of: $0)) })
    #expect(kernels.count > 10)
    let sources = try Self.texts(under: ["Sources/Raster", "Tests/Reference"])
    let twins = Set(sources.flatMap(Self.twins))
    for kernel in kernels {
      #expect(twins.contains(Self.twinName(of: kernel)), "\(kernel) has no twin")
    }
  }

  @Test func everyKernelIsCompared() throws {
    let tests = try Self.texts(under: ["Tests/RasterTests", "Tests/MediaTests"])
    let table = try Checkout.text(of: table)
    for kernel in try headers.flatMap({ Self.functions(in: try Checkout.text(of: $0)) }) {
      let member = Self.member(of: kernel, in: table)
      let isCompared = tests.contains { text in
        text.contains(kernel + "(") || member.map { Self.uses($0, text) } ?? false
      }
      #expect(isCompared, "nothing compares \(kernel)")
    }
  }

  /// Kernels of both forms of pixels have a member of the table, and with it a twin: tables of twins are made of the
  /// same members.
  @Test func everyFormIsInTheTable() throws {
    let (header, table) = (
      try Checkout.text(of: "Sources/CPixelKernels/include/form_kernels.h"), try Checkout.text(of: table)
    )
    let tests = try Self.texts(under: ["Tests/RasterTests"])
    let kernels = header.matches(of: /PIXEL_KERNEL\((\w+)\)\(/).map { String($0.output.1) }
    #expect(kernels.count > 10)
    for kernel in kernels {
      #expect(Self.member(of: "deep_" + kernel, in: table) != nil, "deep_\(kernel) is not used")
      let member = Self.member(of: "pixel_" + kernel, in: table)
      #expect(member != nil, "pixel_\(kernel) is not used")
      guard let member, !kernel.hasPrefix("draw_sprites") else { continue }
      #expect(tests.contains { Self.uses(member, $0) }, "nothing compares \(kernel)")
    }
  }

  /// Functions that a header declares and does not define.
  static func functions(in header: String) -> [String] {
    header.matches(of: /(?:^|\n)(?:void|float|u?int32_t|ptrdiff_t)\s+(pixel_\w+)\(/).map { String($0.output.1) }
  }

  /// Functions and closures of plain Swift, without case.
  private static func twins(in text: String) -> [String] {
    text.matches(of: /\b(?:func|let)\s+(reference\w+)/).map { $0.output.1.lowercased() }
  }

  private static func twinName(of kernel: String) -> String {
    "reference" + kernel.split(separator: "_").dropFirst().joined()
  }

  /// The table's name for a kernel.
  private static func member(of kernel: String, in table: String) -> String? {
    table.matches(of: /(\w+)(?: =|:) (\w+)/).first { $0.output.2 == kernel }.map { String($0.output.1) }
  }

  /// Whether a test calls a member of a table.
  private static func uses(_ member: String, _ test: String) -> Bool {
    test.matches(of: /\.(\w+)\b/).contains { $0.output.1 == member }
  }

  @Test func readsHeadersAndTables() {
    let header = "static inline ptrdiff_t pixel_floor(double x) { return 0; }\n\n/* a */\nvoid pixel_fill_box(int a);\n"
    #expect(Self.functions(in: header) == ["pixel_fill_box"])
    #expect(Self.twinName(of: "pixel_fill_box") == "referencefillbox")
    #expect(Self.member(of: "pixel_fill", in: "fillBox = pixel_fill_box\n fill = pixel_fill\n") == "fill")
    #expect(
      Self.twins(in: "package let referenceFillBox: A = {\nfunc referenceRows() {}") == [
        "referencefillbox", "referencerows",
      ])
  }
}
