// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import ServiceInterface
import Testing

@testable import AssetService

@Suite("How much an app may schedule") struct DownloadRoomTests {
    private func room(scheduled: Int = 0, untaken: Int = 0, size: Int = 0) -> DownloadRoom {
        DownloadRoom(bundleID: "com.example.game", scheduled: scheduled, untaken: untaken, size: size)
    }

    @Test("There is room up to the count, ends that nobody has taken included") func counts() {
        var room = room(scheduled: 19_000, untaken: 999)
        let isFirstTaken = room.take(bytes: 100)
        #expect(isFirstTaken)
        #expect(room.isFull)
        let isSecondTaken = room.take(bytes: 100)
        #expect(!isSecondTaken)
        #expect(room.size == 100)
        #expect(room.error.code == .tooManyDownloads)
        #expect(room.error.subject == "com.example.game")
        #expect(room.error.message.contains("has 19001 downloads scheduled"))
        #expect(room.error.message.contains("999 ends that nobody has taken"))
    }

    @Test("There is room until what is recorded reaches its size, whatever the next takes") func sizes() {
        var room = room(scheduled: 40, size: FilesInterface.largestSize - 1)
        let isFirstTaken = room.take(bytes: 1 << 20)
        #expect(isFirstTaken)
        #expect(room.isFull)
        let isSecondTaken = room.take(bytes: 1)
        #expect(!isSecondTaken)
        #expect(room.error.message.contains("33.6 MB"))
    }

    @Test("Reasons are told once, with their count, and the first ten of them only") func refusals() {
        var refusals = Refusals()
        #expect(refusals.texts == [])
        for _ in 0..<3 { refusals.add("full") }
        for index in 0..<20 { refusals.add("no \(index)") }
        #expect(refusals.texts.first == "full (3 of them)")
        #expect(refusals.texts.count == Refusals.largestCount + 1)
        #expect(refusals.texts.last == "11 more were refused")
    }

    @Test("Of the last decisions the one in the middle and the longest are known") func decisions() {
        var times = DecisionTimes()
        #expect(times.median == 0)
        #expect(times.longest == 0)
        times.add(.seconds(9))
        for index in 0..<DecisionTimes.count { times.add(.milliseconds(index)) }
        #expect(times.longest == 0.255)
        #expect(times.median == 0.128)
    }
}
