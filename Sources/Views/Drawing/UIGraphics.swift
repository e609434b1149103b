// UIKit's current drawing context: a stack per thread.

/// Makes a context the current one until `UIGraphicsPopContext()`.
public func UIGraphicsPushContext(_ context: CGContext) { ViewThread.current.drawingContexts.append(context) }

/// Does nothing if no context was pushed.
public func UIGraphicsPopContext() { _ = ViewThread.current.drawingContexts.popLast() }

/// The context that paths and texts draw to, nil outside of drawing.
public func UIGraphicsGetCurrentContext() -> CGContext? { ViewThread.current.drawingContexts.last }

/// Makes a bitmap's context the current one until `UIGraphicsEndImageContext()`. Its picture is
/// `UIGraphicsGetCurrentContext()?.makeImage()`.
///
/// - Parameters:
///   - size: points. Without an area, or beyond the limits of bitmaps, the context draws to no bitmap and makes no
///     image.
///   - opaque: starts black instead of transparent.
///   - scale: pixels per point; 0 stands for 1 here, where there is no screen.
public func UIGraphicsBeginImageContextWithOptions(_ size: CGSize, _ opaque: Bool, _ scale: CGFloat) {
  let bitmap = CGContext(size: size, scale: scale == 0 ? 1 : scale, isOpaque: opaque)
  UIGraphicsPushContext(bitmap ?? CGContext(bounds: .zero))
}

/// With one pixel per point, transparent.
public func UIGraphicsBeginImageContext(_ size: CGSize) { UIGraphicsBeginImageContextWithOptions(size, false, 1) }

/// Ends what `UIGraphicsBeginImageContextWithOptions` has begun.
public func UIGraphicsEndImageContext() { UIGraphicsPopContext() }
