import Foundation
import Testing

/// Documents of other programs, through the commands.
@Suite struct ForeignFileTests {
  private static let pex = """
    <particleEmitterConfig>
      <sourcePosition x="32" y="32"/><speed value="20"/><particleLifeSpan value="1"/><angle value="270"/>
      <tangentialAcceleration value="9"/><maxParticles value="20"/><startParticleSize value="8"/>
      <absolutePosition value="1"/><emitterType value="0"/><wobble value="3"/>
    </particleEmitterConfig>
    """

  @Test func importReportsEveryKey() throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    try starmine.write(Self.pex, to: "fire.pex")
    let outcome = try starmine.run("import", "fire.pex", "-o", "my.json")
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(outcome.output == "my.json: Particle Designer, 9 keys used, 1 without effect, 1 not kept\n")
    #expect(outcome.errors.contains("fire.pex:4:") && outcome.errors.contains("wobble"))
    let text = try starmine.text("my.json")
    #expect(text.hasPrefix("// From fire.pex (Particle Designer): 9 keys used, 1 without effect, 1 not kept.\n"))
    #expect(text.contains("// not kept, ") && text.contains("polarAcceleration"))
    #expect(try starmine.run("import", "fire.pex", "-o", "strict.json", "--strict").code == 2)
    #expect(!FileManager.default.fileExists(atPath: starmine.file("strict.json").path))
    #expect(try starmine.run("import", "my.json", "-o", "again.json").code != 0)
  }

  @Test func commandsReadFilesOfOtherPrograms() throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    try starmine.write(Self.pex, to: "fire.pex")
    #expect(try starmine.run("import", "fire.pex", "-o", "my.json").code == 0)
    for name in ["fire.pex", "my.json"] {
      let outcome = try starmine.run("render", name, "--size", "48x48", "--frames", "0-9", "-o", "\(name).framemd5")
      #expect(outcome.code == 0, "\(outcome.errors)")
    }
    #expect(try starmine.text("fire.pex.framemd5") == starmine.text("my.json.framemd5"))
    #expect(try starmine.run("diff", "fire.pex", "my.json").output == "no difference\n")
    #expect(try starmine.run("show", "fire.pex").output.contains("tangentialAcceleration = 9"))
    #expect(try starmine.run("sheet", "fire.pex", "--size", "32x32", "-o", "a.png").code == 0)
  }

  @Test func savedCodeKeepsTheBehavior() throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    try starmine.write(Self.pex, to: "fire.pex")
    #expect(try starmine.run("save", "fire.pex", "--as", "swift", "-o", "Fire.swift").code == 0)
    #expect(try starmine.text("Fire.swift").contains("CAEmitterBehavior(type: \"polarAcceleration\")"))
  }

  @Test func emptyMoviesAreNotExported() throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    try starmine.write(tinyDocument, to: "tiny.json")
    let empty = try starmine.run("save", "tiny.json", "--as", "lottie", "--set", "snow.scale=0", "-o", "a.json")
    #expect(empty.code == 2 && empty.errors.contains("no layer is ever visible") && !empty.errors.contains("Usage"))
    #expect(!FileManager.default.fileExists(atPath: starmine.file("a.json").path))
  }
}
