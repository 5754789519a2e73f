// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Testing

@testable import SystemSupport

@Suite("A file that arrives in pieces") struct PartialFileTests {
    private static let source = "https://example.com/a.bin?x=1"
    private let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 / 3) }

    private func open(_ folder: TemporaryFolder, source: String = Self.source) throws -> PartialFile {
        try PartialFile(in: Directory(creating: folder.path("spool")), name: "data", source: source)
    }

    private func append(_ part: ArraySlice<UInt8>, to file: PartialFile) throws {
        try Array(part).withUnsafeBytes { try file.append($0) }
    }

    @Test("Whoever opens it next goes on from what is there") func goingOn() async throws {
        try await TemporaryFolder.with { folder in
            let first = try open(folder)
            #expect(first.validator == nil)
            try first.begin(validator: "\"1\"", total: 300_000)
            try append(bytes[..<100_000], to: first)
            let second = try open(folder)
            #expect(second.validator == "\"1\"")
            #expect(second.total == 300_000)
            #expect(second.size == 100_000)
            try append(bytes[100_000...], to: second)
            try second.synchronize()
            #expect(try [UInt8](Data(contentsOf: URL(fileURLWithPath: folder.path("spool/data")))) == bytes)
            var read: [UInt8] = []
            try second.replay { read += $0 }
            #expect(read == bytes)
        }
    }

    @Test("Beginning anew forgets what was there") func beginningAnew() async throws {
        try await TemporaryFolder.with { folder in
            let first = try open(folder)
            try first.begin(validator: "\"1\"", total: nil)
            try append(bytes[...], to: first)
            try first.begin(validator: "\"2\"", total: nil)
            try append(bytes[..<10], to: first)
            let second = try open(folder)
            #expect(second.validator == "\"2\"")
            #expect(second.total == nil)
            #expect(second.size == 10)
        }
    }

    @Test("Without a strong validator nothing is gone on with", arguments: [nil, "W/\"1\"", "\"a\n\""])
    func withoutValidator(_ validator: String?) async throws {
        try await TemporaryFolder.with { folder in
            let first = try open(folder)
            try first.begin(validator: validator, total: nil)
            try append(bytes[...], to: first)
            try first.synchronize()
            #expect(first.size == 300_000)
            let second = try open(folder)
            #expect(second.validator == nil)
            #expect(second.size == 0)
            #expect(FileStatus(path: folder.path("spool/data"))?.size == 0)
        }
    }

    @Test("What came from elsewhere is cut off") func anotherSource() async throws {
        try await TemporaryFolder.with { folder in
            let first = try open(folder)
            try first.begin(validator: "\"1\"", total: nil)
            try append(bytes[...], to: first)
            #expect(try open(folder, source: "https://example.com/b.bin").size == 0)
        }
    }

    @Test("After another boot only what was synced counts") func anotherBoot() async throws {
        try await TemporaryFolder.with { folder in
            let first = try open(folder)
            try first.begin(validator: "\"1\"", total: nil)
            try append(bytes[..<100_000], to: first)
            try first.synchronize()
            try append(bytes[100_000...], to: first)
            let path = folder.path("spool/data.partial")
            let text = try String(contentsOfFile: path, encoding: .utf8)
            #expect(!BootIdentifier.current.isEmpty)
            try text.replacing(BootIdentifier.current, with: "another").write(
                toFile: path, atomically: false, encoding: .utf8)
            let second = try open(folder)
            #expect(second.size == 100_000)
            #expect(try open(folder).size == 100_000)
        }
    }

    @Test("A file that is shorter than its record is taken as it is") func aShorterFile() async throws {
        try await TemporaryFolder.with { folder in
            let first = try open(folder)
            try first.begin(validator: "\"1\"", total: nil)
            try append(bytes[...], to: first)
            try first.synchronize()
            try folder.write([1, 2, 3], to: "spool/data")
            #expect(try open(folder).size == 3)
        }
    }

    @Test(
        "A record that cannot be read is as good as none",
        arguments: [
            "", "{", "partial file 2\nb\n1\n2\n\"1\"\nu\n", "partial file 1\nb\n-1\n2\n\"1\"\nu\n",
            "partial file 1\nb\n1\nx\n\"1\"\nu\n", "partial file 1\nb\n1\n-2\n\"1\"\nu\n",
            "partial file 1\nb\n1\n2\n\"1\"\nu", "partial file 1\nb\n1\n2\n\"1\"\nu\n\n",
        ])
    func anUnreadableRecord(_ text: String) { #expect(PartialFileRecord(text: text) == nil) }

    @Test("A record is read as it was written", arguments: [nil, 0, Int64.max])
    func aRecord(_ total: Int64?) throws {
        let record = PartialFileRecord(
            source: Self.source, validator: "\"ä\"", total: total, syncedBytes: 7, bootID: "b")
        #expect(PartialFileRecord(text: try #require(record.text)) == record)
    }
}
