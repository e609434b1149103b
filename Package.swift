// swift-tools-version: 6.2
import Foundation
import PackageDescription

/// Swift 6 mode with explicit existentials and imports. Warnings are errors only where the project checks itself
/// (`.ci/run` sets STARMINE_STRICT): a newer compiler or FFmpeg with new deprecations must not stop anybody's build.
let settings: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ] + (Context.environment["STARMINE_STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)])

/// Of modules without pointers, or with each use of one marked.
let strictSettings = settings + [.strictMemorySafety()]

/// A module of ours: the folder has the short name, the module a prefix that no other package has.
func module(
  _ folder: String, _ dependencies: [Target.Dependency] = [], settings: [SwiftSetting] = settings
) -> Target {
  .target(
    name: "Starmine\(folder)", dependencies: dependencies, path: "Sources/\(folder)", swiftSettings: settings)
}

func cModule(_ folder: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: "CStarmine\(folder.dropFirst())", dependencies: dependencies, path: "Sources/\(folder)")
}

func tests(_ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: dependencies + ["StarmineTestSupport"], exclude: exclude,
    swiftSettings: settings)
}

/// Tests to build, such as `STARMINE_TESTS=Layers,Import`; nil: all. Building the tests of one module takes a fraction
/// of the time.
let chosenTests = Context.environment["STARMINE_TESTS"]?.split(separator: ",").map { "\($0)Tests" }

/// Where Pango's headers are: a file of ours that says it without -pthread, which the package manager warns of at every
/// build. Names lead from the folders of pkg-config; this one leads back to the root from any of them. Pango's own file
/// serves where the headers are elsewhere.
let pangoHeaders =
  FileManager.default.fileExists(atPath: "/usr/include/pango-1.0/pango/pango.h")
  ? String(repeating: "../", count: 20) + Context.packageDirectory.dropFirst() + "/Sources/CPango/headers" : "pangoft2"

/// Counts allocations in programs that it is preloaded into; `starmine bench` looks for it beside itself. Nothing for
/// packages that depend on this one.
let isDependency = Context.packageDirectory.contains("/checkouts/")
let mallocCounter: [Product] =
  isDependency ? [] : [.library(name: "MallocCounter", type: .dynamic, targets: ["StarmineMallocCounter"])]

/// The server in the browser, with its HTTP library: a part of the program, and nothing that a package which depends on
/// this one fetches or compiles.
let studio: [Target] =
  isDependency
  ? []
  : [
    .target(
      name: "StarmineStudio",
      dependencies: [
        "StarmineGraphics", "StarmineScene", "StarmineRaster", "StarmineLayers", "StarmineMedia", "StarminePresets",
        "StarmineEditing",
        "StarmineCore", "StarmineRendering", "StarmineText", "StarmineTuning", "CStarmineStudioPage",
        .product(name: "FlyingFox", package: "FlyingFox"),
        .product(name: "FlyingSocks", package: "FlyingFox"),
      ],
      path: "Sources/Studio", exclude: ["Page"], swiftSettings: settings),
    // The page of the studio, embedded by the C compiler.
    cModule("CStudioPage"),
  ]
let studioServer: [Package.Dependency] =
  isDependency ? [] : [.package(url: "https://github.com/swhitty/FlyingFox", exact: "0.27.1")]
let studioTests: [Target] =
  isDependency || chosenTests?.contains("StudioTests") == false
  ? []
  : [
    tests("Studio", ["StarmineGraphics", "StarmineMedia", "StarminePresets", "StarmineStudio", "StarmineCommandLine"])
  ]

/// The documentation's plugin is fetched only when it is asked for.
let documentation: [Package.Dependency] =
  Context.environment["STARMINE_DOCS"] == nil
  ? [] : [.package(url: "https://github.com/swiftlang/swift-docc-plugin", exact: "1.5.0")]

