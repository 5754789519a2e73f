// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Testing

@testable import AssetService

@Suite struct ProgressEstimateTests {
    @Test func itIsWeightedByTheTimeEachPartIsExpectedToTake() {
        var estimate = ProgressEstimate(appBytes: 100_000_000, installBytes: 100_000_000, essentialEstimate: 0)
        estimate.complete(.appDownload, bytes: 100_000_000)
        // Copying is twenty times as fast as downloading.
        #expect(abs(estimate.fraction - 10.0 / 10.5) < 0.001)
    }

    @Test("B4: the allowance is the first estimate and the true sizes correct it")
    func theAllowanceIsTheFirstEstimateAndTheTrueSizesCorrectIt() {
        var estimate = ProgressEstimate(appBytes: 0, installBytes: 1, essentialEstimate: 50_000_000)
        #expect(estimate.totalBytes == 50_000_001)
        estimate.correct(.essentialAssets, total: 10_000_000)
        #expect(estimate.totalBytes == 10_000_001)
        estimate.complete(.essentialAssets, bytes: 5_000_000)
        #expect(abs(estimate.fraction - 0.5) < 0.01)
    }

    @Test("B4: what an earlier run of the service did is not counted twice")
    func whatWasDoneBeforeIsNotCountedTwice() {
        var estimate = ProgressEstimate(appBytes: 0, installBytes: 1, essentialEstimate: 50_000_000, fraction: 0.4)
        estimate.correct(.essentialAssets, total: 10_000_000)
        estimate.complete(.essentialAssets, bytes: 4_000_000)
        #expect(estimate.fraction == 0.4)
        estimate.complete(.essentialAssets, bytes: 7_000_000)
        #expect(abs(estimate.fraction - 0.7) < 0.01)
    }

    @Test("B1: the bytes of the manifest count") func theManifestCounts() {
        var estimate = ProgressEstimate(appBytes: 0, installBytes: 1, essentialEstimate: 3_000_000)
        estimate.correct(.manifest, total: 1_000_000)
        estimate.complete(.manifest, bytes: 1_000_000)
        #expect(abs(estimate.fraction - 0.25) < 0.01)
        estimate.complete(.essentialAssets, bytes: 3_000_000)
        #expect(estimate.fraction > 0.99)
    }

    @Test func bytesAreToldWhenTheyAreKnown() {
        var estimate = ProgressEstimate(appBytes: 0, installBytes: 1, essentialEstimate: 50_000_000)
        #expect(estimate.bytes(of: .essentialAssets) == nil)
        estimate.correct(.essentialAssets, total: 50_000_000)
        estimate.complete(.essentialAssets, bytes: 5)
        #expect(estimate.bytes(of: .essentialAssets)?.completed == 5)
        #expect(estimate.bytes(of: .installation) == nil)
    }

    @Test("B4: it never goes back", arguments: 0..<50)
    func itNeverGoesBack(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var estimate = ProgressEstimate(
            appBytes: Int64.random(in: 0...1 << 30, using: &random), installBytes: 1 << 20,
            essentialEstimate: Int64.random(in: 0...1 << 30, using: &random))
        var last = 0.0
        for _ in 0..<300 {
            let step = ProgressEstimate.Step.allCases.randomElement(using: &random) ?? .installation
            if Int.random(in: 0..<5, using: &random) == 0 {
                estimate.correct(step, total: Int64.random(in: 0...1 << 31, using: &random))
            } else {
                estimate.complete(step, bytes: Int64.random(in: 0...1 << 31, using: &random))
            }
            #expect(estimate.fraction >= last)
            #expect(estimate.fraction < 1)
            last = estimate.fraction
        }
    }

    @Test func itGoesOnFromWhatWasShownBeforeARestart() {
        var estimate = ProgressEstimate(appBytes: 0, installBytes: 100, essentialEstimate: 1000, fraction: 0.4)
        #expect(estimate.fraction == 0.4)
        estimate.complete(.installation, bytes: 100)
        #expect(estimate.fraction > 0.4)
    }
}
