import StarmineAVFoundation
import Testing

struct CMTimeTests {
  private func time(_ value: Int64, _ timescale: Int32) -> CMTime { CMTime(value: value, timescale: timescale) }

  @Test func sumsHaveTheLeastCommonTimescale() {
    let sum = time(1, 30) + time(1, 24)
    #expect(sum.value == 9 && sum.timescale == 120 && !sum.hasBeenRounded)
    let difference = time(1, 600) - time(3, 600)
    #expect(difference.value == -2 && difference.timescale == 600)
  }

  @Test func timescalesBeyondTheLargestAreRounded() {
    let sum = time(1, 2_147_483_647) + time(1, 2_147_483_629)
    #expect(sum.timescale == 2_147_483_647 && sum.hasBeenRounded && sum.value == 2)
    let large = time(.max, 1) + time(1, 2)
    #expect(large.timescale == 1 && large.isPositiveInfinity == false || large.isPositiveInfinity)
    #expect((time(.max, 1) + time(.max, 1)).isPositiveInfinity)
    #expect((time(.min, 1) + time(.min, 1)).isNegativeInfinity)
  }

  @Test func timesThatAreNotNumbersFollowTheDocumentedRules() {
    let one = time(1, 1)
    #expect((one + .positiveInfinity).isPositiveInfinity && (one - .positiveInfinity).isNegativeInfinity)
    #expect(!(CMTime.positiveInfinity - .positiveInfinity).isValid)
    #expect(!(CMTime.positiveInfinity + .negativeInfinity).isValid)
    #expect((one + .indefinite).isIndefinite && (CMTime.indefinite + .positiveInfinity).isPositiveInfinity)
    #expect(!(one + .invalid).isValid && !CMTime(value: 1, timescale: 0).isValid)
    #expect(CMTime.negativeInfinity < one && one < .indefinite && .indefinite < .positiveInfinity)
    #expect(CMTime.positiveInfinity < .invalid && CMTimeCompare(.invalid, .invalid) == 0)
  }

  @Test func epochsAreKeptApart() {
    let late = CMTime(value: 1, timescale: 1, flags: .valid, epoch: 2)
    #expect((late + time(1, 1)).epoch == 2 && (late - late).epoch == 0)
    #expect(!(late + CMTime(value: 1, timescale: 1, flags: .valid, epoch: 3)).isValid)
    #expect(time(100, 1) < late && CMTimeMultiply(late, multiplier: 2).epoch == 2)
    #expect(NSValue(time: late).timeValue.epoch == 2 && !CMTimeRange(start: .zero, duration: late).isValid)
  }

  @Test func flagsDescribeTheTime() {
    #expect(time(1, 2).flags == .valid && CMTime.invalid.flags == [] && time(1, 0).flags == [])
    #expect(CMTime.indefinite.flags == [.valid, .indefinite] && !CMTime.indefinite.isNumeric)
    #expect(CMTime(seconds: 1.0 / 7, preferredTimescale: 600).flags == [.valid, .hasBeenRounded])
    #expect(CMTime(value: 0, timescale: 0, flags: [.valid, .negativeInfinity], epoch: 0).isNegativeInfinity)
  }

