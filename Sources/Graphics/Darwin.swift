public import Foundation

// Names of Darwin's C library, Core Foundation and Core Graphics that code written for Apple's platforms uses, and that
// Linux does not hand to Swift.

/// The largest number of a `Float`, as on Darwin: `repeatCount = HUGE` stands for ever.
public let HUGE = Float.greatestFiniteMagnitude
/// The largest number of a `Float`.
public let MAXFLOAT = Float.greatestFiniteMagnitude
/// Nanoseconds of a second, and of a thousandth of it.
public let NSEC_PER_SEC: UInt64 = 1_000_000_000
/// Nanoseconds of a millisecond.
public let NSEC_PER_MSEC: UInt64 = 1_000_000

/// True as an object: `CATransaction.setValue(kCFBooleanTrue, forKey: kCATransactionDisableActions)`.
public let kCFBooleanTrue: NSNumber? = true
/// False as an object.
public let kCFBooleanFalse: NSNumber? = false

/// Runs the body. On Linux there is no autorelease pool; reference counting frees objects at once.
///
/// - Throws: The error of the body.
public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result { try body() }

extension CGRect {
  /// Whether both are the same rectangle, however their sides are signed.
  public func equalTo(_ rect2: CGRect) -> Bool { standardized == rect2.standardized }
}

extension CGPoint {
  /// Whether both are the same point.
  public func equalTo(_ point2: CGPoint) -> Bool { self == point2 }
}

extension CGSize {
  /// Whether both are the same size.
  public func equalTo(_ size2: CGSize) -> Bool { self == size2 }
}
