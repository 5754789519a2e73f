// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Testing

@testable import TransportCommands

@Suite struct UploadRecordTests {
    private static let steps: [UploadRecord.Step] = [
        .begin(attempt: "one"), .version("v"), .file("f"), .part(1, tag: "a"), .part(2, tag: ""), .committed,
    ]

    @Test func whatIsWrittenIsReadAgain() throws {
        let record = try #require(UploadRecord(lines: Self.steps.flatMap(\.line)))
        #expect(record.attempt == "one" && record.versionID == "v" && record.fileID == "f")
        #expect(record.tags == [1: "a", 2: ""] && record.isCommitted)
    }

    @Test func aLineThatBrokeOffIsLostAlone() throws {
        let bytes = Self.steps.dropLast().flatMap(\.line)
        for count in bytes.indices {
            let record = UploadRecord(lines: Array(bytes.prefix(count)) + [10] + UploadRecord.Step.committed.line)
            #expect(record?.isCommitted ?? true)
            #expect((record?.tags ?? [:]).allSatisfy { [1: "a", 2: ""][$0.key] == $0.value })
        }
        #expect(UploadRecord(lines: Array("nonsense\n{}\n[1]\n".utf8)) == nil)
    }

    @Test func anotherAttemptForgetsTheFirst() throws {
        let record = try #require(UploadRecord(lines: (Self.steps + [.begin(attempt: "two")]).flatMap(\.line)))
        #expect(record == UploadRecord(attempt: "two"))
        var lost = try #require(UploadRecord(lines: Self.steps.flatMap(\.line)))
        lost.apply(.partsLost)
        #expect(lost.tags.isEmpty && lost.versionID == "v")
    }

    @Test func oneAtATimeHasTheJournalOfAnUpload() async throws {
        try await TemporaryFolder.with { folder in
            let path = folder.path("state")
            var journal: UploadJournal? = try UploadJournal.open(["a", "b"], in: path)
            let attempt = try #require(journal?.record.attempt)
            #expect(!attempt.isEmpty)
            journal?.note(.version("v"))
            #expect(throws: TransportError.self) { try UploadJournal.open(["a", "b"], in: path) }
            #expect(try UploadJournal.open(["a", "c"], in: path).record.versionID == nil)
            journal = nil
            let again = try UploadJournal.open(["a", "b"], in: path)
            #expect(again.record.attempt == attempt && again.record.versionID == "v")
            // Without a folder an upload goes on all the same.
            #expect(try !UploadJournal.open(["a"], in: nil).record.attempt.isEmpty)
        }
    }
}
