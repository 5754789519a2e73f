// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import HostingStorage
import Testing

/// The stores that all of this holds for.
enum ObjectStoreKind: CaseIterable, CustomTestStringConvertible, Sendable {
    case folder

    var testDescription: String { "\(self)" }

    /// Runs with an empty store.
    func with(_ body: (any ObjectStore) async throws -> Void) async throws {
        switch self {
        case .folder:
            try await TemporaryFolder.with { folder in try await body(FolderObjectStore(path: folder.path("store"))) }
        }
    }
}
