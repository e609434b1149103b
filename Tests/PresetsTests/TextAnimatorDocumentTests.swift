import Foundation
import StarmineGraphics
import StarmineLayers
import StarminePresets
import Testing
import StarmineEditing

/// `animators` of texts in documents.
@Suite struct TextAnimatorDocumentTests {
  private func document(_ animators: String, string: String = "Hello") -> String {
    """
    { movie: { size: [200, 100], duration: 1 }, layer: { sublayers: [{
        class: "CATextLayer", name: "t", string: "\(string)", bounds: [0, 0, 200, 40], animators: [\(animators)] }] } }
    """
  }

  private func text(_ scene: PresetScene) throws -> CATextLayer {
    try #require(scene.rootLayer.sublayers?.first as? CATextLayer)
  }

  @Test func everyValueIsRead() throws {
    let scene = try load(
      document(
        """
        { name: "a", by: "word", indexed: true, start: 1, end: -1, offset: 2, shape: "smooth", amount: 0.5,
          easeHigh: 0.25, easeLow: -0.25, randomOrder: true, seed: 7, position: ["50%", 4], anchorPoint: [0, 1],
          scale: 2, scaleX: 3, scaleY: 4, rotation: "180deg", opacity: 0.5, foregroundColor: "#ff0000", tracking: 6,
          blur: 8, enabled: false }
        """))
    let animator = try #require(try text(scene).animators?.first)
    #expect(animator.by == .word && animator.shape == .smooth && animator.isIndexed && !animator.isEnabled)
    #expect([animator.start, animator.end, animator.offset, animator.amount] == [1, -1, 2, 0.5])
    #expect(animator.easeHigh == 0.25 && animator.easeLow == -0.25 && animator.randomOrder && animator.seed == 7)
    #expect(animator.position == CGPoint(x: 100, y: 4) && animator.anchorPoint == CGPoint(x: 0, y: 1))
    #expect([animator.scale, animator.scaleX, animator.scaleY, animator.tracking, animator.blur] == [2, 3, 4, 6, 8])
    #expect(abs(animator.rotation - .pi) < 1e-9 && animator.opacity == 0.5)
    #expect(animator.foregroundColor == CGColor(red: 1, green: 0, blue: 0, alpha: 1))
  }

  @Test func changesReachThem() throws {
    var scene = try load(document("{ name: \"a\" }, { name: \"b\", end: 0.5 }"))
    try scene.apply(try PropertyOverride(parsing: "t.animators.b.end=0.75"))
    try scene.apply(try PropertyOverride(parsing: "t.animators[0].position=3,4"))
    #expect(try text(scene).animators?.map(\.end) == [1, 0.75])
    #expect(try text(scene).animators?[0].position == CGPoint(x: 3, y: 4))
  }

  @Test(
    arguments: [
      ("{ start: 0, ende: 1 }", "ende"), ("{ by: \"glyph\" }", "one of character, letter, word, line"),
      ("5", "object"), ("{ opacity: \"much\" }", "opacity"),
      (String(repeating: "{},", count: 17), "at most 16 animators, found 17"),
    ])
  func mistakes(animators: String, message: String) throws {
    let error = try #require(throws: PresetError.self) { try load(document(animators)) }
    #expect("\(error)".contains(message))
  }

  @Test func longTextsAreRefused() throws {
    let long = String(repeating: "a", count: 5001)
    let error = try #require(throws: PresetError.self) { try load(document("{}", string: long)) }
    #expect("\(error)".contains("at most 5000 characters, this one has 5001"))
    #expect(throws: Never.self) { try load(document("", string: long)) }
  }
}
