// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import HostingModel

extension HostStore {
    /// What is changed of how a context is held.
    package enum ContextChange: Equatable, Sendable {
        /// Devices get this version, whatever is released after it: it was active there once.
        case pin(Int)
        /// Devices get the newest that was released.
        case unpin
        /// Of the phased release that is under way, in percent of the devices.
        case rollout(Int)
        /// Of the releases to come.
        case rolloutStart(Int)
    }

    /// All contexts of a pack; nil when there is no such pack.
    package func contexts(ofPack id: String) async throws(StorageError) -> [PackContext]? {
        try await database.read { (connection) throws(StorageError) in
            guard let state = try PackState(id, in: connection) else { return nil }
            return ReleaseContext.allCases.map { PackContext(state, $0) }
        }
    }

    /// Of packs, by their identifiers; contexts that are not held have none.
    package func holds(
        ofPacks ids: [String]
    ) async throws(StorageError) -> [String: [ReleaseContext: PackHold]] {
        if ids.isEmpty { return [:] }
        return try await database.read { (connection) throws(StorageError) in
            var holds: [String: [ReleaseContext: PackHold]] = [:]
            for row in try connection.rows("SELECT * FROM pins WHERE background_asset_id IN (\(names: ids))") {
                let context: ReleaseContext = try row.raw("context")
                holds[try row.text("background_asset_id"), default: [:]][context, default: PackHold()].pinned =
                    Int(try row.integer("number"))
            }
            for row in try connection.rows("SELECT * FROM rollouts WHERE background_asset_id IN (\(names: ids))") {
                let (id, context): (String, ReleaseContext) = (
                    try row.text("background_asset_id"), try row.raw("context")
                )
                let (number, percentage) = (Int(try row.integer("number")), Int(try row.integer("percentage")))
                // One that a hold has put off is not under way, and one that is for all is over.
                guard percentage < 100, holds[id]?[context]?.pinned.map({ $0 == number }) ?? true else { continue }
                holds[id, default: [:]][context, default: PackHold()].percentage = percentage
            }
            return holds
        }
    }

    /// Changes how a context of a pack is held, all of it or nothing.
    package func change(
        _ context: ReleaseContext, ofPack id: String, _ changes: [ContextChange]
    ) async throws(StorageError) -> PackContext {
        let time = now()
        return try await changing { [makeID] (connection, audit) throws(StorageError) in
            guard var state = try PackState(id, in: connection) else {
                throw .refused(.notFound(type: "backgroundAssets", id: id))
            }
            let wasPinned = PackContext(state, context).pinned != nil
            _ = try state.change(in: connection, at: time, makeID: makeID) {
                (releases) throws(ReleaseError) -> [ReleaseChange] in
                var made: [ReleaseChange] = []
                for change in changes { made += try releases.apply(change, in: context) }
                return made
            }
            // To let go of what is not held changes nothing.
            for change in changes where wasPinned || change != .unpin {
                try audit.note(
                    change.action, app: state.pack.appID, state.pack.identifier, detail: change.words(in: context),
                    in: connection)
            }
            return PackContext(state, context)
        }
    }

    /// The identifier of a version of a pack; nil when there is no such version.
    package func versionID(number: Int, ofPack packID: String) async throws(StorageError) -> String? {
        try await database.read { (connection) throws(StorageError) in
            try connection.row(
                "SELECT id FROM versions WHERE background_asset_id = \(packID) AND number = \(Int64(number))"
            )?.text("id")
        }
    }

    /// Sets the versions of the app that a version of a pack is for.
    package func limit(versionID id: String, to range: AppVersionRange) async throws(StorageError) {
        if let lowest = range.lowest, let highest = range.highest, highest < lowest {
            throw .refused(.appVersionsInvalid(lowest: lowest, highest: highest))
        }
        let time = now()
        try await changing { [makeID] (connection, audit) throws(StorageError) in
            _ = try Self.changeReleases(ofVersion: id, in: connection, at: time, makeID: makeID) {
                (releases, number) throws(ReleaseError) in
                try releases.limit(number, to: range)
                return []
            }
            try audit.note(
                .limitVersion, version: id, detail: range.words ?? "for all versions of the app", in: connection)
        }
    }
}

extension PackReleases {
    fileprivate mutating func apply(
        _ change: HostStore.ContextChange, in context: ReleaseContext
    ) throws(ReleaseError) -> [ReleaseChange] {
        switch change {
        case .pin(let number): return try pin(number, in: context)
        case .unpin: return try unpin(context)
        case .rollout(let percentage): try setRollout(percentage, in: context)
        case .rolloutStart(let percentage): try setRolloutStart(percentage, in: context)
        }
        return []
    }
}

extension HostStore.ContextChange {
    fileprivate var action: AuditAction {
        switch self {
        case .pin: .pinRelease
        case .unpin: .unpinRelease
        case .rollout: .rollOutRelease
        case .rolloutStart: .startRollouts
        }
    }

    fileprivate func words(in context: ReleaseContext) -> String {
        switch self {
        case .pin(let number): "\(context.rawValue): version \(number)"
        case .unpin: context.rawValue
        case .rollout(let percentage), .rolloutStart(let percentage): "\(context.rawValue): \(percentage) %"
        }
    }
}
