// swift-tools-version:6.2

import PackageDescription

let services: [Target.Dependency] = ["HackerNews", "JSONPlaceholder", "NewsAPI", "TMDb", "TheMealDB"].map {
    .product(name: $0, package: "services")
}

// Each target is a fuzzer; `Fuzzers/run` builds and starts them. They use internal declarations by @testable imports.
let package = Package(
    name: "fuzzers",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "freshet", path: "..", traits: []),
        .package(name: "services", path: "../Services"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    ],
    targets: [
        .target(name: "FuzzInput"),
        .fuzzer("CacheHeaders"),
        .fuzzer("Cookies"),
        .fuzzer("Dates"),
        .fuzzer("Directives"),
        .fuzzer("EventStreams"),
        .fuzzer("Links"),
        .fuzzer("Parts"),
        .fuzzer("Ranges"),
        .fuzzer("References"),
        .fuzzer("Tapes", .product(name: "FreshetTapes", package: "freshet")),
        .fuzzer("Variants"),
        .fuzzer("ImageHeads"),
        .fuzzer(
            "Markup", .product(name: "HackerNews", package: "services"),
            .product(name: "FreshetLenientJSON", package: "services")),
        .fuzzer("Addresses"),
        .fuzzer("FeedDocuments", .product(name: "Feeds", package: "services")),
        .fuzzer("JSON", .product(name: "FreshetJSON", package: "freshet")),
        // Both are links to folders of Gazette: as a dependency, its package would bring a web server.
        .target(name: "ExtremeJSON"),
        .target(
            name: "ReaderModels",
            dependencies: services + [
                .product(name: "Freshet", package: "freshet"), .product(name: "FreshetCombine", package: "freshet"),
                .product(name: "FreshetResources", package: "freshet"),
                .product(name: "FreshetLenientJSON", package: "services"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ],
            swiftSettings: [
                .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("InternalImportsByDefault"),
                .enableUpcomingFeature("MemberImportVisibility"),
                .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
            ]),
        .fuzzer("Values", ["ExtremeJSON", "ReaderModels"] + services),
    ]
)

extension Target {
    static func fuzzer(_ name: String, _ more: Target.Dependency...) -> Target { fuzzer(name, more) }

    static func fuzzer(_ name: String, _ more: [Target.Dependency]) -> Target {
        .executableTarget(
            name: name,
            dependencies: [
                "FuzzInput", .product(name: "Freshet", package: "freshet"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ] + more,
            // libFuzzer provides the main function.
            swiftSettings: [.unsafeFlags(["-parse-as-library"])],
            linkerSettings: [.unsafeFlags(["-sanitize=fuzzer"])]
        )
    }
}
