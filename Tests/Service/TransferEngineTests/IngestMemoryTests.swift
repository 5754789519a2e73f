// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import TransferEngine

/// The memory that transfers share.
struct IngestMemoryTests {
    @Test("One transfer has it all, several have a part each, and what ends gives its part back")
    func partsOfTheWhole() {
        let memory = IngestMemory(limit: 40)
        let first = memory.share()
        #expect(first.runs(of: 8, atMost: 9) == 5)
        #expect(first.runs(of: 8, atMost: 4) == 4)
        do {
            let second = memory.share()
            #expect(first.runs(of: 8, atMost: 4) == 2)
            #expect(second.runs(of: 8, atMost: 4) == 2)
            withExtendedLifetime(second) {}
        }
        #expect(first.runs(of: 8, atMost: 4) == 4)
    }

    @Test("However many there are, and however large a run is, each has one") func atLeastOneRun() {
        let memory = IngestMemory(limit: 40)
        let shares = (0..<100).map { _ in memory.share() }
        for share in shares { #expect(share.runs(of: 41, atMost: 4) == 1) }
        #expect(shares[0].runs(of: 0, atMost: 4) == 1)
        // An optimizer may let go of the others before.
        withExtendedLifetime(shares) {}
    }
}
