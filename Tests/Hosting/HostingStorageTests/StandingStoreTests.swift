// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import HostingStorage
import Testing

/// A store that takes requests, and answers none.
@Suite(.timeLimit(.minutes(1))) struct StandingStoreTests {
    @Test("A store that stands still is told of in seconds", arguments: [0, 20]) func standing(_ count: Int)
        async throws
    {
        try await FaultServer.with(certificate: nil) { server in
            // Before its answer, or in the midst of it.
            let bytes = [UInt8](repeating: 0x20, count: 40)
            server.serve("/packs", bytes, finally: .stall(after: count))
            let address = try #require(
                S3Address(endpoint: server.url(""), bucket: "packs", region: "us-east-1"))
            let store = S3ObjectStore(
                address, credentials: S3Credentials(accessKey: "a", secretKey: "b")
            ) { 1_800_000_000 }
            let error = await #expect(throws: StorageError.self) { try await store.check() }
            guard case .unavailable? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            server.release()
            try await store.close()
        }
    }
}
