// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ToolSupport

/// The upload of one archive, from looking up its pack to the commit. Whatever has been done of it before is not done again.
struct PackUpload: Sendable {
    let server: PackServer
    let app: AppRecord
    let archive: LocalArchive
    let journal: UploadJournal
    let slots: PartSlots
    let meter: UploadMeter
    /// Parts of this archive that are under way, at most.
    let width: Int
    /// Whether an archive that the newest version has is uploaded all the same.
    let isForced: Bool
    /// Whether the manifest is looked at by the host before the archive is sent.
    let checksFirst: Bool

    /// - `outcome`: gets what is known, also of an upload that comes to nothing.
    func run(_ outcome: inout UploadOutcome) async throws(TransportError) {
        let pack: PackRecord
        if let found = try await server.pack(archive.packID, of: app) {
            pack = found
        } else {
            pack = try await server.makePack(archive.packID, of: app, name: journal.record.attempt + ".pack")
        }
        outcome.backgroundAssetID = pack.id
        let found = try await server.versions(of: pack, including: "assetFile")
        if let version = try await unchangedVersion(among: found.map(\.version)) {
            meter.skip(archive.bytes.size)
            outcome.take(version)
            outcome.result = .unchanged
            let begun = found.map(\.version).first { $0.isAwaitingUpload && $0.number > version.number }
            return Console.standard.note(
                "\(archive.packID): version \(version.number) has this archive already; --again "
                    + (begun.map { "goes on with the upload of version \($0.number), which came to no end" }
                        ?? "uploads it once more"))
        }
        let target = try await target(of: pack, among: found)
        outcome.take(target.version)
        if checksFirst, target.file == nil { try await checkManifest(for: target.version, &outcome) }
        if let file = target.file, file.isCommitted {
            meter.skip(archive.bytes.size)
        } else {
            try await upload(target, &outcome)
        }
        outcome.result = .uploaded
        outcome.take(try await server.version(target.version.id))
    }

    /// The newest version, when it is of this archive.
    private func unchangedVersion(among versions: [VersionRecord]) async throws(TransportError) -> VersionRecord? {
        let record = journal.record
        guard let newest = versions.first(where: { !$0.isAwaitingUpload && !$0.isFailed }) else { return nil }
        if !isForced {
            if record.versionID == newest.id, record.isCommitted { return newest }
            let own = try await server.ownRecord(ofVersion: newest.id)
            if own?.string("sha256") == archive.sha256, record.versionID != newest.id { return newest }
        }
        return nil
    }

    /// Sends what is missing, and commits it.
    private func upload(_ target: UploadTarget, _ outcome: inout UploadOutcome) async throws(TransportError) {
        var file: UploadFileRecord
        if let known = target.file {
            file = known
        } else {
            file = try await reserve(for: target.version)
            journal.note(.file(file.id))
        }
        if file.parts.contains(where: \.isExposed) {
            Console.standard.warn("\(archive.packID): its parts go where the server says, and that is not encrypted")
        }
        // Only ba-host says what it makes of checksums: App Store Connect has refused them (hosting-api 2.2).
        let checks = try await server.ownRecord(ofVersion: target.version.id) != nil
        var (isAnew, isRefreshed) = (false, false)
        while true {
            guard file.covers(archive.bytes.size) else {
                throw .nonsense("the server wants other parts of \(archive.path) than it has bytes: \(file.id)")
            }
            let plan = try PartPlan(file.parts, sent: journal.record.tags) { part throws(TransportError) in
                try archive.bytes.md5(of: part)
            }
            tell(plan, of: file, target.version, &outcome)
            do throws(TransportError) { try await send(plan.missing, &outcome) } catch {
                // An address that has expired; the file has new ones.
                guard case .partRefused = error, !error.isForAWhile, !isRefreshed else { throw error }
                isRefreshed = true
                file = try await server.file(file.id)
                guard file.isAwaitingUpload else { throw error }
                continue
            }
            try archive.bytes.checkUnchanged()
            switch try await commit(file, sha256: checks ? archive.sha256 : nil) {
            case .done: return journal.note(.committed)
            case .incomplete(let refusal):
                // What was believed to be there is not.
                guard !isAnew, !plan.present.isEmpty else { throw .refused(refusal) }
            case .differs(let refusal): guard !isAnew else { throw .refused(refusal) }
            }
            isAnew = true
            journal.note(.partsLost)
            file = try await server.file(file.id)
        }
    }

    private func tell(
        _ plan: PartPlan, of file: UploadFileRecord, _ version: VersionRecord, _ outcome: inout UploadOutcome
    ) {
        let arrived = plan.present.reduce(0) { $0 + $1.length }
        guard arrived > 0 else { return }
        // Once: later it is what this command has sent itself.
        guard outcome.bytesSent == 0, outcome.bytesResumed == 0 else { return }
        outcome.bytesResumed = arrived
        meter.skip(arrived)
        Console.standard.note(
            "\(archive.packID): going on with version \(version.number), of which \(plan.present.count) of "
                + "\(Quantity.count(file.parts.count, "part")) are there")
    }
}
