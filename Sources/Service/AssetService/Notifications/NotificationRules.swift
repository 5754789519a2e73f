// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ServiceInterface

/// What a notification has to be.
enum NotificationRules {
    /// Seconds: one that repeats is not shown more often, as on Apple's platforms.
    static let shortestRepetition: Double = 60
    /// Bytes of all that an app says in one.
    static let largestSize = 64 << 10
    /// Bytes of an identifier.
    static let largestIdentifier = 1024

    /// - Throws: `notificationInvalid`, `notificationTimeInvalid`.
    static func check(_ request: NotificationRequest, of bundleID: String) throws(ServiceError) {
        func refuse(_ reason: String, _ code: ServiceError.Code = .notificationInvalid) -> ServiceError {
            ServiceError(
                code, "the notification \(request.identifier) of \(bundleID) \(reason)",
                subject: request.identifier)
        }
        if request.identifier.isEmpty { throw refuse("has no identifier") }
        if request.identifier.utf8.count > largestIdentifier {
            throw ServiceError(
                .notificationInvalid,
                "the identifier of a notification of \(bundleID) has more than \(largestIdentifier) bytes",
                subject: bundleID)
        }
        let content = request.content
        let size = [request.identifier, content.title, content.subtitle, content.body, content.category]
            .reduce(content.text?.utf8.count ?? 0) { $0 + $1.utf8.count }
        if size > largestSize { throw refuse("has more than \(largestSize >> 10) KiB") }
        if let picture = content.picture, !picture.hasPrefix("/") { throw refuse("has a picture at no absolute path") }
        guard let trigger = request.trigger else { return }
        guard (trigger.seconds == nil) != (trigger.date == nil) else {
            throw refuse("has no time, or two", .notificationTimeInvalid)
        }
        if let seconds = trigger.seconds {
            guard seconds.isFinite, seconds > 0 else {
                throw refuse("is to be shown after no time", .notificationTimeInvalid)
            }
            if trigger.repeats, seconds < shortestRepetition {
                throw refuse(
                    "is to be repeated within less than \(Int(shortestRepetition)) seconds", .notificationTimeInvalid)
            }
        }
    }
}
