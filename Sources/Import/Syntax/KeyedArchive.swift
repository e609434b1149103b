/// The values of an `NSKeyedArchiver` archive: objects by their keys, with the class in `$class`. Only listed classes
/// are allowed, and cyclic archives are errors: no code is ever run. An object is created once, however often it is
/// referenced.
struct KeyedArchive {
  private let objects: [ForeignValue]
  private let source: ImportSource
  private var open = Set<Int>()
  /// Current nesting depth, including references.
  private var depth = 0
  private var count = 0
  /// Finished objects with their depth.
  private var made: [Int: (value: ForeignValue, height: Int)] = [:]
  /// Depth of the object created last.
  private var height = 0

  static let maximumValues = 200_000
  static let maximumDepth = 60

  /// Other classes are errors, except for those of SpriteKit, which are read like dictionaries.
  private static let classes: Set<String> = [
    "NSArray", "NSMutableArray", "NSDictionary", "NSMutableDictionary", "NSString", "NSMutableString", "NSNumber",
    "NSData", "NSMutableData", "NSValue", "NSNull", "NSSet", "NSMutableSet", "NSURL", "NSDate", "NSUUID",
    "UIColor", "NSColor", "SKColor", "UICachedDeviceRGBColor", "UIDeviceRGBColor", "UIDeviceWhiteColor", "NSColorSpace",
    "UIImage", "NSImage", "NSBitmapImageRep",
  ]

  static func root(of source: ImportSource) throws(ImportError) -> ForeignValue {
    let list = try PropertyList.parse(source)
    guard list["$archiver"] != nil, let objects = list["$objects"]?.items, let top = list["$top"]?.members else {
      throw source.error("it is not a keyed archive")
    }
    var archive = KeyedArchive(objects: objects, source: source)
    guard let first = top.first(where: { $0.key == "root" }) ?? top.first else {
      throw source.error("the archive is empty")
    }
    return try archive.resolved(first.value)
  }

  private init(objects: [ForeignValue], source: ImportSource) { (self.objects, self.source) = (objects, source) }

  private mutating func resolved(_ value: ForeignValue) throws(ImportError) -> ForeignValue {
    count += 1
    depth += 1
    defer { depth -= 1 }
    guard depth <= 4 * Self.maximumDepth else {
      throw source.error("the archive has more than \(4 * Self.maximumDepth) nested values")
    }
    guard count <= Self.maximumValues else { throw source.error("the archive has more than \(count - 1) values") }
    switch value.content {
    case .reference(let index): return try object(index, at: value.location)
    case .list(let items):
      var (result, highest) = ([ForeignValue](), 0)
      for item in items {
        result.append(try resolved(item))
        highest = max(highest, height)
      }
      height = highest
      return ForeignValue(.list(result), at: value.location)
    case .object(let members): return try members_(members, at: value.location)
    case .text("$null"):
      height = 0
      return ForeignValue(.none, at: value.location)
    default:
      height = 0
      return value
    }
  }

  private mutating func object(_ index: Int, at place: SourceLocation) throws(ImportError) -> ForeignValue {
    guard objects.indices.contains(index) else {
      throw source.error("the archive refers to object \(index), there are \(objects.count)", at: place)
    }
    let known = made[index]
    guard open.count + (known?.height ?? 0) < Self.maximumDepth else {
      throw source.error("the archive has more than \(Self.maximumDepth) levels", at: place)
    }
    if let known {
      height = known.height
      return known.value
    }
    guard open.insert(index).inserted else {
      throw source.error("object \(index) of the archive contains itself", at: place)
    }
    defer { open.remove(index) }
    let value = try resolved(objects[index])
    height += 1
    made[index] = (value, height)
    return value
  }

  /// Members of an object, with lists and dictionaries resolved.
  private mutating func members_(
    _ members: [(key: String, value: ForeignValue)], at place: SourceLocation
  ) throws(ImportError) -> ForeignValue {
    var (result, highest) = ([(key: String, value: ForeignValue)](), 0)
    for (key, value) in members {
      if key == "$class" {
        result.append((key, ForeignValue(.text(try className(value)))))
      } else if key != "_parent" && key != "parent" && key != "_scene" {
        // A node's reference to its parent is a cycle: it is skipped.
        result.append((key, try resolved(value)))
        highest = max(highest, height)
      }
    }
    height = highest
    let object = ForeignValue(.object(result), at: place)
    if let keys = object["NS.keys"]?.items, let values = object["NS.objects"]?.items {
      return ForeignValue(.object(zip(keys, values).map { ($0.text ?? "", $1) }), at: place)
    }
    return object["NS.objects"] ?? object["NS.string"] ?? object["NS.data"] ?? object
  }

  private func className(_ value: ForeignValue) throws(ImportError) -> String {
    guard case .reference(let index) = value.content, objects.indices.contains(index),
      let name = objects[index]["$classname"]?.text
    else { throw source.error("an object of the archive has no class", at: value.location) }
    guard Self.classes.contains(name) || name.hasPrefix("SK") || name.hasPrefix("PK") else {
      throw source.error("the archive contains a \(name.excerpt()), which is not supported", at: value.location)
    }
    return name
  }
}
