// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel

/// Takes note of changes in the transactions that make them: none is missing, and none is there that was not made.
struct AuditLog: Sendable {
    let principal: Principal
    private(set) var time: Timestamp
    let makeID: @Sendable () -> String
    /// The request that is done, where it may come again.
    var turn: RepeatableRequest.Turn?

    /// For what follows from the same change: entries are in the order of their times.
    var following: AuditLog {
        var log = self
        log.time = Timestamp(milliseconds: time.milliseconds + 1)
        return log
    }

    /// What the request that is done has made, and is answered with when it comes again: all that makes something for a request
    /// says so.
    func made(_ resourceID: String, in connection: any SQLConnection) throws(StorageError) {
        try turn?.record(resourceID, in: connection)
    }

    /// - `appID`: nil for what is about all of the host.
    func note(
        _ action: AuditAction, app appID: String? = nil, _ subject: String, detail: String? = nil,
        in connection: any SQLConnection
    ) throws(StorageError) {
        try AuditEntry(
            id: makeID(), time: time, principal: principal, action: action, appID: appID, subject: subject,
            detail: detail
        ).insert(into: connection)
    }

    /// The same, of a version of a pack: `Tutorial 3`.
    func note(
        _ action: AuditAction, version id: String, detail: String? = nil, in connection: any SQLConnection
    ) throws(StorageError) {
        let row = try connection.row(
            """
            SELECT p.app_id, p.identifier, v.number FROM versions v JOIN background_assets p ON p.id = v.background_asset_id
            WHERE v.id = \(id)
            """)
        guard let row else { throw .unexpected("a version is changed that is not there: \(id)") }
        try note(
            action, app: try row.text("app_id"), "\(try row.text("identifier")) \(try row.integer("number"))",
            detail: detail, in: connection)
    }

    /// The same, of what external testers get.
    func note(
        _ action: AuditAction, _ subject: BetaReviewSubject, in connection: any SQLConnection
    ) throws(StorageError) {
        switch subject {
        case .packVersion(let id): try note(action, version: id, in: connection)
        case .build(let id):
            guard let build = try HostStore.build(id, in: connection) else {
                throw .unexpected("a build is changed that is not there: \(id)")
            }
            try note(action, build, in: connection)
        }
    }

    /// The same, of a build.
    func note(
        _ action: AuditAction, _ build: HostedBuild, detail: String? = nil, in connection: any SQLConnection
    ) throws(StorageError) {
        try note(action, app: build.appID, build.name, detail: detail, in: connection)
    }

    /// The same, of an item of a submission.
    func note(
        _ action: AuditAction, _ subject: ReviewSubject, in connection: any SQLConnection
    ) throws(StorageError) {
        guard case .appVersion(let id) = subject else { return try note(action, version: subject.id, in: connection) }
        guard let row = try connection.row("SELECT * FROM app_store_versions WHERE id = \(id)") else {
            throw .unexpected("a version of an app is changed that is not there: \(id)")
        }
        let version = try AppStoreVersion(row)
        try note(action, app: version.appID, "the app \(version.versionString)", in: connection)
    }
}
