// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel

/// A pack with all that is known of its versions, inside a transaction that may change it.
struct PackState {
    let pack: HostedPack
    /// By number, rising.
    private(set) var versions: [HostedVersion]
    private var saved: [Int: [ReleaseContext: HostedRelease]]
    private let savedReleases: PackReleases
    var releases: PackReleases

    /// - Returns: nil when there is no such pack.
    init?(_ id: String, in connection: any SQLConnection) throws(StorageError) {
        guard let row = try connection.row("SELECT * FROM background_assets WHERE id = \(id)") else { return nil }
        pack = try HostedPack(row)
        versions = []
        for row in try connection.rows("SELECT * FROM versions WHERE background_asset_id = \(id) ORDER BY number") {
            versions.append(try HostedVersion(row))
        }
        var found: [String: [ReleaseContext: HostedRelease]] = [:]
        let rows = try connection.rows(
            """
            SELECT r.* FROM releases r JOIN versions v ON v.id = r.version_id
            WHERE v.background_asset_id = \(id)
            """)
        for row in rows {
            let release = try HostedRelease(row)
            found[release.versionID, default: [:]][release.context] = release
        }
        saved = [:]
        var released: [ReleasedVersion] = []
        for version in versions {
            saved[version.number] = found[version.id]
            released.append(try ReleasedVersion(version, found[version.id] ?? [:]))
        }
        releases = PackReleases(
            released, pins: try Self.pins(of: id, connection), rollouts: try Self.rollouts(of: id, connection),
            rolloutStarts: try Self.rolloutStarts(of: id, connection))
        savedReleases = releases
    }

    private static func pins(
        of id: String, _ connection: any SQLConnection
    ) throws(StorageError) -> [ReleaseContext: Int] {
        var pins: [ReleaseContext: Int] = [:]
        for row in try connection.rows("SELECT * FROM pins WHERE background_asset_id = \(id)") {
            pins[try row.raw("context")] = Int(try row.integer("number"))
        }
        return pins
    }

    private static func rollouts(
        of id: String, _ connection: any SQLConnection
    ) throws(StorageError) -> [ReleaseContext: Rollout] {
        var rollouts: [ReleaseContext: Rollout] = [:]
        for row in try connection.rows("SELECT * FROM rollouts WHERE background_asset_id = \(id)") {
            rollouts[try row.raw("context")] = Rollout(
                version: Int(try row.integer("number")), previous: Int(try row.integer("previous")),
                percentage: Int(try row.integer("percentage")),
                series: try row.optionalInteger("series").map(Int.init))
        }
        return rollouts
    }

    private static func rolloutStarts(
        of id: String, _ connection: any SQLConnection
    ) throws(StorageError) -> [ReleaseContext: Int] {
        var starts: [ReleaseContext: Int] = [:]
        for row in try connection.rows("SELECT * FROM rollout_starts WHERE background_asset_id = \(id)") {
            starts[try row.raw("context")] = Int(try row.integer("percentage"))
        }
        return starts
    }

    subscript(_ number: Int) -> HostedVersion? { versions.first { $0.number == number } }

    /// Adds a version with the next number.
    mutating func add(id: String, at time: Timestamp) -> HostedVersion {
        let number = releases.add().number
        let version = HostedVersion(id: id, packID: pack.id, number: number, createdAt: time)
        versions.append(version)
        return version
    }

    /// Sets what processing has found of a version, but for its state.
    mutating func update(_ number: Int, _ body: (inout HostedVersion) -> Void) {
        guard let index = versions.firstIndex(where: { $0.number == number }) else { return }
        body(&versions[index])
    }

    // MARK: Saving

    /// Records what has changed, and what web hooks and members of the team are to be told of it.
    ///
    /// - `changes`: what has become of the releases.
    mutating func save(
        _ changes: [ReleaseChange] = [], in connection: any SQLConnection, at time: Timestamp,
        makeID: @escaping () -> String
    ) throws(StorageError) {
        for index in versions.indices {
            guard let released = releases[versions[index].number] else { continue }
            versions[index].state = released.state
            versions[index].appVersions = released.appVersions
            if savedReleases[released.number] == nil {
                try versions[index].insert(into: connection)
            } else {
                try versions[index].update(in: connection)
            }
            for context in ReleaseContext.allCases {
                guard let state = released.releaseState(in: context) else { continue }
                let before = saved[released.number]?[context]
                guard before?.state != state else { continue }
                let release = HostedRelease(
                    id: before?.id ?? makeID(), versionID: versions[index].id, context: context, state: state,
                    changedAt: time)
                try release.save(in: connection)
                saved[released.number, default: [:]][context] = release
            }
        }
        try saveHolds(in: connection)
        try tell(
            of: changes, WebhookOutbox(connection: connection, time: time, makeID: makeID),
            MailOutbox(connection: connection, time: time, makeID: makeID))
        if releases != savedReleases { try connection.advanceSequence(ofApp: pack.appID) }
    }

