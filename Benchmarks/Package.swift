// swift-tools-version:6.2

import PackageDescription

let package = Package(
    name: "freshet-benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "freshet", path: "..", traits: [.defaults, "NIO", "SQLite", "Telemetry"]),
        .package(name: "services", path: "../Services"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.35.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
    ],
    targets: [
        .target(
            name: "BenchmarkKit",
            dependencies: [
                .product(name: "FreshetTelemetry", package: "freshet"),
                .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
                .product(name: "Metrics", package: "swift-metrics"),
            ],
            swiftSettings: [.swiftLanguageMode(.v6)]
        ),
        .executableTarget(
            name: "freshet-bench",
            dependencies: [
                "BenchmarkKit",
                .product(name: "Freshet", package: "freshet"),
                .product(name: "FreshetCombine", package: "freshet"),
                .product(name: "FreshetResources", package: "freshet"),
                .product(name: "FreshetTapes", package: "freshet"),
                .product(name: "FreshetTelemetry", package: "freshet"),
                .product(name: "FreshetTesting", package: "freshet"),
                .product(name: "HackerNews", package: "services"),
                .product(name: "JSONPlaceholder", package: "services"),
                .product(name: "NewsAPI", package: "services"),
                .product(name: "TMDb", package: "services"),
                .product(name: "TheMealDB", package: "services"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
            ],
            swiftSettings: [.swiftLanguageMode(.v6)]
        ),
        .executableTarget(
            name: "wire-bench",
            dependencies: [
                "BenchmarkKit",
                .product(name: "Freshet", package: "freshet"),
                .product(name: "FreshetCombine", package: "freshet"),
                .product(name: "NewsAPI", package: "services"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOFoundationCompat", package: "swift-nio"),
            ],
            swiftSettings: [.swiftLanguageMode(.v6)]
        ),
        .executableTarget(
            name: "outbox-bench",
            dependencies: ["BenchmarkKit", .product(name: "FreshetOutbox", package: "freshet")],
            swiftSettings: [.swiftLanguageMode(.v6)]
        ),
        .executableTarget(
            name: "inspector-bench",
            dependencies: [
                "BenchmarkKit",
                .product(name: "Freshet", package: "freshet"),
                .product(name: "FreshetInspector", package: "freshet"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            swiftSettings: [.swiftLanguageMode(.v6)]
        ),
        .executableTarget(
            name: "soak",
            dependencies: [
                "BenchmarkKit",
                .product(name: "Freshet", package: "freshet"),
                .product(name: "FreshetTesting", package: "freshet"),
            ],
            swiftSettings: [.swiftLanguageMode(.v6)]
        ),
        .executableTarget(
            name: "Pieces",
            dependencies: [
                "BenchmarkKit",
                .product(name: "Freshet", package: "freshet"),
                .product(name: "FreshetCombine", package: "freshet"),
                .product(name: "FreshetResources", package: "freshet"),
                .product(name: "FreshetSQLite", package: "freshet"),
                .product(name: "FreshetTapes", package: "freshet"),
                .product(name: "FreshetTelemetry", package: "freshet"),
                .product(name: "FreshetTesting", package: "freshet"),
                .product(name: "Feeds", package: "services"),
                .product(name: "JSONPlaceholder", package: "services"),
                .product(name: "NewsAPI", package: "services"),
                .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Benchmark", package: "benchmark"),
            ],
            path: "Benchmarks/Pieces",
            swiftSettings: [.swiftLanguageMode(.v6)],
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]
        ),
        .executableTarget(
            name: "gazette-bench",
            dependencies: [
                "BenchmarkKit",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            swiftSettings: [.swiftLanguageMode(.v6)]
        ),
    ]
)
