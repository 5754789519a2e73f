// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What a person is shown.
open class UNNotificationContent: NSObject, NSCopying, NSMutableCopying {
    var values = NotificationValues()

    public override init() { super.init() }

    init(_ values: NotificationValues) {
        self.values = values
        super.init()
    }

    open var attachments: [UNNotificationAttachment] { values.attachments }
    /// What the app is to show that there is new; nil for no change.
    open var badge: NSNumber? { values.badge.map { NSNumber(value: $0) } }
    open var body: String { values.body }
    /// That whose actions it has.
    open var categoryIdentifier: String { values.categoryIdentifier }
    open var launchImageName: String { values.launchImageName }
    open var sound: UNNotificationSound? { values.sound }
    open var subtitle: String { values.subtitle }
    open var threadIdentifier: String { values.threadIdentifier }
    open var title: String { values.title }
    /// The app's own: values of a property list. Others are left out.
    open var userInfo: [AnyHashable: Any] { values.userInfo }
    open var targetContentIdentifier: String? { values.targetContentIdentifier }
    open var interruptionLevel: UNNotificationInterruptionLevel { values.interruptionLevel }
    open var relevanceScore: Double { values.relevanceScore }
    open var filterCriteria: String? { values.filterCriteria }

    open func copy(with zone: NSZone? = nil) -> Any { UNNotificationContent(values) }
    open func mutableCopy(with zone: NSZone? = nil) -> Any { UNMutableNotificationContent(values) }

    open override func isEqual(_ object: Any?) -> Bool { (object as? UNNotificationContent)?.values == values }
    open override var hash: Int { values.title.hashValue ^ values.body.hashValue }
}
