// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel

extension ResourceSchema {
    static let apps = ResourceSchema(
        "apps",
        attributes: [
            .init("name", .string()), .init("bundleId", .string()), .init("sku", .string()),
            .init("primaryLocale", .string()),
        ],
        relationships: [
            .init("appStoreVersions", "appStoreVersions", isToMany: true, hasAddress: true),
            .init("backgroundAssets", "backgroundAssets", isToMany: true, hasAddress: true),
            .init("reviewSubmissions", "reviewSubmissions", isToMany: true, hasAddress: true),
            .init("webhooks", "webhooks", isToMany: true, hasAddress: true),
        ])
}
