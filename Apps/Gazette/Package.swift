// swift-tools-version:6.2

import PackageDescription

let package = Package(
    name: "gazette",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .executable(name: "gazette", targets: ["gazette"]),
        .library(name: "ReaderModels", targets: ["ReaderModels"]),
        .library(name: "FeedEngine", targets: ["FeedEngine"]),
        .library(name: "Emulator", targets: ["Emulator"]),
        .library(name: "GazetteViews", targets: ["GazetteViews", "AppleUI"]),
    ],
    dependencies: [
        .package(name: "freshet", path: "../..", traits: [.defaults, "NIO", "SQLite", "Telemetry"]),
        .package(name: "services", path: "../../Services"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0"),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.34.1"),
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
        // The readers of pictures in the terminal; elsewhere that is the system's own.
        .systemLibrary(name: "CPNG", providers: [.apt(["libpng-dev"])]),
        .systemLibrary(name: "CTurboJPEG", providers: [.apt(["libturbojpeg0-dev"])]),
        .target(
            name: "Emulator",
            dependencies: [
                .freshet("FreshetDigests"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ],
            resources: [.copy("Data")]
        ),
        .target(
            name: "ReaderModels",
            dependencies: [
                .freshet("Freshet"), .freshet("FreshetCombine"), .freshet("FreshetInspector"),
                .freshet("FreshetOutbox"), .service("FreshetLenientJSON"), .freshet("FreshetResources"),
                .service("NewsAPI"),
                .service("TMDb"), .service("HackerNews"), .service("TheMealDB"), .service("JSONPlaceholder"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ]
        ),
        // Declarations of SwiftUI and UIKit, so that the views are type-checked where Apple's frameworks are not.
        .target(name: "UIKitStub", path: "Stubs/UIKitStub"),
        .target(
            name: "SwiftUIStub", dependencies: ["UIKitStub", .freshet("FreshetCombine")], path: "Stubs/SwiftUIStub"),
        // A property wrapper of FreshetResources, over these declarations.
        .target(
            name: "FetchedOnStub", dependencies: ["SwiftUIStub", .freshet("FreshetResources")],
            path: "Stubs/FetchedOnStub"),
        .target(
            name: "AppleUI",
            dependencies: [
                .target(name: "UIKitStub", condition: .when(platforms: [.linux, .macOS])),
                .target(name: "SwiftUIStub", condition: .when(platforms: [.linux])),
            ]
        ),
        .target(
            name: "GazetteViews",
            dependencies: [
                "AppleUI", "ReaderModels",
                .freshet("Freshet"), .freshet("FreshetCombine"), .service("NewsAPI"), .service("TMDb"),
                .service("HackerNews"), .service("TheMealDB"), .service("JSONPlaceholder"),
            ]
        ),
        .executableTarget(
            name: "GazetteApp", dependencies: ["AppleUI", "FeedEngine", "GazetteViews"], exclude: ["README.md"]),
        // Connections to PostgreSQL by the system's libpq, which is loaded when it is needed: whoever stores marks in a
        // file compiles, links and installs nothing for it, and it knows all settings of a connection that psql knows.
        .target(name: "PostgreSQL"),
        // What the web app measures and traces, and how it exports that.
        .target(
            name: "WebTelemetry",
            dependencies: [
                .freshet("Freshet"), .freshet("FreshetCombine"), .service("FreshetLenientJSON"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
            ]
        ),
        // Addresses of hosts: which are public, and which proxies are trusted. Requests to hosts that others name.
        .target(
            name: "Hosts",
            dependencies: [
                .freshet("Freshet"), .service("FreshetLenientJSON"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
            ]
        ),
        // What is stored of readers, in both databases.
        .target(
            name: "ReaderStorage",
            dependencies: [
                .freshet("FreshetDigests"), "Hosts", "PostgreSQL", "ReaderModels", .freshet("Freshet"),
                .service("FreshetLenientJSON"),
                .service("NewsAPI"), .service("TMDb"), .service("TheMealDB"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
                .product(name: "SystemPackage", package: "swift-system"),
            ]
        ),
        // The feeds of readers: stored, refreshed, filtered, with the texts of their pages.
        .target(
            name: "FeedEngine",
            dependencies: [
                .freshet("FreshetDigests"), "Hosts", "PostgreSQL", "ReaderModels", "ReaderStorage", .freshet("Freshet"),
                .service("Feeds"), .service("FreshetLenientJSON"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ]
        ),
        // Pages that change while they are open, as regions that templates render.
        .target(
            name: "LivePages",
            dependencies: [
                "CZlib", .freshet("FreshetDigests"), "ReaderModels", "ReaderStorage", "WebTelemetry",
                .freshet("Freshet"), .freshet("FreshetCombine"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]
        ),
        // The pages and routes of the web app.
        .target(
            name: "GazetteWeb",
            dependencies: [
                .freshet("FreshetDigests"), "FeedEngine", "Hosts", "LivePages", "PostgreSQL", "ReaderModels",
                "ReaderStorage",
                "WebTelemetry",
                .freshet("Freshet"), .freshet("FreshetCombine"), .freshet("FreshetInspector"),
                .freshet("FreshetOutbox"), .service("Feeds"), .service("FreshetLenientJSON"), .service("NewsAPI"),
                .service("TMDb"), .service("HackerNews"), .service("TheMealDB"), .service("JSONPlaceholder"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ],
            resources: [.copy("Resources/Templates"), .copy("Resources/Assets")]
        ),
        .target(
            name: "GazetteCommands",
            dependencies: [
                "Emulator", "FeedEngine", "GazetteWeb", "Hosts", "ReaderModels", "ReaderStorage", "WebTelemetry",
                .target(name: "CPNG", condition: .when(platforms: [.linux])),
                .target(name: "CTurboJPEG", condition: .when(platforms: [.linux])),
                .product(name: "Logging", package: "swift-log"),
                .freshet("Freshet"), .freshet("FreshetCombine"), .freshet("FreshetInspector"), .freshet("FreshetJSON"),
                .freshet("FreshetOutbox"),
                .service("FreshetLenientJSON"), .freshet("FreshetSQLite"), .freshet("FreshetTapes"),
                .freshet("FreshetTelemetry"),
                .service("NewsAPI"), .service("TMDb"), .service("HackerNews"), .service("TheMealDB"),
                .service("JSONPlaceholder"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Configuration", package: "swift-configuration"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "SystemPackage", package: "swift-system"),
            ]
        ),
        .executableTarget(name: "gazette", dependencies: ["GazetteCommands"]),
        // Responses with extreme values, for the tests and a fuzzer.
        .target(name: "ExtremeJSON", path: "Tests/ExtremeJSON"),
        .testTarget(
            name: "EmulatorTests",
            dependencies: [
                "Emulator",
                .service("Feeds"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdTesting", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ]
        ),
        .testTarget(
            name: "ReaderModelsTests",
            dependencies: [
                "ReaderModels", "Emulator",
                .freshet("Freshet"), .freshet("FreshetCombine"), .freshet("FreshetInspector"),
                .freshet("FreshetOutbox"), .freshet("FreshetResources"), .freshet("FreshetTesting"),
                .service("NewsAPI"), .service("TMDb"), .service("HackerNews"), .service("TheMealDB"),
                .service("JSONPlaceholder"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
            ]
        ),
        .testTarget(
            name: "GuideSnippets",
            dependencies: [
                "AppleUI",
                .target(name: "FetchedOnStub", condition: .when(platforms: [.linux])),
                .freshet("Freshet"), .freshet("FreshetCombine"), .freshet("FreshetResources"),
                .freshet("FreshetTesting"),
            ]
        ),
        .testTarget(
            name: "GazetteWebTests",
            dependencies: [
                "Emulator", "ExtremeJSON", "FeedEngine", "GazetteWeb", "Hosts", "LivePages", "PostgreSQL",
                "ReaderModels",
                "ReaderStorage", "WebTelemetry",
                .freshet("Freshet"), .freshet("FreshetOutbox"), .freshet("FreshetTapes"),
                .freshet("FreshetTapesTesting"),
                .freshet("FreshetTelemetry"), .freshet("FreshetTesting"), .service("Feeds"), .service("NewsAPI"),
                .service("TMDb"), .service("HackerNews"), .service("TheMealDB"), .service("JSONPlaceholder"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdTesting", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
            ],
            exclude: ["Tapes"]
        ),
        .testTarget(
            name: "GazetteCommandsTests",
            dependencies: [
                "Emulator", "ExtremeJSON", "FeedEngine", "GazetteCommands", "Hosts", "ReaderModels", "ReaderStorage",
                "gazette",
                .freshet("Freshet"), .freshet("FreshetTesting"), .service("NewsAPI"), .service("HackerNews"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ]
        ),
    ]
)

#if os(Linux)
// Elsewhere SwiftUI and UIKit themselves show the views, which no test can ask for their words.
package.targets.append(
    .testTarget(
        name: "GazetteViewsTests",
        dependencies: [
            "AppleUI", "Emulator", "FetchedOnStub", "GazetteApp", "GazetteViews", "ReaderModels",
            .freshet("Freshet"), .freshet("FreshetCombine"), .freshet("FreshetResources"), .freshet("FreshetTesting"),
            .service("NewsAPI"),
            .service("TMDb"), .service("HackerNews"), .service("TheMealDB"), .service("JSONPlaceholder"),
            .product(name: "HTTPTypes", package: "swift-http-types"),
        ]
    ))
#endif

extension Target.Dependency {
    static func freshet(_ name: String) -> Self { .product(name: name, package: "freshet") }

    static func service(_ name: String) -> Self { .product(name: name, package: "services") }
}

for target in package.targets where target.type != .system {
    target.swiftSettings = [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ]
    // No expression may be slow to type-check. The limit counts the scopes of the compiler's solver, not time: it is
    // the same on every machine, and 10,000 of them take about 0.1 s. Only our scripts ask for it, and only of
    // compilers that we have tried.
    #if compiler(>=6.3) && compiler(<6.4)
    if Context.environment["FRESHET_STRICT"] != nil {
        target.swiftSettings?.append(.unsafeFlags(["-Xfrontend", "-solver-scope-threshold=10000"]))
    }
    #endif
}

for target in package.targets where target.name == "FetchedOnStub" {
    target.swiftSettings?.append(.define("SwiftUIStub"))
}
