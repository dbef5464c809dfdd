// swift-tools-version:6.2

import PackageDescription

// Builds all examples at once, for ./test: separate builds would plan and link the shared modules again. To run one
// example, go into its folder.
let package = Package(
    name: "examples",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "freshet", path: "..", traits: [.defaults, "NIO", "SQLite"]),
        .package(name: "services", path: "../Services"),
        .package(name: "support", path: "Support"),
    ],
    targets: [
        .executableTarget(
            name: "FirstProgramExample",
            dependencies: [
                .product(name: "Freshet", package: "freshet"),
                .product(name: "FreshetCombine", package: "freshet"),
                .product(name: "FreshetTesting", package: "freshet"),
            ],
            path: "FirstProgram/Sources"),
        .executableTarget(
            name: "ChatExample",
            dependencies: [
                .product(name: "Freshet", package: "freshet"),
                .product(name: "FreshetCombine", package: "freshet"),
                .product(name: "FreshetTesting", package: "freshet"),
            ],
            path: "Chat/Sources"),
        .testTarget(
            name: "ChatTests",
            dependencies: [
                "ChatExample",
                .product(name: "Freshet", package: "freshet"),
                .product(name: "FreshetCombine", package: "freshet"),
                .product(name: "FreshetTesting", package: "freshet"),
            ],
            path: "Chat/Tests"),
        .executableTarget(
            name: "TicketsExample",
            dependencies: [
                .product(name: "Freshet", package: "freshet"),
                .product(name: "FreshetTesting", package: "freshet"),
            ],
            path: "Tickets/Sources"),
        .testTarget(
            name: "TicketsTests",
            dependencies: [
                "TicketsExample",
                .product(name: "Freshet", package: "freshet"),
                .product(name: "FreshetTesting", package: "freshet"),
            ],
            path: "Tickets/Tests"),
        .executableTarget(
            name: "NotesExample",
            dependencies: [
                .product(name: "Freshet", package: "freshet"),
                .product(name: "FreshetOutbox", package: "freshet"),
                .product(name: "FreshetResources", package: "freshet"),
                .product(name: "FreshetSQLite", package: "freshet"),
                .product(name: "FreshetTesting", package: "freshet"),
            ],
            path: "Notes/Sources"),
        .testTarget(
            name: "NotesTests",
            dependencies: [
                "NotesExample",
                .product(name: "Freshet", package: "freshet"),
                .product(name: "FreshetOutbox", package: "freshet"),
                .product(name: "FreshetResources", package: "freshet"),
                .product(name: "FreshetTesting", package: "freshet"),
            ],
            path: "Notes/Tests"),
        .example("News", "NewsAPI"),
        .example("Movies", "TMDb"),
        .example("HackerNews", "HackerNews"),
        .example("People"),
        .example("Lab"),
        .example("MovieService"),
        .example("Operators"),
        .example("FromOpenAPI"),
        .testTarget(
            name: "FromOpenAPITests",
            dependencies: [
                "FromOpenAPIExample",
                .product(name: "Freshet", package: "freshet"),
                .product(name: "FreshetTapesTesting", package: "freshet"),
            ],
            path: "FromOpenAPI/Tests", exclude: ["Tapes"]),
        .executableTarget(
            name: "ResourcesExample",
            dependencies: [
                .product(name: "Freshet", package: "freshet"),
                .product(name: "FreshetResources", package: "freshet"),
                .product(name: "FreshetTesting", package: "freshet"),
            ],
            path: "Resources/Sources"),
    ]
)

extension Target {
    static func example(_ name: String, _ services: String...) -> Target {
        .executableTarget(
            name: "\(name)Example",
            dependencies: ["Freshet", "FreshetCombine"].map { .product(name: $0, package: "freshet") }
                + services.map { .product(name: $0, package: "services") } + [
                    .product(name: "Support", package: "support")
                ],
            path: "\(name)/Sources")
    }
}
