// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import HostingModel
internal import HostingStorage

/// Where clients put the parts of a file: into the store itself, or, where that is a folder, to this server.
struct UploadAddresses: Sendable {
    let store: HostStore
    let signer: UploadSigner
    let now: @Sendable () -> Timestamp

    /// Seconds for which an address is good. A client that takes longer asks for the file again.
    private static let lifetime: Double = 24 * 3_600

    /// - Returns: none for a file that has arrived, also for one of which that is all: its commit broke off, and is sent again.
    func operations(of file: UploadFile, for call: OperationCall) async throws(APIFailure) -> [UploadOperation] {
        guard file.state == .awaitingUpload else { return [] }
        return try await operations(of: AwaitedUpload(id: file.id, upload: file.upload), for: call)
    }

    /// The same, of the archive of a build.
    func operations(of build: HostedBuild, for call: OperationCall) async throws(APIFailure) -> [UploadOperation] {
        guard build.state == .awaitingUpload else { return [] }
        return try await operations(of: AwaitedUpload(id: build.id, upload: build.upload), for: call)
    }

    private func operations(
        of awaited: AwaitedUpload, for call: OperationCall
    ) async throws(APIFailure) -> [UploadOperation] {
        let upload = awaited.upload
        let expiration = Timestamp(seconds: now().seconds + Self.lifetime)
        let found = try await store.serving { (store) throws(StorageError) -> [StoredPart]? in
            if let parts = try await store.objects.parts(of: upload) { return parts }
            return try await store.objects.size(of: upload.key) == upload.size ? nil : []
        }
        guard let arrived = found else { return [] }
        let tags = Dictionary(arrived.filter(upload.fits).map { ($0.number, $0.entityTag) }, uniquingKeysWith: { $1 })
        var operations: [UploadOperation] = []
        for number in 1...max(upload.partCount, 1) {
            guard let range = upload.range(ofPart: number) else { continue }
            // A page may send to its own server only, whichever store that has.
            let address =
                call.caller.kind == .member
                ? nil
                : try await store.serving { (store) throws(StorageError) in
                    try await store.objects.address(ofPart: number, of: upload, expires: expiration.seconds)
                }
            operations.append(
                UploadOperation(
                    url: address?.url ?? call.base + signer.path(file: awaited.id, part: number, expires: expiration),
                    headers: address?.headers ?? ["Content-Type": "application/octet-stream"], offset: range.lowerBound,
                    length: range.upperBound - range.lowerBound, partNumber: number, expiration: expiration,
                    entityTag: tags[number]))
        }
        return operations
    }
}
