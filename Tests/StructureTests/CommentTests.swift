import StarmineTestSupport
import Testing

/// Public declarations have doc comments.
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

  @Test func throwingFunctionsDocumentTheirErrors() throws {
    var count = 0
    for path in SurfaceTests.files {
      let source = try SourceText(path: path)
      for index in PublicNames(source).declarations where source.signature(at: index).contains(/\b(re)?throws\b/) {
        count += 1
        let comment = source.docComment(above: index)
        #expect(comment.contains(/[Tt]hrows|[Ee]rror/), "\(path):\(index + 1): add - Throws: to the comment")
      }
    }
    #expect(count > 10)
  }

  @Test func commentsAndSignaturesAreFound() {
    let source = SourceText(
      path: "A.swift",
      text: "/// One.\n///\n/// - Throws: an error.\n@a\npublic func one(\n) throws {\n}\npublic var b = 1\n")
    #expect(source.docComment(above: 4).contains("One.") && source.docComment(above: 4).contains("Throws"))
    #expect(source.signature(at: 4).contains("throws") && !source.signature(at: 7).contains("throws"))
    #expect(source.docComment(above: 7).isEmpty)
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
