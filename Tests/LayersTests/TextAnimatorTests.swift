import Foundation
import StarmineGraphics
import StarmineLayers
import StarmineScene
import StarmineText
import Testing

/// `CATextAnimator` on layers: what is drawn, key paths, animations.
@Suite struct TextAnimatorTests {
  private func layer(_ text: String, _ animators: [CATextAnimator]) -> CATextLayer {
    MediaClock.time = 1000
    let layer = CATextLayer()
    layer.bounds = CGRect(x: 0, y: 0, width: 300, height: 100)
    layer.position = CGPoint(x: 200, y: 150)
    (layer.font, layer.fontSize, layer.string) = ("DejaVu Sans Mono", 20, text)
    layer.animators = animators
    return layer
  }

  private func animator(_ change: (CATextAnimator) -> Void) -> CATextAnimator {
    let animator = CATextAnimator()
    animator.name = "a"
    change(animator)
    return animator
  }

  private func image(_ layer: CALayer, at time: Double = 1000) -> ImageCommand? {
    let list = evaluate(layer.committedTree(), at: time, in: Viewport(width: 400, height: 300))
    for case .image(let image) in list.commands { return image }
    return nil
  }

  /// Boxes of what is drawn, from left to right, with columns between them that show nothing; points of the frame.
  private func parts(_ layer: CALayer, at time: Double = 1000) -> [CGRect] {
    guard let command = image(layer, at: time) else { return [] }
    let (width, height, pixels) = (command.image.width, command.image.height, command.image.base.pixels)
    let left = command.destination.minX + command.transform.m31
    let top = command.destination.minY + command.transform.m32
    var (boxes, isOpen) = ([CGRect](), false)
    for x in 0..<width {
      let rows = (0..<height).filter { pixels[$0 * width + x] >> 24 > 8 }
      guard let first = rows.first, let last = rows.last else {
        isOpen = false
        continue
      }
      let box = CGRect(x: left + Double(x), y: top + Double(first), width: 1, height: Double(last - first + 1))
      if isOpen { boxes[boxes.count - 1] = boxes[boxes.count - 1].union(box) } else { boxes.append(box) }
      isOpen = true
    }
    return boxes
  }

  /// How far each part is from where it is without animators.
  private func ways(_ layer: CATextLayer, at time: Double = 1000) -> [CGPoint] {
    let moved = parts(layer, at: time)
    let still = parts(self.layer(layer.string as? String ?? "", []))
    return zip(still, moved).map { CGPoint(x: $1.minX - $0.minX, y: $1.minY - $0.minY) }
  }

  // MARK: Units and ranges

  @Test func charactersMoveOneAfterTheOther() {
    let layer = layer("III", [animator { $0.position = CGPoint(x: 0, y: 12) }])
    let animation = CABasicAnimation(keyPath: "animators.a.end")
    (animation.fromValue, animation.toValue, animation.duration, animation.beginTime) = (0, 1, 3, 1000)
    layer.add(animation, forKey: nil)
    #expect(layer.animationProblems.isEmpty)
    #expect(ways(layer, at: 1000).map(\.y) == [0, 0, 0])
    #expect(ways(layer, at: 1001).map(\.y) == [12, 0, 0])
    #expect(ways(layer, at: 1001.5).map(\.y) == [12, 6, 0])
    #expect(ways(layer, at: 1002).map(\.y) == [12, 12, 0])
  }

  @Test func wordsLinesAndLetters() {
    let words = layer("II I", [animator { ($0.by, $0.position, $0.end) = (.word, CGPoint(x: 0, y: 8), 0.5) }])
    #expect(ways(words).map(\.y) == [8, 8, 0])
    let characters = layer("I II", [animator { ($0.position, $0.end) = (CGPoint(x: 0, y: 8), 0.5) }])
    #expect(ways(characters).map(\.y) == [8, 0, 0])
    let letters = layer("I II", [animator { ($0.by, $0.position, $0.end) = (.letter, CGPoint(x: 0, y: 9), 2 / 3) }])
    #expect(ways(letters).map(\.y) == [9, 9, 0])
    let lines = layer(
      "I\n I", [animator { ($0.by, $0.position, $0.start) = (.line, CGPoint(x: 30, y: 0), 0.5) }])
    #expect(ways(lines).map(\.x) == [0, 30])
  }

  @Test func indicesCountAlsoFromBehind() {
    let first = layer("IIIII", [animator { ($0.isIndexed, $0.position, $0.end) = (true, CGPoint(x: 0, y: 8), 2) }])
    #expect(ways(first).map(\.y) == [8, 8, 0, 0, 0])
    let last = layer(
      "IIIII", [animator { ($0.isIndexed, $0.position, $0.start, $0.end) = (true, CGPoint(x: 0, y: 8), -2, -1) }])
    #expect(ways(last).map(\.y) == [0, 0, 0, 8, 0])
  }

