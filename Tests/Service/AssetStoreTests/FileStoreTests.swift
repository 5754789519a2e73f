// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetStore
import AssetTestSupport
import Foundation
import Testing

@Suite("File downloads on record") struct FileStoreTests {
    private func with(_ body: (AssetStore) async throws -> Void) async throws {
        try await TemporaryFolder.with { folder in
            let store = try AssetStore(path: folder.path("service.sqlite"))
            for id in ["a", "b"] {
                try await store.save(StoredApp(bundleID: id, name: id, origin: "local", addedAt: 1))
            }
            try await body(store)
        }
    }

    private func download(
        _ id: String, of bundleID: String = "a", identifier: String? = nil, at time: Double = 1
    ) -> StoredFileDownload {
        StoredFileDownload(
            id: id, bundleID: bundleID, identifier: identifier ?? id, body: Data([0, 1, 255]), kind: "essential",
            createdAt: time)
    }

    private func ending(_ id: Int64, of download: StoredFileDownload) -> StoredFileEnding {
        StoredFileEnding(
            id: id, bundleID: download.bundleID, downloadID: download.id, body: Data("{}".utf8), endedAt: 5)
    }

    @Test("They are kept as they were scheduled, oldest first") func downloadsAreKept() async throws {
        try await with { store in
            let (late, early) = (download("1", at: 2), download("2", at: 1))
            try await store.add([late, early])
            #expect(try await store.fileDownloads() == [early, late])
            var changed = late
            (changed.completedBytes, changed.totalBytes, changed.pausedAt) = (3, 9, 7)
            (changed.attempts, changed.failingSince, changed.nextAttemptAt, changed.lastError) = (2, 1.5, 2.5, "no")
            try await store.update(changed)
            #expect(try await store.fileDownloads() == [early, changed])
        }
    }

    @Test("What a request held is nowhere on the disk once its download is on record no more") func secretsGo()
        async throws
    {
        try await TemporaryFolder.with { folder in
            let store = try AssetStore(path: folder.path("service.sqlite"))
            try await store.save(StoredApp(bundleID: "a", name: "a", origin: "local", addedAt: 1))
            let secret = Data("Bearer TOPSECRET".utf8)
            var one = download("1")
            one.body = secret
            try await store.add([one])
            func traces() throws -> [String] {
                try ["service.sqlite", "service.sqlite-wal"].filter {
                    try Data(contentsOf: URL(fileURLWithPath: folder.path($0))).range(of: secret) != nil
                }
            }
            try await store.wipeLog()
            #expect(try traces() != [])
            one.completedBytes = 5
            try await store.update(one)
            var end = ending(1, of: one)
            end.body = secret
            #expect(try await store.end(end))
            try await store.wipeLog()
            #expect(try traces() != [])
            try await store.removeFileEndings([1])
            try await store.wipeLog()
            #expect(try traces() == [])
        }
    }

    @Test("An identifier stands for one download of an app") func identifiersAreUnique() async throws {
        try await with { store in
            try await store.add([download("1", identifier: "x"), download("2", of: "b", identifier: "x")])
            await #expect(throws: AssetStoreError.self) {
                try await store.add([download("3"), download("4", identifier: "x")])
            }
            #expect(try await store.fileDownloads().map(\.id) == ["1", "2"])
        }
    }

    @Test("Nothing is scheduled for an app that is gone") func unknownApps() async throws {
        try await with { store in
            await #expect(throws: AssetStoreError.unknownApp) { try await store.add([download("1", of: "c")]) }
        }
    }

    @Test("A download ends once, together with what is told of it") func endings() async throws {
        try await with { store in
            let (one, two) = (download("1"), download("2", of: "b"))
            try await store.add([one, two])
            #expect(try await store.end(ending(10, of: one)))
            #expect(try await !store.end(ending(11, of: one)))
            #expect(try await store.end(ending(12, of: two)))
            #expect(try await store.fileDownloads() == [])
            #expect(try await store.fileEndings() == [ending(10, of: one), ending(12, of: two)])
            #expect(try await store.fileEndings(of: "b") == [ending(12, of: two)])
            // What comes late does not bring it back.
            try await store.update(one)
            #expect(try await store.fileDownloads() == [])
            try await store.removeFileEndings([10])
            #expect(try await store.fileEndings() == [ending(12, of: two)])
        }
    }

    @Test("They go with their app, and can be forgotten") func removals() async throws {
        try await with { store in
            let (one, two, three) = (download("1"), download("2"), download("3", of: "b"))
            try await store.add([one, two, three])
            _ = try await store.end(ending(10, of: one))
            try await store.removeApp("a", groupRule: .keep)
            #expect(try await store.fileDownloads() == [three])
            #expect(try await store.fileEndings() == [])
            #expect(try await !store.end(ending(11, of: two)))
            for id in ["3", "nope"] { try await store.removeFileDownload(id) }
            #expect(try await store.fileDownloads() == [])
        }
    }

    @Test("What a call is answered is on record with what it has done, or neither is") func answers() async throws {
        try await with { store in
            func answer(_ key: String) -> StoredAnswer {
                StoredAnswer(callKey: key, reply: Data("{}".utf8), answeredAt: 5)
            }
            try await store.add([download("1")], answer: answer("add"))
            #expect(try await store.answer(to: "add") == Data("{}".utf8))
            // Its name is taken.
            await #expect(throws: AssetStoreError.self) {
                try await store.add([download("2", identifier: "1")], answer: answer("again"))
            }
            #expect(try await store.answer(to: "again") == nil)
            try await store.removeFileDownload("1", answer: answer("cancel"))
            #expect(try await store.answer(to: "cancel") != nil)
        }
    }
}
