import Foundation
import StarmineFarm
import StarmineGraphics
import StarmineMedia
import Testing

@Suite struct JoinTests {
  @Test(arguments: ["movie.mp4", "movie.framemd5"]) func theJoinedMovieIsTheWhole(output: String) throws {
    let farm = try TestFarm(output: output)
    try farm.drawAll()
    try farm.write(farm.plan.frames, to: farm.path("whole-\(output)"))
    _ = try FarmJoin(farm.folder, options: VideoOptions()).run(to: farm.path(output))
    #expect(farm.bytes(farm.path(output)) == farm.bytes(farm.path("whole-\(output)")))
  }

  enum Fault: String, CaseIterable, Sendable {
    case missing, noReceipt, cutOff, oneByte, otherProgram, otherPlan, swapped, border, notWhatTheReceiptSays
  }

  /// Every fault is found before there is a file, and the message names the segment and the command that mends it.
  @Test(arguments: Fault.allCases) func faultsAreFound(fault: Fault) throws {
    let farm = try TestFarm()
    try farm.drawAll()
    try damage(farm, fault)
    let error = #expect(throws: FarmError.self) {
      try FarmJoin(farm.folder, options: VideoOptions()).run(to: farm.path("movie.mp4"))
    }
    #expect(error?.kind == "incomplete")
    let text = error?.description ?? ""
    #expect(text.contains("1") && text.contains("starmine farm segment"), "\(fault): \(text)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: farm.root.path) == ["show"])
  }

  private func damage(_ farm: TestFarm, _ fault: Fault) throws {
    let (folder, path) = (farm.folder, farm.folder.segmentPath(1))
    guard case .done(var receipt) = folder.state(1) else { throw CancellationError() }
    var bytes = farm.bytes(path)
    switch fault {
    case .missing: unlink(path)
    case .noReceipt: unlink(folder.receiptPath(1))
    case .cutOff: try Data(bytes.dropLast(9)).write(to: URL(filePath: path))
    case .oneByte:
      bytes[bytes.count / 2] ^= 4
      try Data(bytes).write(to: URL(filePath: path))
    case .otherProgram:
      receipt.program = "starmine 0.0.9"
      try folder.write(receipt)
    case .otherPlan:
      receipt.digest = "1"
      try folder.write(receipt)
    case .swapped:
      try Data(farm.bytes(folder.segmentPath(0))).write(to: URL(filePath: path))
    case .border:
      receipt.firstFrame = "another picture"
      try folder.write(receipt)
    case .notWhatTheReceiptSays:
      // A worker that has written fewer frames than it says, and a receipt that fits the file.
      try farm.write(240..<470, to: path, format: VideoFormat(forPath: "a.mp4").segment)
      let file = try InputFile.written(path)
      (receipt.bytes, receipt.sha256) = (file.content.size, try file.sha256())
      try folder.write(receipt)
    }
  }

  @Test func seamsNameBothMachines() throws {
    let farm = try TestFarm()
    try farm.drawAll()
    guard case .done(var receipt) = farm.folder.state(2) else { throw CancellationError() }
    receipt.firstFrame = "another picture"
    try farm.folder.write(receipt)
    let error = #expect(throws: FarmError.self) {
      try FarmJoin(farm.folder, options: VideoOptions()).run(to: farm.path("movie.mp4"))
    }
    let text = error?.description ?? ""
    #expect(text.contains("host1") && text.contains("host2") && text.contains("frame 480"), "\(text)")
  }

  @Test func anotherFormatIsRefused() throws {
    let farm = try TestFarm()
    try farm.drawAll()
    for name in ["movie.mov", "movie.framemd5"] {
      let error = #expect(throws: FarmError.self) {
        try FarmJoin(farm.folder, options: VideoOptions()).run(to: farm.path(name))
      }
      #expect(error?.kind == "unusable")
    }
    // The same format by another name.
    _ = try FarmJoin(farm.folder, options: VideoOptions()).run(to: farm.path("movie.m4v"))
  }
}
