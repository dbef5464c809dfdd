// swift-tools-version:6.2

import PackageDescription

let package = Package(
    name: "support",
    platforms: [.macOS(.v15)],
    products: [.library(name: "Support", targets: ["Support"])],
    dependencies: [
        .package(name: "freshet", path: "../.."),
        .package(name: "gazette", path: "../../Apps/Gazette"),
    ],
    targets: [
        .target(
            name: "Support",
            dependencies: [
                .product(name: "Freshet", package: "freshet"),
                .product(name: "FreshetCombine", package: "freshet"),
                .product(name: "Emulator", package: "gazette"),
            ]
        )
    ]
)

for target in package.targets {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ]
}
