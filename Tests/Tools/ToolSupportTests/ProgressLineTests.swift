// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Testing
import ToolSupport

@Suite struct ProgressLineTests {
    private func line(_ completed: Int64, of total: Int64?, after seconds: Int) -> ProgressLine {
        ProgressLine(label: "Packing", completed: completed, total: total, elapsed: .seconds(seconds))
    }

    @Test func showsABarWithRateAndRest() {
        let text = line(12_000_000, of: 24_000_000, after: 4).text(columns: 100)
        #expect(
            text
                == "Packing  [####################                    ]  50 %  12 MB of 24 MB  3 MB/s  4 s left")
    }

    @Test(arguments: [0, 1, 10, 20, 40, 79, 200])
    func fitsTheTerminal(columns: Int) {
        #expect(line(1_234_567, of: 9_999_999, after: 3).text(columns: columns).count <= max(0, columns - 1))
    }

    @Test func bearsUnknownAndOddTotals() {
        #expect(line(5, of: nil, after: 0).text(columns: 80) == "Packing  5 B")
        #expect(line(0, of: 0, after: 0).fraction == 1)
        #expect(line(9, of: 3, after: 0).fraction == 1)
        #expect(line(-1, of: 3, after: 0).fraction == 0)
        #expect(line(0, of: 10, after: 1).text(columns: 80).contains("0 %"))
    }

    @Test func sumsUp() {
        #expect(line(24_000_000, of: 24_000_000, after: 8).summary == "Packing: 24 MB in 8 s (3 MB/s)")
    }
}
