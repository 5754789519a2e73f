// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingStorage

/// The setting under which servers record where clients reach them, for workers and for people.
enum PublicURL {
    static let help = "Where clients reach the host, when that is not where it listens: https://packs.example.com"
    private static let setting = "public-url"

    static func record(_ base: String, in store: HostStore) async throws(StorageError) {
        try await store.set(setting, to: base)
    }

    /// - Throws: `setting` when no server has recorded one.
    static func given(_ url: String?, or store: HostStore) async throws -> String {
        if let url { return url }
        if let recorded = try await store.setting(setting) { return recorded }
        throw HostCommandError.setting(
            "--public-url", "no server of this host has told yet where it is: start `ba-host serve` first, or give it")
    }
}
