// swift-tools-version: 6.2
import PackageDescription

/// One set of rules for every target: Swift 6 mode, no warnings, explicit existentials and imports.
let settings: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

func library(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .testTarget(name: "\(name)Tests", dependencies: dependencies + ["TestSupport"], swiftSettings: settings)
}

/// Small programs over the umbrella module: `swift run -c release example-NAME`.
let examples = [
  "backing-layers", "block-animations", "clock-hands", "fireworks", "moving-layer", "picture-fades", "pop-block",
  "pop-gallery", "pop-stall", "snapshot-transition", "snow", "transactions", "view-transitions",
]

func example(_ name: String) -> Target {
  .executableTarget(
    name: "example-\(name)", dependencies: ["Starmine", "ExampleSupport"], path: "Sources/Examples/\(name)",
    swiftSettings: settings)
}

let package = Package(
  name: "starmine",
  products: [
    .library(name: "Starmine", targets: ["Starmine"]),
    .executable(name: "starmine", targets: ["CommandLine"]),
    // Counts allocations in programs that it is preloaded into: `starmine bench` looks for it beside itself.
    .library(name: "MallocCounter", type: .dynamic, targets: ["MallocCounter"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
  ],
  targets: [
    library("Graphics"),
    .target(name: "CParticleKernels"),
    library("Scene", ["Graphics", "CParticleKernels"]),
    .target(name: "CPixelKernels"),
    library("Raster", ["Graphics", "Scene", "CPixelKernels"]),
    .systemLibrary(name: "CPango", pkgConfig: "pangoft2"),
    library("Text", ["Graphics", "CPango"]),
    library("Layers", ["Graphics", "Scene", "Text"]),
    library("Views", ["Graphics", "Scene", "Text", "Layers"]),
    library("Pop", ["Graphics", "Scene", "Layers"]),
    .systemLibrary(name: "CFFmpeg"),
    library("Media", ["Graphics", "Raster", "CPixelKernels", "CFFmpeg"]),
    .target(
      name: "Presets", dependencies: ["Graphics", "Layers"],
      // A link to presets/: the documents are part of the executable, which then works from anywhere.
      resources: [.embedInCode("Resources")], swiftSettings: settings),
    library("Starmine", ["Graphics", "Scene", "Raster", "Layers", "Views", "Pop", "Media", "Presets"]),
    .target(
      name: "Bench", dependencies: ["Graphics", "Scene", "Raster", "Layers", "Media", "Presets", "Starmine"],
      path: "Bench", exclude: ["MallocCounter", "Peers"], swiftSettings: settings),
    .target(name: "MallocCounter", path: "Bench/MallocCounter"),
    .executableTarget(
      name: "CommandLine",
      dependencies: [
        "Graphics", "Scene", "Raster", "Layers", "Media", "Presets", "Starmine", "Bench",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings),
    .target(
      name: "ExampleSupport", dependencies: ["Starmine"], path: "Sources/Examples/Support", swiftSettings: settings),
    .target(name: "TestSupport", dependencies: ["Graphics"], path: "Tests/TestSupport", swiftSettings: settings),
    tests("Graphics", ["Graphics"]),
    tests("Scene", ["Graphics", "Scene"]),
    tests("Raster", ["Graphics", "Scene", "Raster", "CPixelKernels"]),
    tests("Text", ["Graphics", "Text"]),
    tests("Layers", ["Graphics", "Scene", "Layers"]),
    tests("Views", ["Graphics", "Scene", "Text", "Layers", "Views"]),
    tests("Pop", ["Graphics", "Scene", "Layers", "Views", "Pop", "Starmine"]),
    tests("Media", ["Graphics", "Raster", "Media", "CPixelKernels"]),
    tests("Presets", ["Graphics", "Scene", "Layers", "Presets"]),
    tests("Starmine", ["Graphics", "Scene", "Raster", "Layers", "Views", "Media", "Presets", "Starmine"]),
    tests("Bench", ["Graphics", "Scene", "Raster", "Media", "Bench"]),
    tests("CommandLine", ["Graphics", "Media", "CommandLine"]),
    tests("Structure"),
  ] + examples.map(example),
  swiftLanguageModes: [.v6]
)
