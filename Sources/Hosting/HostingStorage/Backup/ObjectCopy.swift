// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import NIOCore

/// Copies objects from one store to another, and looks at every byte.
struct ObjectCopy: Sendable {
    let source: any ObjectStore
    let target: any ObjectStore
    /// In what parts large objects are written.
    let limits: HostLimits

    /// - Returns: the size, and the SHA-256 in lower-case hexadecimal digits.
    /// - Throws: `damaged` when the object is not there, or not what it is to be: nothing is left at the target then.
    func run(
        _ key: ObjectKey, size expectedSize: Int64?, sha256 expected: String?
    ) async throws(StorageError) -> BackupObject {
        guard let size = try await source.size(of: key) else { throw .damaged("\(key) is missing") }
        if let expectedSize, expectedSize != size {
            throw .damaged("\(key) has \(size) bytes in place of \(expectedSize)")
        }
        let digest = ObjectReading.Digest()
        func check() throws(StorageError) -> BackupObject {
            let found = digest.text
            if let expected, expected != found {
                throw .damaged("\(key) is damaged: its SHA-256 is \(found) in place of \(expected)")
            }
            return BackupObject(key: key.name, size: size, sha256: found)
        }
        if size <= ObjectReading.pieceSize {
            let bytes = size > 0 ? try await source.read(key, at: 0, count: Int(size)) : ByteBuffer()
            digest.update(bytes)
            let object = try check()
            try await target.write(Array(bytes.readableBytesView), to: key)
            return object
        }
        let upload = try await target.begin(key, size: size, partSize: limits.partSize(ofUpload: size))
        do throws(StorageError) {
            for number in 1...upload.partCount {
                guard let range = upload.range(ofPart: number) else { continue }
                _ = try await target.put(
                    ObjectReading(store: source, key: key, range: range, digest: digest), asPart: number, of: upload)
            }
            let object = try check()
            try await target.complete(upload)
            return object
        } catch {
            try await target.abandon(upload)
            throw error
        }
    }
}
