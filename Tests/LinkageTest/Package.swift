// swift-tools-version: 6.2
// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

// An app that wants the frameworks and none of the service's or hosting's dependencies.
let package = Package(
    name: "LinkageTest",
    dependencies: [.package(name: "swift-background-assets", path: "../..", traits: [])],
    targets: [
        .executableTarget(
            name: "App", dependencies: [.product(name: "BackgroundAssets", package: "swift-background-assets")])
    ]
)
