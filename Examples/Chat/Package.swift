// swift-tools-version:6.2

import PackageDescription

let package = Package(
    name: "chat-example",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "freshet", path: "../..", traits: [.defaults, "NIO"])],
    targets: [
        .executableTarget(
            name: "ChatExample",
            dependencies: [
                .product(name: "Freshet", package: "freshet"),
                .product(name: "FreshetCombine", package: "freshet"),
                .product(name: "FreshetTesting", package: "freshet"),
            ]
        ),
        .testTarget(
            name: "ChatTests",
            dependencies: [
                "ChatExample",
                .product(name: "Freshet", package: "freshet"),
                .product(name: "FreshetCombine", package: "freshet"),
                .product(name: "FreshetTesting", package: "freshet"),
            ],
            path: "Tests"),
    ]
)
