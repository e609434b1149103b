import Starmine

extension CaseWorld {
  /// Constants by the names that they have in C, as their values: most are constants of a type in Swift.
  static let constants: [String: any Sendable] = texts.mapValues { $0 as any Sendable }.merging(numbers) { first, _ in
    first
  }

  private static let texts: [String: String] = [
    emitterTexts, layerTexts, animationTexts, textTexts,
  ].reduce(into: [:]) { $0.merge($1) { first, _ in first } }

  private static let emitterTexts: [String: String] = [
    "kCAEmitterLayerLine": CAEmitterLayerEmitterShape.line.rawValue,
    "kCAEmitterLayerCuboid": CAEmitterLayerEmitterShape.cuboid.rawValue,
    "kCAEmitterLayerSphere": CAEmitterLayerEmitterShape.sphere.rawValue,
    "kCAEmitterLayerPoints": CAEmitterLayerEmitterMode.points.rawValue,
    "kCAEmitterLayerOutline": CAEmitterLayerEmitterMode.outline.rawValue,
    "kCAEmitterLayerSurface": CAEmitterLayerEmitterMode.surface.rawValue,
    "kCAEmitterLayerVolume": CAEmitterLayerEmitterMode.volume.rawValue,
    "kCAEmitterLayerOldestFirst": CAEmitterLayerRenderMode.oldestFirst.rawValue,
    "kCAEmitterLayerOldestLast": CAEmitterLayerRenderMode.oldestLast.rawValue,
    "kCAEmitterLayerBackToFront": CAEmitterLayerRenderMode.backToFront.rawValue,
    "kCAEmitterLayerAdditive": CAEmitterLayerRenderMode.additive.rawValue,
  ]

  private static let layerTexts: [String: String] = [
    "kCACornerCurveContinuous": CALayerCornerCurve.continuous.rawValue,
    "kCAContentsFormatAutomatic": CALayerContentsFormat.automatic.rawValue,
    "kCAContentsFormatRGBA8Uint": CALayerContentsFormat.RGBA8Uint.rawValue,
    "kCAContentsFormatRGBA16Float": CALayerContentsFormat.RGBA16Float.rawValue,
    "CADynamicRangeConstrainedHigh": CALayer.DynamicRange.constrainedHigh.rawValue,
    "CADynamicRangeHigh": CALayer.DynamicRange.high.rawValue,
    "CAToneMapModeAutomatic": CALayer.ToneMapMode.automatic.rawValue,
    "CAToneMapModeNever": CALayer.ToneMapMode.never.rawValue,
    "kCAFillRuleEvenOdd": CAShapeLayerFillRule.evenOdd.rawValue,
    "kCAFillRuleNonZero": CAShapeLayerFillRule.nonZero.rawValue,
    "kCAGravityBottom": CALayerContentsGravity.bottom.rawValue,
    "kCAGravityBottomRight": CALayerContentsGravity.bottomRight.rawValue,
    "kCAGravityLeft": CALayerContentsGravity.left.rawValue,
    "kCAGravityResizeAspect": CALayerContentsGravity.resizeAspect.rawValue,
    "kCAGravityResizeAspectFill": CALayerContentsGravity.resizeAspectFill.rawValue,
    "kCAGravityTopLeft": CALayerContentsGravity.topLeft.rawValue,
    "kCAGravityTopRight": CALayerContentsGravity.topRight.rawValue,
    "kCALineCapButt": CAShapeLayerLineCap.butt.rawValue,
    "kCALineCapSquare": CAShapeLayerLineCap.square.rawValue,
    "kCALineJoinBevel": CAShapeLayerLineJoin.bevel.rawValue,
    "kCALineJoinRound": CAShapeLayerLineJoin.round.rawValue,
    "kCAGradientLayerAxial": CAGradientLayerType.axial.rawValue,
    "kCAGradientLayerConic": CAGradientLayerType.conic.rawValue,
    "kCAScrollNone": CAScrollLayerScrollMode.none.rawValue,
    "kCAScrollVertically": CAScrollLayerScrollMode.vertically.rawValue,
    "kCAScrollBoth": CAScrollLayerScrollMode.both.rawValue,
  ]

