// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import HostingStorage
import Testing

/// The stores that all of this holds for.
enum ObjectStoreKind: CaseIterable, CustomTestStringConvertible, Sendable {
    case folder, s3

    var testDescription: String { "\(self)" }

    /// Runs with an empty store.
    func with(_ body: (any ObjectStore) async throws -> Void) async throws {
        switch self {
        case .folder:
            try await TemporaryFolder.with { folder in try await body(FolderObjectStore(path: folder.path("store"))) }
        case .s3:
            let gateway = try await S3Gateway.shared.address()
            let bucket = try await S3Gateway.shared.newBucket()
            let address = try #require(
                S3Address(endpoint: gateway.endpoint, bucket: bucket, region: gateway.region))
            let store = S3ObjectStore(
                address, credentials: S3Credentials(accessKey: gateway.accessKey, secretKey: gateway.secretKey)
            ) { Date().timeIntervalSince1970 }
            do { try await body(store) } catch {
                try await store.close()
                throw error
            }
            try await store.close()
        }
    }
}
