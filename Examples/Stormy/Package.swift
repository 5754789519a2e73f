// swift-tools-version: 6.2
// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

let package = Package(
    name: "Stormy",
    // What the frameworks need on Apple's platforms; Linux has no such floor.
    platforms: [.macOS("27.2")],
    dependencies: [
        // An app links the frameworks only: without traits nothing of the service and the tools is fetched.
        .package(name: "swift-background-assets", path: "../..", traits: [])
    ],
    targets: [
        .executableTarget(
            name: "Stormy",
            dependencies: [
                .product(name: "BackgroundTasks", package: "swift-background-assets"),
                .product(name: "SwiftUI", package: "swift-background-assets"),
                .product(name: "UserNotifications", package: "swift-background-assets"),
            ],
            exclude: ["Info.plist"])
    ]
)
