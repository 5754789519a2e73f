// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetStore
import AssetTestSupport
import Foundation
import Testing

@Suite struct CompletionStoreTests {
    private func store(in folder: TemporaryFolder) async throws -> AssetStore {
        let store = try AssetStore(path: folder.path("service.sqlite"))
        try await store.save(StoredApp(bundleID: "a", name: "A", origin: "local", addedAt: 1))
        return store
    }

    private func completion(
        _ id: Int64, _ packID: String = "p", _ kind: String = "finished", at time: Double = 100,
        of bundleID: String = "a"
    ) -> StoredCompletion {
        StoredCompletion(
            id: id, bundleID: bundleID, packID: packID, kind: kind, body: Data("\(id)".utf8), createdAt: time)
    }

    private func pack(_ version: Int = 1) -> StoredPack {
        StoredPack(bundleID: "a", packID: "p", version: version, bytes: 1, entry: Data("{}".utf8), installedAt: 2)
    }

    @Test func completionsAreKeptInOrderUntilTheyAreTaken() async throws {
        try await TemporaryFolder.with { folder in
            let path = folder.path("service.sqlite")
            do {
                let store = try await store(in: folder)
                try await store.finishDownload(pack(), completion: completion(7))
                try await store.endDownload("d", completion: completion(9, "q", "failed"))
            }
            let store = try AssetStore(path: path)
            #expect(try await store.completions(of: "a").map(\.id) == [7, 9])
            #expect(try await store.pack("p", of: "a")?.version == 1)
            try await store.removeCompletions([7, 1234], of: "a")
            #expect(try await store.completions(of: "a") == [completion(9, "q", "failed")])
            try await store.removeCompletions([9], of: "another")
            #expect(try await store.completions(of: "a").count == 1)
        }
    }

    @Test func aRemovedPackNeverCame() async throws {
        try await TemporaryFolder.with { folder in
            let store = try await store(in: folder)
            try await store.finishDownload(pack(), completion: completion(1))
            try await store.endDownload("d", completion: completion(2, "p", "failed"))
            try await store.removePacks(["p"], of: "a", completions: [completion(3, "p", "removed")])
            #expect(try await store.completions(of: "a").map(\.kind) == ["failed", "removed"])
        }
    }

    @Test func theNewestOfEachPackStaysAndTheRestIsBounded() async throws {
        try await TemporaryFolder.with { folder in
            let store = try await store(in: folder)
            try await store.endDownload("d", completion: completion(1, "quiet"))
            let limit = Int64(StoredCompletion.largestCount)
            for id in 2...(limit + 50) { try await store.endDownload("d", completion: completion(id, "loud")) }
            let kept = try await store.completions(of: "a").map(\.id)
            #expect(kept.count == StoredCompletion.largestCount)
            #expect(kept.first == 1)
            #expect(kept.last == limit + 50)
            #expect(kept[1] == 52)
            for id in 1000..<1400 { try await store.endDownload("d", completion: completion(Int64(id), "pack\(id)")) }
            let all = try await store.completions(of: "a")
            #expect(Set(all.map(\.packID)).count == 402)
            #expect(all.count == 402)
        }
    }

    @Test func afterAMonthItsTimeIsUp() async throws {
        try await TemporaryFolder.with { folder in
            let store = try await store(in: folder)
            try await store.endDownload("d", completion: completion(1, "p", at: 100))
            try await store.endDownload("d", completion: completion(2, "q", at: 100 + StoredCompletion.lifetime))
            #expect(try await store.completions(of: "a").map(\.id) == [1, 2])
            try await store.endDownload("d", completion: completion(3, "r", at: 101 + StoredCompletion.lifetime))
            #expect(try await store.completions(of: "a").map(\.id) == [2, 3])
        }
    }

    @Test func anAppThatIsGoneHearsNothing() async throws {
        try await TemporaryFolder.with { folder in
            let store = try await store(in: folder)
            try await store.endDownload("d", completion: completion(1, of: "gone"))
            #expect(try await store.completions(of: "gone").isEmpty)
            try await store.endDownload("d", completion: completion(2))
            try await store.removeApp("a", groupRule: .keep)
            #expect(try await store.completions(of: "a").isEmpty)
        }
    }
}
