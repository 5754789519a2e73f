// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Testing

/// Uploads by `ba-transport` whose parts go to a store by themselves.
@Suite("ba-transport and a store", .timeLimit(.minutes(5))) struct TransportSharedTests {
    @Test("C11: parts go to the store, whose tags prove them") func uploading() async throws {
        let storage = try await HostStorage.shared()
        try await ServingHost.with(storage: storage) { host in
            _ = try await host.app()
            let transport = try Transport(host)
            let archive = try await transport.archive("Large", size: (16 << 20) + 100_000)
            let upload = try await transport.upload(archive, "--wait")
            #expect(upload.status == 0, "\(upload.errors)")
            #expect(upload.uploads[0].state == "COMPLETE" && upload.uploads[0].bytesSent > 16 << 20)
            #expect(try await transport.upload(archive).uploads[0].result == "unchanged")
        }
    }
}
