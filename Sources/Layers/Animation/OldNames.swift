// Names that constants had until Swift 4.2, for code that old. They are what has taken their place, so that they go
// wherever that goes.

public import StarmineScene

/// Swift 3's names for constants of `CAMediaTimingFunctionName`.
@available(*, deprecated, message: "`CAMediaTimingFunctionName` has them")
public let
  kCAMediaTimingFunctionLinear = CAMediaTimingFunctionName.linear,
  kCAMediaTimingFunctionEaseIn = CAMediaTimingFunctionName.easeIn,
  kCAMediaTimingFunctionEaseOut = CAMediaTimingFunctionName.easeOut,
  kCAMediaTimingFunctionEaseInEaseOut = CAMediaTimingFunctionName.easeInEaseOut,
  kCAMediaTimingFunctionDefault = CAMediaTimingFunctionName.default

/// Swift 3's names for constants of `CAMediaTimingFillMode`.
@available(*, deprecated, message: "`CAMediaTimingFillMode` has them")
public let
  kCAFillModeRemoved = CAMediaTimingFillMode.removed,
  kCAFillModeForwards = CAMediaTimingFillMode.forwards,
  kCAFillModeBackwards = CAMediaTimingFillMode.backwards,
  kCAFillModeBoth = CAMediaTimingFillMode.both

/// Swift 3's names for constants of `CAAnimationCalculationMode`.
@available(*, deprecated, message: "`CAAnimationCalculationMode` has them")
public let
  kCAAnimationLinear = CAAnimationCalculationMode.linear,
  kCAAnimationDiscrete = CAAnimationCalculationMode.discrete,
  kCAAnimationPaced = CAAnimationCalculationMode.paced,
  kCAAnimationCubic = CAAnimationCalculationMode.cubic,
  kCAAnimationCubicPaced = CAAnimationCalculationMode.cubicPaced

/// Swift 3's names for constants of `CAAnimationRotationMode`.
@available(*, deprecated, message: "`CAAnimationRotationMode` has them")
public let
  kCAAnimationRotateAuto = CAAnimationRotationMode.rotateAuto,
  kCAAnimationRotateAutoReverse = CAAnimationRotationMode.rotateAutoReverse

/// Swift 3's names for constants of `CAValueFunctionName`.
@available(*, deprecated, message: "`CAValueFunctionName` has them")
public let
  kCAValueFunctionRotateX = CAValueFunctionName.rotateX,
  kCAValueFunctionRotateY = CAValueFunctionName.rotateY,
  kCAValueFunctionRotateZ = CAValueFunctionName.rotateZ,
  kCAValueFunctionScale = CAValueFunctionName.scale,
  kCAValueFunctionScaleX = CAValueFunctionName.scaleX,
  kCAValueFunctionScaleY = CAValueFunctionName.scaleY,
  kCAValueFunctionScaleZ = CAValueFunctionName.scaleZ,
  kCAValueFunctionTranslate = CAValueFunctionName.translate,
  kCAValueFunctionTranslateX = CAValueFunctionName.translateX,
  kCAValueFunctionTranslateY = CAValueFunctionName.translateY,
  kCAValueFunctionTranslateZ = CAValueFunctionName.translateZ

/// Swift 3's names for constants of `CATransitionType`.
@available(*, deprecated, message: "`CATransitionType` has them")
public let
  kCATransitionFade = CATransitionType.fade,
  kCATransitionMoveIn = CATransitionType.moveIn,
  kCATransitionPush = CATransitionType.push,
  kCATransitionReveal = CATransitionType.reveal

/// Swift 3's names for constants of `CATransitionSubtype`.
@available(*, deprecated, message: "`CATransitionSubtype` has them")
public let
  kCATransitionFromRight = CATransitionSubtype.fromRight,
  kCATransitionFromLeft = CATransitionSubtype.fromLeft,
  kCATransitionFromTop = CATransitionSubtype.fromTop,
  kCATransitionFromBottom = CATransitionSubtype.fromBottom

/// Swift 3's names for constants of `CALayerContentsGravity`.
@available(*, deprecated, message: "`CALayerContentsGravity` has them")
public let
  kCAGravityCenter = CALayerContentsGravity.center,
  kCAGravityTop = CALayerContentsGravity.top,
  kCAGravityBottom = CALayerContentsGravity.bottom,
  kCAGravityLeft = CALayerContentsGravity.left,
  kCAGravityRight = CALayerContentsGravity.right,
  kCAGravityTopLeft = CALayerContentsGravity.topLeft,
  kCAGravityTopRight = CALayerContentsGravity.topRight,
  kCAGravityBottomLeft = CALayerContentsGravity.bottomLeft,
  kCAGravityBottomRight = CALayerContentsGravity.bottomRight,
  kCAGravityResize = CALayerContentsGravity.resize,
  kCAGravityResizeAspect = CALayerContentsGravity.resizeAspect,
  kCAGravityResizeAspectFill = CALayerContentsGravity.resizeAspectFill

