// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AppleArchive
import AssetTestSupport

/// The packs of many tests, each made once: to make one takes longer than what most tests do with it.
actor ServedPacks {
    static let shared = ServedPacks()

    private var made: [Compression: Task<ServedPack, any Error>] = [:]

    func pack(_ compression: Compression = .none) async throws -> ServedPack {
        let task =
            made[compression]
            ?? Task {
                try await TemporaryFolder.with { try await ServedPack.make(in: $0, compression: compression) }
            }
        made[compression] = task
        return try await task.value
    }
}