  @Test func aRandomOrderIsThatOfItsSeed() {
    func shown(_ seed: Int) -> [Double] {
      let hide = animator { ($0.randomOrder, $0.seed, $0.opacity, $0.end) = (true, seed, 0, 0.5) }
      return parts(layer("IIIIIIIIII", [hide])).map { Double($0.minX) }
    }
    let orders = (0..<6).map(shown)
    #expect(orders.allSatisfy { $0.count == 5 })
    #expect(Set(orders).count > 3 && shown(2) == orders[2])
  }

  @Test(arguments: CATextAnimatorShape.all)
  func shapes(shape: CATextAnimatorShape) {
    var state = TextAnimatorState()
    state.shape = TextRangeShape(rawValue: shape.rawValue) ?? .square
    let expected: [CATextAnimatorShape: [Double]] = [
      .square: [1, 1, 1, 1], .rampUp: [0.125, 0.375, 0.625, 0.875], .rampDown: [0.875, 0.625, 0.375, 0.125],
      .triangle: [0.25, 0.75, 0.75, 0.25], .round: [0.6614378, 0.9682458, 0.9682458, 0.6614378],
      .smooth: [0.1464466, 0.8535534, 0.8535534, 0.1464466],
    ]
    #expect(zip(state.amounts(count: 4), expected[shape] ?? []).allSatisfy { abs($0 - $1) < 1e-6 })
    state.amount = -0.5
    #expect(zip(state.amounts(count: 4), expected[shape] ?? []).allSatisfy { abs($0 + $1 / 2) < 1e-6 })
    (state.start, state.end, state.offset) = (.infinity, -.infinity, 1e308)
    #expect(state.amounts(count: 4).allSatisfy { abs($0) <= 1 })
  }

  // MARK: Changes

