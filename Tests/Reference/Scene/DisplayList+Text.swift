import Foundation
import StarmineGraphics
package import StarmineScene

extension DisplayList {
  /// A dump for tests: one line per command, groups indented, numbers rounded to 3 decimals.
  ///
  /// The same list gives the same text on every machine. Of a particle batch the first few particles are shown.
  package var text: String { text(particles: 3) }

  /// - Parameter limit: particles shown of each batch; 0 shows only what they have in common.
  package func text(particles limit: Int) -> String {
    var head = "frame \(width)x\(height) background \(hex(background))"
    if liveParticles > 0 { head += " live \(liveParticles)" }
    if droppedParticles > 0 { head += " dropped \(droppedParticles)" }
    if let bloom = light?.bloom {
      head += " bloom \(number(bloom.sigmaX)) \(number(bloom.sigmaY)) \(number(bloom.intensity))"
    }
    if light?.isFilmic == true { head += " filmic" }
    var lines = [head]
    var depth = 0
    for command in commands {
      if case .popGroup = command {
        depth = max(0, depth - 1)
        continue
      }
      let indent = String(repeating: "  ", count: depth)
      lines += command.lines(particles: limit).map { indent + $0 }
      if case .pushGroup = command { depth += 1 }
    }
    return lines.joined(separator: "\n")
  }
}

extension DrawCommand {
  fileprivate func lines(particles limit: Int) -> [String] {
    switch self {
    case .fill(let fill):
      return [fill.text]
    case .rects(let batch):
      return batch.fills.map { FillCommand($0).text }
    case .image(let image):
      let size = "\(image.image.width)x\(image.image.height)"
      let look = "\(image.filter.rawValue) alpha \(image.alpha)" + image.fit.value.text
      return ["image \(size) \(look) \(image.destination.text)\(image.transform.text) in \(image.bounds.text)"]
    case .particles(let batch):
      return batch.lines(limit)
    case .shadow(let shadow):
      let look = [shadow.sigmaX, shadow.sigmaY, shadow.offsetX, shadow.offsetY].map { number($0) }
      let head = "shadow \(hex(shadow.color)) sigma \(look[0]) \(look[1]) offset \(look[2]) \(look[3])"
      var silhouette = DisplayList(width: 0, height: 0)
      silhouette.commands = shadow.silhouette
      let lines = silhouette.text(particles: limit).split(separator: "\n").dropFirst().map { "  of " + $0 }
      return ["\(head) from \(shadow.silhouetteBounds.text) in \(shadow.bounds.text)"] + lines
    case .offscreen(let offscreen):
      let head = "offscreen\(offscreen.filters.text)\(offscreen.placement?.text ?? "")"
      var inside = DisplayList(width: 0, height: 0)
      inside.commands = offscreen.commands
      let lines = inside.text(particles: limit).split(separator: "\n").dropFirst().map { "  of " + $0 }
      return ["\(head) from \(offscreen.source.text) in \(offscreen.bounds.text)"] + lines
    case .backdrop(let backdrop):
      let place = "\(backdrop.isBelowGroup ? " below the group" : "") alpha \(backdrop.alpha)"
      let shape = "\(backdrop.shape.text)\(backdrop.transform.text)"
      return ["backdrop\(backdrop.filters.text)\(place) \(shape) in \(backdrop.bounds.text)"]
    case .pushGroup(let group):
      let filter = group.filter == .sourceOver ? "" : " \(group.filter.rawValue)"
      let clip = group.clip.map { " clip \($0.shape.text)\($0.transform.text)" } ?? ""
      return ["group alpha \(group.alpha)\(filter)\(clip) in \(group.bounds.text)"]
    case .cut(let cut):
      return ["cut by \(cut.halfPlanes.count) in \(cut.bounds.text)"]
    case .popGroup:
      return []
    }
  }
}

extension FillCommand {
  fileprivate var text: String { "fill \(paint.text) \(shape.text)\(transform.text) in \(bounds.text)" }
}

extension ParticleBatch {
  fileprivate func lines(_ limit: Int) -> [String] {
    var lines = ["particles \(count) \(blend.rawValue) sprites \(sprites.count) in \(bounds.text)"]
    for (index, sprite) in sprites.enumerated() {
      let part = [sprite.minU, sprite.minV, sprite.maxU, sprite.maxV].map(number).joined(separator: " ")
      let bias = sprite.detailBias == 0 ? "" : " bias \(number(sprite.detailBias))"
      let names = [sprite.isNearest, sprite.isNearestWhenSmaller].map { $0 ? "nearest" : "linear" }
      let filter = (names[0] == names[1] ? names[0] : names.joined(separator: "/")) + bias
      lines.append("  sprite \(index) \(sprite.image.width)x\(sprite.image.height) uv \(part) \(filter)")
    }
    for index in 0..<min(limit, count) {
      let edges = [widthX[index], widthY[index], heightX[index], heightY[index]].map(number)
      lines.append(
        "  at \(number(x[index])) \(number(y[index])) width \(edges[0]) \(edges[1]) height \(edges[2]) \(edges[3])"
          + " tint \(hex(tint[index])) sprite \(sprite[index])")
    }
    if count > limit, limit > 0 { lines.append("  and \(count - limit) more") }
    return lines
  }
}

