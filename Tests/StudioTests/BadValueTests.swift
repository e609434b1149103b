import Foundation
import StarmineTestSupport
import Testing

/// Every address with values that do not fit: an answer, and never the end.
struct BadValueTests {
  private static let values = [
    "", "0", "-1", "1", "nan", "inf", "-inf", "1e999", "1e25", "9223372036854775808", "-9223372036854775809", "0x10",
    ",", "1,", "0,,1", "-1,2", "x", "0x0", "1x", "x1", "-1x-1", "1x1x1", "99999x99999", "%00", "%FF", "none", "png",
    "../x", "snow", "a=b", "snow.velocity=nan", "snow.velocity=1e999", "%F0%9F%8E%86", "true",
  ]

  /// Parameters of the addresses that take some (`studio.md` "Addresses").
  private static let parameters: [String: [String]] = [
    "document": ["preset", "file"],
    "frame": ["t", "size", "set", "type", "background", "revision", "preset", "quality"],
    "sounds": ["revision"],
  ]

  @Test(arguments: parameters.keys.sorted()) func parametersAreAnswers(path: String) throws {
    let studio = try StudioProcess()
    for name in Self.parameters[path] ?? [] {
      for value in Self.values {
        let answer = try studio.ask("GET", "\(path)?\(name)=\(value)")
        #expect([200, 400, 403, 404, 410, 422].contains(answer.status), "\(path)?\(name)=\(value): \(answer.status)")
      }
    }
    #expect(try studio.ask("GET", "frame?size=8x8&quality=0&type=jpeg").status == 400)
    #expect(try studio.ask("GET", "properties").status == 200)
  }

  private static let numbers = ["0", "-1", "65", "1e999", "-1e25", "9223372036854775807", "0.5", "null", "[]", "\"x\""]

  /// Bodies with values that do not fit, by address.
  private static let bodies: [(method: String, path: String, fields: [String])] = [
    ("POST", "draft", ["text"]), ("POST", "edit", ["set", "revision"]),
    ("POST", "build", ["change", "revision"]), ("POST", "copy", ["nodes", "revision"]),
    ("POST", "frame", ["time", "size", "quality", "set", "type", "background"]),
    ("POST", "mutate", ["count", "amount", "seed", "locks"]),
    ("POST", "render", ["size", "frames", "name", "export", "set"]), ("PUT", "document", ["text", "name", "base"]),
  ]

  @Test(arguments: bodies.map(\.path)) func bodiesAreAnswers(path: String) throws {
    let studio = try StudioProcess()
    let revision = try #require(try studio.ask("GET", "document").json["revision"] as? String)
    for (method, _, fields) in Self.bodies.filter({ $0.path == path }) {
      for field in fields {
        for value in Self.numbers + ["[-1, 5]", "[5, 9223372036854775807]", "[1]", "\"-1x4\"", "\"99999x99999\""] {
          let all = #"{"revision": "\#(revision)", "other": "snow", "name": "x.framemd5", "\#(field)": \#(value)}"#
          let answer = try studio.ask(method, path, body: all)
          #expect((200..<500).contains(answer.status), "\(path) \(field): \(value): \(answer.status) \(answer.text)")
        }
      }
      #expect(try studio.ask(method, path, body: "[]").status == 400)
    }
    #expect(try studio.ask("DELETE", "render").status == 200)
  }
}
