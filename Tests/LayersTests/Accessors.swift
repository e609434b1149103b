import Foundation
import StarmineGraphics
import StarmineLayers

/// The accessors of properties, by the keys that they have for key-value coding.
enum Accessors {
  static var layer: [String: AnyKeyPath] {
    [
      "name": \CALayer.name, "role": \CALayer.role, "bounds": \CALayer.bounds, "position": \CALayer.position,
      "zPosition": \CALayer.zPosition, "anchorPoint": \CALayer.anchorPoint, "anchorPointZ": \CALayer.anchorPointZ,
      "transform": \CALayer.transform, "sublayerTransform": \CALayer.sublayerTransform, "hidden": \CALayer.isHidden,
      "doubleSided": \CALayer.isDoubleSided, "opacity": \CALayer.opacity, "masksToBounds": \CALayer.masksToBounds,
      "backgroundColor": \CALayer.backgroundColor, "cornerRadius": \CALayer.cornerRadius,
      "contents": \CALayer.contents, "geometryFlipped": \CALayer.isGeometryFlipped,
      "borderWidth": \CALayer.borderWidth, "borderColor": \CALayer.borderColor,
      "maskedCorners": \CALayer.maskedCorners, "edgeAntialiasingMask": \CALayer.edgeAntialiasingMask,
      "allowsEdgeAntialiasing": \CALayer.allowsEdgeAntialiasing, "cornerCurve": \CALayer.cornerCurve,
      "shadowColor": \CALayer.shadowColor, "shadowOpacity": \CALayer.shadowOpacity,
      "shadowOffset": \CALayer.shadowOffset, "shadowRadius": \CALayer.shadowRadius,
      "shadowPath": \CALayer.shadowPath, "compositingFilter": \CALayer.compositingFilter,
      "allowsGroupOpacity": \CALayer.allowsGroupOpacity, "contentsGravity": \CALayer.contentsGravity,
      "contentsRect": \CALayer.contentsRect, "contentsCenter": \CALayer.contentsCenter,
      "contentsScale": \CALayer.contentsScale, "minificationFilter": \CALayer.minificationFilter,
      "minificationFilterBias": \CALayer.minificationFilterBias, "magnificationFilter": \CALayer.magnificationFilter,
      "shouldRasterize": \CALayer.shouldRasterize, "rasterizationScale": \CALayer.rasterizationScale,
      "autoresizingMask": \CALayer.autoresizingMask,
      "needsDisplayOnBoundsChange": \CALayer.needsDisplayOnBoundsChange, "opaque": \CALayer.isOpaque,
      "drawsAsynchronously": \CALayer.drawsAsynchronously, "contentsFormat": \CALayer.contentsFormat,
      "wantsExtendedDynamicRangeContent": \CALayer.wantsExtendedDynamicRangeContent,
      "toneMapMode": \CALayer.toneMapMode, "preferredDynamicRange": \CALayer.preferredDynamicRange,
      "contentsHeadroom": \CALayer.contentsHeadroom, "frame": \CALayer.frame, "sublayers": \CALayer.sublayers,
      "mask": \CALayer.mask, "filters": \CALayer.filters, "backgroundFilters": \CALayer.backgroundFilters,
      "beginTime": \CALayer.beginTime, "timeOffset": \CALayer.timeOffset, "sublayerTime": \CALayer.sublayerTime,
      "speed": \CALayer.speed,
      "duration": \CALayer.duration, "repeatCount": \CALayer.repeatCount, "repeatDuration": \CALayer.repeatDuration,
      "autoreverses": \CALayer.autoreverses, "fillMode": \CALayer.fillMode, "style": \CALayer.style,
    ]
  }

  static var emitterLayer: [String: AnyKeyPath] {
    [
      "birthRate": \CAEmitterLayer.birthRate, "lifetime": \CAEmitterLayer.lifetime,
      "emitterPosition": \CAEmitterLayer.emitterPosition, "emitterZPosition": \CAEmitterLayer.emitterZPosition,
      "emitterSize": \CAEmitterLayer.emitterSize, "emitterDepth": \CAEmitterLayer.emitterDepth,
      "emitterShape": \CAEmitterLayer.emitterShape, "emitterMode": \CAEmitterLayer.emitterMode,
      "renderMode": \CAEmitterLayer.renderMode, "preservesDepth": \CAEmitterLayer.preservesDepth,
      "velocity": \CAEmitterLayer.velocity, "scale": \CAEmitterLayer.scale, "spin": \CAEmitterLayer.spin,
      "seed": \CAEmitterLayer.seed, "emitterPath": \CAEmitterLayer.emitterPath,
      "emitterRects": \CAEmitterLayer.emitterRects, "emitterImage": \CAEmitterLayer.emitterImage,
      "emitterUsesImageColors": \CAEmitterLayer.emitterUsesImageColors, "emitterText": \CAEmitterLayer.emitterText,
      "emitterFont": \CAEmitterLayer.emitterFont, "emitterFontSize": \CAEmitterLayer.emitterFontSize,
      "emitterCells": \CAEmitterLayer.emitterCells, "emitterBehaviors": \CAEmitterLayer.emitterBehaviors,
    ]
  }

  static var shapeLayer: [String: AnyKeyPath] {
    [
      "path": \CAShapeLayer.path, "fillColor": \CAShapeLayer.fillColor, "fillRule": \CAShapeLayer.fillRule,
      "strokeColor": \CAShapeLayer.strokeColor, "strokeStart": \CAShapeLayer.strokeStart,
      "strokeEnd": \CAShapeLayer.strokeEnd, "strokeOffset": \CAShapeLayer.strokeOffset,
      "lineWidth": \CAShapeLayer.lineWidth,
      "miterLimit": \CAShapeLayer.miterLimit, "lineCap": \CAShapeLayer.lineCap, "lineJoin": \CAShapeLayer.lineJoin,
      "lineDashPhase": \CAShapeLayer.lineDashPhase, "lineDashPattern": \CAShapeLayer.lineDashPattern,
    ]
  }

