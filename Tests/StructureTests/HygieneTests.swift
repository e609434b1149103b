import Foundation
import StarmineTestSupport
import Testing

/// Things that the sources must not contain.
struct HygieneTests {
  private var sources: [String] {
    ["Sources", "Bench"].flatMap { Checkout.files(under: $0, extensions: ["swift"]) }
  }

  @Test func nothingIsForced() throws {
    for path in sources {
      for (index, line) in try SourceText(path: path).code.enumerated() where line.holdsOne(of: ["try!", "as!"]) {
        #expect(!line.contains(/\btry!/) && !line.contains(/\bas!/), "\(path):\(index + 1): \(line)")
      }
    }
  }

  @Test func uncheckedClaimsAreExplained() throws {
    for path in sources {
      let source = try SourceText(path: path)
      for (index, line) in source.code.enumerated()
      where line.holds("unchecked Sendable") || line.holds("nonisolated(unsafe)") {
        // A doc comment says what something is, not why the claim holds.
        let before = index > 0 ? source.lines[index - 1] : ""
        let isExplained = source.lines[index].contains("//") || before.contains(/(?:^|[^\/])\/\/[^\/]/)
        #expect(isExplained, "\(path):\(index + 1): no reason given for: \(line)")
      }
    }
  }

  /// Frames would depend on the C library's last bit: `Double.sin` and its like are the same everywhere.
  @Test func mathematicsIsOurOwn() throws {
    let call = /(?:^|[^\w.])(?:sin|cos|tan|asin|acos|atan2?|exp2?|log(?:2|10)?|pow|hypot|cbrt|sinh|cosh|tanh)\(/
    for path in sources where !path.hasPrefix("Sources/Graphics/Functions") && !path.hasPrefix("Bench") {
      for (index, line) in try SourceText(path: path).code.enumerated() where !line.contains("func ") {
        #expect(!line.contains(call), "\(path):\(index + 1): \(line)")
      }
    }
  }

  /// `OutputFile` decides where files may be written; nothing opens one beside it.
  @Test func filesAreWrittenInOnePlace() throws {
    let way = /O_WRONLY|O_RDWR|O_CREAT|forWriting|createFile\(|fopen\(/
    for path in sources where !path.hasPrefix("Sources/Media/Files/") && path.hasPrefix("Sources") {
      for (index, line) in try SourceText(path: path).code.enumerated() {
        #expect(!line.contains(way), "\(path):\(index + 1): \(line)")
      }
    }
  }

  @Test func noUnsafeFlags() throws {
    let manifest = try Checkout.text(of: "Package.swift")
    #expect(!manifest.contains("unsafeFlags"))
  }

  /// Paths that exist on one person's machine only.
  @Test func noHostPaths() throws {
    let texts = ["Sources", "Bench", "Tests", "presets"].flatMap {
      Checkout.files(under: $0, extensions: ["swift", "c", "h", "json", "json5", "modulemap"])
    }
    let scripts = ["Package.swift", "setup", ".ci/run", "README.md"].filter {
      FileManager.default.fileExists(atPath: Checkout.root.appending(path: $0).path(percentEncoded: false))
    }
    let roots = ["/home/", "/root/", "/Users/", "/work/", "/opt/", "/mnt/", "/srv/"]
    let pattern = /(?:^|[\s"'(=:])\/(?:home|root|Users|work|opt|mnt|srv)\/\w/
    for path in texts + scripts {
      for (index, line) in try SourceText(path: path).lines.enumerated() where line.holdsOne(of: roots) {
        #expect(!line.contains(pattern), "\(path):\(index + 1): \(line)")
      }
    }
  }
}
