// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
internal import ServiceInterface

/// How the notifications of a category behave.
public struct UNNotificationCategoryOptions: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The app wants to know of those that a person dismisses.
    public static let customDismissAction = UNNotificationCategoryOptions(rawValue: 1 << 0)
    public static let allowInCarPlay = UNNotificationCategoryOptions(rawValue: 1 << 1)
    public static let hiddenPreviewsShowTitle = UNNotificationCategoryOptions(rawValue: 1 << 2)
    public static let hiddenPreviewsShowSubtitle = UNNotificationCategoryOptions(rawValue: 1 << 3)
    public static let allowAnnouncement = UNNotificationCategoryOptions(rawValue: 1 << 4)
}

/// What a person can do with notifications of a kind.
public final class UNNotificationCategory: NSObject, NSCopying, Sendable {
    public let identifier: String
    public let actions: [UNNotificationAction]
    public let intentIdentifiers: [String]
    public let hiddenPreviewsBodyPlaceholder: String
    public let categorySummaryFormat: String
    public let options: UNNotificationCategoryOptions

    public init(
        identifier: String, actions: [UNNotificationAction], intentIdentifiers: [String],
        hiddenPreviewsBodyPlaceholder: String = "", categorySummaryFormat: String = "",
        options: UNNotificationCategoryOptions = []
    ) {
        self.identifier = identifier
        self.actions = actions
        self.intentIdentifiers = intentIdentifiers
        self.hiddenPreviewsBodyPlaceholder = hiddenPreviewsBodyPlaceholder
        self.categorySummaryFormat = categorySummaryFormat
        self.options = options
        super.init()
    }

    public func copy(with zone: NSZone? = nil) -> Any { self }

    // MARK: The wire

    /// What the service only hands back.
    private struct Rest: Codable {
        struct Action: Codable {
            let options: UInt
            let button: String?
            let placeholder: String?
        }

        let intents: [String]
        let placeholder: String
        let format: String
        let options: UInt
        let actions: [Action]
    }

    var wire: NotificationCategory {
        let rest = Rest(
            intents: intentIdentifiers, placeholder: hiddenPreviewsBodyPlaceholder, format: categorySummaryFormat,
            options: options.rawValue,
            actions: actions.map { action in
                let text = action as? UNTextInputNotificationAction
                return Rest.Action(
                    options: action.options.rawValue, button: text?.textInputButtonTitle,
                    placeholder: text?.textInputPlaceholder)
            })
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return NotificationCategory(
            identifier: identifier, actions: actions.map(\.wire),
            tellsDismissal: options.contains(.customDismissAction),
            text: (try? encoder.encode(rest)).map { String(decoding: $0, as: UTF8.self) })
    }

    convenience init(_ wire: NotificationCategory) {
        let rest = wire.text.flatMap { try? JSONDecoder().decode(Rest.self, from: Data($0.utf8)) }
        let actions = wire.actions.enumerated().map { index, action -> UNNotificationAction in
            let more = rest.flatMap { $0.actions.indices.contains(index) ? $0.actions[index] : nil }
            let options = UNNotificationActionOptions(rawValue: more?.options ?? 0)
            guard action.takesText else {
                return UNNotificationAction(identifier: action.identifier, title: action.title, options: options)
            }
            return UNTextInputNotificationAction(
                identifier: action.identifier, title: action.title, options: options,
                textInputButtonTitle: more?.button ?? "", textInputPlaceholder: more?.placeholder ?? "")
        }
        self.init(
            identifier: wire.identifier, actions: actions, intentIdentifiers: rest?.intents ?? [],
            hiddenPreviewsBodyPlaceholder: rest?.placeholder ?? "", categorySummaryFormat: rest?.format ?? "",
            options: UNNotificationCategoryOptions(rawValue: rest?.options ?? 0))
    }

    public override func isEqual(_ object: Any?) -> Bool { (object as? UNNotificationCategory)?.wire == wire }
    public override var hash: Int { identifier.hashValue }
}
