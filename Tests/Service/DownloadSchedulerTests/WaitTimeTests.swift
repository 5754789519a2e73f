// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import DownloadScheduler

/// Since when a download waits for what it waits for now, and not since when there is one.
@Suite struct WaitTimeTests {
    private var scheduler = DownloadScheduler(limit: 1)

    private mutating func update(
        _ id: String, _ downloadClass: DownloadClass = .background, app: String = "app", priority: Int = 0,
        pausedAt: Double? = nil, notBefore: Double? = nil, failingSince: Double? = nil, isTransferring: Bool = false,
        now: Double
    ) {
        scheduler.update(
            DownloadCandidate(
                id: id, bundleID: app, downloadClass: downloadClass, priority: priority, createdAt: 1,
                pausedAt: pausedAt, notBefore: notBefore, failingSince: failingSince),
            isTransferring: isTransferring, now: now)
        _ = scheduler.decide(now: now)
    }

    private func since(_ id: String) -> Double? { scheduler.wait(of: id)?.since }

    @Test("Paused: since somebody paused it") mutating func paused() {
        update("a", now: 1)
        #expect(scheduler.wait(of: "a") == nil)
        update("a", pausedAt: 20, isTransferring: true, now: 21)
        #expect(scheduler.wait(of: "a") == DownloadWait(.paused, since: 20))
        update("a", pausedAt: 20, now: 30)
        #expect(since("a") == 20)
    }

    @Test("Behind others: since it stands there, and another priority is no new beginning") mutating func behind() {
        update("first", now: 1)
        update("second", now: 1)
        #expect(since("second") == 1)
        update("second", pausedAt: 5, now: 5)
        update("second", now: 9)
        #expect(scheduler.wait(of: "second") == DownloadWait(.behind(count: 1, limit: 1), since: 9, apps: ["app"]))
        update("second", priority: 4, now: 11)
        #expect(since("second") == 9)
    }

    @Test("Behind others: one that was stopped for a more urgent one waits since then") mutating func stopped() {
        update("running", now: 1)
        update("urgent", .foreground, now: 30)
        #expect(since("running") == 30)
        update("running", now: 31)
        #expect(since("running") == 31)
    }

    @Test("A failed try: since it has been failing, and since its turn came when it stands in line again")
    mutating func failing() {
        update("first", .foreground, now: 1)
        update("late", notBefore: 50, failingSince: 7, now: 10)
        #expect(scheduler.wait(of: "late") == DownloadWait(.backOff(until: 50, error: nil), since: 7))
        _ = scheduler.decide(now: 52)
        #expect(scheduler.wait(of: "late")?.reason == .behind(count: 1, limit: 1))
        #expect(since("late") == 52)
    }

    @Test("No connection: since it stands in line again after there is one") mutating func network() {
        update("first", .foreground, now: 1)
        scheduler.update(
            DownloadCandidate(
                id: "late", bundleID: "app", downloadClass: .background, createdAt: 1, notBefore: 50, failingSince: 7,
                obstacle: .connection),
            isTransferring: false, now: 10)
        scheduler.retry(after: .connection, now: 20)
        #expect(since("late") == 20)
    }

    @Test("An installation comes first: since it does, and behind others since it does no longer")
    mutating func installation() {
        update("front", .foreground, now: 1)
        update("a", now: 1)
        #expect(since("a") == 1)
        update("essential", .essential, app: "new", now: 40)
        #expect(scheduler.wait(of: "a")?.reason == .behindInstallation(count: 1))
        #expect(since("a") == 40)
        // One that comes later waits since it is there.
        scheduler.update(
            DownloadCandidate(id: "later", bundleID: "app", downloadClass: .background, createdAt: 44),
            isTransferring: false, now: 44)
        #expect(since("later") == 44)
        update("front", .foreground, now: 50)
        scheduler.remove("essential", now: 60)
        #expect(scheduler.decide(now: 60).start == ["front"])
        #expect(scheduler.wait(of: "a")?.reason == .behind(count: 1, limit: 1))
        #expect(since("a") == 60)
    }

    @Test("The installation of its app is paused: since then; and of another app it says nothing")
    mutating func pausedInstallation() {
        update("own", now: 1)
        update("essential", .essential, now: 10)
        #expect(since("own") == 10)
        update("essential", .essential, pausedAt: 25, isTransferring: true, now: 26)
        update("second", .essential, pausedAt: 30, now: 30)
        #expect(scheduler.wait(of: "own") == DownloadWait(.installationPaused, since: 25))
        // A next try would not come.
        update("late", notBefore: 90, failingSince: 7, now: 31)
        #expect(scheduler.wait(of: "late")?.reason == .installationPaused)
        // One that goes on has no part in it any more.
        update("essential", .essential, now: 40)
        #expect(scheduler.wait(of: "own") == DownloadWait(.installationPaused, since: 30))
        update("essential", .essential, now: 50)
        update("second", .essential, now: 50)
        #expect(scheduler.wait(of: "own")?.reason == .behindInstallation(count: 2))
        #expect(since("own") == 50)
    }

    @Test("Held by a condition: since that holds; and behind others since it does no longer") mutating func held() {
        update("front", .foreground, now: 1)
        update("a", now: 1)
        let power = DownloadHold(.lowPowerMode(reason: nil), since: 5)
        let refresh = DownloadHold(.appBackgroundRefreshOff(bundleID: "a"), since: 8)
        scheduler.hold(BackgroundHolds(all: power, apps: ["app": refresh]), now: 9)
        #expect(scheduler.wait(of: "a") == DownloadWait(.held(power), since: 5))
        scheduler.hold(BackgroundHolds(apps: ["app": refresh]), now: 12)
        #expect(since("a") == 8)
        scheduler.hold(BackgroundHolds(), now: 15)
        #expect(since("a") == 15)
        // What holds up another app, or did, is no matter of this one.
        scheduler.hold(BackgroundHolds(apps: ["other": refresh]), now: 16)
        scheduler.hold(BackgroundHolds(), now: 17)
        #expect(since("a") == 15)
    }

    @Test("A queue that is made anew with the service knows how old its downloads are") mutating func anew() {
        update("first", now: 100)
        update("second", now: 100)
        #expect(since("second") == 1)
    }
}
