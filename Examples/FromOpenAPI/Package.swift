// swift-tools-version:6.2

import PackageDescription

let package = Package(
    name: "from-openapi-example",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "freshet", path: "../.."),
        .package(name: "support", path: "../Support"),
    ],
    targets: [
        .executableTarget(
            name: "FromOpenAPIExample",
            dependencies: [
                .product(name: "Freshet", package: "freshet"),
                .product(name: "Support", package: "support"),
            ]
        ),
        .testTarget(
            name: "FromOpenAPITests",
            dependencies: [
                "FromOpenAPIExample",
                .product(name: "Freshet", package: "freshet"),
                .product(name: "FreshetTapesTesting", package: "freshet"),
            ],
            path: "Tests", exclude: ["Tapes"]),
    ]
)
