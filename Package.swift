// swift-tools-version:6.2

import PackageDescription

/// The traits that our scripts enable besides the usual ones, so that what needs further libraries is tested, too.
let furtherTraits = Set(Context.environment["FRESHET_TRAITS"]?.split(separator: " ").map(String.init) ?? [])

/// The traits by default. Apple's platforms have URLSession, and an app for them would compile SwiftNIO for nothing.
#if os(Linux)
let defaultTraits: Set = ["NIO", "SQLite"]
#else
let defaultTraits: Set<String> = []
#endif

let package = Package(
    name: "freshet",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        // What Freshet exports is named, too, so that scripts/check-api compares it.
        .library(
            name: "Freshet",
            targets: [
                "Freshet", "FreshetAuthentication", "FreshetCookies", "FreshetCore", "FreshetHTTP", "FreshetImages",
                "FreshetNIO", "FreshetStreams", "FreshetText", "FreshetTransfers", "FreshetURLSession",
            ]),
        // Without a transport: nothing of it needs FoundationNetworking.
        .library(name: "FreshetCore", targets: ["FreshetCore", "FreshetHTTP", "FreshetText"]),
        .library(name: "FreshetJSON", targets: ["FreshetJSON"]),
        .library(name: "FreshetDigests", targets: ["FreshetDigests"]),
        .library(name: "FreshetCombine", targets: ["FreshetCombine", "CombineCompletion"]),
        .library(name: "FreshetResources", targets: ["FreshetResources"]),
        .library(name: "FreshetSQLite", targets: ["FreshetSQLite"]),
        .library(name: "FreshetOutbox", targets: ["FreshetOutbox"]),
        .library(name: "FreshetAuthentication", targets: ["FreshetAuthentication"]),
        .library(name: "FreshetTelemetry", targets: ["FreshetTelemetry"]),
        .library(name: "FreshetTesting", targets: ["FreshetTesting"]),
        .library(name: "FreshetInspector", targets: ["FreshetInspector"]),
        .library(name: "FreshetTapes", targets: ["FreshetTapes"]),
        .library(name: "FreshetTapesTesting", targets: ["FreshetTapesTesting"]),
    ],
    traits: [
        .trait(name: "NIO", description: "The transport on AsyncHTTPClient, and the loopback server for tests."),
        .trait(name: "SQLite", description: "The cache on disk, and writes that survive a restart."),
        .trait(name: "Brotli", description: "The content coding brotli; links libbrotlidec."),
        .trait(name: "Zstd", description: "The content coding zstd; links libzstd."),
        .trait(name: "Telemetry", description: "Tracing and metrics by swift-distributed-tracing and swift-metrics."),
        .default(enabledTraits: defaultTraits.union(furtherTraits)),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-http-structured-headers", from: "1.7.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/apple/swift-nio-http2", from: "1.46.0"),
        // For the tests alone. AsyncHTTPClient brings it anyway.
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.31.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    ],
    targets: [
        // Addresses and dates in texts, for JSON and HTTP alike.
        .target(name: "FreshetText"),
        .target(name: "FreshetDigests"),
        .target(name: "FreshetJSON", dependencies: ["FreshetText"]),
        .target(
            name: "FreshetHTTP",
            dependencies: ["FreshetDigests", "FreshetJSON", "FreshetText", .httpTypes, .structuredFields]),
        .target(
            name: "FreshetCore",
            dependencies: ["FreshetDigests", "FreshetHTTP", "FreshetJSON", "FreshetText", .httpTypes]),
        .target(name: "FreshetURLSession", dependencies: ["FreshetCore", "FreshetHTTP", .httpTypes]),
        .target(name: "FreshetCookies", dependencies: ["FreshetCore", "FreshetDigests", .httpTypes]),
        .target(name: "FreshetAuthentication", dependencies: ["FreshetCore", "FreshetDigests", .httpTypes]),
        .target(
            name: "FreshetResources", dependencies: ["FreshetCore", "FreshetStreams", .httpTypes, .logging]),
        .target(name: "FreshetImages", dependencies: ["FreshetCore"]),
        .target(name: "FreshetStreams", dependencies: ["FreshetCore", .httpTypes]),
        .target(name: "FreshetTransfers", dependencies: ["FreshetCore", "FreshetDigests", .httpTypes]),
        .systemLibrary(name: "CFreshetZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
        .systemLibrary(
            name: "CFreshetBrotli", pkgConfig: "libbrotlidec", providers: [.apt(["libbrotli-dev"]), .brew(["brotli"])]),
        .systemLibrary(
            name: "CFreshetZstd", pkgConfig: "libzstd", providers: [.apt(["libzstd-dev"]), .brew(["zstd"])]),
        .target(
            name: "FreshetNIO",
            dependencies: [
                "FreshetCore", "FreshetDigests", .target(name: "CFreshetZlib", condition: .when(traits: ["NIO"])),
                .target(name: "CFreshetBrotli", condition: .when(traits: ["Brotli"])),
                .target(name: "CFreshetZstd", condition: .when(traits: ["Zstd"])), .httpTypes, .nio("NIOCore"),
                .nio("NIOConcurrencyHelpers"), .nio("NIOPosix"), .nio("NIOHTTP1"), .nio("NIOFoundationCompat"),
                .nio("NIOSSL", "swift-nio-ssl"), .nio("NIOHTTP2", "swift-nio-http2"),
                .nio("NIOHPACK", "swift-nio-http2"),
                .nio("AsyncHTTPClient", "async-http-client"),
            ]
        ),
        .target(
            name: "Freshet",
            dependencies: [
                "FreshetAuthentication", "FreshetCookies", "FreshetCore", "FreshetHTTP", "FreshetImages", "FreshetJSON",
                "FreshetStreams", "FreshetText", "FreshetTransfers", "FreshetURLSession",
                .target(name: "FreshetNIO", condition: .when(traits: ["NIO"])), .httpTypes, .logging,
            ]
        ),
        .target(
            name: "FreshetSQLite",
            dependencies: [
                "FreshetCore", "FreshetDigests", "FreshetJSON",
                .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["SQLite"])),
            ]
        ),
        .target(
            name: "FreshetOutbox",
            dependencies: [
                "FreshetCore", "FreshetDigests", "FreshetResources", .httpTypes,
                .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["SQLite"])),
            ]
        ),
        .target(
            name: "FreshetTelemetry",
            dependencies: [
                "FreshetCore", .httpTypes, .telemetry("Tracing", "swift-distributed-tracing"),
                .telemetry("Metrics", "swift-metrics"),
            ],
            // It uses only what an app's own plug-in can use.
            packageAccess: false),
        .target(name: "FreshetTapes", dependencies: ["FreshetCore", "FreshetHTTP", "FreshetJSON", .httpTypes]),
        .target(
            name: "FreshetInspector",
            dependencies: [
                "FreshetCore", "FreshetJSON", "FreshetResources", "FreshetTapes", .httpTypes, .nio("NIOCore"),
                .nio("NIOHTTP1"), .nio("NIOPosix"),
            ],
            resources: [.embedInCode("Resources")]),
        // Links Testing, which an app that records must not.
        .target(name: "FreshetTapesTesting", dependencies: ["Freshet", "FreshetCore", "FreshetTapes"]),
        .target(
            name: "CombineOrOpenCombine",
            dependencies: [
                .openCombine("OpenCombine"), .openCombine("OpenCombineDispatch"), .openCombine("OpenCombineFoundation"),
            ]
        ),
        .target(
            name: "CombineCompletion",
            dependencies: ["CombineOrOpenCombine", .openCombine("OpenCombine"), .openCombine("OpenCombineFoundation")]),
        .target(
            name: "FreshetCombine",
            dependencies: [
                "FreshetCore", "FreshetImages", "FreshetJSON", "FreshetResources", "FreshetText", "FreshetURLSession",
                "CombineCompletion", .httpTypes,
            ]),
        .target(
            name: "FreshetTesting",
            dependencies: [
                "FreshetCore", "FreshetCombine", "FreshetResources", "FreshetStreams", .httpTypes,
                .nio("NIOCore"), .nio("NIOPosix"), .nio("NIOHTTP1"), .nio("NIOTLS"),
                .nio("NIOFoundationCompat"), .nio("NIOSSL", "swift-nio-ssl"), .nio("NIOHTTP2", "swift-nio-http2"),
                .nio("NIOHPACK", "swift-nio-http2"),
            ]
        ),
        .testTarget(
            name: "FreshetHTTPTests",
            dependencies: ["FreshetHTTP", "FreshetJSON", "FreshetTesting", .httpTypes, .structuredFields]),
        .testTarget(name: "FreshetDigestsTests", dependencies: ["FreshetDigests"]),
        .testTarget(name: "FreshetTextTests", dependencies: ["FreshetJSON", "FreshetText"]),
        .testTarget(name: "FreshetJSONTests", dependencies: ["FreshetJSON", "FreshetTesting"]),
        .testTarget(
            name: "FreshetCoreTests",
            dependencies: [
                "Freshet", "FreshetAuthentication", "FreshetCookies", "FreshetCore", "FreshetDigests", "FreshetJSON",
                "FreshetTesting",
                "FreshetTransfers", "FreshetURLSession", "TestShop", "CacheFiller", .httpTypes, .logging,
            ]),
        .executableTarget(
            name: "CacheFiller", dependencies: ["FreshetCore", "FreshetHTTP", .httpTypes], path: "Tests/CacheFiller"),
        .target(
            name: "TestShop",
            dependencies: [
                "FreshetAuthentication", "FreshetCookies", "FreshetCore", "FreshetTapes", "FreshetTesting", .httpTypes,
            ],
            path: "Tests/TestShop"),
        .testTarget(
            name: "FreshetCookiesTests",
            dependencies: ["FreshetCookies", "FreshetCore", "FreshetTesting", "TestShop", .httpTypes]),
        .testTarget(
            name: "FreshetTransfersTests",
            dependencies: ["FreshetTransfers", "FreshetCore", "FreshetDigests", "FreshetTesting", .httpTypes]),
        .testTarget(
            name: "FreshetAuthenticationTests",
            dependencies: [
                "FreshetAuthentication", "FreshetCookies", "FreshetCore", "FreshetDigests", "FreshetTesting",
                "FreshetTransfers",
                "TestShop", .httpTypes,
            ]),
        .testTarget(
            name: "FreshetStreamsTests",
            dependencies: ["Freshet", "FreshetStreams", "FreshetCombine", "FreshetTesting", .httpTypes]),
        .testTarget(
            name: "FreshetResourcesTests",
            dependencies: [
                "FreshetAuthentication", "FreshetResources", "FreshetCore", "FreshetSQLite", "FreshetStreams",
                "FreshetTesting", .httpTypes,
            ]),
        .testTarget(
            name: "FreshetTelemetryTests",
            dependencies: [
                "Freshet", "FreshetAuthentication", "FreshetCore", "FreshetTelemetry", "FreshetTesting", "TestShop",
                .httpTypes, .telemetry("Tracing", "swift-distributed-tracing"),
                .telemetry("InMemoryTracing", "swift-distributed-tracing"),
                .telemetry("Metrics", "swift-metrics"), .telemetry("MetricsTestKit", "swift-metrics"),
            ]),
        .testTarget(
            name: "FreshetTapesTests",
            dependencies: [
                "Freshet", "FreshetAuthentication", "FreshetCookies", "FreshetCore", "FreshetDigests", "FreshetHTTP",
                "FreshetJSON",
                "FreshetStreams", "FreshetTapes", "FreshetTesting", "FreshetTransfers", "TestShop", .httpTypes,
            ],
            resources: [.copy("Browsers"), .copy("har-1.2.schema.json")]),
        .testTarget(
            name: "FreshetTapesTestingTests",
            dependencies: ["Freshet", "FreshetTapes", "FreshetTapesTesting", "FreshetTesting", .httpTypes],
            exclude: ["Tapes"]),
        .testTarget(name: "FreshetImagesTests", dependencies: ["FreshetImages", "FreshetCore"]),
        .testTarget(
            name: "FreshetTests",
            dependencies: [
                "Freshet", "FreshetCombine", "FreshetTesting", "TokenHolder", .httpTypes, .logging,
                .nio("NIOSSL", "swift-nio-ssl"), .nio("NIOCore"), .nio("NIOPosix"), .nio("NIOHTTP1"),
                .nio("NIOHTTPTypes", "swift-nio-extras"), .nio("NIOHTTPTypesHTTP1", "swift-nio-extras"),
                .nio("NIOResumableUpload", "swift-nio-extras"),
            ]),
        .executableTarget(
            name: "TokenHolder", dependencies: ["Freshet", "FreshetAuthentication", "FreshetCore"],
            path: "Tests/TokenHolder"),
        .executableTarget(
            name: "CacheClient", dependencies: ["Freshet", "FreshetSQLite", .httpTypes], path: "Tests/CacheClient"),
        .executableTarget(
            name: "CacheWriter", dependencies: ["FreshetCore", "FreshetSQLite", .httpTypes], path: "Tests/CacheWriter"),
        .testTarget(
            name: "FreshetSQLiteTests",
            dependencies: [
                "FreshetSQLite", "FreshetAuthentication", "FreshetCore", "FreshetDigests", "FreshetHTTP",
                "FreshetTesting", "CacheClient",
                "CacheWriter", .httpTypes,
                .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["SQLite"])),
            ]
        ),
        .executableTarget(
            name: "OutboxWriter", dependencies: ["Freshet", "FreshetOutbox", .httpTypes], path: "Tests/OutboxWriter"),
        .testTarget(
            name: "FreshetOutboxTests",
            dependencies: [
                "FreshetAuthentication", "FreshetCombine", "FreshetCore", "FreshetOutbox", "FreshetResources",
                "FreshetTesting", "OutboxWriter", .httpTypes,
                .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["SQLite"])),
            ]
        ),
        .testTarget(
            name: "FreshetInspectorTests",
            dependencies: [
                "Freshet", "FreshetAuthentication", "FreshetCore", "FreshetInspector", "FreshetOutbox",
                "FreshetResources", "FreshetSQLite", "FreshetTapes", "FreshetTesting", .httpTypes, .nio("NIOCore"),
                .nio("NIOPosix"),
            ]),
        .testTarget(
            name: "FreshetCombineTests",
            dependencies: [
                "Freshet", "FreshetCombine", "FreshetResources", "FreshetStreams", "FreshetTesting", .httpTypes,
            ]),
        .testTarget(
            name: "FreshetTestingTests",
            dependencies: [
                "FreshetCore", "FreshetTesting", .httpTypes, .nio("NIOCore"), .nio("NIOPosix"), .nio("NIOHTTP1"),
                .nio("NIOSSL", "swift-nio-ssl"), .nio("NIOHTTP2", "swift-nio-http2"),
            ]
        ),
        .testTarget(
            name: "WorkedExamples",
            dependencies: ["Freshet", "FreshetCombine", "FreshetTesting", .httpTypes]),
        .testTarget(
            name: "Snippets",
            dependencies: [
                "Freshet", "FreshetAuthentication", "FreshetCombine", "FreshetDigests", "FreshetOutbox",
                "FreshetResources",
                "FreshetInspector", "FreshetSQLite", "FreshetStreams", "FreshetTapes", "FreshetTapesTesting",
                "FreshetTelemetry", "FreshetTesting", .httpTypes, .logging,
                .telemetry("Tracing", "swift-distributed-tracing"),
                .telemetry("InMemoryTracing", "swift-distributed-tracing"), .telemetry("Metrics", "swift-metrics"),
            ], exclude: ["Comments/Tapes"]),
        .testTarget(name: "MainActorSnippets", dependencies: ["Freshet", "FreshetResources", "FreshetTesting"]),
        .testTarget(name: "WorkedExamplesInSwift6", dependencies: ["FreshetCombine", "FreshetTesting"]),
    ]
)

