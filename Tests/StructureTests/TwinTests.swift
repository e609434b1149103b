import StarmineTestSupport
import Testing

/// A kernel in C has a twin in plain Swift, and the table of kernels names both.
struct TwinTests {
  private let header = "Sources/CParticleKernels/include/ParticleKernels.h"
  private let table = "Sources/Scene/Particles/Drawing/ParticleKernels.swift"

  /// `particle_draw_from_shape` as `DrawFromShape`.
  static func swiftName(_ function: some StringProtocol) -> String {
    function.split(separator: "_").dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  /// Names of the functions that a header declares.
  static func functions(in header: String) -> [String] {
    header.matches(of: /(?m)^(?:void|ptrdiff_t|int\w*)\s+(particle_\w+)\(/).map { String($0.output.1) }
  }

  @Test func everyParticleKernelHasATwin() throws {
    let kernels = Self.functions(in: try Checkout.text(of: header))
    #expect(kernels.count >= 5)
    let twins = try Checkout.files(under: "Tests/Reference/Particles", extensions: ["swift"])
      .map { try Checkout.text(of: $0) }.joined()
    let table = try Checkout.text(of: table)
    for kernel in kernels {
      let twin = "reference" + Self.swiftName(kernel)
      #expect(twins.contains("let \(twin):"), "\(kernel) has no \(twin)")
      #expect(table.contains(" = \(kernel)") && twins.contains(" = \(twin)\n"), "\(kernel) is not in the table")
    }
  }

  /// A function without a declaration as a kernel is found too.
  @Test func everyClonedFunctionIsDeclared() throws {
    let declared = Set(Self.functions(in: try Checkout.text(of: header)))
    let cloned = try Checkout.files(under: "Sources/CParticleKernels", extensions: ["c"]).flatMap { path in
      try Checkout.text(of: path).matches(of: /(?m)^CLONES\s+\w+\s+(\w+)\(/).map { String($0.output.1) }
    }
    #expect(Set(cloned) == declared)
  }

  @Test func readsNames() {
    #expect(Self.swiftName("particle_draw_from_shape") == "DrawFromShape")
    let header = "void particle_a(int b);\nptrdiff_t particle_c_d(void);"
    #expect(Self.functions(in: header) == ["particle_a", "particle_c_d"])
  }
}