/// A program for libFuzzer, which plain builds do not know: `Tests/Hostile/fuzz` builds and runs it.
let fuzzers: [Target] =
  Context.environment["STARMINE_FUZZ"] == nil
  ? []
  : [
    .executableTarget(
      name: "StarmineFuzz",
      dependencies: [
        "StarmineGraphics", "StarmineLayers", "StarminePresets", "StarmineEditing", "StarmineMedia", "StarmineStudio",
        "StarmineImport",
      ],
      path: "Tests/Hostile/Fuzzing", swiftSettings: settings)
  ]

/// Exact versions here, as `.ci/dependencies` lists them; a package that depends on this one may have a later version.
let argumentParser: Package.Dependency =
  isDependency
  ? .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
  : .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2")

let package = Package(
  name: "starmine",
  products: [
    .library(name: "Starmine", targets: ["Starmine"]),
    .library(name: "StarmineCore", targets: ["StarmineCore"]),
    .library(name: "StarmineTesting", targets: ["StarmineTesting"]),
    .library(name: "StarmineAVFoundation", targets: ["StarmineAVFoundation"]),
    .executable(name: "starmine", targets: ["StarmineCommandLine"]),
  ] + mallocCounter,
  dependencies: [argumentParser] + documentation + studioServer,
  targets: [
    module("Graphics"),
    cModule("CKernels"),
    cModule("CParticleKernels", ["CStarmineKernels"]),
    module("Scene", ["StarmineGraphics", "CStarmineParticleKernels"]),
    cModule("CPixelKernels", ["CStarmineKernels"]),
    module("Raster", ["StarmineGraphics", "StarmineScene", "CStarminePixelKernels"]),
    .systemLibrary(
      name: "CStarminePango", path: "Sources/CPango", pkgConfig: pangoHeaders,
      providers: [.apt(["libpango1.0-dev"])]),
    // The fonts of presets/fonts, embedded by the C compiler.
    cModule("CFonts"),
    module("Text", ["StarmineGraphics", "CStarminePango", "CStarmineFonts"]),
    module("Layers", ["StarmineGraphics", "StarmineScene", "StarmineText"]),
    module(
      "Views", ["StarmineGraphics", "StarmineScene", "StarmineText", "StarmineLayers"], settings: strictSettings),
    module(
      "Pop", ["StarmineGraphics", "StarmineScene", "StarmineLayers", "StarmineViews"], settings: strictSettings),
    .systemLibrary(
      name: "CStarmineFFmpeg", path: "Sources/CFFmpeg", pkgConfig: "libavcodec",
      providers: [
        .apt(["libavcodec-dev", "libavformat-dev", "libavutil-dev", "libswresample-dev", "libswscale-dev"])
      ]),
    module("Media", ["StarmineGraphics", "StarmineRaster", "CStarminePixelKernels", "CStarmineFFmpeg"]),
    // LICENSE and NOTICES, embedded by the C compiler.
    cModule("CNotices"),
    // The documents of presets/, embedded by the C compiler: the executable works from anywhere.
    cModule("CPresets"),
    // The language of documents: syntax, values, and readers of layers, animations, states, and timelines.
    module("Document", ["StarmineGraphics", "StarmineScene", "StarmineLayers"]),
    module(
      "Presets", ["StarmineGraphics", "StarmineScene", "StarmineLayers", "StarmineDocument", "CStarminePresets"]),
    // Changes of documents, in memory and in their text.
    module(
      "Editing", ["StarmineGraphics", "StarmineScene", "StarmineLayers", "StarmineDocument", "StarminePresets"]),
    .systemLibrary(
      name: "CStarmineZlib", path: "Sources/CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    module(
      "Import",
      [
        "StarmineGraphics", "StarmineText", "StarmineScene", "StarmineLayers", "StarmineDocument", "CStarminePresets",
        "CStarmineZlib",
      ]),
    // Scenes as Swift, CAML, and Lottie.
    module(
      "Export",
      [
        "StarmineGraphics", "StarmineText", "StarmineScene", "StarmineLayers", "StarmineDocument", "StarminePresets",
        "StarmineImport", "CStarmineZlib",
      ]),
    // Movies of layers and their export, without documents and views.
    module(
      "Core", ["StarmineGraphics", "StarmineScene", "StarmineRaster", "StarmineLayers", "StarmineMedia"],
      settings: strictSettings),
    // Movies of documents, and the one description of a render that every program and host uses.
    module(
      "Rendering",
      [
        "StarmineGraphics", "StarmineLayers", "StarmineMedia", "StarmineDocument", "StarminePresets",
        "StarmineEditing", "StarmineImport", "StarmineCore",
      ], settings: strictSettings),
    .target(
      name: "Starmine",
      dependencies: [
        "StarmineGraphics", "StarmineScene", "StarmineRaster", "StarmineLayers", "StarmineMedia", "StarminePresets",
        "StarmineCore", "StarmineRendering", "StarmineViews", "StarminePop",
      ],
      swiftSettings: strictSettings),
    // For tests of other packages: it needs Testing and XCTest, which programs do without.
    module(
      "Testing", ["StarmineGraphics", "StarmineRaster", "StarmineLayers", "StarmineMedia", "StarmineCore"],
      settings: strictSettings),
    // AVFoundation's names for layers over video.
    module(
      "AVFoundation",
      ["StarmineGraphics", "StarmineScene", "StarmineRaster", "StarmineLayers", "StarmineMedia", "StarmineCore"]),
    // What other programs ask for: a scene behind the functions of starmine.h, and for agents.
    cModule("CEmbedding"),
    module(
      "Embedding",
      [
        "StarmineGraphics", "StarmineScene", "StarmineRaster", "StarmineLayers", "StarmineMedia", "StarminePresets",
        "StarmineEditing",
        "StarmineCore", "StarmineRendering", "CStarmineEmbedding", "CStarminePixelKernels",
      ]),
    module(
      "Tuning",
      [
        "StarmineGraphics", "StarmineScene", "StarmineRaster", "StarmineLayers", "StarmineMedia", "StarminePresets",
        "StarmineEditing",
        "StarmineCore", "StarmineRendering",
      ], settings: strictSettings),
    module("Farm", ["StarmineGraphics", "StarmineMedia", "StarmineCore"], settings: strictSettings),
    .target(
      name: "StarmineBench",
      dependencies: [
        "StarmineGraphics", "StarmineText", "StarmineScene", "StarmineRaster", "StarmineLayers", "StarmineMedia",
        "StarminePresets", "StarmineCore", "StarmineRendering",
      ],
      path: "Bench", exclude: ["MallocCounter", "Peers", "Programs", "video", "whole-programs"], swiftSettings: settings
    ),
    .target(name: "StarmineMallocCounter", path: "Bench/MallocCounter"),
    .executableTarget(
      name: "StarmineCommandLine",
      dependencies: [
        "StarmineGraphics", "StarmineScene", "StarmineRaster", "StarmineLayers", "StarmineMedia", "StarminePresets",
        "StarmineEditing", "StarmineExport",
        "StarmineImport", "StarmineCore", "StarmineRendering", "StarmineEmbedding", "StarmineTuning", "StarmineFarm",
        "StarmineBench",
        "CStarmineNotices",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ] + (isDependency ? [] : ["StarmineStudio"]),
      path: "Sources/CommandLine", swiftSettings: settings + (isDependency ? [] : [.define("STARMINE_STUDIO")])),
    .target(
      name: "StarmineTestSupport", dependencies: ["StarmineGraphics"], path: "Tests/TestSupport",
      swiftSettings: settings),
    // For tests: what the kernels must compute, in plain Swift, and display lists as text.
    .target(
      name: "StarmineReference",
      dependencies: [
        "StarmineGraphics", "StarmineScene", "StarmineRaster", "CStarmineParticleKernels", "CStarminePixelKernels",
      ],
      path: "Tests/Reference", swiftSettings: settings),
    tests("Graphics", ["StarmineGraphics"]),
    tests("Scene", ["StarmineGraphics", "StarmineScene", "StarmineReference"]),
    tests(
      "Raster",
      ["StarmineGraphics", "StarmineScene", "StarmineRaster", "StarmineReference", "CStarminePixelKernels"]),
    tests("Text", ["StarmineGraphics", "StarmineText"]),
    tests("Layers", ["StarmineGraphics", "StarmineScene", "StarmineLayers", "StarmineReference"]),
    tests("Views", ["StarmineGraphics", "StarmineScene", "StarmineText", "StarmineLayers", "StarmineViews"]),
    tests(
      "Pop",
      ["StarmineGraphics", "StarmineScene", "StarmineLayers", "StarmineViews", "StarminePop", "StarmineCore"]),
    tests(
      "Media",
      [
        "StarmineGraphics", "StarmineRaster", "StarmineMedia", "StarmineReference", "CStarminePixelKernels",
        "CStarmineFFmpeg",
      ]),
    tests(
      "Presets",
      [
        "StarmineGraphics", "StarmineScene", "StarmineLayers", "StarmineDocument", "StarminePresets", "StarmineEditing",
      ]),
    tests(
      "Import",
      [
        "StarmineGraphics", "StarmineText", "StarmineScene", "StarmineRaster", "StarmineLayers", "StarmineMedia",
        "StarminePresets", "StarmineDocument", "StarmineEditing", "StarmineExport", "StarmineImport", "Starmine",
      ]),
    tests(
      "Rendering",
      [
        "StarmineGraphics", "StarmineRaster", "StarmineLayers", "StarmineMedia", "StarminePresets", "StarmineEditing",
        "StarmineImport", "StarmineCore", "StarmineRendering", "StarmineEmbedding",
      ]),
    tests(
      "Starmine",
      [
        "StarmineGraphics", "StarmineScene", "StarmineRaster", "StarmineLayers", "StarmineViews", "StarmineMedia",
        "StarmineDocument", "StarminePresets", "Starmine", "StarmineReference",
      ]),
    tests(
      "Testing",
      ["StarmineGraphics", "StarmineRaster", "StarmineLayers", "StarmineMedia", "StarmineCore", "StarmineTesting"],
      exclude: ["ExpectFramesTests.frames.txt"]),
    tests(
      "AVFoundation",
      [
        "StarmineGraphics", "StarmineRaster", "StarmineLayers", "StarmineMedia", "StarmineCore", "StarmineAVFoundation",
      ]),
    tests(
      "Tuning",
      [
        "StarmineGraphics", "StarmineRaster", "StarmineLayers", "StarmineMedia", "StarminePresets", "StarmineEditing",
        "Starmine",
        "StarmineTuning",
      ]),
    .testTarget(
      name: "FarmTests",
      dependencies: [
        "StarmineGraphics", "StarmineMedia", "StarmineRaster", "StarmineFarm", "StarmineTestSupport",
      ],
      exclude: ["Golden"], swiftSettings: settings),
    tests(
      "Bench",
      [
        "StarmineGraphics", "StarmineScene", "StarmineRaster", "StarmineMedia", "StarminePresets", "StarmineCore",
        "StarmineRendering", "StarmineBench", "StarmineReference",
      ]),
    tests("CommandLine", ["StarmineGraphics", "StarmineMedia", "StarmineRendering", "StarmineCommandLine"]),
    tests("Structure"),
    .testTarget(
      name: "HostileTests",
      dependencies: [
        "StarmineGraphics", "StarmineLayers", "StarmineMedia", "StarminePresets", "StarmineEditing", "StarmineExport",
        "StarmineFarm",
        "StarmineImport", "StarmineCommandLine", "StarmineTestSupport",
      ],
      path: "Tests/Hostile",
      exclude: [
        "Clips", "Corpus", "Documents", "Faults", "Fuzzing", "Images", "Kernels", "Sanitizers", "Sounds", "confined",
        "fuzz", "run", "sanitize",
      ],
      swiftSettings: settings),
  ].filter { target in target.type != .test || chosenTests?.contains(target.name) != false } + fuzzers + studio
    + studioTests,
  swiftLanguageModes: [.v6]
)
