// swift-tools-version: 6.2
// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

let backgroundAssets = Target.Dependency.product(name: "BackgroundAssets", package: "swift-background-assets")
let extensionFoundation = Target.Dependency.product(name: "ExtensionFoundation", package: "swift-background-assets")
let logging = Target.Dependency.product(name: "OSLog", package: "swift-background-assets")

let package = Package(
    name: "Sessions",
    // What the frameworks need on Apple's platforms; Linux has no such floor.
    platforms: [.macOS("27.2")],
    dependencies: [
        // An app links the frameworks only: without traits nothing of the service and the tools is fetched.
        .package(name: "swift-background-assets", path: "../..", traits: [])
    ],
    targets: [
        // What app and extension share.
        .target(name: "SessionCatalog", dependencies: [backgroundAssets]),
        // The app before: it fetches what a person wants to see while that person waits.
        .executableTarget(
            name: "SessionsBefore", dependencies: ["SessionCatalog"], path: "Sources/Before/SessionsBefore"),
        // The app after.
        .executableTarget(
            name: "Sessions", dependencies: ["SessionCatalog", backgroundAssets, logging],
            path: "Sources/After/Sessions", exclude: ["Info.plist", "Info-Catalog.plist"]),
        // Its downloader extension, which reads the manifest that the system has fetched.
        .executableTarget(
            name: "SessionsDownloader",
            dependencies: ["SessionCatalog", backgroundAssets, extensionFoundation, logging],
            path: "Sources/After/SessionsDownloader", exclude: ["Info.plist"]),
        // Another one, which fetches a catalog first, and schedules the videos when it is there.
        .executableTarget(
            name: "SessionsCatalogDownloader",
            dependencies: ["SessionCatalog", backgroundAssets, extensionFoundation, logging],
            path: "Sources/After/SessionsCatalogDownloader", exclude: ["Info.plist"]),
    ]
)
