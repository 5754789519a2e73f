// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import HostingStorage

extension ResourceObject {
    init(_ app: HostedApp) {
        self.init(
            .apps, id: app.id,
            attributes: [
                "name": .string(app.name), "bundleId": .string(app.bundleID), "sku": .string(app.sku),
                "primaryLocale": .string(app.primaryLocale),
            ])
    }
}
