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

    @Test("C11: a part that has arrived is there until what is sent in its place is whole") func replacing()
        async throws
    {
        try await TemporaryFolder.with { folder in
            let store = try FolderObjectStore(path: folder.path("store"))
            let upload = try await store.begin(try #require(ObjectKey("one")), size: 8, partSize: 4)
            let first = try await store.put(Pieces("abcd"), asPart: 1, of: upload)
            _ = try await store.put(Pieces("efgh"), asPart: 2, of: upload)
            let parts = try await store.parts(of: upload)
            for broken in [Pieces("x", isBroken: true), Pieces("x"), Pieces("xxxxx")] {
                await #expect(throws: StorageError.self) { try await store.put(broken, asPart: 1, of: upload) }
                #expect(try await store.parts(of: upload) == parts)
            }
            // The same again changes nothing, another takes its place, and nothing of the tries is left.
            #expect(try await store.put(Pieces("ab", "cd"), asPart: 1, of: upload) == first)
            #expect(try await store.parts(of: upload) == parts)
            let other = try await store.put(Pieces("wxyz"), asPart: 1, of: upload)
            #expect(try await store.parts(of: upload)?.first == other)
            let names = try FileManager.default.contentsOfDirectory(
                atPath: folder.path("store/uploads/\(upload.id)"))
            #expect(names.count == 3 && names.contains("data"), "\(names)")
            try await store.complete(upload)
            #expect(try await store.read(upload.key, at: 0, count: 8) == ByteBuffer(string: "wxyzefgh"))
        }
    }

    @Test(
        "C11: parts that come at the same time get no more room than there is, beside what the database needs",
        .enabled(if: SmallDisk.isPossible))
    func partsThatComeTogether() async throws {
        try await TemporaryFolder.with { folder in
            try await SmallDisk.with(.tmpfs, megabytes: 64, at: "disk", in: folder) { disk in
                let store = try FolderObjectStore(path: disk.path + "/store")
                let size = 4 << 20
                let upload = try await store.begin(
                    try #require(ObjectKey("a")), size: Int64(2 * size), partSize: Int64(size))
                // For one part beside the 16 MiB that are kept free, and not for two.
                try disk.fill(leaving: 22 << 20)
                let (asked, askedFor) = AsyncStream.makeStream(of: Void.self)
                let (pieces, given) = AsyncStream.makeStream(of: ByteBuffer.self)
                let slow = AsyncThrowingStream<ByteBuffer, any Error>(unfolding: {
                    askedFor.yield()
                    for await piece in pieces { return piece }
                    return nil
                })
                async let first = store.put(slow, asPart: 1, of: upload)
                for await _ in asked { break }
                let bytes = [UInt8](repeating: 7, count: size)
                let refused = await #expect(throws: StorageError.self) {
                    try await store.put(Pieces(bytes), asPart: 2, of: upload)
                }
                guard case .outOfSpace(let reason) = refused else {
                    Issue.record("\(String(describing: refused))")
                    return
                }
                // Whoever uploads is not told where it is.
                #expect(reason.contains(disk.path) && refused?.briefDescription.contains(disk.path) == false)
                given.yield(ByteBuffer(bytes: bytes))
                given.finish()
                #expect(try await first.number == 1)
                try disk.free()
                _ = try await store.put(Pieces(bytes), asPart: 2, of: upload)
                try await store.complete(upload)
                #expect(try await store.size(of: upload.key) == Int64(2 * size))
            }
        }
    }
}
