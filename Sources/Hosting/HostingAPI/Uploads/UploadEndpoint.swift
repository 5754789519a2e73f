// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import HTTPTypes
package import HostingModel
package import HostingStorage
package import Hummingbird
internal import NIOCore

/// Takes parts of files, at the addresses that `UploadSigner` makes: whoever has one needs no token.
package struct UploadEndpoint: Sendable {
    private let store: HostStore
    private let signer: UploadSigner
    private let now: @Sendable () -> Timestamp

    package static let prefix = UploadSigner.prefix

    package init(store: HostStore, signer: UploadSigner, now: @escaping @Sendable () -> Timestamp) {
        self.store = store
        self.signer = signer
        self.now = now
    }

    package func respond(to request: Request) async throws(APIFailure) -> Response {
        guard let address = Address(path: request.uri.path, query: request.uri.query ?? ""),
            signer.accepts(
                file: address.file, part: address.part, expires: address.expires, signature: address.signature,
                now: now())
        else {
            throw APIFailure(
                .forbidden(
                    "The address of the part is not good, or no longer: ask for the file, whose operations are new"))
        }
        guard request.method == .put else {
            throw APIFailure(.methodNotAllowed(request.method.rawValue, path: request.uri.path, allowed: ["PUT"]))
        }
        try Self.checkMeaning(of: request.headers)
        let file = try await store.serving { (store) throws(StorageError) in
            try await store.awaitedUpload(address.file)
        }
        guard let file, let range = file.upload.range(ofPart: address.part) else {
            throw APIFailure(.state("No part \(address.part) is awaited of this file: it is uploaded, or gone"))
        }
        if let length = request.headers[.contentLength].flatMap(Int64.init),
            length != range.upperBound - range.lowerBound
        {
            throw APIFailure(
                .partSizeInvalid(number: address.part, found: length, expected: range.upperBound - range.lowerBound))
        }
        let announced = try AnnouncedBody(request.body, ofPart: address.part, request.headers)
        let part = try await store.serving { (store) throws(StorageError) -> Result<StoredPart, APIFailure> in
            do throws(StorageError) {
                if let announced {
                    return .success(try await store.objects.put(announced, asPart: address.part, of: file.upload))
                }
                return .success(try await store.objects.put(request.body, asPart: address.part, of: file.upload))
            } catch {
                // Its size was not announced, as that of a body in chunks.
                guard case .refused(.partSizeDiffers(let number, let expected, let found)) = error else { throw error }
                return .failure(APIFailure(.partSizeInvalid(number: number, found: found, expected: expected)))
            }
        }.get()
        var headers = HTTPFields()
        headers[.eTag] = "\"\(part.entityTag)\""
        return Response(status: .ok, headers: headers)
    }

    /// Fields by which the body were something else than the part (RFC 9110, 8.4 and 14.5) are not passed over.
    private static func checkMeaning(of fields: HTTPFields) throws(APIFailure) {
        if fields[.contentRange] != nil {
            throw APIFailure(.partDigestInvalid("A part is sent as a whole, and without Content-Range"))
        }
        if let coding = fields[.contentEncoding], coding.lowercased() != "identity" {
            throw APIFailure(.partEncoded(coding))
        }
    }

    /// `/uploads/<file>/<part>?expires=…&signature=…`
    private struct Address {
        let file: String
        let part: Int
        let expires: Int64
        let signature: String

        init?(path: String, query: String) {
            let parts = path.split(separator: "/", omittingEmptySubsequences: false)
            guard parts.count == 4, parts[1] == "uploads", let part = Int(parts[3]) else { return nil }
            var values: [Substring: Substring] = [:]
            for item in query.split(separator: "&") {
                let pair = item.split(separator: "=", maxSplits: 1)
                if pair.count == 2 { values[pair[0]] = pair[1] }
            }
            guard let expires = values["expires"].flatMap({ Int64($0) }), let signature = values["signature"] else {
                return nil
            }
            (file, self.part, self.expires, self.signature) = (String(parts[2]), part, expires, String(signature))
        }
    }
}
