import StarmineBench
import Testing

/// Output of counting tools.
struct CounterTests {
  @Test func callgrindTotalIsParsed() {
    let text = "version: 1\nevents: Ir\nfn=(1) a\n1 5\n\ntotals: 123456789\n"
    #expect(InstructionCounter.count(in: text, of: .callgrind) == 123_456_789)
    #expect(InstructionCounter.count(in: "summary: 5\n", of: .callgrind) == 5)
    #expect(InstructionCounter.count(in: "events: Ir\n", of: .callgrind) == nil)
  }

  @Test func perfCountIsParsed() {
    let text = "# started on Sat\n\n987654321,,instructions:u,1234,100.00,,\n"
    #expect(InstructionCounter.count(in: text, of: .perf) == 987_654_321)
    #expect(InstructionCounter.count(in: "<not supported>,,instructions:u,0,100.00,,\n", of: .perf) == nil)
  }
}
