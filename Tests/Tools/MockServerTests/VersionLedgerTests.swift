// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetPackModel
import Foundation
import MockServer
import Testing

@Suite struct VersionLedgerTests {
    private let key = VersionLedger.Key(folder: "/packs", id: "forest")

    private func digest(_ byte: UInt8) throws -> Digest {
        try #require(Digest([UInt8](repeating: byte, count: 32)))
    }

    @Test func versionsRiseWithTheContent() throws {
        var ledger = VersionLedger()
        #expect(try ledger.assign(key: key, digest: try digest(1), explicit: nil).version == 1)
        #expect(try ledger.assign(key: key, digest: try digest(1), explicit: nil).version == 1)
        #expect(try ledger.assign(key: key, digest: try digest(2), explicit: nil).version == 2)
        // Content that was there before is new content all the same.
        #expect(try ledger.assign(key: key, digest: try digest(1), explicit: nil).version == 3)
    }

    /// Devices know a pack by its ID, wherever it was served from.
    @Test func versionsDoNotGoBackInAnotherFolder() throws {
        var ledger = VersionLedger()
        _ = try ledger.assign(key: key, digest: try digest(1), explicit: 7)
        let other = VersionLedger.Key(folder: "/other", id: "forest")
        #expect(try ledger.assign(key: other, digest: try digest(1), explicit: nil).version == 7)
        #expect(try ledger.assign(key: other, digest: try digest(2), explicit: nil).version == 8)
        #expect(try ledger.assign(key: key, digest: try digest(1), explicit: nil).version == 9)
        #expect(try ledger.assign(key: key, digest: try digest(1), explicit: nil).version == 9)
        // A version that was asked for counts in every folder.
        #expect(
            try ledger.assign(key: key, digest: try digest(1), explicit: 3).warning?.contains("from version 9") == true)
        #expect(try ledger.assign(key: other, digest: try digest(2), explicit: nil).version == 4)
    }

    @Test func afterTheHighestVersionThereIsNone() throws {
        var ledger = VersionLedger()
        _ = try ledger.assign(key: key, digest: try digest(1), explicit: .max)
        let second = try digest(2)
        #expect(throws: MockServerError.self) { try ledger.assign(key: key, digest: second, explicit: nil) }
        #expect(try ledger.assign(key: key, digest: second, explicit: 1).version == 1)
    }

    @Test func whatIsAskedForWins() throws {
        var ledger = VersionLedger()
        #expect(try ledger.assign(key: key, digest: try digest(1), explicit: 5).version == 5)
        #expect(try ledger.assign(key: key, digest: try digest(1), explicit: 5).warning == nil)
        #expect(try ledger.assign(key: key, digest: try digest(2), explicit: nil).version == 6)
        #expect(try ledger.assign(key: key, digest: try digest(3), explicit: 9).warning == nil)
        let back = try ledger.assign(key: key, digest: try digest(3), explicit: 2)
        #expect(back.version == 2)
        #expect(back.warning?.contains("from version 9 to 2") == true)
        let same = try ledger.assign(key: key, digest: try digest(4), explicit: 2)
        #expect(same.version == 2)
        #expect(same.warning?.contains("other content") == true)
        #expect(try ledger.assign(key: key, digest: try digest(5), explicit: 0).version == 0)
    }

    @Test func publicationsAreNumbered() throws {
        var ledger = VersionLedger()
        #expect(try ledger.number(publication: try digest(1)) == 1)
        #expect(try ledger.number(publication: try digest(1)) == 1)
        #expect(try ledger.number(publication: try digest(2)) == 2)
        #expect(try ledger.number(publication: try digest(1)) == 3)
    }

    @Test func survivesTheDisk() async throws {
        try await withTemporaryFolder { folder async throws in
            let file = LedgerFile(ServerDataFolder(path: folder))
            #expect(try file.read() == VersionLedger())
            let digest = try digest(1)
            try file.update { ledger throws(MockServerError) in
                _ = try ledger.assign(key: key, digest: digest, explicit: 4)
                _ = try ledger.number(publication: digest)
            }
            let again = try file.read()
            #expect(again.records[key] == VersionLedger.Record(version: 4, digest: digest))
            #expect(again.sequence == 1)
            #expect(again.publication == digest)
        }
    }

    @Test(arguments: [
        "", "{", "[]", "{}", #"{"formatVersion":2,"sequence":1,"packs":[]}"#,
        #"{"formatVersion":1,"sequence":"x","packs":[]}"#,
        #"{"formatVersion":1,"sequence":1,"packs":[{"folder":"/a","id":"b","version":1,"sha256":"zz"}]}"#,
    ])
    func aDamagedLedgerIsNeverTakenForAnEmptyOne(content: String) async throws {
        try await withTemporaryFolder { folder async throws in
            let file = LedgerFile(ServerDataFolder(path: folder))
            try content.write(toFile: folder + "/versions.json", atomically: true, encoding: .utf8)
            let error = #expect(throws: MockServerError.self) { try file.read() }
            #expect(error?.description.contains("versions.json") == true)
            #expect(throws: MockServerError.self) { try file.update { _ in } }
            #expect(try String(contentsOfFile: folder + "/versions.json", encoding: .utf8) == content)
        }
    }

    @Test func manyServersLoseNoChange() async throws {
        try await withTemporaryFolder { folder async throws in
            let digests = try (0..<40).map { try digest(UInt8($0)) }
            try await withThrowingDiscardingTaskGroup { group in
                for digest in digests {
                    group.addTask {
                        try LedgerFile(ServerDataFolder(path: folder)).update { ledger throws(MockServerError) in
                            _ = try ledger.number(publication: digest)
                        }
                    }
                }
            }
            #expect(try LedgerFile(ServerDataFolder(path: folder)).read().sequence == 40)
        }
    }
}
