// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ServiceInterface

/// `backgroundassets.v1.Storage` on the wire. An app sees what it uses itself; files are purged by tools.
struct StorageHarness: Sendable {
    let storage: StorageService
    let space: SpaceService
    let catalog: AppCatalog

    func add(to table: inout MethodTable) {
        table.add(StorageInterface.Usage.self) { call, session throws(ServiceError) in
            let bundleID = session.caller == .tool ? call.bundleID : try session.bundleID(named: call.bundleID)
            return try await storage.usage(of: bundleID)
        }
        table.add(StorageInterface.Purge.self) { call, session throws(ServiceError) in
            guard session.caller == .tool else {
                throw ServiceError(.notAttributed, "an app may not purge files: use `ba purge` for it")
            }
            if let bundleID = call.bundleID { _ = try await catalog.app(bundleID) }
            let files = await space.purge(
                of: call.bundleID, freeing: call.bytes, isTrial: call.dryRun, because: "a person asked for it")
            return StorageInterface.Purge.Reply(files: files.map(PurgedFile.init))
        }
    }
}
