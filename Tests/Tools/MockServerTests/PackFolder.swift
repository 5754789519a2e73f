// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Runs `body` with a folder of its own, and an empty folder for packs in it.
func withPackFolder(_ body: (_ root: String, _ packs: String) async throws -> Void) async throws {
    try await withTemporaryFolder { root async throws in
        let packs = root + "/packs"
        try FileManager.default.createDirectory(atPath: packs, withIntermediateDirectories: true)
        try await body(root, packs)
    }
}
