// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingStorage

/// The setting under which servers record where clients reach them, for workers and for people.
enum PublicURL {
    private static let setting = "public-url"

    static func record(_ base: String, in store: HostStore) async throws(StorageError) {
        try await store.set(setting, to: base)
    }

    /// nil when no server has run yet.
    static func recorded(in store: HostStore) async throws(StorageError) -> String? { try await store.setting(setting) }
}
