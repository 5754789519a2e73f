// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import HostingStorage
import NIOCore
import Testing

/// What every store of objects has to do in the same way.
@Suite(.timeLimit(.minutes(2))) struct ObjectStoreTests {
    private func key(_ name: String) throws -> ObjectKey { try #require(ObjectKey(name)) }

    @Test("A bucket that is not there is a store that is out of reach") func aMissingBucket() async throws {
        let gateway = try await S3Gateway.shared.address()
        let address = try #require(
            S3Address(endpoint: gateway.endpoint, bucket: "never-made", region: gateway.region))
        let store = S3ObjectStore(
            address, credentials: S3Credentials(accessKey: gateway.accessKey, secretKey: gateway.secretKey)
        ) { Date().timeIntervalSince1970 }
        let name = try key("objects/a")
        do throws(StorageError) {
            try await store.write([1], to: name)
            Issue.record("there is nowhere to write to")
        } catch {
            guard case .unavailable(let reason) = error else {
                Issue.record("\(error)")
                return try await store.close()
            }
            #expect(reason.contains("NoSuchBucket"), "\(reason)")
        }
        try await store.close()
    }

    @Test(arguments: ObjectStoreKind.allCases) func partsComeInAnyOrder(_ kind: ObjectStoreKind) async throws {
        try await kind.with { store in
            let upload = try await store.begin(key("uploads/a"), size: 12, partSize: 5)
            #expect(upload.partCount == 3)
            #expect(try await store.parts(of: upload) == [])
            let last = try await store.put(Pieces("k", "l"), asPart: 3, of: upload)
            #expect(last == StoredPart(number: 3, size: 2, entityTag: "16ec114932520d2b9c18a28121d515af"))
            #expect(try await store.size(of: upload.key) == nil)
            _ = try await store.put(Pieces("fghij"), asPart: 2, of: upload)
            _ = try await store.put(Pieces("XXXXX"), asPart: 1, of: upload)
            // It is sent once more, with other bytes.
            _ = try await store.put(Pieces("ab", "cde"), asPart: 1, of: upload)
            #expect(try await store.parts(of: upload)?.map(\.number) == [1, 2, 3])
            try await store.complete(upload)
            try await store.complete(upload)
            #expect(try await store.parts(of: upload) == nil)
            #expect(try await store.size(of: upload.key) == 12)
            #expect(try await store.read(upload.key, at: 0, count: 12) == ByteBuffer(string: "abcdefghijkl"))
            #expect(try await store.read(upload.key, at: 4, count: 3) == ByteBuffer(string: "efg"))
        }
    }

    @Test(arguments: ObjectStoreKind.allCases) func whatIsIncompleteIsNoObject(_ kind: ObjectStoreKind) async throws {
        try await kind.with { store in
            let upload = try await store.begin(key("uploads/a"), size: 12, partSize: 5)
            _ = try await store.put(Pieces("abcde"), asPart: 1, of: upload)
            await #expect(
                throws: StorageError.unexpected("2 of 3 parts are missing, the first of them is 2")
            ) { try await store.complete(upload) }
            #expect(try await store.size(of: upload.key) == nil)
            try await store.abandon(upload)
            try await store.abandon(upload)
            #expect(try await store.parts(of: upload) == nil)
            #expect(try await store.keys(after: nil).isEmpty)
        }
    }

    @Test(arguments: ObjectStoreKind.allCases) func aPartHasItsSize(_ kind: ObjectStoreKind) async throws {
        try await kind.with { store in
            let upload = try await store.begin(key("uploads/a"), size: 12, partSize: 5)
            let bodies = [
                Pieces("abc"), Pieces("abcdef"), Pieces("abcde", "f"), Pieces("abc", isBroken: true), Pieces(),
            ]
            for body in bodies {
                await #expect(throws: StorageError.self) { _ = try await store.put(body, asPart: 1, of: upload) }
            }
            for number in [0, -1, 4] {
                await #expect(throws: StorageError.self) {
                    _ = try await store.put(Pieces("abcde"), asPart: number, of: upload)
                }
            }
            #expect(try await store.parts(of: upload) == [])
        }
    }

    @Test(arguments: ObjectStoreKind.allCases) func smallObjectsAreReplacedAndListed(_ kind: ObjectStoreKind)
        async throws
    {
        try await kind.with { store in
            for (name, text) in [("b/1", "x"), ("a", "y"), ("b/1", "other")] {
                try await store.write(Array(text.utf8), to: key(name))
            }
            #expect(try await store.read(key("b/1"), at: 0, count: 5) == ByteBuffer(string: "other"))
            #expect(try await store.keys(after: nil).map(\.name) == ["a", "b/1"])
            #expect(try await store.keys(after: key("a")).map(\.name) == ["b/1"])
            #expect(try await store.keys(after: key("b/1")).isEmpty)
            try await store.check()
            try await store.remove(key("a"))
            try await store.remove(key("a"))
            #expect(try await store.keys(after: nil).map(\.name) == ["b/1"])
            #expect(try await store.size(of: key("a")) == nil)
            await #expect(throws: StorageError.self) { _ = try await store.read(key("a"), at: 0, count: 1) }
            await #expect(throws: StorageError.self) { _ = try await store.read(key("b/1"), at: 3, count: 5) }
        }
    }
}
