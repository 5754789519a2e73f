// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Testing
import ToolSupport

@Suite struct QuantityTests {
    @Test(
        arguments: [
            (0, "0 B"), (1, "1 B"), (999, "999 B"), (1000, "1 kB"), (1234, "1.23 kB"), (12_345, "12.3 kB"),
            (123_456, "123 kB"), (999_499, "999 kB"), (999_500, "1 MB"), (1_000_000, "1 MB"),
            (5_431_767_276, "5.43 GB"),
            (.max, "9.22 EB"), (-1500, "-1.5 kB"), (.min, "-9.22 EB"),
        ] as [(Int64, String)])
    func printsBytes(count: Int64, text: String) { #expect(Quantity.bytes(count) == text) }

    @Test(
        arguments: [
            (.zero, "0 s"), (.milliseconds(40), "0 s"), (.milliseconds(1234), "1.2 s"), (.seconds(10), "10 s"),
            (.seconds(60), "1 min"), (.seconds(200), "3 min 20 s"), (.seconds(7500), "2 h 5 min"),
            (.seconds(90_000), "1 d 1 h"), (.seconds(-5), "0 s"),
        ] as [(Duration, String)])
    func printsTimes(time: Duration, text: String) { #expect(Quantity.time(time) == text) }

    @Test func tellsPercentages() {
        #expect([0, 0.299, 0.999, 1].map(Quantity.percentage) == [0, 29, 99, 100])
        #expect([-1, 7, .nan, .infinity, -.infinity].map(Quantity.percentage) == [0, 100, 0, 0, 0])
        #expect(Quantity.percentage(1, of: 3) == 33)
        #expect(Quantity.percentage(3, of: 0) == 0)
        #expect(Quantity.percentage(.max, of: 1) == 100)
        #expect(Quantity.percentage(.min, of: 1) == 0)
        #expect(Quantity.percentage(1, of: -1) == 0)
    }

    @Test func printsRatesAndCounts() {
        #expect(Quantity.rate(bytes: 3_000_000, in: .seconds(2)) == "1.5 MB/s")
        #expect(Quantity.rate(bytes: 3, in: .zero) == "– B/s")
        #expect(Quantity.rate(bytes: .max, in: .nanoseconds(1)).hasSuffix("B/s"))
        #expect(Quantity.count(1, "file") == "1 file")
        #expect(Quantity.count(0, "file") == "0 files")
        #expect(Quantity.count(2, "entry", plural: "entries") == "2 entries")
    }
}
