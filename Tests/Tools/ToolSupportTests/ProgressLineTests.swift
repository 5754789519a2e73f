// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Testing
import ToolSupport

@Suite struct ProgressLineTests {
    private func line(_ completed: Int64, of total: Int64?, after seconds: Int) -> ProgressLine {
        ProgressLine(label: "Packing", completed: completed, total: total, elapsed: .seconds(seconds))
    }

    @Test("A pipe gets no bar") func aPlainLine() {
        let text = line(12_000_000, of: 24_000_000, after: 4).plain
        #expect(text == "Packing: 50 %, 12 MB of 24 MB, 3 MB/s, 4 s left")
    }

    @Test func showsABarWithRateAndRest() {
        let text = line(12_000_000, of: 24_000_000, after: 4).text(columns: 100)
        #expect(
            text
                == "Packing  [####################                    ]  50 %  12 MB of 24 MB  3 MB/s  4 s left")
    }

    @Test func theBarKeepsItsWidth() {
        let lines = [(0, 0), (9_999_999, 1), (12_345_678, 40), (999_999_999, 4000)].map { completed, seconds in
            ProgressLine(
                label: "Packing Tutorial", completed: Int64(completed), total: 999_999_999, elapsed: .seconds(seconds))
        }
        for columns in [80, 100, 140] {
            let ends = lines.map { line in Array(line.text(columns: columns)).firstIndex(of: "]") }
            #expect(ends.allSatisfy { $0 != nil && $0 == ends[0] }, "\(lines.map { $0.text(columns: columns) })")
        }
        // Where there is no room for all figures, the rate is left out first, then the time.
        #expect(
            lines[2].text(columns: 80) == "Packing Tutorial  [            ]  1 %  12.3 MB of 1 GB  53 min 20 s left")
        #expect(lines[2].text(columns: 70) == "Packing Tutorial  [          ]  1 %  12.3 MB of 1 GB")
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
