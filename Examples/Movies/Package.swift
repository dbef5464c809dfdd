// swift-tools-version:6.2

import PackageDescription

let package = Package(
    name: "movies-example",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "freshet", path: "../.."),
        .package(name: "support", path: "../Support"),
    ],
    targets: [
        .executableTarget(
            name: "MoviesExample",
            dependencies: [
                .product(name: "Freshet", package: "freshet"),
                .product(name: "FreshetCombine", package: "freshet"),
                .product(name: "TMDb", package: "freshet"),
                .product(name: "Support", package: "support"),
            ]
        )
    ]
)
