// swift-tools-version: 6.2
// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

let background = "swift-background-assets"
let package = Package(
    name: "Benchmarks",
    dependencies: [
        // The bench's own app and extension link the frameworks only; service and tools run as programs of their own.
        .package(name: "swift-background-assets", path: "..", traits: []),
        // The bench's command line.
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    ],
    targets: [
        // Measures, and says of each row whether it is met.
        .executableTarget(
            name: "bench", dependencies: [.product(name: "ArgumentParser", package: "swift-argument-parser")]),
        // An app whose packs are measured from its own process.
        .executableTarget(
            name: "BenchGame",
            dependencies: [
                .product(name: "BackgroundAssets", package: background), .product(name: "System", package: background),
            ],
            exclude: ["Info.plist"]),
        // An app that is woken for a background task.
        .executableTarget(
            name: "BenchTasks", dependencies: [.product(name: "BackgroundTasks", package: background)],
            exclude: ["Info.plist"]),
        // The downloader extension of the first.
        .executableTarget(
            name: "BenchDownloader",
            dependencies: [
                .product(name: "BackgroundAssets", package: background),
                .product(name: "ExtensionFoundation", package: background),
                .product(name: "StoreKit", package: background),
            ],
            exclude: ["Info.plist"]),
    ]
)

for target in package.targets {
    target.swiftSettings = [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]
}
