// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HostingModel
import Testing

@Suite struct TimestampTests {
    @Test(arguments: [
        (0, "1970-01-01T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.999Z"),
        (951_782_400_000, "2000-02-29T00:00:00.000Z"),
        (1_709_251_199_999, "2024-02-29T23:59:59.999Z"), (1_709_251_200_000, "2024-03-01T00:00:00.000Z"),
        (4_107_542_399_001, "2100-02-28T23:59:59.001Z"), (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
        (-62_135_596_800_000, "0001-01-01T00:00:00.000Z"), (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
    ]) func texts(_ milliseconds: Int, _ text: String) {
        #expect(Timestamp(milliseconds: Int64(milliseconds)).description == text)
        #expect(Timestamp(text)?.milliseconds == Int64(milliseconds))
    }

    @Test func textsAreThoseOfFoundation() {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<2_000 {
            let time = Timestamp(
                milliseconds: Int64.random(in: -2_000_000_000_000...4_000_000_000_000, using: &generator))
            let date = Date(
                timeIntervalSince1970: Double((time.milliseconds - (time.milliseconds % 1_000 + 1_000) % 1_000) / 1_000)
            )
            let expected = date.formatted(.iso8601).dropLast()
            #expect(time.description.hasPrefix(expected), "\(time.milliseconds)")
            #expect(Timestamp(time.description) == time)
        }
    }

    @Test(arguments: [
        ("2026-11-25T08:00:00Z", "2026-11-25T08:00:00.000Z"), ("2026-11-25t08:00:00z", "2026-11-25T08:00:00.000Z"),
        ("2026-11-25T08:00:00.5Z", "2026-11-25T08:00:00.500Z"),
        ("2026-11-25T08:00:00.123456789Z", "2026-11-25T08:00:00.123Z"),
        ("2026-11-25T08:00:00+02:00", "2026-11-25T06:00:00.000Z"),
        ("2026-11-25T23:30:00-01:30", "2026-11-26T01:00:00.000Z"),
    ]) func otherSpellings(_ text: String, _ expected: String) {
        #expect(Timestamp(text)?.description == expected)
    }

    @Test(arguments: [
        "", "2026", "2026-11-25", "2026-11-25T08:00:00", "2026-02-30T00:00:00Z", "2026-13-01T00:00:00Z",
        "2026-00-01T00:00:00Z", "2026-01-00T00:00:00Z", "2026-01-01T24:00:00Z", "2026-01-01T00:60:00Z",
        "2026-01-01T00:00:00.Z", "2026-01-01T00:00:00ZZ", "2026-01-01T00:00:00+2:00", "2026-01-01T00:00:00+24:00",
        "+026-01-01T00:00:00Z", "2025-02-29T00:00:00Z", "1100-02-29T00:00:00Z", "２026-01-01T00:00:00Z",
    ]) func whatIsNoTime(_ text: String) { #expect(Timestamp(text) == nil) }
}
