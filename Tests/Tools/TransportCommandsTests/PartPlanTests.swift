// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetPackModel
import Testing

@testable import TransportCommands

@Suite struct PartPlanTests {
    private static func parts(_ tags: [String?]) throws -> [UploadPart] {
        try tags.enumerated().map { index, tag in
            try UploadPart(
                .object([
                    "url": .string("https://store.example/\(index)"), "offset": .integer(Int64(index) * 10),
                    "length": .integer(10), "entityTag": tag.map { .string($0) } ?? .null,
                ]), index: index)
        }
    }

    private static func digest(_ part: UploadPart) -> String { "md5-\(part.number)" }

    @Test func partsThatAreProvenOrNotedAreNotSentAgain() throws {
        let parts = try Self.parts(["\"md5-1\"", "noted", "other", nil])
        let plan = try PartPlan(parts, sent: [2: "noted", 3: "noted", 4: "noted"], digest: Self.digest)
        #expect(plan.present.map(\.number) == [1, 2])
        #expect(plan.missing.map(\.number) == [3, 4])
        #expect(plan.assumed.isEmpty)
    }

    @Test func whereNothingIsToldWhatWasSentIsBelievedToBeThere() throws {
        let plan = try PartPlan(try Self.parts([nil, nil, nil]), sent: [1: "", 3: "a"], digest: Self.digest)
        #expect(plan.present.map(\.number) == [1, 3] && plan.assumed.map(\.number) == [1, 3])
        #expect(plan.missing.map(\.number) == [2])
    }

    @Test(arguments: [
        ([nil, nil], false), (["md5-1", nil], true), (["MD5-1", "md5-2"], true), (["md5-1", "other"], false),
    ])
    func anUploadIsAnArchivesOnlyWhenSomethingProvesIt(tags: [String?], isProven: Bool) throws {
        #expect(try PartPlan.proves(try Self.parts(tags), digest: Self.digest) == isProven)
    }

    @Test(arguments: ["W/\"a\"", "\"a\"", "a"]) func quotesOfTagsDoNotCount(tag: String) {
        #expect(UploadPart.plain(tag) == "a")
    }

    @Test(arguments: [
        ["length": JSONValue.integer(1), "offset": .integer(0)],
        ["url": .string("x"), "length": .integer(0), "offset": .integer(0)],
        ["url": .string("x"), "length": .integer(1), "offset": .integer(-1)],
        ["url": .string("x"), "length": .integer(.max), "offset": .integer(1)],
        ["url": .string("x"), "length": .string("1"), "offset": .integer(0)],
    ])
    func malformedPartsAreRefused(members: [String: JSONValue]) {
        #expect(throws: TransportError.self) { try UploadPart(.object(members), index: 0) }
    }
}
