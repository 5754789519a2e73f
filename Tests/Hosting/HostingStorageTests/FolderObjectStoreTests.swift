// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import HostingStorage
import NIOCore
import Testing

/// Objects in a folder; what every store has to do is in ObjectStoreTests.
@Suite struct FolderObjectStoreTests {
    @Test(arguments: ["", ".", "..", "a/../b", "/a", "a/", "a//b", "a b", "ä", "a\0"])
    func namesThatLeadAwayAreNone(_ name: String) { #expect(ObjectKey(name) == nil) }

    /// A server that is killed in the middle finds at its next start what had arrived.
    @Test func anUploadGoesOnAfterARestart() async throws {
        try await TemporaryFolder.with { folder in
            let path = folder.path("store")
            let key = try #require(ObjectKey("uploads/one"))
            let upload = try await FolderObjectStore(path: path).begin(key, size: 10, partSize: 4)
            _ = try await FolderObjectStore(path: path).put(Pieces("efgh"), asPart: 2, of: upload)
            let store = try FolderObjectStore(path: path)
            #expect(try await store.parts(of: upload)?.map(\.number) == [2])
            for (number, text) in [(1, "abcd"), (3, "ij")] {
                _ = try await store.put(Pieces(text), asPart: number, of: upload)
            }
            try await store.complete(upload)
            #expect(
                try await FolderObjectStore(path: path).read(key, at: 0, count: 10) == ByteBuffer(string: "abcdefghij"))
            #expect(try FileManager.default.contentsOfDirectory(atPath: path + "/uploads").isEmpty)
        }
    }
}
