import StarmineRendering
import Testing

/// Options of the command that say nothing about the file, and changes, which hosts give in another way.
private let ownOptions: Set = [
  "data", "dry-run", "jobs", "log-format", "memory", "no-overwrite", "output", "progress", "quiet", "resume", "rows",
  "set", "stats", "strict", "var", "verbose", "version", "help",
]

@Suite struct RequestOptionNameTests {
  @Test func hostsHaveTheOptionsOfTheCommand() throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    let help = try starmine.run("render", "--help-all").output
    let found = help.matches(of: /(?m)^ {2}(?:-\w, )?--([a-z-]+)/).map { String($0.1) }
    #expect(Set(found).subtracting(ownOptions) == Set(RenderRequest.optionNames))
  }
}
