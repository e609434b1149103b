import Foundation
import StarmineGraphics
import StarmineMedia
import StarmineTestSupport
import Testing

/// Delivery profiles through the command line, the studio and agents: the files say the same and hold the same frames.
struct ProfileTests {
  private static let size = "128x96"

  private func finish(_ arguments: [String], in folder: URL, input: String = "") throws -> String {
    let process = Process()
    let (output, pipe) = (Pipe(), Pipe())
    process.executableURL = StudioProcess.executable
    (process.arguments, process.currentDirectoryURL) = (arguments, folder)
    (process.standardOutput, process.standardError, process.standardInput) = (output, FileHandle.nullDevice, pipe)
    try process.run()
    pipe.fileHandleForWriting.write(Data(input.utf8))
    if input.isEmpty { try pipe.fileHandleForWriting.close() }
    if !input.isEmpty {
      // The server ends with its input, so that stays open until the answer is there.
      var text = ""
      while !text.contains("\"id\": 2"), let data = try output.fileHandleForReading.read(upToCount: 1), !data.isEmpty {
        text += String(decoding: data, as: UTF8.self)
      }
      try pipe.fileHandleForWriting.close()
      process.waitUntilExit()
      return text
    }
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(arguments): \(text)")
    return text
  }

  /// What a player reads of a file, and its frames.
  private func content(_ path: String) throws -> (VideoReader.Description, [[UInt32]]) {
    var (description, frames) = try VideoReader(path: path).read()
    description.metadata = [:]
    return (description, frames.map { Array($0.image.base.pixels) })
  }

  private func waitFor(_ path: String) throws {
    // Files get their name when they are complete.
    for _ in 0..<3000 {
      if FileManager.default.fileExists(atPath: path) { return }
      usleep(10_000)
    }
    Issue.record("\(path) was not written")
  }

  @Test func profilesGiveTheSameFilesThroughEveryDoor() throws {
    let studio = try StudioProcess()
    let revision = try #require(try studio.ask("GET", "document").json["revision"] as? String)
    for profile in DeliveryProfile.all {
      let format = try VideoFormat(named: profile.format(isClear: profile.isOverlay))
      let name = "\(profile.name).\(format.extensions[0])"
      let own = studio.folder.appending(path: "own-\(name)").path
      _ = try finish(
        [
          "render", "tiny.json", "--for", profile.name, "--size", Self.size, "--frames", "0-1", "-o", own,
        ], in: studio.folder)
      let (expected, frames) = try content(own)
      #expect(frames.count == 2)
      if profile.hdr != nil { #expect(["smpte2084", "arib-std-b67"].contains(expected.transfer), "\(expected)") }
      let body =
        #"{"revision": "\#(revision)", "name": "\#(name)", "export": "for:\#(profile.name)", "size": "\#(Self.size)", "#
        + #""frames": [0, 2]}"#
      while try studio.ask("POST", "render", body: body).status == 409 { usleep(10_000) }
      let path = studio.folder.appending(path: "out/\(name)").path
      try waitFor(path)
      #expect(try content(path) == (expected, frames), "studio, \(profile.name)")
      let call = #"""
        {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{}}}
        {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"render","arguments":{"scene":"tiny.json",\#
        "path":"mcp-\#(name)","for":"\#(profile.name)","size":"\#(Self.size)","frames":"0-1"}}}

        """#
      _ = try finish(["mcp"], in: studio.folder, input: call)
      #expect(
        try content(studio.folder.appending(path: "mcp-\(name)").path) == (expected, frames), "mcp, \(profile.name)")
    }
  }
}
