// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetPackFiles
import HostingDelivery
import MockServer
import NIOCore

/// A keeper over a folder, with all it needs.
struct KeptPacks {
    let keeper: PackKeeper
    let shelf: PackShelf
    let console: ConsoleFile

    init(
        _ arguments: [String], versions: [Int] = [], in root: String, removalDelay: Duration = .zero,
        read: (@Sendable (PackCandidate) async throws(MockServerError) -> LoadedPack)? = nil
    ) throws {
        console = try ConsoleFile(in: root)
        shelf = PackShelf()
        keeper = try PackKeeper(
            sources: PackSources(arguments: arguments), versions: versions,
            ledger: LedgerFile(ServerDataFolder(path: root + "/data")), shelf: shelf, console: console.console,
            removalDelay: removalDelay, read: read)
    }

    /// Looks until everything is settled.
    func settle() async throws {
        while let delay = try await keeper.refresh() { try await Task.sleep(for: delay) }
    }

    func versions() -> [String: Int] {
        Dictionary(uniqueKeysWithValues: shelf.current.packs.map { ($0.id, $0.version) })
    }

    func blocks(_ id: String) async throws -> BlockList {
        let content = try await shelf.content(.blocks, ofPackWithID: id, version: nil)
        return try BlockList(
            decoding: Array(try await content.read(at: 0, count: Int(content.size)).readableBytesView))
    }

    func bytes(_ id: String, version: Int? = nil) async throws -> [UInt8] {
        let content = try await shelf.content(.archive, ofPackWithID: id, version: version)
        return Array(try await content.read(at: 0, count: Int(content.size)).readableBytesView)
    }
}