extension Target.Dependency {
    static var httpTypes: Self { .product(name: "HTTPTypes", package: "swift-http-types") }
    static var structuredFields: Self {
        .product(name: "RawStructuredFieldValues", package: "swift-http-structured-headers")
    }
    static var logging: Self { .product(name: "Logging", package: "swift-log") }

    /// A product that only the trait `NIO` asks for.
    static func nio(_ name: String, _ package: String = "swift-nio") -> Self {
        .product(name: name, package: package, condition: .when(traits: ["NIO"]))
    }

    /// A product that only the trait `Telemetry` asks for.
    static func telemetry(_ name: String, _ package: String) -> Self {
        .product(name: name, package: package, condition: .when(traits: ["Telemetry"]))
    }

    /// OpenCombine stands in wherever Combine does not exist.
    static func openCombine(_ name: String) -> Self {
        .product(name: name, package: "OpenCombine", condition: .when(platforms: [.linux, .android, .windows]))
    }
}

for target in package.targets where target.type != .system {
    // Code as people wrote it before Swift 6: it has to compile with nothing but its import changed.
    guard target.name != "WorkedExamples" else {
        target.swiftSettings = [.swiftLanguageMode(.v5)]
        continue
    }
    target.swiftSettings = [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ]
    // As new projects of Xcode are: everything belongs to the main actor that does not say otherwise.
    if target.name == "MainActorSnippets" { target.swiftSettings?.append(.defaultIsolation(MainActor.self)) }
    // No expression may be slow to type-check. The limit counts the scopes of the compiler's solver, not time: it is
    // the same on every machine, and 10,000 of them take about 0.1 s. Only our scripts ask for it, and only of
    // compilers that we have tried.
    #if compiler(>=6.3) && compiler(<6.4)
    if Context.environment["FRESHET_STRICT"] != nil {
        target.swiftSettings?.append(.unsafeFlags(["-Xfrontend", "-solver-scope-threshold=10000"]))
    }
    #endif
}
