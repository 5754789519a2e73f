// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import NIOCore
import Testing

@testable import TransferEngine

@Suite struct TransferPaceTests {
    /// The seconds at which a pace over 60 s is called too slow, where so many bytes come at each of these seconds.
    private func slowSeconds(_ arrivals: [(second: Int64, bytes: Int)]) -> [Int64] {
        let begin = NIODeadline.uptimeNanoseconds(1_000_000_000_000)
        var pace = TransferPace(patience: 60, now: begin)
        var slow: [Int64] = []
        for (second, bytes) in arrivals where pace.isTooSlow(after: bytes, now: begin + .seconds(second)) {
            slow.append(second)
        }
        return slow
    }

    @Test func aTrickleIsTooSlow() {
        #expect(slowSeconds((1...60).map { ($0, 1) }) == [60])
    }

    @Test func aKibibyteASecondIsNot() {
        #expect(slowSeconds((1...600).map { ($0, 1024) }) == [])
    }

    @Test func aFastBeginningDoesNotExcuseATrickleAfterIt() {
        #expect(slowSeconds([(60, 1 << 30), (119, 5), (120, 5)]) == [120])
    }
}
