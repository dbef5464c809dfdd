// swift-tools-version:6.2

import PackageDescription

let package = Package(
    name: "services",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "NewsAPI", targets: ["NewsAPI"]),
        .library(name: "TMDb", targets: ["TMDb"]),
        .library(name: "HackerNews", targets: ["HackerNews"]),
        .library(name: "TheMealDB", targets: ["TheMealDB"]),
        .library(name: "JSONPlaceholder", targets: ["JSONPlaceholder"]),
        .library(name: "Feeds", targets: ["Feeds"]),
        .library(name: "FreshetLenientJSON", targets: ["FreshetLenientJSON"]),
    ],
    dependencies: [
        // Which traits are wanted is left to the app.
        .package(name: "freshet", path: "..", traits: [])
    ],
    targets: [
        // Reads HTML as browsers do, for plain text and for clean HTML.
        .target(name: "FreshetHTML"),
        .target(name: "FreshetLenientJSON", dependencies: ["FreshetHTML", .freshet("Freshet")]),
        .service("NewsAPI"),
        .service("TMDb"),
        .service("HackerNews"),
        .service("TheMealDB"),
        .service("JSONPlaceholder"),
        .systemLibrary(
            name: "CLibXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"]), .brew(["libxml2"])]),
        .target(
            name: "Feeds", dependencies: ["CLibXML2", "FreshetHTML", "FreshetLenientJSON", .freshet("Freshet")],
            linkerSettings: [
                .linkedLibrary("iconv", .when(platforms: [.macOS, .iOS, .tvOS, .watchOS, .visionOS]))
            ]),
        .target(name: "ServiceTestSupport", path: "Tests/ServiceTestSupport"),
        .tests(of: "NewsAPI"),
        .tests(of: "TMDb", "ServiceTestSupport"),
        .tests(of: "HackerNews", "ServiceTestSupport"),
        .tests(of: "TheMealDB"),
        .tests(of: "JSONPlaceholder"),
        .tests(of: "Feeds", "ServiceTestSupport", "FeedReader", exclude: ["Corpus", "XSS.txt"]),
        .tests(of: "FreshetLenientJSON", "HTMLReader"),
        .testTarget(
            name: "ServiceSnippets",
            dependencies: [
                "Feeds", "FreshetLenientJSON", "HackerNews", "JSONPlaceholder", "NewsAPI", "TMDb", "TheMealDB",
                .freshet("Freshet"), .freshet("FreshetTesting"),
            ]),
        .executableTarget(name: "HTMLReader", dependencies: ["FreshetLenientJSON"], path: "Tests/HTMLReader"),
        .executableTarget(name: "FeedReader", dependencies: ["Feeds"], path: "Tests/FeedReader"),
    ]
)

extension Target {
    /// The client of a web API.
    static func service(_ name: String) -> Target {
        .target(name: name, dependencies: ["FreshetHTML", "FreshetLenientJSON", .freshet("Freshet")])
    }

    static func tests(of name: String, _ further: Target.Dependency..., exclude: [String] = []) -> Target {
        .testTarget(
            name: "\(name)Tests",
            dependencies: [.target(name: name), .freshet("Freshet"), .freshet("FreshetTesting")] + further,
            exclude: exclude)
    }
}

extension Target.Dependency {
    static func freshet(_ name: String) -> Self { .product(name: name, package: "freshet") }
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
