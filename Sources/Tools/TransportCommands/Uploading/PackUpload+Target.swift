// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ToolSupport

extension PackUpload {
    /// The version that is to get the archive: the one for which it was being uploaded, or a new one.
    ///
    /// - `versions`: those of the pack, with their files.
    func target(
        of pack: PackRecord, among versions: [(version: VersionRecord, document: APIDocument)]
    ) async throws(TransportError) -> UploadTarget {
        if let known = try await recordedTarget(among: versions) { return known }
        if let proven = try await provenTarget(among: versions) { return proven }
        let version = try await server.makeVersion(of: pack, name: journal.record.attempt + ".version")
        journal.note(.version(version.id))
        return UploadTarget(version: version, file: nil)
    }

    /// What this machine has begun.
    private func recordedTarget(
        among versions: [(version: VersionRecord, document: APIDocument)]
    ) async throws(TransportError) -> UploadTarget? {
        let record = journal.record
        guard let id = record.versionID else { return nil }
        let newest = versions.first { !$0.version.isAwaitingUpload && !$0.version.isFailed }?.version
        guard let version = versions.first(where: { $0.version.id == id })?.version, !version.isFailed,
            version.isAwaitingUpload || version.id == newest?.id && !record.isCommitted
        else {
            // It has come to an end, or is gone.
            journal.begin()
            return nil
        }
        guard let fileID = record.fileID ?? version.assetFileID else {
            return UploadTarget(version: version, file: nil)
        }
        let file = try await server.file(fileID)
        if file.isCommitted { journal.note(.committed) }
        guard file.isCommitted || file.isAwaitingUpload && file.size == archive.bytes.size else {
            journal.begin()
            return nil
        }
        return UploadTarget(version: version, file: file)
    }

    /// What somebody else has begun with the same archive, as a build server that has no memory of it: a version that waits for
    /// a file of this name and size, of which parts have arrived that are proven to be of this archive. One of which nothing has
    /// arrived may be another archive's, and is left alone.
    private func provenTarget(
        among versions: [(version: VersionRecord, document: APIDocument)]
    ) async throws(TransportError) -> UploadTarget? {
        guard !isForced else { return nil }
        for (version, document) in versions where version.isAwaitingUpload {
            guard let resource = document.included(UploadFileRecord.type, version.assetFileID) else { continue }
            let file = try UploadFileRecord(resource)
            guard file.isAwaitingUpload, file.name == archive.name, file.size == archive.bytes.size,
                file.covers(archive.bytes.size)
            else { continue }
            let isProven = try PartPlan.proves(file.parts) { part throws(TransportError) in
                try archive.bytes.md5(of: part)
            }
            guard isProven else { continue }
            journal.begin()
            journal.note(.version(version.id))
            journal.note(.file(file.id))
            return UploadTarget(version: version, file: file)
        }
        return nil
    }

    /// Reserves the file, or finds the one that was reserved by a request whose answer was lost.
    func reserve(for version: VersionRecord) async throws(TransportError) -> UploadFileRecord {
        do throws(TransportError) {
            return try await server.reserveFile(
                "ASSET", named: archive.name, size: archive.bytes.size, for: version.id,
                name: journal.record.attempt + ".file")
        } catch {
            guard case .refused(let refusal) = error, refusal.status == 409,
                let id = try await server.version(version.id).assetFileID
            else { throw error }
            let file = try await server.file(id)
            guard file.isAwaitingUpload, file.size == archive.bytes.size else { throw error }
            return file
        }
    }
}
