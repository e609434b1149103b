import StarmineTestSupport
import Testing

/// Doc comments: whatever users see has one, and each begins with the thing that it is about.
struct CommentTests {
  @Test func publicNamesHaveComments() throws {
    var count = 0
    for path in SurfaceTests.files {
      let source = try SourceText(path: path)
      let names = PublicNames(source)
      for index in names.declarations + names.members {
        count += 1
        #expect(
          source.hasDocComment(above: index), "\(path):\(index + 1): no doc comment above: \(source.lines[index])")
      }
    }
    #expect(count > 1500)
  }

  /// "Cost of a frame", not "What a frame costs" and not "Of a frame".
  @Test func commentsBeginWithTheThing() throws {
    let paths = ["Sources", "Bench", "Tests", "Examples"].flatMap { Checkout.files(under: $0, extensions: ["swift"]) }
    for path in paths {
      var isFirst = true
      for (index, line) in try SourceText(path: path).lines.enumerated() {
        let isComment = line.contains(/^\s*\/\/\//)
        if isComment, isFirst {
          #expect(!line.contains(/^\s*\/\/\/ (?:Of|What)\b/), "\(path):\(index + 1): \(line)")
        }
        isFirst = !isComment
      }
    }
  }

  @Test func namesAreFound() {
    let text = """
      /// One.
      @discardableResult
      public func one() {}
      public enum Two {
        case a
        /// B.
        case b
        var c: Int {
          switch self {
          case a: 1
          default: 2
          }
        }
      }
      /// Three.
      // Why.
      public protocol Three {
        func d()
      }
      var open = 1
      open = 2
      """
    let source = SourceText(path: "A.swift", text: text)
    let names = PublicNames(source)
    #expect(names.declarations == [2, 3, 16])
    #expect(names.members == [4, 6, 17])
    #expect((names.declarations + names.members).filter(source.hasDocComment) == [2, 6])
  }
}
