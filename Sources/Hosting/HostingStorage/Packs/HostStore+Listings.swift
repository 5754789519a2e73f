// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
package import HostingModel
internal import NIOCore

extension HostStore {
    /// Bytes of the longest list of files: many times what any pack has.
    private static let listingLimit: Int64 = 256 << 20

    /// The files of a version, in the order of its archive; nil before it has been processed.
    package func files(in version: HostedVersion) async throws(StorageError) -> [ListedFile]? {
        guard let key = version.listing else { return nil }
        guard let size = try await objects.size(of: key) else {
            throw .damaged("the list of files of version \(version.id) is missing (\(key.name))")
        }
        guard size <= Self.listingLimit else { throw .damaged("the list of files \(key.name) is too long") }
        let bytes = try await objects.read(key, at: 0, count: Int(size))
        do { return try JSONDecoder().decode([ListedFile].self, from: Data(bytes.readableBytesView)) } catch {
            throw .damaged("the list of files \(key.name) is none: \(error)")
        }
    }

    /// Bytes that an app uses, and may use; nil for no app.
    package func usage(ofApp id: String) async throws(StorageError) -> (used: Int64, quota: Quota)? {
        try await database.read { (connection) throws(StorageError) -> (Int64, Quota)? in
            guard let quota = try Self.quota(ofApp: id, in: connection) else { return nil }
            return (try Self.usedBytes(ofApp: id, in: connection), quota)
        }
    }
}
