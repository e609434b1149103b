public import Foundation

// Names of Darwin's C library and of Core Foundation that code written for Apple's platforms uses, and that Linux does
// not hand to Swift.

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

/// Runs the body: memory is given back by reference counting here, as soon as nothing refers to it.
public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result { try body() }
