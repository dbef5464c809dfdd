// swift-tools-version:6.2

import PackageDescription

// The tool sends requests. On Linux it uses SwiftNIO for that; Apple's platforms have URLSession.
#if os(Linux)
let traits: Set<Package.Dependency.Trait> = ["NIO", "SQLite"]
#else
let traits: Set<Package.Dependency.Trait> = ["SQLite"]
#endif

let package = Package(
    name: "tools",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "freshet", targets: ["FreshetTool"])
    ],
    dependencies: [
        .package(name: "freshet", path: "..", traits: traits),
        // For tests: the generated services are compared with those that were written by hand.
        .package(name: "services", path: "../Services"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    ],
    targets: [
        .target(name: "OpenAPIDocuments", dependencies: [.product(name: "Yams", package: "Yams")]),
        .target(name: "ServiceGenerator", dependencies: ["OpenAPIDocuments"]),
        .target(name: "CurlCommands", dependencies: [.freshet("Freshet")]),
        .target(
            name: "ExplainedCalls",
            dependencies: [.freshet("Freshet"), .freshet("FreshetSQLite"), .freshet("FreshetTapes")]),
        .executableTarget(
            name: "FreshetTool",
            dependencies: [
                "CurlCommands", "ExplainedCalls", "OpenAPIDocuments", "ServiceGenerator", .freshet("Freshet"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        .testTarget(name: "OpenAPIDocumentsTests", dependencies: ["OpenAPIDocuments"]),
        .testTarget(name: "ServiceGeneratorTests", dependencies: ["OpenAPIDocuments", "ServiceGenerator"]),
        // A generated service. The tests compare it with what the generator writes, and call it.
        .target(name: "Shop", dependencies: [.freshet("Freshet")], path: "Tests/Shop"),
        .testTarget(name: "ShopTests", dependencies: ["Shop", .freshet("Freshet"), .freshet("FreshetTesting")]),
        // What the generator writes for the documents in Services/Documents. The tests compare it with the
        // handwritten services.
        .target(name: "WrittenServices", dependencies: [.freshet("Freshet")], path: "Tests/WrittenServices"),
        .testTarget(
            name: "WrittenServicesTests",
            dependencies: [
                "OpenAPIDocuments", "ServiceGenerator", "WrittenServices", .freshet("Freshet"),
                .freshet("FreshetTesting"), .product(name: "HackerNews", package: "services"),
                .product(name: "NewsAPI", package: "services"), .product(name: "TMDb", package: "services"),
            ]),
        .testTarget(
            name: "ExplainedCallsTests",
            dependencies: [
                "ExplainedCalls", .freshet("Freshet"), .freshet("FreshetTapes"), .freshet("FreshetTesting"),
            ]),
        .testTarget(
            name: "CurlCommandsTests", dependencies: ["CurlCommands", .freshet("Freshet"), .freshet("FreshetTesting")],
            exclude: ["Files"]),
    ]
)

extension Target.Dependency {
    static func freshet(_ name: String) -> Self { .product(name: name, package: "freshet") }
}

for target in package.targets {
    target.swiftSettings = [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ]
}
