// swift-tools-version:6.2
import PackageDescription

let package = Package(
    name: "MovieBrowser",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(url: "https://github.com/freshet/freshet", .upToNextMinor(from: "0.2.0"))
    ],
    targets: [
        .executableTarget(
            name: "MovieBrowser",
            dependencies: [
                .product(name: "Freshet", package: "freshet"),
                .product(name: "FreshetCombine", package: "freshet"),
                .product(name: "FreshetSQLite", package: "freshet"),
                .product(name: "FreshetTesting", package: "freshet"),
            ]),
        .testTarget(name: "MovieBrowserTests", dependencies: ["MovieBrowser"]),
    ]
)