extension DeviceRect {
  fileprivate var text: String { "\(minX),\(minY)..\(maxX),\(maxY)" }
}

extension [PixelFilter] {
  fileprivate var text: String {
    map { filter in
      switch filter {
      case .blur(let x, let y): return " blur \(number(x)) \(number(y))"
      case .bloom(let x, let y, let intensity): return " bloom \(number(x)) \(number(y)) \(number(intensity))"
      case .color(let matrix):
        let columns = [matrix.red, matrix.green, matrix.blue, matrix.alpha, matrix.bias]
        return " color ["
          + columns.map { c in (0..<4).map { number(c[$0]) }.joined(separator: " ") }
          .joined(separator: "; ") + "]"
      }
    }.joined()
  }
}

extension OffscreenPlacement {
  fileprivate var text: String { " \(filter.rawValue)\(transform.text)" }
}

extension Paint {
  fileprivate var text: String {
    switch self {
    case .solid(let color): hex(color)
    case .gradient(let gradient):
      "\(gradient.kind.rawValue) gradient of \(gradient.stops.count)\(gradient.transform?.text ?? "")"
    }
  }
}

extension ImageFit {
  fileprivate var text: String {
    var text = ""
    if source != ContentsPlacement.unit {
      text += " part " + [source.minX, source.minY, source.maxX, source.maxY].map { number($0) }.joined(separator: " ")
    }
    if let slices {
      let parts = [slices.horizontal, slices.vertical].map { axis in
        [axis.sourceMin, axis.sourceMax, axis.destinationMin, axis.destinationMax].map { number($0) }
          .joined(separator: " ")
      }
      text += " slices \(parts[0]), \(parts[1])"
    }
    return text + (clip.map { " clip \($0.text) of" } ?? "")
  }
}

extension Shape {
  fileprivate var text: String {
    switch self {
    case .roundedRect(let rect): rect.text
    case .path(let path): path.text
    case .border(let outer, let width): "ring \(outer.text) around \(outer.inset(by: width).text)"
    case .ring(let outer, let inner): "ring \(outer.text) around \(inner.text)"
    }
  }
}

extension PathShape {
  fileprivate var text: String {
    "path of \(polygons.points.count) points \(rule) \(RoundedRect(polygons.boundingBox).text)"
  }
}

extension RoundedRect {
  fileprivate var text: String {
    var corner = cornerRadius > 0 ? " radius \(number(cornerRadius))" : ""
    if cornerRadius > 0, curve != .circular { corner += " \(curve.rawValue)" }
    if cornerRadius > 0, corners != .all { corner += " corners \(corners.rawValue)" }
    if smoothEdges != .all { corner += " smooth edges \(smoothEdges.rawValue)" }
    return "\(number(minX)),\(number(minY))..\(number(maxX)),\(number(maxY))\(corner)"
  }
}

extension PlaneTransform {
  /// Empty for the identity; else the rows of the matrix, without the column of perspective where there is none.
  fileprivate var text: String {
    if self == .identity { return "" }
    let rows =
      isAffine ? [[m11, m12], [m21, m22], [m31, m32]] : [[m11, m12, m13], [m21, m22, m23], [m31, m32, m33]]
    return " by [" + rows.map { $0.map(number).joined(separator: " ") }.joined(separator: "; ") + "]"
  }
}

/// Rounded to 3 decimals, without trailing zeros; never "-0".
private func number(_ value: some BinaryFloatingPoint) -> String {
  let value = Double(value)
  guard value.isFinite else { return "\(value)" }
  guard abs(value) < 1e12 else { return "\(value)" }
  let thousandths = Int((value * 1000).rounded())
  let (whole, rest) = thousandths.magnitude.quotientAndRemainder(dividingBy: 1000)
  let sign = thousandths < 0 ? "-" : ""
  guard rest > 0 else { return "\(sign)\(whole)" }
  var digits = String(rest + 1000).dropFirst()
  while digits.last == "0" { digits.removeLast() }
  return "\(sign)\(whole).\(digits)"
}

/// Eight hexadecimal digits.
private func hex(_ pixel: UInt32) -> String {
  let digits = String(pixel, radix: 16)
  return "#" + String(repeating: "0", count: 8 - digits.count) + digits
}
