public import Foundation

// Names of Darwin's C library, Core Foundation and Core Graphics in code for Apple's platforms that Linux does not
// provide to Swift.

/// The largest finite `Float`, as on Darwin. `repeatCount = HUGE` repeats indefinitely.
public let HUGE = Float.greatestFiniteMagnitude
/// The largest finite `Float`.
public let MAXFLOAT = Float.greatestFiniteMagnitude
/// Nanoseconds per second.
public let NSEC_PER_SEC: UInt64 = 1_000_000_000
/// Nanoseconds per millisecond.
public let NSEC_PER_MSEC: UInt64 = 1_000_000

/// The Boolean true as an object: `CATransaction.setValue(kCFBooleanTrue, forKey: kCATransactionDisableActions)`.
public let kCFBooleanTrue: NSNumber? = true
/// The Boolean false as an object.
public let kCFBooleanFalse: NSNumber? = false

/// Runs the body. On Linux there is no autorelease pool; reference counting frees objects at once.
///
/// - Throws: The error of the body.
public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result { try body() }

extension CGRect {
  /// Returns whether the rectangles are equal after standardizing.
  public func equalTo(_ rect2: CGRect) -> Bool { standardized == rect2.standardized }
}

extension CGPoint {
  /// Returns whether the points are equal.
  public func equalTo(_ point2: CGPoint) -> Bool { self == point2 }
}

extension CGSize {
  /// Returns whether the sizes are equal.
  public func equalTo(_ size2: CGSize) -> Bool { self == size2 }
}
