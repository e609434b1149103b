import Foundation
import StarmineGraphics
import StarmineLayers
package import StarminePop
package import StarmineViews

// POP's names of the properties of views. Naming one, or making a movie, adds their rows to POP's table.

/// `UIView.alpha`, 0...1.
public let kPOPViewAlpha = ViewRows.name("view.alpha")
/// `UIView.backgroundColor`.
public let kPOPViewBackgroundColor = ViewRows.name("view.backgroundColor")
/// `UIView.bounds`, points.
public let kPOPViewBounds = ViewRows.name(kPOPLayerBounds)
/// `UIView.center`, points.
public let kPOPViewCenter = ViewRows.name("view.center")
/// `UIView.frame`, points.
public let kPOPViewFrame = ViewRows.name("view.frame")
/// The view's scale along x.
public let kPOPViewScaleX = ViewRows.name("view.scaleX")
/// The view's scale along x and y, a point.
public let kPOPViewScaleXY = ViewRows.name("view.scaleXY")
/// The view's scale along y.
public let kPOPViewScaleY = ViewRows.name("view.scaleY")
/// The size of `UIView.bounds`, points.
public let kPOPViewSize = ViewRows.name(kPOPLayerSize)
/// `UIView.tintColor`.
public let kPOPViewTintColor = ViewRows.name("view.tintColor")
/// `UILabel.textColor`.
public let kPOPLabelTextColor = ViewRows.name("label.textColor")

/// The rows of views in POP's table, with POP's thresholds.
enum ViewRows {
  /// A name whose row is in the table from now on.
  static func name(_ name: String) -> String {
    register()
    return name
  }

  static func register() { _ = once }
  private static let once: Void = PropertyRow.add(rows)

  private static var rows: [PropertyRow] {
    [
      PropertyRow("view.alpha", of: UIView.self, count: 1, threshold: 0.01) {
        SIMD4(Double($0.alpha), 0, 0, 0)
      } write: {
        $0.alpha = CGFloat($1.x)
      },
      PropertyRow("view.center", of: UIView.self, count: 2, threshold: 1) {
        $0.center.vector
      } write: {
        $0.center = CGPoint(x: $1.x, y: $1.y)
      },
      PropertyRow("view.frame", of: UIView.self, count: 4, threshold: 1) {
        $0.frame.vector
      } write: {
        $0.frame = CGRect(x: $1.x, y: $1.y, width: $1.z, height: $1.w)
      },
      color("view.backgroundColor", of: UIView.self, \.backgroundColor),
      color("view.tintColor", of: UIView.self, \.tintColor),
      color("label.textColor", of: UILabel.self, \.textColor),
    ] + ofLayers
  }

  /// Properties that a view has from its layer.
  private static var ofLayers: [PropertyRow] {
    [
      ("view.scaleX", kPOPLayerScaleX, 1), ("view.scaleY", kPOPLayerScaleY, 1), ("view.scaleXY", kPOPLayerScaleXY, 2),
      (kPOPLayerBounds, kPOPLayerBounds, 4), (kPOPLayerSize, kPOPLayerSize, 2),
    ].map { name, layerName, count in
      let threshold = POPAnimatableProperty.property(withName: layerName)?.threshold ?? 1
      return PropertyRow(name, of: UIView.self, count: count, threshold: Double(threshold)) { view in
        var slots = [CGFloat](repeating: 0, count: 4)
        POPAnimatableProperty.property(withName: layerName)?.readBlock?(view.layer, &slots)
        return SIMD4(Double(slots[0]), Double(slots[1]), Double(slots[2]), Double(slots[3]))
      } write: { view, vector in
        let slots = (0..<4).map { CGFloat(vector[$0]) }
        POPAnimatableProperty.property(withName: layerName)?.writeBlock?(view.layer, slots)
      }
    }
  }

  private static func color<Owner: UIView>(
    _ name: String, of owner: Owner.Type, _ path: any ReferenceWritableKeyPath<Owner, UIColor?> & Sendable
  ) -> PropertyRow {
    PropertyRow(name, of: owner, count: 4, threshold: 0.01) {
      $0[keyPath: path]?.vector ?? SIMD4()
    } write: {
      $0[keyPath: path] = UIColor(red: $1.x, green: $1.y, blue: $1.z, alpha: $1.w)
    }
  }
}

extension UIColor: VectorValue {
  package static let vectorKind = VectorKind(count: 4, isVelocity: false) {
    UIColor(red: $0.x, green: $0.y, blue: $0.z, alpha: $0.w)
  }
  package var vector: SIMD4<Double> { cgColor.vector }
}
