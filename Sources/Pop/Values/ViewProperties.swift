import StarmineViews

// Names of the animatable properties of views.

/// `UIView.alpha`, 0...1.
public let kPOPViewAlpha = "view.alpha"
/// Bounds of the view, their size, its centre and its frame, in points.
public let kPOPViewBounds = kPOPLayerBounds, kPOPViewSize = kPOPLayerSize, kPOPViewCenter = "view.center",
  kPOPViewFrame = "view.frame"
/// Scale of the view along x, along y, and along both as a point.
public let kPOPViewScaleX = "view.scaleX", kPOPViewScaleY = "view.scaleY", kPOPViewScaleXY = "view.scaleXY"
/// Colours: `UIView.backgroundColor`, `UIView.tintColor` and `UILabel.textColor`.
public let kPOPViewBackgroundColor = "view.backgroundColor", kPOPViewTintColor = "view.tintColor",
  kPOPLabelTextColor = "label.textColor"

extension PropertyRow {
  /// Properties of views, with POP's thresholds.
  static var viewRows: [PropertyRow] {
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

  private static var ofLayers: [PropertyRow] {
    [
      ("view.scaleX", kPOPLayerScaleX), ("view.scaleY", kPOPLayerScaleY), ("view.scaleXY", kPOPLayerScaleXY),
      (kPOPLayerBounds, kPOPLayerBounds), (kPOPLayerSize, kPOPLayerSize),
    ].compactMap { name, layerName in
      PropertyRow.layerRows.first { $0.name == layerName }.map { row in
        PropertyRow(name, of: UIView.self, count: row.count, threshold: row.threshold) {
          row.read($0.layer)
        } write: {
          row.write($0.layer, $1)
        }
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
  static let vectorKind = VectorKind(count: 4, isVelocity: false) {
    UIColor(red: $0.x, green: $0.y, blue: $0.z, alpha: $0.w)
  }
  var vector: SIMD4<Double> { cgColor.vector }
}
