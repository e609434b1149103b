import Foundation
import StarmineCore
import StarmineGraphics
import StarmineLayers
import StarmineMedia

/// Canvas of charts: our own layers, drawn by our own renderer.
struct ChartCanvas {
  let size: CGSize
  private let root = CALayer()

  init(size: CGSize) {
    self.size = size
    root.frame = CGRect(origin: .zero, size: size)
    root.backgroundColor = ChartColor.paper
  }

  /// Where a text lies from its point.
  enum Side: String {
    case left, center, right
  }

  func rectangle(_ rect: CGRect, _ color: CGColor, radius: CGFloat = 0) {
    let layer = CALayer()
    (layer.frame, layer.backgroundColor, layer.cornerRadius) = (rect, color, radius)
    root.addSublayer(layer)
  }

  func line(_ points: [CGPoint], _ color: CGColor, width: CGFloat = 1, dashes: [NSNumber]? = nil) {
    guard let first = points.first else { return }
    let path = CGMutablePath()
    path.move(to: first)
    for point in points.dropFirst() { path.addLine(to: point) }
    let layer = CAShapeLayer()
    layer.frame = root.bounds
    (layer.path, layer.fillColor, layer.strokeColor) = (path, nil, color)
    (layer.lineWidth, layer.lineJoin, layer.lineDashPattern) = (width, .round, dashes)
    root.addSublayer(layer)
  }

  func dots(_ points: [CGPoint], _ color: CGColor, radius: CGFloat) {
    let path = CGMutablePath()
    for point in points {
      path.addEllipse(
        in: CGRect(x: point.x - radius, y: point.y - radius, width: radius * 2, height: radius * 2))
    }
    let layer = CAShapeLayer()
    layer.frame = root.bounds
    (layer.path, layer.fillColor) = (path, color)
    root.addSublayer(layer)
  }

  /// One line, its middle at the height of the point.
  func text(
    _ text: String, at point: CGPoint, _ side: Side = .left, size: CGFloat = 13, _ color: CGColor = ChartColor.ink
  ) {
    let layer = CATextLayer()
    let width: CGFloat = 700
    let start = side == .left ? point.x : side == .center ? point.x - width / 2 : point.x - width
    layer.frame = CGRect(x: start, y: point.y - size * 0.65, width: width, height: size * 1.4)
    layer.alignmentMode = CATextLayerAlignmentMode(rawValue: side.rawValue)
    (layer.string, layer.fontSize, layer.foregroundColor) = (text, size, color)
    root.addSublayer(layer)
  }

  /// Draws at two pixels per point into a PNG file.
  func write(to path: String) throws {
    let movie = Movie(rootLayer: root, size: size)
    movie.scale = 2
    try ImageWriter.writePNG(movie.still(at: 0), toPath: path)
  }
}

enum ChartColor {
  static let paper = CGColor(red: 1, green: 1, blue: 1, alpha: 1)
  static let ink = CGColor(red: 0.13, green: 0.15, blue: 0.2, alpha: 1)
  static let faint = CGColor(red: 0.13, green: 0.15, blue: 0.2, alpha: 0.15)
  static let muted = CGColor(red: 0.45, green: 0.48, blue: 0.55, alpha: 1)
  static let blue = CGColor(red: 0.16, green: 0.42, blue: 0.78, alpha: 1)
  static let paleBlue = CGColor(red: 0.16, green: 0.42, blue: 0.78, alpha: 0.18)
  static let green = CGColor(red: 0.18, green: 0.6, blue: 0.34, alpha: 1)
  static let red = CGColor(red: 0.82, green: 0.23, blue: 0.2, alpha: 1)
  static let orange = CGColor(red: 0.9, green: 0.6, blue: 0.15, alpha: 1)
}
