// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import FoundationEssentials
internal import SystemSupport

/// The ledger on disk, which several servers of one user share.
package struct LedgerFile: Sendable {
    private static let limit = 64 << 20
    package let data: ServerDataFolder

    package init(_ data: ServerDataFolder) { self.data = data }

    /// What is on disk now.
    package func read() throws(MockServerError) -> VersionLedger {
        try data.withLock { folder throws(MockServerError) in try read(in: folder) }
    }

    /// Reads the ledger, changes it and writes it if it has changed, with no other server between.
    package func update<Result>(
        _ change: (inout VersionLedger) throws(MockServerError) -> Result
    ) throws(MockServerError) -> Result {
        try data.withLock { folder throws(MockServerError) in
            let before = try read(in: folder)
            var ledger = before
            let result = try change(&ledger)
            guard ledger != before else { return result }
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
            let bytes: Data
            do {
                bytes = try encoder.encode(ledger)
            } catch {
                throw .stopped(reason: "the versions have no JSON form: \(error)")
            }
            try data.write(bytes, to: ServerDataFolder.ledgerName, in: folder)
            return result
        }
    }

    private func read(in folder: borrowing Directory) throws(MockServerError) -> VersionLedger {
        guard let bytes = try data.read(ServerDataFolder.ledgerName, in: folder, limit: Self.limit) else {
            return VersionLedger()
        }
        do {
            return try JSONDecoder().decode(VersionLedger.self, from: Data(bytes))
        } catch {
            throw .damaged(
                path: data.path(of: ServerDataFolder.ledgerName), reason: "\(error)",
                remedy: "it holds the versions that devices have seen; repair it, or delete it to begin at 1 again")
        }
    }
}
