import Foundation

/// A font of a thousand bytes that has colours, made for the tests: 100 units per em, ascent 80, descent 20, all
/// characters 100 wide.
///
/// "A" is two layers (`COLR`): red from (0, 0) to (100, 80), and above it the text's colour from (50, 0) to (100, 40).
/// "B" is a picture (`sbix`) of 8 x 8 pixels at 10 per em: green on the left, half opaque blue on the right. "C" is a
/// plain square of 80 units.
public enum ColorFont {
  /// Writes the font to a new folder, and removes that afterwards.
  public static func with<Result>(_ body: (_ path: String) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: "starmine-font-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "color.ttf")
    try (Data(base64Encoded: base64, options: .ignoreUnknownCharacters) ?? Data()).write(to: file)
    return try body(file.path(percentEncoded: false))
  }

  private static let base64 = """
    AAEAAAANAIAAAwBQQ09MUgAOACYAAAMwAAAAHENQQUwA//8SAAADTAAAABZPUy8yQXtAOwAAAVgAAABgY21hcAB2AFwAAAHIAAAAPGdseW
    bp2t2SAAACFAAAAIRoZWFkX3o9rAAAANwAAAA2aGhlYQC2AFIAAAEUAAAAJGhtdHgAZAAyAAABuAAAABBsb2NhAGMAjwAAAgQAAAAQbWF4
    cAAJAAYAAAE4AAAAIG5hbWUioUJkAAACmAAAAHVwb3N0AAMAAAAAAxAAAAAgc2JpeHvyfCUAAANkAAAAjAABAAAAAQAAUrFh2l8PPPUAAw
    BkAAAAAAAAAAAAAAAAAAAAAAAAAAAAZABQAAAAAwACAAAAAAAAAAEAAABQ/+wAAABkAAAAAABkAAEAAAAAAAAAAAAAAAAAAAABAAEAAAAH
    AAQAAQAAAAAAAgAAAAAAAAAAAAAAAAAAAAAAAwBkAZAABQAEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAAAAAAAAA
    AAAAAAPz8/PwAAACAAQwBQAAAAAABQABQAAAAAAAAAAAAAAAAAAAAgAAAAZAAAAAAAAAAAAAAAAAAyAAAAAgAAAAMAAAAUAAMAAQAAABQA
    BAAoAAAABgAEAAEAAgAgAEP//wAAACAAQf///+H/wQABAAAAAAAAAAAACwALABYAIQAsADcAQgABAAAAAAAyADIAAwAAMTUzFTIyMgAAAQ
    AAAAAAZABQAAMAADE1MxVkUFAAAAEAAAAAAFAAUAADAAAxNTMVUFBQAAABAAAAAABQAFAAAwAAMTUzFVBQUAAAAQAAAAAAZABQAAMAADE1
    MxVkUFAAAAEAMgAAAGQAKAADAAAzNTMVMjIoKAAAAAQANgABAAAAAAABAA4AAAABAAAAAAACAAcADgADAAEECQABABwAFQADAAEECQACAA
    4AMVN0YXJtaW5lIENvbG9yUmVndWxhcgBTAHQAYQByAG0AaQBuAGUAIABDAG8AbABvAHIAUgBlAGcAdQBsAGEAcgAAAAADAAAAAAAAAAAA
    AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAAAA4AAAAUAAIAAgAAAAIABQAAAAb//wAAAAIAAQACAAAADgAAAAD///8AAP8AAAABAAEAAA
    ABAAAADAAKAEgAAAAkAAAAJAAAACQAAAAkAAAAgAAAAIAAAACAAAAAgAAAAABwbmcgiVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAYAAADE
    D76LAAAAG0lEQVR42mNk+M/wnwEZMP5vROYyMRAAw0MBAIFgA4+3hUWiAAAAAElFTkSuQmCC
    """
}
