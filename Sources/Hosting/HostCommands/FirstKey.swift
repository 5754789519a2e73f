// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel
internal import HostingStorage

/// The key with which everything begins: of a host that has none, one of an administrator is made.
struct FirstKey {
    private let store: HostStore

    init(_ store: HostStore) { self.store = store }

    /// - Returns: nil when there are keys already.
    func make() async throws -> NewKey? {
        guard try await store.keys().isEmpty else { return nil }
        return try await NewKey.make(name: "first administrator", role: .admin, appIDs: nil, in: store)
    }
}
