// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import AssetService

@Suite("Apps in front") struct AppsInFrontTests {
    @Test("An app is in front as soon as one of its processes is, and until it is said to be in the background")
    func processes() {
        let front = AppsInFront()
        front.began("a", name: "A", isGame: true, isInFront: false)
        #expect(front.game == nil && front.bundleIDs.isEmpty)
        front.began("a", name: "A", isGame: true, isInFront: true)
        #expect(front.game == "A" && front.bundleIDs == ["a"])
        // Another process of it, in the background.
        front.began("a", name: "A", isGame: true, isInFront: false)
        #expect(front.game == "A")
        front.set("a", inFront: false)
        #expect(front.game == nil)
        front.began("a", name: "A", isGame: true, isInFront: false)
        #expect(front.game == nil)
        front.set("a", inFront: true)
        #expect(front.game == "A")
        front.ended("a")
        #expect(front.game == nil && front.bundleIDs.isEmpty)
    }
}