/// Swift 3's names for constants of `CALayerContentsFilter`.
@available(*, deprecated, message: "`CALayerContentsFilter` has them")
public let
  kCAFilterNearest = CALayerContentsFilter.nearest,
  kCAFilterLinear = CALayerContentsFilter.linear,
  kCAFilterTrilinear = CALayerContentsFilter.trilinear

/// Swift 3's names for constants of `CAShapeLayerFillRule`.
@available(*, deprecated, message: "`CAShapeLayerFillRule` has them")
public let
  kCAFillRuleNonZero = CAShapeLayerFillRule.nonZero,
  kCAFillRuleEvenOdd = CAShapeLayerFillRule.evenOdd

/// Swift 3's names for constants of `CAShapeLayerLineCap`.
@available(*, deprecated, message: "`CAShapeLayerLineCap` has them")
public let
  kCALineCapButt = CAShapeLayerLineCap.butt,
  kCALineCapRound = CAShapeLayerLineCap.round,
  kCALineCapSquare = CAShapeLayerLineCap.square

/// Swift 3's names for constants of `CAShapeLayerLineJoin`.
@available(*, deprecated, message: "`CAShapeLayerLineJoin` has them")
public let
  kCALineJoinMiter = CAShapeLayerLineJoin.miter,
  kCALineJoinRound = CAShapeLayerLineJoin.round,
  kCALineJoinBevel = CAShapeLayerLineJoin.bevel

/// Swift 3's names for constants of `CAGradientLayerType`.
@available(*, deprecated, message: "`CAGradientLayerType` has them")
public let
  kCAGradientLayerAxial = CAGradientLayerType.axial,
  kCAGradientLayerRadial = CAGradientLayerType.radial,
  kCAGradientLayerConic = CAGradientLayerType.conic

/// Swift 3's names for constants of `CATextLayerTruncationMode`.
@available(*, deprecated, message: "`CATextLayerTruncationMode` has them")
public let
  kCATruncationNone = CATextLayerTruncationMode.none,
  kCATruncationStart = CATextLayerTruncationMode.start,
  kCATruncationMiddle = CATextLayerTruncationMode.middle,
  kCATruncationEnd = CATextLayerTruncationMode.end

/// Swift 3's names for constants of `CATextLayerAlignmentMode`.
@available(*, deprecated, message: "`CATextLayerAlignmentMode` has them")
public let
  kCAAlignmentNatural = CATextLayerAlignmentMode.natural,
  kCAAlignmentLeft = CATextLayerAlignmentMode.left,
  kCAAlignmentRight = CATextLayerAlignmentMode.right,
  kCAAlignmentCenter = CATextLayerAlignmentMode.center,
  kCAAlignmentJustified = CATextLayerAlignmentMode.justified

/// Swift 3's names for constants of `CAScrollLayerScrollMode`.
@available(*, deprecated, message: "`CAScrollLayerScrollMode` has them")
public let
  kCAScrollNone = CAScrollLayerScrollMode.none,
  kCAScrollVertically = CAScrollLayerScrollMode.vertically,
  kCAScrollHorizontally = CAScrollLayerScrollMode.horizontally,
  kCAScrollBoth = CAScrollLayerScrollMode.both

/// Swift 3's names for constants of `CAEmitterLayerEmitterShape`.
@available(*, deprecated, message: "`CAEmitterLayerEmitterShape` has them")
public let
  kCAEmitterLayerPoint = CAEmitterLayerEmitterShape.point,
  kCAEmitterLayerLine = CAEmitterLayerEmitterShape.line,
  kCAEmitterLayerRectangle = CAEmitterLayerEmitterShape.rectangle,
  kCAEmitterLayerCuboid = CAEmitterLayerEmitterShape.cuboid,
  kCAEmitterLayerCircle = CAEmitterLayerEmitterShape.circle,
  kCAEmitterLayerSphere = CAEmitterLayerEmitterShape.sphere

/// Swift 3's names for constants of `CAEmitterLayerEmitterMode`.
@available(*, deprecated, message: "`CAEmitterLayerEmitterMode` has them")
public let
  kCAEmitterLayerPoints = CAEmitterLayerEmitterMode.points,
  kCAEmitterLayerOutline = CAEmitterLayerEmitterMode.outline,
  kCAEmitterLayerSurface = CAEmitterLayerEmitterMode.surface,
  kCAEmitterLayerVolume = CAEmitterLayerEmitterMode.volume

/// Swift 3's names for constants of `CAEmitterLayerRenderMode`.
@available(*, deprecated, message: "`CAEmitterLayerRenderMode` has them")
public let
  kCAEmitterLayerUnordered = CAEmitterLayerRenderMode.unordered,
  kCAEmitterLayerOldestFirst = CAEmitterLayerRenderMode.oldestFirst,
  kCAEmitterLayerOldestLast = CAEmitterLayerRenderMode.oldestLast,
  kCAEmitterLayerBackToFront = CAEmitterLayerRenderMode.backToFront,
  kCAEmitterLayerAdditive = CAEmitterLayerRenderMode.additive
