// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetStore
import AssetTestSupport
import Foundation
import Testing

@Suite struct AnswerStoreTests {
    @Test func answersAreKeptForAnHour() async throws {
        try await TemporaryFolder.with { folder in
            let path = folder.path("service.sqlite")
            do {
                let store = try AssetStore(path: path)
                try await store.save(StoredAnswer(callKey: "a", reply: Data("one".utf8), answeredAt: 100))
            }
            let store = try AssetStore(path: path)
            #expect(try await store.answer(to: "a") == Data("one".utf8))
            #expect(try await store.answer(to: "b") == nil)
            try await store.save(
                StoredAnswer(callKey: "b", reply: Data(), answeredAt: 101 + StoredAnswer.lifetime))
            #expect(try await store.answer(to: "a") == nil)
            #expect(try await store.answer(to: "b") == Data())
        }
    }

    @Test func theOldestGoBeyondALimit() async throws {
        try await TemporaryFolder.with { folder in
            let store = try AssetStore(path: folder.path("service.sqlite"))
            let count = StoredAnswer.largestCount + 20
            for number in 0..<count {
                try await store.save(StoredAnswer(callKey: "\(number)", reply: Data(), answeredAt: 1))
                // One that is given again is as old as it was.
                if number == 30 {
                    try await store.save(StoredAnswer(callKey: "5", reply: Data("x".utf8), answeredAt: 1))
                }
            }
            for number in [0, 5, 19] { #expect(try await store.answer(to: "\(number)") == nil) }
            for number in [20, count - 1] { #expect(try await store.answer(to: "\(number)") == Data()) }
        }
    }

    @Test func anAnswerIsRecordedTogetherWithTheRemoval() async throws {
        try await TemporaryFolder.with { folder in
            let store = try AssetStore(path: folder.path("service.sqlite"))
            let answer = StoredAnswer(callKey: "k", reply: Data("{}".utf8), answeredAt: 1)
            try await store.removePacks(["p"], of: "a", answer: answer)
            #expect(try await store.answer(to: "k") == Data("{}".utf8))
        }
    }

    @Test func checksAreReplacedAndGoWithTheApp() async throws {
        try await TemporaryFolder.with { folder in
            let store = try AssetStore(path: folder.path("service.sqlite"))
            var check = StoredCheck(bundleID: "a", lastUsedAt: 1, lastCheckedAt: 2, jitter: 0.5)
            try await store.save(check)
            #expect(try await store.check(of: "a") == nil)
            try await store.save(StoredApp(bundleID: "a", name: "A", origin: "local", addedAt: 1))
            try await store.save(check)
            check.failures = 3
            try await store.save(check)
            #expect(try await store.check(of: "a") == check)
            try await store.removeApp("a", groupRule: .keep)
            #expect(try await store.check(of: "a") == nil)
        }
    }

    @Test("A check makes way for what was recorded while it was made, and keeps what the app was used meanwhile")
    func checksThatWereOvertaken() async throws {
        try await TemporaryFolder.with { folder in
            let store = try AssetStore(path: folder.path("service.sqlite"))
            let before = StoredCheck(bundleID: "a", lastUsedAt: 1, lastCheckedAt: 2, jitter: 0.5)
            var after = before
            after.lastCheckedAt = 9
            // Of an app that is gone nothing is recorded.
            let failed = try await store.updateCheck(of: "a") { $0.failures = 1 }
            #expect(failed == nil)
            #expect(try await store.replace(before, by: after) == after)
            #expect(try await store.check(of: "a") == nil)
            try await store.save(StoredApp(bundleID: "a", name: "A", origin: "local", addedAt: 1))
            try await store.save(before)
            try await store.updateCheck(of: "a") { $0.lastUsedAt = 5 }
            after = try await store.replace(before, by: after)
            #expect(after.lastUsedAt == 5)
            #expect(after.lastCheckedAt == 9)
            #expect(try await store.check(of: "a") == after)
            let owed = StoredCheck(bundleID: "a", lastUsedAt: 7, lastCheckedAt: 8, jitter: 0, owesAssets: true)
            try await store.save(owed)
            #expect(try await store.replace(after, by: before) == owed)
            #expect(try await store.check(of: "a") == owed)
        }
    }
}
