import StarmineTestSupport
import Testing

/// Every case of the file has a test.
@Suite struct CoverageTests {
  @Test func everyKindIsChecked() throws {
    let cases = try ConformanceCases("uiview")
    let sources = try Checkout.files(under: "Tests", extensions: ["swift"]).map {
      (path: $0, text: try Checkout.text(of: $0))
    }
    let kinds = Set(cases.all.map(\.kind))
    #expect(kinds.count == 12 && cases.all.count == 96)
    for kind in kinds {
      #expect(!ConformanceLedger.claims(of: kind, in: sources, file: "uiview").isEmpty, "no test checks \(kind)")
    }
  }
}
