import StarmineTestSupport
import Testing

/// Doc comments: whatever users see has one.
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