    private func tell(
        of changes: [ReleaseChange], _ outbox: WebhookOutbox, _ mails: MailOutbox
    ) throws(StorageError) {
        for version in versions {
            guard let before = savedReleases[version.number]?.state,
                let type = WebhookTrigger.event(from: before, to: version.state)
            else { continue }
            try outbox.add(
                type, of: pack.appID, .init(type: "backgroundAssetVersions", id: version.id), from: before.rawValue,
                to: version.state.rawValue)
            let event = NoticeTrigger.event(from: before, to: version.state, problems: version.problems.errors)
            if let event { try mails.add(event, of: pack, version: version.number) }
        }
        for change in changes {
            if var event = NoticeTrigger.event(for: change) {
                if case .rejected(let context, _) = event {
                    event = .rejected(context, message: try message(of: change, in: mails.connection))
                }
                try mails.add(event, of: pack, version: change.version)
            }
            guard let type = WebhookTrigger.event(for: change), let release = saved[change.version]?[change.context]
            else { continue }
            try outbox.add(
                type, of: pack.appID, .init(type: change.context.resourceType, id: release.id), from: change.oldState,
                to: change.newState)
        }
    }

    /// What the reviewer says who has decided: in the last of the reviews of the version.
    private func message(
        of change: ReleaseChange, in connection: any SQLConnection
    ) throws(StorageError) -> String? {
        guard let id = versions.first(where: { $0.number == change.version })?.id else { return nil }
        let query: SQL =
            change.context == .externalBeta
            ? "SELECT message FROM beta_reviews WHERE version_id = \(id) ORDER BY submitted_at DESC, id LIMIT 1"
            : """
            SELECT i.message FROM review_items i JOIN review_submissions s ON s.id = i.submission_id
            WHERE i.version_id = \(id) ORDER BY s.created_at DESC, s.id LIMIT 1
            """
        return try connection.row(query)?.optionalText("message")
    }

    private func saveHolds(in connection: any SQLConnection) throws(StorageError) {
        if releases.pins != savedReleases.pins {
            try connection.execute("DELETE FROM pins WHERE background_asset_id = \(pack.id)")
            for (context, number) in releases.pins {
                try connection.execute(
                    """
                    INSERT INTO pins (background_asset_id, context, number)
                    VALUES (\(pack.id), \(context.rawValue), \(number))
                    """)
            }
        }
        if releases.rolloutStarts != savedReleases.rolloutStarts {
            try connection.execute("DELETE FROM rollout_starts WHERE background_asset_id = \(pack.id)")
            for (context, percentage) in releases.rolloutStarts {
                try connection.execute(
                    """
                    INSERT INTO rollout_starts (background_asset_id, context, percentage)
                    VALUES (\(pack.id), \(context.rawValue), \(percentage))
                    """)
            }
        }
        guard releases.rollouts != savedReleases.rollouts else { return }
        try connection.execute("DELETE FROM rollouts WHERE background_asset_id = \(pack.id)")
        for (context, rollout) in releases.rollouts {
            try connection.execute(
                """
                INSERT INTO rollouts (background_asset_id, context, number, previous, percentage, series)
                VALUES (\(pack.id), \(context.rawValue), \(rollout.version), \(rollout.previous),
                    \(rollout.percentage), \(rollout.series))
                """)
        }
    }
}

extension ReleasedVersion {
    /// - `releases`: as they are on record.
    init(_ version: HostedVersion, _ releases: [ReleaseContext: HostedRelease]) throws(StorageError) {
        func state<State: RawRepresentable<String>>(
            _ context: ReleaseContext, as type: State.Type = State.self
        ) throws(StorageError) -> State? {
            guard let text = releases[context]?.state else { return nil }
            guard let state = State(rawValue: text) else {
                throw .unexpected("a release of \(context.rawValue) has the state \(text)")
            }
            return state
        }
        self.init(
            number: version.number, state: version.state, internalBeta: try state(.internalBeta),
            externalBeta: try state(.externalBeta), appStore: try state(.appStore), appVersions: version.appVersions)
    }
}
