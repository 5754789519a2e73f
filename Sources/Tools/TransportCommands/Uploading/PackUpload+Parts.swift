// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import NIOCore
internal import NIOHTTP1
internal import ToolSupport

extension PackUpload {
    /// What has become of a commit.
    enum Commit {
        case done
        /// Parts are missing, says the server.
        case incomplete(APIRefusal)
        /// What has arrived is not what is here.
        case differs(APIRefusal)
    }

    /// Sends parts, several at a time; what has arrived is noted one by one.
    func send(_ parts: [UploadPart], _ outcome: inout UploadOutcome) async throws(TransportError) {
        let sender = PartSender(connection: server.connection, archive: archive.bytes, meter: meter)
        var sent: Int64 = 0
        defer { outcome.bytesSent += sent }
        do {
            try await withThrowingTaskGroup(of: Int64.self) { group in
                var rest = parts[...]
                for _ in 0..<width {
                    guard let part = rest.popFirst() else { break }
                    group.addTask { try await send(part, by: sender) }
                }
                while let length = try await group.next() {
                    sent += length
                    if let part = rest.popFirst() { group.addTask { try await send(part, by: sender) } }
                }
            }
        } catch { throw TransportError(error) }
    }

    /// - Returns: its length.
    private func send(_ part: UploadPart, by sender: PartSender) async throws(TransportError) -> Int64 {
        try await slots.with { () async throws(TransportError) in
            let tag = try await sender.send(part)
            journal.note(.part(part.number, tag: tag))
            return part.length
        }
    }

    /// Says that all parts of a file are there.
    ///
    /// - `sha256`: nil for a server that may not take checksums.
    func commit(_ file: UploadFileRecord, sha256: String?) async throws(TransportError) -> Commit {
        var attributes: [String: JSONValue] = ["uploaded": .bool(true)]
        if let sha256 {
            let hash: [String: JSONValue] = ["hash": .string(sha256), "algorithm": .string("SHA_256")]
            attributes["sourceFileChecksums"] = .object(["file": .object(hash)])
        }
        let request = "/v1/backgroundAssetUploadFiles/\(file.id)"
        // A server may put the parts together, and read all of it, before it answers.
        let answer = try await server.connection.answer(
            .PATCH, request, body: APIBody(UploadFileRecord.type, id: file.id, attributes: attributes),
            patience: .hours(1))
        if answer.isSuccess { return .done }
        let refusal = answer.refusal(of: "PATCH \(request)")
        guard answer.status == 409 else { throw .refused(refusal) }
        // An answer may have been lost.
        if try await server.file(file.id).isCommitted { return .done }
        let isDifference = refusal.problems.contains { $0.place?.contains("sourceFileChecksum") == true }
        return isDifference ? .differs(refusal) : .incomplete(refusal)
    }
}
