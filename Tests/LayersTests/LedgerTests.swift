import StarmineTestSupport
import Testing

/// Every conformance case has a test: a kind that is not checked has its reason in the ledger.
@Suite struct LedgerTests {
  private func sources() throws -> [(path: String, text: String)] {
    try Checkout.files(under: "Tests", extensions: ["swift"]).map { ($0, try Checkout.text(of: $0)) }
  }

  @Test func everyKindIsCheckedOrExcused() throws {
    let (cases, sources) = (try ConformanceCases("core-animation"), try sources())
    let counts = Dictionary(grouping: cases.all, by: \.kind).mapValues(\.count)
    #expect(counts.count > 100 && counts[""] == nil)
    var (checked, excused) = (0, 0)
    for (kind, count) in counts.sorted(by: { $0.key < $1.key }) {
      let claims = ConformanceLedger.claims(of: kind, in: sources, file: "core-animation")
      if !claims.isEmpty {
        checked += count
      } else {
        excused += count
        let reason = ConformanceLedger.open[kind] ?? ""
        #expect(!reason.isEmpty, "no test checks \(kind), and the ledger has no reason")
        print("ledger: \(count) of \(kind) not checked: \(reason)")
      }
    }
    print("ledger: \(cases.all.count) cases of \(counts.count) kinds, \(checked) checked, \(excused) not")
    for kind in ConformanceLedger.open.keys { #expect(counts[kind] != nil, "there is no \(kind)") }
  }

  @Test func claimsAreFoundInSources() {
    let sources = [
      ("a.swift", "ConformanceCases(\"x\").check(\"one.two\")"), ("b.swift", "check(\"one.two\")"),
      ("c.swift", "ConformanceCases(\"x\").check(\"one.\\(kind)\")"),
    ]
    #expect(ConformanceLedger.claims(of: "one.two", in: sources, file: "x") == ["a.swift", "c.swift"])
    #expect(ConformanceLedger.claims(of: "one", in: sources, file: "x").isEmpty)
  }
}
