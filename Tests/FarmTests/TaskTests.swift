import StarmineFarm
import Testing

@Suite struct TaskTests {
  @Test func rangesAreShort() {
    #expect(SegmentRanges.text([]) == "")
    #expect(SegmentRanges.text([3, 5, 6]) == "3,5-6")
    #expect(SegmentRanges.text([0, 1, 2, 9]) == "0-2,9")
  }

  @Test(arguments: [(8, 1), (8, 3), (1, 5), (1000, 7)]) func everySegmentIsInOneTask(segments: Int, perTask: Int) {
    let tasks = FarmTasks(segments: segments, perTask: perTask)
    let all = (0..<tasks.count).flatMap { Array(tasks.segments(ofTask: $0)) }
    #expect(all == Array(0..<segments))
    for outside in [-1, tasks.count, Int.max] { #expect(tasks.segments(ofTask: outside).isEmpty) }
  }

  @Test func missingSegmentsLeadToTheirTasks() {
    #expect(FarmTasks(segments: 8, perTask: 3).tasks(of: [0, 4, 5, 7]) == [0, 1, 2])
    #expect(FarmTasks(segments: 8, perTask: 3).tasks(of: [5]) == [1])
  }
}
