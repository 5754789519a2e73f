// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import ServiceInterface
import Testing

@testable import AssetService

@Suite("D6: Notifications that wait") struct PendingNotificationsTests {
    private func key(_ identifier: String, _ bundleID: String = "a") -> NotificationKey {
        NotificationKey(bundleID: bundleID, identifier: identifier)
    }

    private func request(_ identifier: String, after seconds: Double? = nil, repeats: Bool = false)
        -> NotificationRequest
    {
        NotificationRequest(
            identifier: identifier, content: NotificationContent(title: identifier),
            trigger: seconds.map { NotificationTrigger(seconds: $0, repeats: repeats) })
    }

    @Test("Of an app 64 wait at most: those whose time is first") func limit() {
        var pending = PendingNotifications()
        for index in 0..<64 {
            #expect(pending.add(request("\(index)", after: 1000 - Double(index)), of: key("\(index)"), now: 0) == [])
        }
        #expect(pending.add(request("other", after: 1), of: key("other", "b"), now: 0) == [])
        #expect(pending.add(request("soon", after: 5), of: key("soon"), now: 0) == [key("0")])
        #expect(pending.add(request("late", after: 5000), of: key("late"), now: 0) == [key("late")])
        // In the place of one that is there.
        #expect(pending.add(request("soon", after: 6), of: key("soon"), now: 0) == [])
        #expect(pending.entries.count == 65)
        #expect(pending.nextTime == 1)
    }

    @Test("Those whose time has come go, the first first; one that repeats has its next time") func due() {
        var pending = PendingNotifications()
        _ = pending.add(request("late", after: 90), of: key("late"), now: 0)
        _ = pending.add(request("again", after: 60, repeats: true), of: key("again"), now: 0)
        _ = pending.add(request("now"), of: key("now"), now: 0)
        #expect(pending.takeDue(now: 0).map(\.key) == [key("now")])
        #expect(pending.takeDue(now: 59).isEmpty)
        #expect(pending.takeDue(now: 500).map(\.key) == [key("again"), key("late")])
        #expect(pending.nextTime == 560)
        #expect(pending.entries.count == 1)
    }

    @Test("By a clock that was set back nothing comes later than if it were added now") func clock() {
        var pending = PendingNotifications()
        for (name, seconds, time) in [("again", 60, 5_000), ("early", 60, 1_010), ("missed", 60, 900)] {
            pending.restore(
                key(name),
                PendingNotifications.Entry(
                    request: request(name, after: Double(seconds), repeats: true), time: Double(time)), now: 1_000)
        }
        #expect(pending.entries[key("again")]?.time == 1_060)
        #expect(pending.entries[key("early")]?.time == 1_010)
        #expect(pending.entries[key("missed")]?.time == 900)
    }

    @Test("What a desktop calls a notification tells which it is") func names() {
        for identifier in ["photo", "", "with a space", " "] {
            let key = key(identifier, "com.example.game")
            #expect(NotificationKey(name: key.name) == key)
        }
        #expect(NotificationKey(name: "photo") == nil)
    }
}
