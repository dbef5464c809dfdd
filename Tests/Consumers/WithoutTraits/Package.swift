// swift-tools-version:6.2

import PackageDescription

let package = Package(
    name: "WithoutTraits",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "freshet", path: "../../..", traits: []),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    ],
    targets: [
        .executableTarget(
            name: "WithoutTraits",
            dependencies: [
                .product(name: "Freshet", package: "freshet"),
                .product(name: "FreshetCombine", package: "freshet"),
                .product(name: "FreshetSQLite", package: "freshet"),
                .product(name: "FreshetTelemetry", package: "freshet"),
                .product(name: "FreshetTesting", package: "freshet"),
            ]
        ),
        .executableTarget(
            name: "OwnTransport",
            dependencies: [
                .product(name: "FreshetCore", package: "freshet"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ]
        ),
    ]
)
