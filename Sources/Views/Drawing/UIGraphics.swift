// UIKit's current drawing context: a stack per thread.

/// Makes a context current until `UIGraphicsPopContext()`.
public func UIGraphicsPushContext(_ context: CGContext) { ViewThread.current.drawingContexts.append(context) }

/// Removes the current context. Does nothing if no context was pushed.
public func UIGraphicsPopContext() { _ = ViewThread.current.drawingContexts.popLast() }

/// Returns the current context, or nil outside drawing.
public func UIGraphicsGetCurrentContext() -> CGContext? { ViewThread.current.drawingContexts.last }

/// Creates a bitmap context and makes it current until `UIGraphicsEndImageContext()`. Get its image with
/// `UIGraphicsGetCurrentContext()?.makeImage()`.
///
/// - Parameters:
///   - size: size in points. If it is empty or above the limits of bitmaps, drawing has no effect and there is no
///     image.
///   - opaque: whether the bitmap starts black instead of transparent.
///   - scale: pixels per point; 0 means 1, because there is no screen.
public func UIGraphicsBeginImageContextWithOptions(_ size: CGSize, _ opaque: Bool, _ scale: CGFloat) {
  let bitmap = CGContext(size: size, scale: scale == 0 ? 1 : scale, isOpaque: opaque)
  UIGraphicsPushContext(bitmap ?? CGContext(bounds: .zero))
}

/// Creates a transparent bitmap context with one pixel per point and makes it current.
public func UIGraphicsBeginImageContext(_ size: CGSize) { UIGraphicsBeginImageContextWithOptions(size, false, 1) }

/// Ends the context of `UIGraphicsBeginImageContextWithOptions`.
public func UIGraphicsEndImageContext() { UIGraphicsPopContext() }
