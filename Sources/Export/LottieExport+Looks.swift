import Foundation
import StarmineGraphics
import StarmineScene
import StarmineImport

extension LottieExport {
  /// The contents of a layer as layers of pictures, one for all frames that have the same.
  mutating func addPictures(
    of slot: LottieSlot, more: String, isFaded: Bool, to composition: inout LottieLayers
  ) throws {
    let runs = slot.runs { sample in
      guard case .image(let image) = sample.state.contents else { return [0] }
      let part = sample.state.placement.contentsRect
      return [ObjectIdentifier(image), [part.minX, part.minY, part.width, part.height]]
    }
    for frames in runs {
      let samples = slot.filled(frames)
      guard let first = samples.first, case .image(let whole) = first.state.contents else { continue }
      let image = part(of: whole, first.state.placement.contentsRect)
      let inner = samples.map { LottieMatrix(placing: image, in: $0) }
      let (width, height) = (Double(image.width), Double(image.height))
      let (parent, transform) = try place(
        of: slot, frames: frames, inner: inner, anchor: (width / 2, height / 2),
        reach: (width * width + height * height).squareRoot() / 2, in: &composition)
      try spend()
      let fade = fade(slot, frames, isFaded, alphas: samples.map { Double($0.tint.w) })
      composition.add(
        "{'ddd':0,'ty':2,\(name(of: slot))\(parent)'refId':'\(try asset(image))','ip':\(frames.lowerBound),"
          + "'op':\(frames.upperBound),'st':0\(more),'ks':{\(transform)\(fade)}}")
    }
  }

  /// The part of a picture that shows.
  private mutating func part(of image: CGImage, _ part: CGRect) -> CGImage {
    guard part != ContentsPlacement.unit else { return image }
    let (width, height) = (CGFloat(image.width), CGFloat(image.height))
    let rect = CGRect(
      x: (part.minX * width).rounded(), y: (part.minY * height).rounded(), width: (part.width * width).rounded(),
      height: (part.height * height).rounded())
    let key = "\(ObjectIdentifier(image)) \(rect)"
    if let known = cuts[key] { return known }
    guard let result = image.cropping(to: rect) else {
      lose("contentsRect outside of its picture")
      return image
    }
    cuts[key] = result
    return result
  }

  // MARK: Blending and effects

  /// How a layer joins what lies below.
  mutating func blend(_ slot: LottieSlot) -> String {
    guard let filter = slot.samples.lazy.compactMap({ $0?.state.compositingFilter }).first else { return "" }
    switch filter {
    case .normalBlendMode, .sourceOver: return ""
    case .plusL, .linearDodgeBlendMode:
      if settings.blend == .add { return ",'bm':16" }
      return blend(.additive)
    default:
      let name = filter.rawValue.replacing("BlendMode", with: "")
      if let mode = LottieWriter.blendModes.firstIndex(of: name) { return ",'bm':\(mode)" }
      lose("compositingFilter \(filter.rawValue)")
      return ""
    }
  }