  @Test func timesConvertToObjectsAndText() {
    for time in [time(3, 2), .indefinite, .negativeInfinity] { #expect(NSValue(time: time).timeValue == time) }
    let range = CMTimeRange(start: time(3, 2), end: time(2, 1))
    #expect(NSValue(timeRange: range).timeRangeValue == range && !NSValue(timeRange: range).timeValue.isValid)
    #expect(!NSValue(point: .zero).timeValue.isValid)
    #expect("\(time(3, 2))" == "{3/2 = 1.500}" && "\(CMTime.indefinite)" == "{INDEFINITE}")
  }

  @Test func equalTimesHaveEqualHashes() {
    #expect(time(1, 2) == time(300, 600) && Set([time(1, 2), time(300, 600)]).count == 1)
    #expect(time(1, 2) != time(301, 600) && min(time(1, 2), time(1, 3)) == time(1, 3))
  }

  @Test(arguments: [
    (CMTimeRoundingMethod.default, [2, 1, -2, -1]), (.roundTowardZero, [1, 1, -1, -1]),
    (.roundAwayFromZero, [2, 2, -2, -2]), (.quickTime, [1, 1, -1, -1]), (.roundTowardPositiveInfinity, [2, 2, -1, -1]),
    (.roundTowardNegativeInfinity, [1, 1, -2, -2]),
  ]) func conversionsRoundByTheirMethod(method: CMTimeRoundingMethod, expected: [Int64]) {
    let found = [(3, 20), (14, 100), (-3, 20), (-14, 100)].map { value, timescale in
      CMTimeConvertScale(time(Int64(value), Int32(timescale)), timescale: 10, method: method)
    }
    #expect(found.map(\.value) == expected && found.allSatisfy(\.hasBeenRounded))
    #expect(!time(1, 2).convertScale(0, method: method).isValid)
  }

  @Test func quickTimeRoundsAwayFromZeroToLargerTimescales() {
    #expect(time(1, 3).convertScale(10, method: .quickTime).value == 4)
    #expect(time(-1, 3).convertScale(10, method: .quickTime).value == -4)
  }

  @Test func secondsAreRoundedToTheTimescale() {
    #expect(CMTime(seconds: 1.0 / 30, preferredTimescale: 600).value == 20)
    #expect(CMTimeMakeWithSeconds(0.5, preferredTimescale: 600) == time(1, 2))
    let far = CMTime(seconds: 1e12, preferredTimescale: 1_000_000_000)
    #expect(far.timescale < 1_000_000_000 && abs(far.seconds - 1e12) < 1)
    #expect(CMTime(seconds: 1e30, preferredTimescale: 600).isPositiveInfinity)
    #expect(!CMTime(seconds: .nan, preferredTimescale: 600).isValid && CMTime.invalid.seconds.isNaN)
  }

  @Test func productsStayExactWherePossible() {
    let product = CMTimeMultiply(time(5, 600), multiplier: -3)
    #expect(product.value == -15 && product.timescale == 600)
    let third = CMTimeMultiplyByRatio(time(1, 30), multiplier: 1, divisor: 3)
    #expect(third.value == 1 && third.timescale == 90 && !third.hasBeenRounded)
    #expect(CMTimeMultiplyByRatio(time(6, 30), multiplier: 1, divisor: -3) == time(-2, 30))
    #expect(!CMTimeMultiplyByRatio(time(1, 30), multiplier: 1, divisor: 0).isValid)
    #expect(CMTimeMultiplyByFloat64(time(1, 1), multiplier: 0.5) == time(1, 2))
    #expect(CMTimeMultiplyByFloat64(.positiveInfinity, multiplier: -2).isNegativeInfinity)
    #expect(CMTimeAbsoluteValue(time(-1, 2)) == time(1, 2))
  }

  @Test func rangesBeginAtTheirStartAndEndBeforeTheirEnd() {
    let range = CMTimeRange(start: time(1, 1), end: time(3, 1))
    #expect(range.duration == time(2, 1) && range.containsTime(time(1, 1)) && !range.containsTime(time(3, 1)))
    let other = CMTimeRangeMake(start: time(2, 1), duration: time(4, 1))
    #expect(range.intersection(other) == CMTimeRange(start: time(2, 1), end: time(3, 1)))
    #expect(CMTimeRangeGetUnion(range, otherRange: other) == CMTimeRange(start: time(1, 1), end: time(6, 1)))
    #expect(CMTimeRangeGetEnd(range) == time(3, 1) && CMTimeRangeContainsTime(range, time: time(2, 1)))
    #expect(range.intersection(CMTimeRange(start: time(9, 1), end: time(10, 1))).isEmpty)
    #expect(other.containsTimeRange(CMTimeRange(start: time(5, 1), end: time(6, 1))))
    #expect(!CMTimeRange(start: .zero, duration: time(-1, 1)).isValid && !CMTimeRange.invalid.isValid)
    #expect(CMTimeRange(start: .zero, duration: .indefinite).isIndefinite && CMTimeRange.zero.isEmpty)
  }
}
