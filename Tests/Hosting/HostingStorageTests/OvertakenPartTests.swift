// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import HostingModel
import NIOCore
import Testing

@testable import HostingStorage

/// Parts that are being sent while others send them, too, or put them together.
@Suite(.timeLimit(.minutes(2))) struct OvertakenPartTests {
    private static let size = 300_000
    private let right = [UInt8](repeating: 7, count: Self.size)
    private let wrong = [UInt8](repeating: 9, count: Self.size)

    /// An upload of one part, which somebody has begun to send, and sends on when `body` says so.
    private func with(
        _ body: (FolderObjectStore, ObjectUpload, SlowPieces, Task<StoredPart, any Error>) async throws -> Void
    ) async throws {
        try await TemporaryFolder.with { folder in
            let store = try FolderObjectStore(path: folder.path("store"))
            let upload = try await store.begin(
                try #require(ObjectKey("one")), size: Int64(Self.size), partSize: Int64(Self.size))
            let slow = SlowPieces()
            let sending = Task { try await store.put(slow, asPart: 1, of: upload) }
            await slow.waitUntilAsked()
            // More than is kept in memory.
            slow.give(Array(wrong.prefix(200_000)))
            await slow.waitUntilAsked()
            try await body(store, upload, slow, sending)
        }
    }

    private func bytes(of upload: ObjectUpload, in store: FolderObjectStore) async throws -> [UInt8] {
        Array(try await store.read(upload.key, at: 0, count: Self.size).readableBytesView)
    }

    @Test("C11: what comes after the parts were put together changes nothing of it") func afterwards() async throws {
        try await with { store, upload, slow, sending in
            _ = try await store.put(Pieces(right), asPart: 1, of: upload)
            try await store.complete(upload)
            slow.give(Array(wrong.suffix(100_000)))
            slow.finish()
            await #expect(throws: FolderObjectStore.overtaken) { try await sending.value }
            #expect(try await bytes(of: upload, in: store) == right)
            await #expect(throws: FolderObjectStore.overtaken) {
                try await store.put(Pieces(wrong), asPart: 1, of: upload)
            }
        }
    }

    @Test(
        "C11: a part that has been sent is there, whoever goes on sending it, or breaks off", arguments: [true, false])
    func meanwhile(_ breaksOff: Bool) async throws {
        try await with { store, upload, slow, sending in
            let part = try await store.put(Pieces(right), asPart: 1, of: upload)
            if breaksOff {
                slow.breakOff()
            } else {
                slow.give(Array(wrong.suffix(100_000)))
                slow.finish()
            }
            await #expect(throws: StorageError.self) { try await sending.value }
            #expect(try await store.parts(of: upload) == [part])
            try await store.complete(upload)
            #expect(try await bytes(of: upload, in: store) == right)
        }
    }

    @Test("C11: parts that are missing when they are to be put together can be sent yet") func tooEarly() async throws {
        try await with { store, upload, slow, sending in
            await #expect(throws: StorageError.self) { try await store.complete(upload) }
            slow.give(Array(wrong.suffix(100_000)))
            slow.finish()
            _ = try await sending.value
            try await store.complete(upload)
            #expect(try await bytes(of: upload, in: store) == wrong)
        }
    }

    @Test("C11: what is given up is sent in vain") func givenUp() async throws {
        try await with { store, upload, slow, sending in
            try await store.abandon(upload)
            slow.give(Array(wrong.suffix(100_000)))
            slow.finish()
            await #expect(throws: FolderObjectStore.overtaken) { try await sending.value }
            #expect(try await store.parts(of: upload) == nil)
        }
    }

    @Test("C11: a part that is sent once more while all is put together comes too late") func onceMore() async throws {
        try await TemporaryFolder.with { folder in
            let store = try FolderObjectStore(path: folder.path("store"))
            let upload = try await store.begin(
                try #require(ObjectKey("one")), size: Int64(Self.size), partSize: Int64(Self.size))
            _ = try await store.put(Pieces(right), asPart: 1, of: upload)
            let slow = SlowPieces()
            let sending = Task { try await store.put(slow, asPart: 1, of: upload) }
            await slow.waitUntilAsked()
            slow.give(Array(wrong.prefix(200_000)))
            await slow.waitUntilAsked()
            try await store.complete(upload)
            slow.give(Array(wrong.suffix(100_000)))
            slow.finish()
            await #expect(throws: FolderObjectStore.overtaken) { try await sending.value }
            #expect(try await bytes(of: upload, in: store) == right)
        }
    }

    @Test("C11: a part of another size than its own is none, whoever did not say so before", arguments: [-1, 1])
    func otherSizes(more: Int) async throws {
        try await TemporaryFolder.with { folder in
            let store = try FolderObjectStore(path: folder.path("store"))
            let upload = try await store.begin(
                try #require(ObjectKey("one")), size: Int64(Self.size), partSize: Int64(Self.size))
            let bytes = [UInt8](repeating: 7, count: Self.size + more)
            await #expect(
                throws: StorageError.refused(
                    .partSizeDiffers(number: 1, announced: Int64(Self.size), found: Int64(Self.size + more)))
            ) { try await store.put(Pieces(bytes), asPart: 1, of: upload) }
            #expect(try await store.parts(of: upload) == [])
        }
    }
}
