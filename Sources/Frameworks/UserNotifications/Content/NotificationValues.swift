// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import ServiceInterface

/// What is in a notification.
struct NotificationValues: Equatable {
    var attachments: [UNNotificationAttachment] = []
    var badge: Int64?
    var body = ""
    var categoryIdentifier = ""
    var launchImageName = ""
    var sound: UNNotificationSound?
    var subtitle = ""
    var threadIdentifier = ""
    var title = ""
    var userInfo: [AnyHashable: Any] = [:]
    var targetContentIdentifier: String?
    var interruptionLevel = UNNotificationInterruptionLevel.active
    var relevanceScore = 0.0
    var filterCriteria: String?

    init() {}

    static func == (one: NotificationValues, other: NotificationValues) -> Bool {
        one.wire == other.wire
    }

    // MARK: The wire

    /// What the service only hands back.
    private struct Rest: Codable {
        struct Attachment: Codable {
            let identifier: String
            let url: URL
            let type: String
        }

        let attachments: [Attachment]
        let launchImageName: String
        let soundName: String?
        let hasSound: Bool
        let isCriticalSound: Bool
        let threadIdentifier: String
        /// A property list.
        let userInfo: Data?
        let targetContentIdentifier: String?
        let relevanceScore: Double
        let filterCriteria: String?
    }

    var wire: NotificationContent {
        let rest = Rest(
            attachments: attachments.map { .init(identifier: $0.identifier, url: $0.url, type: $0.type) },
            launchImageName: launchImageName, soundName: sound?.name, hasSound: sound != nil,
            isCriticalSound: sound?.isCritical ?? false, threadIdentifier: threadIdentifier,
            userInfo: PropertyListValues.data(userInfo), targetContentIdentifier: targetContentIdentifier,
            relevanceScore: relevanceScore.isFinite ? relevanceScore : 0, filterCriteria: filterCriteria)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let text = (try? encoder.encode(rest)).map { String(decoding: $0, as: UTF8.self) }
        return NotificationContent(
            title: title, subtitle: subtitle, body: body, badge: badge, isSilent: sound == nil,
            level: NotificationContent.Level(interruptionLevel), category: categoryIdentifier,
            picture: attachments.first(where: \.isPicture)?.url.path, text: text)
    }

    init(_ content: NotificationContent) {
        title = content.title
        subtitle = content.subtitle
        body = content.body
        badge = content.badge
        categoryIdentifier = content.category
        interruptionLevel = UNNotificationInterruptionLevel(content.level)
        guard let text = content.text, let rest = try? JSONDecoder().decode(Rest.self, from: Data(text.utf8)) else {
            return
        }
        attachments = rest.attachments.map {
            UNNotificationAttachment(identifier: $0.identifier, url: $0.url, type: $0.type)
        }
        launchImageName = rest.launchImageName
        if rest.hasSound { sound = UNNotificationSound(name: rest.soundName, isCritical: rest.isCriticalSound) }
        threadIdentifier = rest.threadIdentifier
        userInfo = rest.userInfo.map(PropertyListValues.values) ?? [:]
        targetContentIdentifier = rest.targetContentIdentifier
        relevanceScore = rest.relevanceScore
        filterCriteria = rest.filterCriteria
    }
}

extension NotificationContent.Level {
    init(_ level: UNNotificationInterruptionLevel) {
        switch level {
        case .passive: self = .passive
        case .active: self = .active
        case .timeSensitive: self = .timeSensitive
        case .critical: self = .critical
        }
    }
}

extension UNNotificationInterruptionLevel {
    init(_ level: NotificationContent.Level) {
        switch level {
        case .passive: self = .passive
        case .active, .unknown: self = .active
        case .timeSensitive: self = .timeSensitive
        case .critical: self = .critical
        }
    }
}
