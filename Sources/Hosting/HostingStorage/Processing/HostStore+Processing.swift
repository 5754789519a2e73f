// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import HostingModel

extension HostStore {
    /// Where the list of a version's files is put. It is written before what refers to it.
    package func listingKey() throws(StorageError) -> ObjectKey { try newKey(in: "listings") }

    /// The same, of the list of its archive's blocks.
    package func blocksKey() throws(StorageError) -> ObjectKey { try newKey(in: "blocks") }

    /// Records what processing has found in a file, and what follows from that for its version, with the end of the job.
    ///
    /// - Returns: what has changed in which context; nil when another worker has the job meanwhile, or has done it: nothing is
    ///   recorded then.
    package func finishProcessing(
        _ job: Job, _ file: UploadFile, _ found: ProcessedFile
    ) async throws(StorageError) -> [ReleaseChange]? {
        let time = now()
        return try await changing { [makeID] (connection, audit) throws(StorageError) in
            guard try JobQueue.finish(job, in: connection) else { return nil }
            guard let row = try connection.row("SELECT * FROM upload_files WHERE id = \(file.id)") else {
                throw .unexpected("a file is gone that is being processed: \(file.id)")
            }
            var current = try UploadFile(row)
            guard current.state == .uploadComplete else { return nil }
            try Self.apply(found, to: &current)
            try current.update(in: connection)
            guard current.type == .asset else { return [] }
            let changes = try Self.record(found, of: current, in: connection, at: time, makeID: makeID)
            try audit.note(
                .processVersion, version: current.versionID,
                detail: ([current.state.rawValue] + current.problems.errors.map(\.code)).joined(separator: ", "),
                in: connection)
            return changes
        }
    }

    private static func apply(_ found: ProcessedFile, to file: inout UploadFile) throws(StorageError) {
        let event: UploadFileState.Event
        switch found {
        case .archive(let archive):
            event = .accept
            file.sha256 = archive.sha256
            file.problems = archive.problems
        case .manifest(let problems): (event, file.problems) = (.accept, problems)
        case .invalid(let problems): (event, file.problems) = (.fail, problems)
        }
        do throws(IllegalTransition) { try file.state.apply(event) } catch { throw .unexpected("\(error)") }
    }

    private static func record(
        _ found: ProcessedFile, of file: UploadFile, in connection: any SQLConnection, at time: Timestamp,
        makeID: @escaping () -> String
    ) throws(StorageError) -> [ReleaseChange] {
        guard let row = try connection.row("SELECT * FROM versions WHERE id = \(file.versionID)") else {
            throw .unexpected("a file is of no version: \(file.id)")
        }
        let version = try HostedVersion(row)
        guard var state = try PackState(version.packID, in: connection) else {
            throw .unexpected("a version is of no pack: \(version.id)")
        }
        var changes: [ReleaseChange] = []
        do throws(ReleaseError) {
            switch found {
            case .archive(let archive):
                changes = try state.releases.complete(version.number)
                state.update(version.number) { $0.take(archive) }
            case .invalid(let problems):
                try state.releases.fail(version.number)
                state.update(version.number) { $0.problems = problems }
            case .manifest: throw .versionNotFound(version.number)
            }
        } catch { throw .unexpected("\(error)") }
        try state.save(changes, in: connection, at: time, makeID: makeID)
        try connection.signal(.releases)
        if case .archive = found {
            try tellOfQuota(
                after: version, of: state.pack, MailOutbox(connection: connection, time: time, makeID: makeID))
        }
        return changes
    }

    /// After each upload with which most of the room is used.
    private static func tellOfQuota(
        after version: HostedVersion, of pack: HostedPack, _ mails: MailOutbox
    ) throws(StorageError) {
        guard try mails.isOpen, let quota = try quota(ofApp: pack.appID, in: mails.connection) else { return }
        let used = try usedBytes(ofApp: pack.appID, in: mails.connection)
        guard quota.isNearlyUsed(by: used) else { return }
        try mails.add(.quotaNearlyUsed(used: used, limit: quota.limit), of: pack, version: version.number)
    }
}

extension HostedVersion {
    fileprivate mutating func take(_ archive: ProcessedArchive) {
        platforms = archive.platforms
        locale = archive.locale
        downloadPolicy = archive.downloadPolicy
        userInfo = archive.userInfo
        installedSize = archive.installedSize
        listing = archive.listing
        blocks = archive.blocks
        problems = archive.problems
    }
}
