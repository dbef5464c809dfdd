// swift-tools-version:6.2

import PackageDescription

let package = Package(
    name: "notes-example",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "freshet", path: "../..", traits: [.defaults, "NIO", "SQLite"])],
    targets: [
        .executableTarget(
            name: "NotesExample",
            dependencies: [
                .product(name: "Freshet", package: "freshet"),
                .product(name: "FreshetOutbox", package: "freshet"),
                .product(name: "FreshetResources", package: "freshet"),
                .product(name: "FreshetSQLite", package: "freshet"),
                .product(name: "FreshetTesting", package: "freshet"),
            ]
        ),
        .testTarget(
            name: "NotesTests",
            dependencies: [
                "NotesExample",
                .product(name: "Freshet", package: "freshet"),
                .product(name: "FreshetOutbox", package: "freshet"),
                .product(name: "FreshetResources", package: "freshet"),
                .product(name: "FreshetTesting", package: "freshet"),
            ],
            path: "Tests"),
    ]
)