  static var gradientLayer: [String: AnyKeyPath] {
    [
      "colors": \CAGradientLayer.colors, "locations": \CAGradientLayer.locations,
      "startPoint": \CAGradientLayer.startPoint, "endPoint": \CAGradientLayer.endPoint,
      "focus": \CAGradientLayer.focus,
      "type": \CAGradientLayer.type,
    ]
  }

  static var textLayer: [String: AnyKeyPath] {
    [
      "string": \CATextLayer.string, "font": \CATextLayer.font, "fontSize": \CATextLayer.fontSize,
      "foregroundColor": \CATextLayer.foregroundColor, "wrapped": \CATextLayer.isWrapped,
      "truncationMode": \CATextLayer.truncationMode, "alignmentMode": \CATextLayer.alignmentMode,
      "animators": \CATextLayer.animators,
      "allowsFontSubpixelQuantization": \CATextLayer.allowsFontSubpixelQuantization,
    ]
  }

  static var scrollLayer: [String: AnyKeyPath] {
    [
      "scrollMode": \CAScrollLayer.scrollMode
    ]
  }

  static var tiledLayer: [String: AnyKeyPath] {
    [
      "levelsOfDetail": \CATiledLayer.levelsOfDetail, "levelsOfDetailBias": \CATiledLayer.levelsOfDetailBias,
      "tileSize": \CATiledLayer.tileSize,
    ]
  }

  static var replicatorLayer: [String: AnyKeyPath] {
    [
      "instanceCount": \CAReplicatorLayer.instanceCount, "preservesDepth": \CAReplicatorLayer.preservesDepth,
      "instanceDelay": \CAReplicatorLayer.instanceDelay, "instanceTransform": \CAReplicatorLayer.instanceTransform,
      "instanceColor": \CAReplicatorLayer.instanceColor, "instanceRedOffset": \CAReplicatorLayer.instanceRedOffset,
      "instanceGreenOffset": \CAReplicatorLayer.instanceGreenOffset,
      "instanceBlueOffset": \CAReplicatorLayer.instanceBlueOffset,
      "instanceAlphaOffset": \CAReplicatorLayer.instanceAlphaOffset,
    ]
  }

  static var emitterCell: [String: AnyKeyPath] {
    [
      "name": \CAEmitterCell.name, "enabled": \CAEmitterCell.isEnabled, "birthRate": \CAEmitterCell.birthRate,
      "birthMultiplier": \CAEmitterCell.birthMultiplier, "birthsPerPoint": \CAEmitterCell.birthsPerPoint,
      "emissionMoment": \CAEmitterCell.emissionMoment,
      "birthRateOverLife": \CAEmitterCell.birthRateOverLife, "lifetime": \CAEmitterCell.lifetime,
      "lifetimeRange": \CAEmitterCell.lifetimeRange, "emissionLatitude": \CAEmitterCell.emissionLatitude,
      "emissionLongitude": \CAEmitterCell.emissionLongitude, "emissionRange": \CAEmitterCell.emissionRange,
      "emissionIsFlat": \CAEmitterCell.emissionIsFlat, "velocity": \CAEmitterCell.velocity,
      "velocityRange": \CAEmitterCell.velocityRange, "xAcceleration": \CAEmitterCell.xAcceleration,
      "yAcceleration": \CAEmitterCell.yAcceleration, "zAcceleration": \CAEmitterCell.zAcceleration,
      "scale": \CAEmitterCell.scale, "scaleRange": \CAEmitterCell.scaleRange,
      "scaleSpeed": \CAEmitterCell.scaleSpeed, "spin": \CAEmitterCell.spin, "spinRange": \CAEmitterCell.spinRange,
      "color": \CAEmitterCell.color, "redRange": \CAEmitterCell.redRange, "greenRange": \CAEmitterCell.greenRange,
      "blueRange": \CAEmitterCell.blueRange, "alphaRange": \CAEmitterCell.alphaRange,
      "redSpeed": \CAEmitterCell.redSpeed, "greenSpeed": \CAEmitterCell.greenSpeed,
      "blueSpeed": \CAEmitterCell.blueSpeed, "alphaSpeed": \CAEmitterCell.alphaSpeed,
      "contents": \CAEmitterCell.contents, "contentsRect": \CAEmitterCell.contentsRect,
      "contentsScale": \CAEmitterCell.contentsScale, "minificationFilter": \CAEmitterCell.minificationFilter,
      "magnificationFilter": \CAEmitterCell.magnificationFilter,
      "minificationFilterBias": \CAEmitterCell.minificationFilterBias, "shine": \CAEmitterCell.shine,
      "beginTime": \CAEmitterCell.beginTime, "timeOffset": \CAEmitterCell.timeOffset, "speed": \CAEmitterCell.speed,
      "duration": \CAEmitterCell.duration, "repeatCount": \CAEmitterCell.repeatCount,
      "repeatDuration": \CAEmitterCell.repeatDuration, "autoreverses": \CAEmitterCell.autoreverses,
      "fillMode": \CAEmitterCell.fillMode, "emitterCells": \CAEmitterCell.emitterCells,
      "emitterBehaviors": \CAEmitterCell.emitterBehaviors,
    ]
  }
}
