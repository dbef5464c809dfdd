// swift-tools-version:6.2

import PackageDescription

let package = Package(
    name: "tickets-example",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "freshet", path: "../..", traits: [.defaults, "NIO"])],
    targets: [
        .executableTarget(
            name: "TicketsExample",
            dependencies: [
                .product(name: "Freshet", package: "freshet"),
                .product(name: "FreshetTesting", package: "freshet"),
            ]
        ),
        .testTarget(
            name: "TicketsTests",
            dependencies: [
                "TicketsExample",
                .product(name: "Freshet", package: "freshet"),
                .product(name: "FreshetTesting", package: "freshet"),
            ],
            path: "Tests"),
    ]
)
