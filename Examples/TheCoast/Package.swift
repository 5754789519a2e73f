// swift-tools-version: 6.2
// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

let package = Package(
    name: "TheCoast",
    // What the frameworks need on Apple's platforms; Linux has no such floor.
    platforms: [.macOS("27.2")],
    dependencies: [
        // An app links the frameworks only: without traits nothing of the service and the tools is fetched.
        .package(name: "swift-background-assets", path: "../..", traits: [])
    ],
    targets: [
        // The game.
        .executableTarget(
            name: "TheCoast",
            dependencies: [
                .product(name: "BackgroundAssets", package: "swift-background-assets"),
                .product(name: "System", package: "swift-background-assets"),
            ],
            exclude: ["Info.plist", "Info-SelfHosted.plist"]),
        // Its downloader extension, for packs from the host that the game came from.
        .executableTarget(
            name: "TheCoastDownloader",
            dependencies: [
                .product(name: "BackgroundAssets", package: "swift-background-assets"),
                .product(name: "ExtensionFoundation", package: "swift-background-assets"),
                .product(name: "StoreKit", package: "swift-background-assets"),
            ],
            exclude: ["Info.plist"]),
        // Its downloader extension, for packs from a server of one's own.
        .executableTarget(
            name: "TheCoastSelfHostedDownloader",
            dependencies: [
                .product(name: "BackgroundAssets", package: "swift-background-assets"),
                .product(name: "ExtensionFoundation", package: "swift-background-assets"),
            ],
            exclude: ["Info.plist"]),
    ]
)
