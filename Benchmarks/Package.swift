// swift-tools-version:6.2

import PackageDescription

let package = Package(
    name: "freshet-benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "freshet", path: "..")],
    targets: [
        .executableTarget(
            name: "freshet-bench",
            dependencies: [
                .product(name: "Freshet", package: "freshet"),
                .product(name: "FreshetTesting", package: "freshet"),
                .product(name: "JSONPlaceholder", package: "freshet"),
            ],
            swiftSettings: [.swiftLanguageMode(.v6)]
        )
    ]
)
