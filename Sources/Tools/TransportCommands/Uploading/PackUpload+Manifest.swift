// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ToolSupport

extension PackUpload {
    /// How often the host is asked what it makes of a manifest. One that says nothing all the while says it of the archive.
    private static let patience = 20

    /// Has the host look at the manifest by itself: what is wrong with it is known before the archive is sent.
    func checkManifest(for version: VersionRecord, _ outcome: inout UploadOutcome) async throws(TransportError) {
        guard let bytes = archive.manifest else {
            throw .archive("\(archive.path) has no Manifest.json that could be checked first", .badInput)
        }
        var file: UploadFileRecord
        if let id = version.manifestFileID {
            file = try await server.file(id)
        } else {
            file = try await server.reserveFile(
                "MANIFEST", named: "Manifest.json", size: Int64(bytes.count), for: version.id,
                name: journal.record.attempt + ".manifest")
        }
        if file.isAwaitingUpload {
            guard file.covers(Int64(bytes.count)) else {
                throw .nonsense("the server wants other parts of a manifest than it has bytes: \(file.id)")
            }
            let sender = PartSender(
                connection: server.connection, name: "the manifest of \(archive.path)", bytes: bytes)
            for part in file.parts { _ = try await sender.send(part) }
            switch try await commit(file, sha256: nil) {
            case .done: break
            case .incomplete(let refusal), .differs(let refusal): throw .refused(refusal)
            }
            for count in 0..<Self.patience {
                file = try await server.file(file.id)
                guard file.state == "UPLOAD_COMPLETE" else { break }
                do { try await Task.sleep(for: PollSchedule.delay(after: min(count, 3))) } catch {
                    throw .notNow("it was called off")
                }
            }
        }
        guard file.state == "FAILED" else { return }
        outcome.take(try await server.version(version.id))
        throw .processingFailed(
            "\(archive.packID): the host does not take the manifest; its archive was not sent"
                + file.errors.map { "\n  \($0)" }.joined())
    }
}
