import Foundation
import StarmineGraphics
import StarminePresets

/// Pictures: in the document, and files in its folder.
extension SVGWriter {
  /// - Parameter region: where it lies; by default what its attributes say.
  func image(_ node: SVGNode, _ context: SVGContext, in region: CGRect? = nil) -> [DocumentValue] {
    guard context.style["visibility"] == "visible", let value = picture(node), budget.spend(layers: 2),
      let frame = region ?? imageFrame(node, context), let size = pictureSize(value)
    else { return [] }
    let words = node["preserveAspectRatio"] ?? "xMidYMid"
    let fit = SVGValues.fit(CGRect(origin: .zero, size: size), into: frame, words)
    let isPixelated = ["optimizeSpeed", "pixelated", "crisp-edges"].contains(context.style["image-rendering"])
    let layer = DocumentValue.layer([
      ("bounds", .list([0, 0, size.width, size.height])), ("contents", value),
      ("transform", .matrix(fit.inside(context.matrix))),
      ("magnificationFilter", isPixelated ? .text("nearest") : nil),
      ("minificationFilter", .text(isPixelated ? "nearest" : "trilinear")),
    ])
    guard words.contains("slice"), context.depth < SVGBudget.mostDepth else { return [layer] }
    return [.layer(mask: rectangle(frame, context.matrix), sublayers: [layer])]
  }

  /// Where an image lies; nil for one that is not drawn.
  func imageFrame(_ node: SVGNode, _ context: SVGContext) -> CGRect? {
    let d = node.declared
    var (width, height) = (context.points(d["width"], .x), context.points(d["height"], .y))
    if width == nil || height == nil {
      guard let value = picture(node), let size = pictureSize(value) else { return nil }
      let ratio = Double(size.width / size.height)
      (width, height) = (
        width ?? height.map { $0 * ratio } ?? Double(size.width), height ?? width.map { $0 / ratio } ?? Double(size.height)
      )
    }
    guard let width, let height, width > 0, height > 0 else { return nil }
    return CGRect(x: context.points(d["x"], .x) ?? 0, y: context.points(d["y"], .y) ?? 0, width: width, height: height)
  }

  private func picture(_ node: SVGNode) -> DocumentValue? {
    guard let link = node["href"]?.trimmingCharacters(in: .whitespacesAndNewlines), !link.isEmpty else { return nil }
    guard link.hasPrefix("data:") else {
      guard !link.contains("://"), !link.lowercased().hasSuffix(".svg"), !link.lowercased().hasSuffix(".svgz") else {
        lose("href", "\(link.excerpt(60)) is not read; use a PNG, JPEG, GIF or WebP in the document's folder", node)
        return nil
      }
      return EmbeddedImage.file(named: link, in: source.folder, source.record, at: node.location)
    }
    guard let comma = link.firstIndex(of: ","), link[..<comma].hasSuffix(";base64") else {
      lose("href", "only base64 pictures are read", node)
      return nil
    }
    do throws(EmbeddedImageError) {
      return try EmbeddedImage.value(base64: String(link[link.index(after: comma)...]), source.record)
    } catch {
      lose("href", error.message, node)
      return nil
    }
  }

  /// Pixels of a picture.
  private func pictureSize(_ value: DocumentValue) -> CGSize? {
    guard case .string(let text) = value.content else { return nil }
    var bytes: [UInt8] = []
    if text.hasPrefix("data:"), let comma = text.firstIndex(of: ",") {
      bytes = Data(base64Encoded: String(text[text.index(after: comma)...])).map(Array.init) ?? []
    } else {
      let path = source.folder.appendingPathComponent(text).path
      bytes = (try? InputFile(path, in: FileScope(folder: source.folder.path)).bytes(atMost: 1 << 20)) ?? []
    }
    return PictureHeader.size(bytes).map { CGSize(width: $0.width, height: $0.height) }
  }
}
