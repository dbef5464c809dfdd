// swift-tools-version:6.2

import PackageDescription

let package = Package(
    name: "resources-example",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "freshet", path: "../..")
    ],
    targets: [
        .executableTarget(
            name: "ResourcesExample",
            dependencies: [
                .product(name: "Freshet", package: "freshet"),
                .product(name: "FreshetResources", package: "freshet"),
                .product(name: "FreshetTesting", package: "freshet"),
            ]
        )
    ]
)
