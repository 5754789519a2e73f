// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import AssetService

@Suite("Apps that are being woken for their sessions") struct SessionRunsTests {
    private let key = SessionKey(bundleID: "org.example.game", identifier: "weather")

    @Test("That all has been told is told when it is known that the app has taken it up, not before") func handled()
        async throws
    {
        let runs = SessionRuns()
        runs.launch(key)
        runs.end(key, isTakenUp: true)
        // Told once.
        runs.end(key, isTakenUp: false)
        #expect(runs.isLaunching(key))
        var ends = runs.ends.makeAsyncIterator()
        let first = await ends.next()
        #expect(first?.kind == .takenUp)
        runs.noteHandled(key)
        #expect(!runs.isLaunching(key))
    }

    @Test("An app that is about to be woken anew is not told because of what it was woken for before") func anew() {
        let runs = SessionRuns()
        runs.launch(key)
        runs.end(key, isTakenUp: true)
        runs.launch(key)
        runs.noteHandled(key)
        #expect(runs.isLaunching(key))
    }
}
