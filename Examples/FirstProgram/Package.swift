// swift-tools-version:6.2

import PackageDescription

let package = Package(
    name: "first-program-example",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "freshet", path: "../..")
    ],
    targets: [
        .executableTarget(
            name: "FirstProgramExample",
            dependencies: [
                .product(name: "Freshet", package: "freshet"),
                .product(name: "FreshetCombine", package: "freshet"),
                .product(name: "FreshetTesting", package: "freshet"),
            ]
        )
    ]
)
