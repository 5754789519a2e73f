// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AsyncHTTPClient
internal import Foundation
package import NIOCore
internal import NIOHTTP1
package import NIOSSL

/// Objects in a store that speaks S3, for any number of servers. Clients put parts there by themselves.
package final class S3ObjectStore: ObjectStore {
    /// Seconds for which the address of an object stays the same.
    private static let addressInterval: Double = 1_800
    /// S3 takes no smaller parts, but for the last one.
    package static let smallestPartSize: Int64 = 5 << 20

    let requests: S3Requests

    /// - `authorities`: certificates that are trusted beside the system's.
    package init(
        _ address: S3Address, credentials: S3Credentials, trusting authorities: [NIOSSLCertificate] = [],
        now: @escaping @Sendable () -> Double
    ) {
        requests = S3Requests(address: address, credentials: credentials, trusting: authorities, now: now)
    }

    package var place: String { "the bucket \(requests.address.bucket) at \(requests.address.endpoint)" }

    package func begin(_ key: ObjectKey, size: Int64, partSize: Int64) async throws(StorageError) -> ObjectUpload {
        let answer = try await requests.send("POST", key, query: [("uploads", "")])
        guard let id = try answer.document().first("InitiateMultipartUploadResult/UploadId") else {
            throw .unexpected("the store named no upload")
        }
        return ObjectUpload(key: key, id: id, size: size, partSize: partSize)
    }

    package func address(
        ofPart number: Int, of upload: ObjectUpload, expires: Double
    ) async throws(StorageError) -> PartAddress? {
        requests.presigned("PUT", upload.key, query: Self.query(ofPart: number, upload), expires: expires)
    }

    package func put<Bytes: AsyncSequence<ByteBuffer, any Error> & Sendable>(
        _ bytes: Bytes, asPart number: Int, of upload: ObjectUpload
    ) async throws(StorageError) -> StoredPart {
        guard let range = upload.range(ofPart: number) else { throw .unexpected("the upload has no part \(number)") }
        let answer = try await requests.send(
            "PUT", upload.key, query: Self.query(ofPart: number, upload),
            body: .stream(MeasuredBody(bytes, size: Int64(range.count)), length: .known(Int64(range.count))))
        return StoredPart(
            number: number, size: Int64(range.count), entityTag: Self.unquoted(answer.headers["etag"].first ?? ""))
    }

    package func parts(of upload: ObjectUpload) async throws(StorageError) -> [StoredPart]? {
        var parts: [StoredPart] = []
        while true {
            let query = [("uploadId", upload.id), ("part-number-marker", "\(parts.last?.number ?? 0)")]
            let answer = try await requests.send("GET", upload.key, query: query, missingIsFine: true)
            if answer.status == 404 { return nil }
            let document = try answer.document()
            let columns = ["PartNumber", "Size", "ETag"].map { document.all("ListPartsResult/Part/" + $0) }
            guard columns.allSatisfy({ $0.count == columns[0].count }) else {
                throw .unexpected("the store lists parts that are incomplete")
            }
            for index in columns[0].indices {
                guard let number = Int(columns[0][index]), let size = Int64(columns[1][index]) else {
                    throw .unexpected("the store lists a part without a number or size")
                }
                guard upload.range(ofPart: number) != nil else { continue }
                parts.append(StoredPart(number: number, size: size, entityTag: Self.unquoted(columns[2][index])))
            }
            guard document.first("ListPartsResult/IsTruncated") == "true", !columns[0].isEmpty else { return parts }
        }
    }

    package func complete(_ upload: ObjectUpload) async throws(StorageError) {
        if try await size(of: upload.key) == upload.size { return }
        let listed = try await parts(of: upload)
        let parts = listed?.filter(upload.fits) ?? []
        let numbers = Set(parts.map(\.number))
        let missing = (1...max(upload.partCount, 1)).filter { !numbers.contains($0) }
        guard missing.isEmpty else {
            // There is nothing of them any more when another has just put them together.
            if try await size(of: upload.key) == upload.size { return }
            guard listed != nil else { throw Self.underWayElsewhere }
            throw .unexpected(
                "\(missing.count) of \(upload.partCount) parts are missing, the first of them is \(missing[0])")
        }
        let list = parts.map { "<Part><PartNumber>\($0.number)</PartNumber><ETag>\"\($0.entityTag)\"</ETag></Part>" }
        let body = "<CompleteMultipartUpload>\(list.joined())</CompleteMultipartUpload>"
        let answer: S3Answer
        do throws(StorageError) {
            answer = try await requests.send(
                "POST", upload.key, query: [("uploadId", upload.id)], body: .bytes(ByteBuffer(string: body)))
        } catch {
            // Another may have put them together, or be about to, as Ceph's gateway says.
            if try await size(of: upload.key) == upload.size { return }
            if case .unavailable(let text) = error, text.contains("already in progress") {
                throw Self.underWayElsewhere
            }
            if try await self.parts(of: upload) == nil { throw Self.underWayElsewhere }
            throw error
        }
        // It answers before it knows: what goes wrong later stands in the body.
        let document = try answer.document()
        if let code = document.first("Error/Code") {
            throw .unavailable("the parts could not be put together: \(code) \(document.first("Error/Message") ?? "")")
        }
    }

    private static let underWayElsewhere = StorageError.conflict(
        "what was uploaded is put together by another request, or was given up")

    package func abandon(_ upload: ObjectUpload) async throws(StorageError) {
        _ = try await requests.send("DELETE", upload.key, query: [("uploadId", upload.id)], missingIsFine: true)
    }

    package func write(_ bytes: [UInt8], to key: ObjectKey) async throws(StorageError) {
        _ = try await requests.send("PUT", key, body: .bytes(ByteBuffer(bytes: bytes)))
    }

    package func size(of key: ObjectKey) async throws(StorageError) -> Int64? {
        let answer = try await requests.send(
            "HEAD", key, missingIsFine: true, within: S3Requests.readingTime(ofBytes: 0))
        guard answer.status == 200 else { return nil }
        guard let size = answer.headers["content-length"].first.flatMap({ Int64($0) }) else {
            throw .unexpected("the store does not tell the size of \(key)")
        }
        return size
    }

    package func read(_ key: ObjectKey, at offset: Int64, count: Int) async throws(StorageError) -> ByteBuffer {
        guard count > 0 else { return ByteBuffer() }
        let answer = try await requests.send(
            "GET", key, headers: [("range", "bytes=\(offset)-\(offset + Int64(count) - 1)")], limit: count,
            within: S3Requests.readingTime(ofBytes: count))
        guard answer.status == 206, answer.body.count == count else {
            throw .unexpected("the store has not all bytes of \(key) that were asked for")
        }
        return ByteBuffer(bytes: answer.body)
    }

    package func address(
        of key: ObjectKey, method: String, expires: Double, cacheControl: String
    ) async throws(StorageError) -> String? {
        requests.presigned(
            method, key, query: [("response-cache-control", cacheControl)], expires: expires,
            every: Self.addressInterval
        ).url
    }

    package func remove(_ key: ObjectKey) async throws(StorageError) {
        _ = try await requests.send("DELETE", key, missingIsFine: true)
    }

    package func check() async throws(StorageError) {
        _ = try await requests.send(
            "GET", nil, query: [("list-type", "2"), ("max-keys", "1")], within: S3Requests.checkingTime)
    }

    package func keys(after key: ObjectKey?) async throws(StorageError) -> [ObjectKey] {
        var query = [("list-type", "2"), ("max-keys", "1000")]
        if let key { query.append(("start-after", key.name)) }
        return try await requests.send("GET", nil, query: query).document()
            .all("ListBucketResult/Contents/Key").compactMap { ObjectKey($0) }
    }

    /// Ends its connections.
    package func close() async throws { try await requests.close() }

    private static func query(ofPart number: Int, _ upload: ObjectUpload) -> [(String, String)] {
        [("partNumber", "\(number)"), ("uploadId", upload.id)]
    }

    private static func unquoted(_ tag: String) -> String { tag.trimmingCharacters(in: ["\""]) }
}