  /// Shadow and blur of a layer that is drawn as one picture.
  func effects(of slot: LottieSlot) -> String {
    let frames = slot.frames
    let samples = slot.filled(frames)
    func value(_ type: Int, _ values: [[Double]], _ digits: Int = 2) -> String {
      let parts = values[0].indices.map { index in values.map { $0[index] } }
      let fit = LottieFit(parts, tolerance: 0.01, pace: .together)
      return "{'ty':\(type),'v':\(fit.text(first: slot.firstFrame, digits: digits))}"
    }
    var effects: [String] = []
    let scales = frames.map { frame in
      let world = slot.world(at: frame)
      return abs(world.a * world.d - world.b * world.c).squareRoot()
    }
    let radii = zip(samples, scales).map { sample, scale in
      let blurs = (sample.state.effects.filters ?? []).filter { $0.kind == .gaussianBlur && $0.isEnabled }
      return (blurs.reduce(0) { $0 + Double($1.radius * $1.radius) }).squareRoot() * scale
    }
    if radii.contains(where: { $0 > 0 }) {
      let parts = [value(0, radii.map { [$0 / 0.3] }), value(7, [[1]]), value(7, [[0]])]
      effects.append("{'ty':29,'en':1,'ef':[\(parts.joined(separator: ","))]}")
    }
    if samples.contains(where: { $0.state.shadow.shadowOpacity > 0 }) {
      let shadows = samples.map(\.state.shadow.value)
      let colors = shadows.map { ($0.shadowColor ?? .clear).parts() }
      let ways = zip(frames, shadows).map { frame, shadow in
        slot.world(at: frame).vector(SIMD2(Double(shadow.shadowOffset.width), Double(shadow.shadowOffset.height)))
      }
      let parts = [
        value(2, colors.map { Array($0[..<3]) }, 4),
        value(0, zip(shadows, colors).map { [Double(max(0, min(1, $0.shadowOpacity))) * $1[3] * 255] }),
        value(1, ways.map { [Double.atan2($0.y, $0.x) * 180 / .pi + 90] }), value(0, ways.map { [$0.length] }),
        value(0, zip(shadows, scales).map { [Double($0.shadowRadius) * 4 * $1] }), value(7, [[0]]),
      ]
      effects.append("{'ty':25,'en':1,'ef':[\(parts.joined(separator: ","))]}")
    }
    return effects.isEmpty ? "" : ",'ef':[\(effects.joined(separator: ","))]"
  }

  /// Names what a layer has that a document cannot say.
  mutating func noteLosses(_ slot: LottieSlot) {
    for sample in slot.samples {
      guard let sample else { continue }
      if !sample.state.allowsGroupOpacity, sample.state.opacity < 1 {
        lose("allowsGroupOpacity: false: layers fade as one")
      }
      guard !sample.state.rare.isUnset else { continue }
      for (isThere, name) in Self.losses where isThere(sample) { lose(name) }
    }
  }

  /// What a document cannot say.
  private static let losses: [(isThere: @Sendable (LottieSlot.Sample) -> Bool, name: String)] = [
    ({ if case .video = $0.state.contents { true } else { false } }, "clips of video"),
    ({ $0.state.drawing != nil }, "drawings of a program"),
    ({ !$0.state.contentsFade.isUnset }, "cross-fades of contents"),
    ({ $0.state.contents != nil && $0.state.placement.value.usesNineSlice }, "contentsCenter: pictures stretch evenly"),
    ({ $0.state.contents != nil && SIMD3($0.tint.x, $0.tint.y, $0.tint.z) != .one }, "colours of copies of pictures"),
    ({ $0.hasSquareCorners && !$0.tellsCorners }, "maskedCorners: all corners are round"),
    ({ $0.state.border.cornerCurve != .circular && $0.state.cornerRadius > 0 }, "cornerCurve: corners are circles"),
    ({ $0.state.shadow.shadowOpacity > 0 && $0.state.shadow.shadowPath != nil }, "shadowPath: the layer's own shadow"),
    ({ $0.state.effects.backgroundFilters?.isEmpty == false }, "backgroundFilters"),
    (
      { $0.state.effects.filters?.contains { $0.kind != .gaussianBlur && $0.isEnabled } == true },
      "filters other than gaussianBlur"
    ),
    ({ !$0.state.text.isUnset && !$0.state.text.animators.isEmpty }, "animators: texts stand still"),
  ]
}

extension LottieMatrix {
  /// From a picture's pixels to the coordinates of the layer that shows it.
  fileprivate init(placing image: CGImage, in sample: LottieSlot.Sample) {
    let state = sample.state
    var placement = state.placement.value
    placement.contentsRect = ContentsPlacement.unit
    let place = placement.destination(width: image.width, height: image.height, in: state.bounds)
    let (x, y) = (Double(place.width) / Double(image.width), Double(place.height) / Double(image.height))
    self.init(a: x, d: y, tx: Double(place.minX), ty: Double(place.minY))
    if sample.isFlipped { (d, ty) = (-y, Double(place.maxY)) }
  }
}
