// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import ServiceInterface

extension MethodSamples {
    static func storage() throws -> [MethodSamples] {
        typealias Storage = StorageInterface
        var use = AppUse(bundleID: "b", name: "n")
        use.packs = [.init(packID: "p", version: 2, bytes: 3)]
        (use.bundleBytes, use.otherPackBytes, use.groupBytes, use.cacheBytes) = (1, 2, 3, 4)
        (use.arrivedBytes, use.partialBytes, use.purgeableBytes) = (5, 6, 7)
        let file = PurgedFile(bundleID: "b", identifier: "i", path: "/p", bytes: 1, lastUsed: 2.5)
        return [
            try .init(
                [Storage.Usage(bundleID: "b")], bare: Storage.Usage(),
                replies: [
                    .init(apps: [use], keptBytes: 1, serviceBytes: 2, availableBytes: 3, capacityBytes: 4)
                ],
                bareReply: .init(
                    apps: [], keptBytes: 0, serviceBytes: 0, availableBytes: nil, capacityBytes: nil)),
            try .init(
                [Storage.Purge(bundleID: "b", bytes: 1, dryRun: true)], bare: Storage.Purge(),
                replies: [.init(files: [file])], bareReply: .init(files: [])),
        ]
    }
}