  private static let animationTexts: [String: String] = [
    "kCAFillModeBackwards": CAMediaTimingFillMode.backwards.rawValue,
    "kCAFillModeBoth": CAMediaTimingFillMode.both.rawValue,
    "kCAFillModeForwards": CAMediaTimingFillMode.forwards.rawValue,
    "kCAMediaTimingFunctionEaseInEaseOut": CAMediaTimingFunctionName.easeInEaseOut.rawValue,
    "kCAMediaTimingFunctionEaseOut": CAMediaTimingFunctionName.easeOut.rawValue,
    "kCAMediaTimingFunctionLinear": CAMediaTimingFunctionName.linear.rawValue,
    "kCAValueFunctionRotateX": CAValueFunctionName.rotateX.rawValue,
    "kCAValueFunctionRotateY": CAValueFunctionName.rotateY.rawValue,
    "kCAValueFunctionRotateZ": CAValueFunctionName.rotateZ.rawValue,
    "kCAValueFunctionScale": CAValueFunctionName.scale.rawValue,
    "kCAValueFunctionScaleY": CAValueFunctionName.scaleY.rawValue,
    "kCAValueFunctionScaleZ": CAValueFunctionName.scaleZ.rawValue,
    "kCATransition": kCATransition,
    "kCATransitionMoveIn": CATransitionType.moveIn.rawValue,
    "kCATransitionFade": CATransitionType.fade.rawValue,
    "kCATransitionPush": CATransitionType.push.rawValue,
    "kCATransitionFromTop": CATransitionSubtype.fromTop.rawValue,
    "kCATransitionFromLeft": CATransitionSubtype.fromLeft.rawValue,
    "kCATransitionFromRight": CATransitionSubtype.fromRight.rawValue,
    "kCAAnimationLinear": CAAnimationCalculationMode.linear.rawValue,
    "kCAAnimationPaced": CAAnimationCalculationMode.paced.rawValue,
    "kCAAnimationCubic": CAAnimationCalculationMode.cubic.rawValue,
    "kCAAnimationCubicPaced": CAAnimationCalculationMode.cubicPaced.rawValue,
    "kCATransactionAnimationTimingFunction": kCATransactionAnimationTimingFunction,
    "kCAOnOrderIn": kCAOnOrderIn,
    "kCAOnOrderOut": kCAOnOrderOut,
  ]

  private static let textTexts: [String: String] = [
    "kCAAlignmentLeft": CATextLayerAlignmentMode.left.rawValue,
    "kCAAlignmentRight": CATextLayerAlignmentMode.right.rawValue,
    "kCAAlignmentCenter": CATextLayerAlignmentMode.center.rawValue,
    "kCAAlignmentJustified": CATextLayerAlignmentMode.justified.rawValue,
    "kCATruncationNone": CATextLayerTruncationMode.none.rawValue,
    "kCATruncationEnd": CATextLayerTruncationMode.end.rawValue,
    "kCATruncationMiddle": CATextLayerTruncationMode.middle.rawValue,
  ]

  private static let numbers: [String: any Sendable] = [
    "kCALayerMinXMinYCorner": CACornerMask.layerMinXMinYCorner.rawValue,
    "kCALayerMaxXMinYCorner": CACornerMask.layerMaxXMinYCorner.rawValue,
    "kCALayerMaxXMaxYCorner": CACornerMask.layerMaxXMaxYCorner.rawValue,
    "kCALayerNotSizable": CAAutoresizingMask().rawValue,
    "kCALayerMinXMargin": CAAutoresizingMask.layerMinXMargin.rawValue,
    "kCALayerMinYMargin": CAAutoresizingMask.layerMinYMargin.rawValue,
    "kCALayerMaxYMargin": CAAutoresizingMask.layerMaxYMargin.rawValue,
    "kCALayerLeftEdge": CAEdgeAntialiasingMask.layerLeftEdge.rawValue,
    "kCALayerRightEdge": CAEdgeAntialiasingMask.layerRightEdge.rawValue,
    "kCAConstraintMinX": CAConstraintAttribute.minX.rawValue,
    "kCAConstraintMidX": CAConstraintAttribute.midX.rawValue,
    "kCAConstraintMaxX": CAConstraintAttribute.maxX.rawValue,
    "kCAConstraintWidth": CAConstraintAttribute.width.rawValue,
    "kCAConstraintMinY": CAConstraintAttribute.minY.rawValue,
    "kCAConstraintMidY": CAConstraintAttribute.midY.rawValue,
    "kCAConstraintMaxY": CAConstraintAttribute.maxY.rawValue,
    "kCAConstraintHeight": CAConstraintAttribute.height.rawValue,
  ]
}
