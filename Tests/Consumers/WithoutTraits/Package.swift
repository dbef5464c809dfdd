// swift-tools-version:6.2

import PackageDescription

let package = Package(
    name: "WithoutTraits",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "freshet", path: "../../..", traits: [])],
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
        )
    ]
)
