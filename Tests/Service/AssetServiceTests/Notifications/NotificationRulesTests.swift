// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import ServiceInterface
import Testing

@testable import AssetService

@Suite struct NotificationRulesTests {
    private static let wrongs: [(NotificationRequest, String)] = [
        (NotificationRequest(identifier: "", content: NotificationContent(title: "a")), "no identifier"),
        (
            NotificationRequest(
                identifier: "a", content: NotificationContent(title: String(repeating: "a", count: 70_000))), "64 KiB"
        ),
        (
            NotificationRequest(
                identifier: String(repeating: "a", count: 1_025), content: NotificationContent(title: "a")),
            "1024 bytes"
        ),
        (
            NotificationRequest(
                identifier: "a", content: NotificationContent(title: "a"),
                trigger: NotificationTrigger(seconds: 0, repeats: false)),
            "after no time"
        ),
        (
            NotificationRequest(
                identifier: "a", content: NotificationContent(title: "a"),
                trigger: NotificationTrigger(seconds: 59, repeats: true)),
            "less than 60 seconds"
        ),
        (
            NotificationRequest(identifier: "a", content: NotificationContent(title: "a", picture: "photo.png")),
            "no absolute path"
        ),
    ]

    @Test("What is no notification is refused, and why is said", arguments: wrongs)
    func wrong(_ request: NotificationRequest, _ reason: String) {
        let error = #expect(throws: ServiceError.self) { try NotificationRules.check(request, of: "com.example.game") }
        let isTime = request.trigger != nil
        #expect(error?.code == (isTime ? .notificationTimeInvalid : .notificationInvalid))
        #expect(error?.message.contains(reason) == true)
    }
}
