// swift-tools-version:6.2

import PackageDescription

let package = Package(
    name: "news-example",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "freshet", path: "../.."),
        .package(name: "services", path: "../../Services"),
        .package(name: "support", path: "../Support"),
    ],
    targets: [
        .executableTarget(
            name: "NewsExample",
            dependencies: [
                .product(name: "Freshet", package: "freshet"),
                .product(name: "FreshetCombine", package: "freshet"),
                .product(name: "NewsAPI", package: "services"),
                .product(name: "Support", package: "support"),
            ]
        )
    ]
)
