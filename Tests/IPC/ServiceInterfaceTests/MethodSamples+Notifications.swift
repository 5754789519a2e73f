// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ServiceInterface

private enum NotificationSample {
    static let content = NotificationContent(
        title: "t", subtitle: "s", body: "b", badge: 1, isSilent: true, level: .critical, category: "c",
        picture: "/p.png", text: "x")
    static let request = NotificationRequest(
        identifier: "n", content: content, trigger: NotificationTrigger(seconds: 1.5, repeats: true))
    static let dated = NotificationRequest(
        identifier: "n", content: NotificationContent(),
        trigger: NotificationTrigger(
            date: NotificationDate(
                DateComponents(
                    calendar: Calendar(identifier: .gregorian), timeZone: TimeZone(identifier: "Europe/Berlin"),
                    era: 1, year: 2, month: 3, day: 4, hour: 5, minute: 6, second: 7, weekday: 1, weekdayOrdinal: 2,
                    weekOfMonth: 3, weekOfYear: 4, yearForWeekOfYear: 5)), repeats: false))
    static let bare = NotificationRequest(identifier: "n", content: NotificationContent())
    static let category = NotificationCategory(
        identifier: "c", actions: [.init(identifier: "a", title: "t", opensApp: true, takesText: true)],
        tellsDismissal: true, text: "x")
    static let bareCategory = NotificationCategory(identifier: "c", actions: [], tellsDismissal: false)
}

extension MethodSamples {
    static func notifications() throws -> [MethodSamples] {
        typealias Notifications = NotificationsInterface
        return [
            try .init(
                [Notifications.Authorize(bundleID: "b")], bare: Notifications.Authorize(),
                replies: [.init(granted: true)], bareReply: .init(granted: false)),
            try .init(
                [Notifications.Settings(bundleID: "b")], bare: Notifications.Settings(),
                replies: NotificationAuthorization.known.map { .init(authorization: $0) },
                bareReply: .init(authorization: .undetermined)),
            try .init(
                [
                    Notifications.Add(bundleID: "b", request: NotificationSample.request, callID: "c"),
                    Notifications.Add(bundleID: "b", request: NotificationSample.dated, callID: "c"),
                ], bare: Notifications.Add(request: NotificationSample.bare), replies: [EmptyReply()],
                bareReply: EmptyReply()),
            try .init(
                [Notifications.Remove(bundleID: "b", state: .delivered, identifiers: ["n"])],
                bare: Notifications.Remove(state: .pending, identifiers: nil), replies: [EmptyReply()],
                bareReply: EmptyReply()),
            try .init(
                [Notifications.List(bundleID: "b")], bare: Notifications.List(),
                replies: [
                    .init(notifications: [
                        NotificationRecord(
                            bundleID: "b", request: NotificationSample.request, state: .delivered, next: 1.5,
                            deliveredAt: 2.5,
                            isShown: true),
                        NotificationRecord(bundleID: "b", request: NotificationSample.dated, state: .pending),
                    ])
                ],
                bareReply: .init(notifications: [
                    NotificationRecord(bundleID: "b", request: NotificationSample.bare, state: .pending)
                ])),
            try .init(
                [Notifications.SetCategories(bundleID: "b", categories: [NotificationSample.category])],
                bare: Notifications.SetCategories(categories: [NotificationSample.bareCategory]),
                replies: [EmptyReply()],
                bareReply: EmptyReply()),
            try .init(
                [Notifications.Categories(bundleID: "b")], bare: Notifications.Categories(),
                replies: [.init(categories: [NotificationSample.category])], bareReply: .init(categories: [])),
            try .init(
                [Notifications.SetBadge(bundleID: "b", count: 1)], bare: Notifications.SetBadge(count: 0),
                replies: [EmptyReply()], bareReply: EmptyReply()),
            try .init(
                [Notifications.Follow(bundleID: "b")], bare: Notifications.Follow(),
                replies: [
                    NotificationEvent(
                        .response, number: 1, request: NotificationSample.request, deliveredAt: 1.5, action: "a",
                        text: "t"),
                    NotificationEvent(.presenting, number: 2, request: NotificationSample.dated),
                ], bareReply: NotificationEvent(.subscribed)),
            try .init(
                [Notifications.Present(bundleID: "b", number: 1, isShown: true, isListed: true, isSilent: true)],
                bare: Notifications.Present(number: 1, isShown: false, isListed: false, isSilent: false),
                replies: [EmptyReply()], bareReply: EmptyReply()),
            try .init(
                [Notifications.BeginResponse(bundleID: "b", number: 1)], bare: Notifications.BeginResponse(number: 1),
                replies: [EmptyReply()], bareReply: EmptyReply()),
            try .init(
                [Notifications.TakeResponse(bundleID: "b", number: 1)], bare: Notifications.TakeResponse(number: 1),
                replies: [EmptyReply()], bareReply: EmptyReply()),
            try .init(
                [Notifications.Open(bundleID: "b", identifier: "n", action: "a", text: "t")],
                bare: Notifications.Open(bundleID: "b", identifier: "n"), replies: [EmptyReply()],
                bareReply: EmptyReply()),
            try .init(Notifications.Allow(bundleID: "b", isAllowed: true), EmptyReply()),
        ]
    }
}
