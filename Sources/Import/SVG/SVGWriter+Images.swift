import Foundation
import StarmineGraphics
import StarmineDocument

/// Pictures: in the document, and files in its folder.
extension SVGWriter {
  /// - Parameter region: where it lies; by default what its attributes say.
  func image(_ node: SVGNode, _ context: SVGContext, in region: CGRect? = nil) -> [DocumentValue] {
    guard context.style["visibility"] == "visible", budget.spend(layers: 2) else { return [] }
    if let document = document(node) { return nested(document, node, context, in: region) }
    guard let value = picture(node), let frame = region ?? imageFrame(node, context), let size = pictureSize(value)
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
      let size = document(node).flatMap { $0.frame(SVGContext().entering($0.root))?.size }
      guard let size = size ?? picture(node).flatMap({ pictureSize($0) }) else { return nil }
      let ratio = Double(size.width / size.height)
      (width, height) = (
        width ?? height.map { $0 * ratio } ?? Double(size.width),
        height ?? width.map { $0 / ratio } ?? Double(size.height)
      )
    }
    guard let width, let height, width > 0, height > 0 else { return nil }
    return CGRect(x: context.points(d["x"], .x) ?? 0, y: context.points(d["y"], .y) ?? 0, width: width, height: height)
  }

  private func picture(_ node: SVGNode) -> DocumentValue? {
    guard let link = node["href"]?.trimmingCharacters(in: .whitespacesAndNewlines), !link.isEmpty else { return nil }
    guard link.hasPrefix("data:") else {
      guard !link.contains("://") else {
        lose("href", "\(link.excerpt(60)) is not read; use a file in the document's folder", node)
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

  // MARK: Documents as pictures

  /// The SVG document that an image shows; nil for others, and inside of one.
  private func document(_ node: SVGNode) -> SVGWriter? {
    if let known = documents[ObjectIdentifier(node)] { return known }
    let link = node["href"]?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
    var bytes: [UInt8]?
    if link.hasPrefix("data:image/svg+xml"), let comma = link.firstIndex(of: ",") {
      let text = String(link[link.index(after: comma)...])
      bytes =
        link[..<comma].hasSuffix(";base64")
        ? Data(base64Encoded: text, options: .ignoreUnknownCharacters).map(Array.init)
        : text.removingPercentEncoding.map { Array($0.utf8) }
    } else if ["svg", "svgz"].contains(link.split(separator: ".").last?.lowercased()),
      case .string(let path)? = EmbeddedImage.file(named: link, in: source.folder, source.record, at: node.location)?
        .content
    {
      let file = source.folder.appendingPathComponent(path)
      bytes = try? Importer.bytes(of: file, in: FileScope(folder: source.folder.path), named: path)
    }
    guard let bytes else { return nil }
    let inner = ImportSource(bytes: bytes, url: source.url, record: source.record)
    let writer = isNested ? nil : try? SVGWriter(inner, root: SVGReader.root(inner), isNested: true)
    documents[ObjectIdentifier(node)] = .some(writer)
    if writer == nil { lose("href", "the SVG document in it is not read", node) }
    return writer
  }

  private func nested(
    _ document: SVGWriter, _ node: SVGNode, _ context: SVGContext, in region: CGRect?
  ) -> [DocumentValue] {
    guard let scene = try? document.scene(), let frame = region ?? imageFrame(node, context),
      budget.spend(layers: scene.layers.extent.layers), context.depth + 8 < SVGBudget.mostDepth
    else { return [] }
    let text = node["preserveAspectRatio"]
    let fit = SVGValues.fit(CGRect(origin: .zero, size: scene.size), into: frame, text)
    let layer = DocumentValue.layer([("transform", .matrix(fit.inside(context.matrix)))], sublayers: scene.layers)
    return [.layer(mask: rectangle(frame, context.matrix), sublayers: [layer])]
  }

  private func pictureSize(_ value: DocumentValue) -> CGSize? { EmbeddedImage.size(value, folder: source.folder) }
}
