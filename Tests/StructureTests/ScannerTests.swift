import Testing

/// The scanner on which the other structure tests rest.
struct ScannerTests {
  @Test func blanksCommentsAndTexts() {
    let text = ##"""
      let a = "try! { \(b("}")) \" as!" // func {
      /* { /* nested } */ { */ let c = #"raw " \( "#; let d = 1
      let e = """
        { "quoted" } \(f { 1 })
        """
      """##
    let source = SourceText(path: "A.swift", text: text)
    #expect(source.code.map { $0.filter { !$0.isWhitespace } } == ["leta=", "letc=;letd=1", "lete=", "", ""])
    #expect(source.lines.count == source.code.count)
    let c = SourceText(path: "a.c", text: "char b = '{'; /* { */ char *d = \"\\\"}\";")
    #expect(c.code[0].filter { !$0.isWhitespace } == "charb=;char*d=;")
  }

  @Test func measuresSwiftFunctions() {
    let text = """
      protocol P {
        func required(a: Int)
        init(b: Int)
      }
      struct S {
        init() { self.init(a: 1) }
        func long(
          a: [Int] = [1].map { $0 }
        ) -> Int {
          if true {
            return 1
          }
        }
        static func + (a: S, b: S) -> S { a }
      }
      """
    let functions = SourceText(path: "A.swift", text: text).functions
    #expect(
      functions == [
        FunctionLength(name: "init", line: 6, count: 1), FunctionLength(name: "long", line: 7, count: 7),
        FunctionLength(name: "+", line: 14, count: 1),
      ])
  }

  @Test func measuresComputedVariablesAndClosures() {
    let text = """
      struct S {
        var a: Int { 1 }
        var b: [Int: (String) -> Int] {
          get { [:] }
          set {}
        }
        static let c: @Sendable (Int) -> Int = {
          $0
        }
        let d = [1].map { $0 }
        var e = 1
      }
      """
    let found = SourceText(path: "A.swift", text: text).functions.map { "\($0.name) \($0.count)" }
    #expect(found == ["a 1", "b 4", "c 3"])
  }

  @Test func measuresCFunctions() {
    let text = "struct s { int a; };\nstatic int f(int a)\n{\n  if (a) { return 1; }\n}\n"
    #expect(SourceText(path: "a.c", text: text).functions.map(\.count) == [3])
  }
}