  /// To the pixel: an animator that changes nothing is none.
  @Test func withoutAChangeNothingIsOther() throws {
    let (plain, moved) = (layer("Kälte fi", []), layer("Kälte fi", [animator { $0.amount = 0 }]))
    let (first, second) = (try #require(image(plain)), try #require(image(moved)))
    #expect(first.image.base.pixels == second.image.base.pixels && first.destination == second.destination)
  }

  @Test func withoutOpacityNothingIsDrawn() {
    #expect(image(layer("III", [animator { $0.opacity = 0 }])) == nil)
    #expect(parts(layer("III", [animator { ($0.opacity, $0.start) = (0, 0.4) }])).count == 2)
    let paint = animator { ($0.name, $0.foregroundColor) = ("paint", CGColor(red: 1, green: 0, blue: 0, alpha: 1)) }
    #expect(image(layer("III", [animator { $0.opacity = 0 }, paint])) == nil)
  }

  @Test func unitsGrowAboutTheirAnchor() {
    let plain = parts(layer("I I", []))
    let large = parts(layer("I I", [animator { ($0.scale, $0.end) = (2, 1 / 3) }]))
    #expect(abs(large[0].midX - plain[0].midX) < 1 && abs(large[0].height - 2 * plain[0].height) <= 2)
    #expect(large[1] == plain[1])
    let stretched = parts(layer("I I", [animator { ($0.scaleX, $0.by) = (2, .line) }]))
    #expect(stretched[1].midX - stretched[0].midX > 1.9 * (plain[1].midX - plain[0].midX))
    #expect(abs(stretched[0].height - plain[0].height) <= 1)
    let turned = parts(layer("I", [animator { $0.rotation = .pi / 2 }]))
    #expect(abs(turned[0].width - plain[0].height) <= 1)
  }

  @Test func trackingKeepsLinesAligned() {
    func middle(_ alignment: CATextLayerAlignmentMode, _ tracking: CGFloat) -> [CGRect] {
      let layer = layer("III", [animator { $0.tracking = tracking }])
      layer.alignmentMode = alignment
      return parts(layer)
    }
    let (still, wide) = (middle(.center, 0), middle(.center, 10))
    #expect(zip(still, wide).map { $1.minX - $0.minX } == [-10, 0, 10])
    #expect(zip(middle(.left, 0), middle(.left, 10)).map { $1.minX - $0.minX } == [0, 10, 20])
    #expect(zip(middle(.right, 0), middle(.right, 10)).map { $1.minX - $0.minX } == [-20, -10, 0])
  }

  @Test func coloursMix() throws {
    let blue = CGColor(red: 0, green: 0, blue: 1, alpha: 1)
    let layer = layer("II", [animator { ($0.foregroundColor, $0.end) = (blue, 0.5) }])
    layer.foregroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    let pixels = Set(try #require(image(layer)).image.base.pixels)
    #expect(pixels.contains(0xffff_0000) && pixels.contains(0xff00_00ff))
    layer.setValue(0.5, forKeyPath: "animators.a.amount")
    #expect(Set(try #require(image(layer)).image.base.pixels).contains(0xff80_0080))
  }

  /// As much light as before, over a larger area.
  @Test func blurSpreadsTheGlyph() throws {
    func light(_ blur: CGFloat) throws -> (sum: Int, peak: UInt32, box: CGRect) {
      let layer = layer("I", [animator { $0.blur = blur }])
      let alphas = try #require(image(layer)).image.base.pixels.map { $0 >> 24 }
      return (alphas.reduce(0) { $0 + Int($1) }, alphas.max() ?? 0, parts(layer)[0])
    }
    let (sharp, soft) = (try light(0), try light(3))
    #expect(abs(Double(soft.sum) / Double(sharp.sum) - 1) < 0.05)
    #expect(soft.peak < sharp.peak * 3 / 4 && soft.box.height > sharp.box.height + 6)
    #expect(abs(soft.box.midX - sharp.box.midX) <= 1 && abs(soft.box.midY - sharp.box.midY) <= 1)
  }

  /// Text without animators is cut off at the bounds; parts that move are not.
  @Test func glyphsLeaveTheBounds() {
    let layer = layer("II", [animator { ($0.position, $0.end) = (CGPoint(x: 0, y: 90), 0.5) }])
    layer.bounds.size.height = 30
    layer.position.y = 115
    #expect(ways(layer).map(\.y) == [90, 0])
    layer.animators = [animator { $0.position = CGPoint(x: 0, y: 5000) }]
    #expect(image(layer) == nil)
  }

  /// Each time a new layer: a change of one that was drawn fades in.
  @Test func masksToBoundsCutsWhatLeaves() {
    func isCut(moves: Bool, masks: Bool) -> Bool {
      let layer = layer("II", moves ? [animator { ($0.position, $0.end) = (CGPoint(x: 0, y: 90), 0.5) }] : [])
      layer.masksToBounds = masks
      return evaluate(layer.committedTree(), at: 1000, in: Viewport(width: 400, height: 300)).commands.contains {
        if case .pushGroup(let group) = $0 { group.clip != nil } else { false }
      }
    }
    #expect(!isCut(moves: true, masks: false))
    #expect(isCut(moves: true, masks: true))
    #expect(!isCut(moves: false, masks: true), "a text lies in its bounds")
  }

  /// They have characters and a line, and no words.
  @Test(arguments: [CATextAnimatorUnit.character, .letter, .word, .line])
  func spacesAlone(unit: CATextAnimatorUnit) {
    for text in ["   ", "\n", " \n "] {
      #expect(image(layer(text, [animator { ($0.by, $0.tracking) = (unit, 5) }])) == nil)
    }
  }

  @Test func animatorsActOneOnTheOther() {
    let move = animator { $0.position = CGPoint(x: 20, y: 0) }
    let turn = animator { ($0.name, $0.rotation, $0.by) = ("b", .pi, .line) }
    let plain = parts(layer("I", []))[0]
    let both = parts(layer("I", [move, turn]))[0]
    #expect(abs(both.midX - plain.midX + 20) <= 1)
  }

  // MARK: Keys

  @Test func keyPathsReachAnimatorsByName() throws {
    let layer = layer("III", [animator { $0.end = 0.5 }])
    #expect((layer.value(forKeyPath: "animators.a.end") as? NSNumber)?.doubleValue == 0.5)
    layer.setValue(7, forKeyPath: "animators.a.position.x")
    #expect(layer.animators?[0].position == CGPoint(x: 7, y: 0))
    layer.setValue("word", forKeyPath: "animators.a.by")
    #expect(layer.animators?[0].by == .word)
    let copy = try #require(layer.animators?[0].copy() as? CATextAnimator)
    #expect(copy == layer.animators?[0] && (copy.value(forKey: "end") as? NSNumber)?.doubleValue == 0.5)
    copy.setDefaults()
    #expect(copy.end == 1 && copy.name == "a" && copy != layer.animators?[0])
  }

  @Test(arguments: [("animators.b.end", "b"), ("animators.a.ends", "ends"), ("animators.a.by", "by")])
  func animationsThatCannotBe(keyPath: String, named: String) {
    let layer = layer("III", [animator { _ in }])
    let animation = CABasicAnimation(keyPath: keyPath)
    animation.toValue = 1
    let problems = layer.problems(with: animation, forKey: nil).map { "\($0)" }
    #expect(problems.count == 1 && problems[0].contains(named))
  }

  @Test func onlySoManyActOnOnlySoManyGlyphs() {
    let many = (0..<20).map { index in animator { ($0.name, $0.position.y) = ("\(index)", 1) } }
    #expect(ways(layer("I", many)).map(\.y) == [16])
    // The last letter is the only one that shows, if it is one of those that can.
    let hide = animator { ($0.isIndexed, $0.end, $0.opacity) = (true, -1, 0) }
    let fetch = animator { ($0.isIndexed, $0.start, $0.end, $0.position.x) = (true, -1, 9999, -2900) }
    for count in [5000, 5001] {
      let layer = layer(String(repeating: "I", count: count), [hide, fetch])
      (layer.fontSize, layer.anchorPoint, layer.position) = (1, .zero, .zero)
      layer.bounds.size.width = 4000
      #expect((image(layer) != nil) == (count == 5000))
    }
  }
}

extension CATextAnimatorShape {
  static let all: [CATextAnimatorShape] = [.square, .rampUp, .rampDown, .triangle, .round, .smooth]
}
