import Foundation
import StarmineGraphics
import StarmineLayers
import StarmineScene
import StarmineViews
import Testing

/// Expectations from UIKit's documentation.
@Suite struct BezierPathTests {
  private let frame = CGRect(x: 10, y: 20, width: 40, height: 30)

  @Test func figures() {
    #expect(UIBezierPath(rect: frame).bounds == frame && UIBezierPath(ovalIn: frame).bounds == frame)
    let round = UIBezierPath(roundedRect: frame, cornerRadius: 8)
    #expect(round.bounds == frame && !round.contains(CGPoint(x: 11, y: 21)) && round.contains(CGPoint(x: 30, y: 21)))
    let some = UIBezierPath(
      roundedRect: frame, byRoundingCorners: [.topRight, .bottomLeft], cornerRadii: CGSize(width: 10, height: 6))
    #expect(some.bounds == frame && some.contains(CGPoint(x: 10.5, y: 20.5)) && some.contains(CGPoint(x: 49, y: 49)))
    #expect(!some.contains(CGPoint(x: 49.5, y: 20.5)) && !some.contains(CGPoint(x: 10.5, y: 49.5)))
    let arc = UIBezierPath(arcCenter: .zero, radius: 10, startAngle: 0, endAngle: .pi, clockwise: true)
    #expect(abs(arc.bounds.maxY - 10) < 1e-2 && abs(arc.bounds.minY) < 1e-9, "clockwise where y points down")
    #expect(UIBezierPath().isEmpty && UIBezierPath().bounds.isNull)
  }

  @Test func pathsAreCopied() {
    let path = UIBezierPath(rect: frame)
    let copy = path.cgPath
    path.apply(CGAffineTransform(translationX: 5, y: 0))
    path.append(UIBezierPath(rect: CGRect(x: 0, y: 0, width: 1, height: 1)))
    #expect(copy.boundingBox == frame && path.bounds == CGRect(x: 0, y: 0, width: 55, height: 50))
    #expect(UIBezierPath(cgPath: copy).cgPath.isRect(nil) && !path.cgPath.isRect(nil))
    path.removeAllPoints()
    #expect(path.isEmpty)
  }

  @Test func reverses() {
    let path = UIBezierPath()
    path.move(to: .zero)
    path.addLine(to: CGPoint(x: 10, y: 0))
    path.addQuadCurve(to: CGPoint(x: 10, y: 10), controlPoint: CGPoint(x: 15, y: 5))
    path.addCurve(
      to: CGPoint(x: 0, y: 10), controlPoint1: CGPoint(x: 8, y: 12), controlPoint2: CGPoint(x: 2, y: 12))
    path.close()
    let back = path.reversing()
    #expect(
      back.cgPath.geometry.elements == [
        .move(to: CGPoint(x: 0, y: 10)),
        .curve(to: CGPoint(x: 10, y: 10), control1: CGPoint(x: 2, y: 12), control2: CGPoint(x: 8, y: 12)),
        .quadCurve(to: CGPoint(x: 10, y: 0), control: CGPoint(x: 15, y: 5)), .line(to: .zero), .close,
      ])
    // A hole by direction alone.
    let ring = UIBezierPath(rect: frame)
    ring.append(UIBezierPath(rect: frame.insetBy(dx: 10, dy: 10)).reversing())
    #expect(!ring.contains(CGPoint(x: 30, y: 35)) && ring.contains(CGPoint(x: 12, y: 35)))
  }

  @Test func drawsToTheCurrentContext() {
    #expect(UIGraphicsGetCurrentContext() == nil)
    UIBezierPath(rect: frame).fill()
    let context = CGContext(bounds: CGRect(x: 0, y: 0, width: 100, height: 100))
    UIGraphicsPushContext(context)
    context.setFillColor(red: 1, green: 0, blue: 0, alpha: 1)
    let path = UIBezierPath(rect: frame)
    path.lineWidth = 4
    path.setLineDash([2, 1], count: 2, phase: 0)
    path.fill()
    path.stroke()
    path.addClip()
    #expect(context.boundingBoxOfClipPath == frame)
    UIGraphicsPopContext()
    UIGraphicsPopContext()
    #expect(UIGraphicsGetCurrentContext() == nil)
    let areas = context.finish().compactMap { command -> (UInt32, Int)? in
      guard case .fill(let fill) = command, case .solid(let color) = fill.paint, case .path(let path) = fill.shape
      else { return nil }
      return (color, path.polygons.ranges.count)
    }
    #expect(areas.map(\.0) == [0xFFFF_0000, 0xFF00_0000])
    #expect(areas.first?.1 == 1 && areas.last.map { $0.1 > 40 } == true, "140 points of dashes of 3")
  }
}
