import Foundation
import StarmineTestSupport
import Testing

/// The same bytes on other processors, under emulation where that is installed.
@Suite(.serialized) struct ProcessorTests {
  private static func path(of program: String) -> String? {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    return folders.map { "\($0)/\(program)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  private static let kernels = Checkout.root.appending(path: "Tests/Hostile/Kernels").path(percentEncoded: false)

  /// Every kernel that a header declares is called there.
  @Test func everyKernelIsCompared() throws {
    let calls = try Checkout.files(under: "Tests/Hostile/Kernels", extensions: ["c"]).map(Checkout.text).joined()
    var count = 0
    for header in ["CPixelKernels/include/PixelKernels.h", "CParticleKernels/include/ParticleKernels.h"] {
      let text = try Checkout.text(of: "Sources/\(header)")
      // They come with the behaviours of emitters, which no document reaches yet.
      let unused = ["particle_draw_births", "particle_integrate", "particle_follow"]
      for match in text.matches(of: /(?m)^(?:void|float|ptrdiff_t) ((?:pixel|particle)_\w+)\(/) {
        let isCompared = calls.contains("\(match.1)") || unused.contains("\(match.1)")
        #expect(isCompared, "\(match.1) is not in Tests/Hostile/Kernels")
        count += 1
      }
    }
    #expect(count > 20)
  }

  @Test(
    .enabled(if: path(of: "qemu-aarch64") != nil && path(of: "aarch64-linux-gnu-gcc") != nil, "no qemu for aarch64"))
  func kernelsOnOtherProcessors() throws {
    let process = Process()
    process.executableURL = URL(filePath: "\(Self.kernels)/compare")
    let output = Pipe()
    (process.standardOutput, process.standardError) = (output, output)
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(text)")
  }

  /// Without AVX, and with AVX2 but not AVX-512: stills of the presets are those of this processor.
  @Test(
    .enabled(if: path(of: "qemu-x86_64") != nil && HostileTests.isComplete, "no qemu-x86_64, or not asked for all"),
    arguments: ["Nehalem", "Haswell"])
  func stillsOnOtherProcessors(processor: String) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "starmine-processors-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let emulator = try #require(Self.path(of: "qemu-x86_64"))
    let program = Child.executable.path(percentEncoded: false)
    let looks = "presets/captions/"
    for preset in Checkout.files(under: "presets", extensions: ["json"]) where !preset.hasPrefix(looks) {
      let document = Checkout.root.appending(path: preset).path(percentEncoded: false)
      let still = ["still", document, "--size", "48x27", "--threads", "1", "-o"]
      #expect(try run(program, still + ["here.png"], in: folder) == 0)
      #expect(try run(emulator, ["-cpu", processor, program] + still + ["there.png"], in: folder) == 0)
      let pictures = try ["here.png", "there.png"].map { try Data(contentsOf: folder.appending(path: $0)) }
      #expect(pictures[0] == pictures[1], "\(preset) on \(processor)")
    }
  }

  private func run(_ program: String, _ arguments: [String], in folder: URL) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(filePath: program)
    (process.arguments, process.currentDirectoryURL) = (arguments, folder)
    (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }
}
