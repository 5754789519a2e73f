// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import CSystemBus
package import SystemSupport

// org.freedesktop.Notifications.
extension BusConnection {
    /// The name of a signal, and what it has: the number of a notification, another one, and a text.
    package typealias NotificationHandler = (_ member: String, _ id: UInt32, _ number: UInt32, _ text: String) -> Void

    /// Has `process` call this for what the notification server signals, and when that comes or goes.
    package func hearNotifications(_ heard: @escaping NotificationHandler) throws(SystemError) {
        let hearing = NotificationHearing(heard)
        // Whatever becomes of this, it may be called until the bus is closed.
        hearings.append(hearing)
        let result = ba_bus_hear_notifications(
            bus,
            { context, member, id, number, text in
                guard let context, let member, let text else { return }
                Unmanaged<NotificationHearing>.fromOpaque(context).takeUnretainedValue().heard(
                    String(cString: member), id, number, String(cString: text))
            }, Unmanaged.passUnretained(hearing).toOpaque(), &hearing.registration)
        if result < 0 { throw Self.error(result, "listen for notifications on", name) }
    }

    /// Shows a notification.
    ///
    /// - `texts`: the name of the app, the summary, the body, the name of a desktop entry and the path of a picture (empty for none), and
    ///   then identifiers and titles of actions by turns.
    /// - `urgency`: 0 for low, 1 for normal, 2 for critical.
    /// - `replaced`: the number of that whose place it takes; 0 for none.
    /// - Returns: its number.
    package func notify(
        _ texts: [String], urgency: UInt8, isSilent: Bool, replacing replaced: UInt32
    ) throws(SystemError) -> UInt32 {
        var id: UInt32 = 0
        let result = CStrings.with(texts) { pointers in
            pointers?.withMemoryRebound(to: UnsafePointer<CChar>?.self, capacity: texts.count + 1) {
                ba_bus_notify(bus, $0, replaced, urgency, isSilent ? 1 : 0, &id)
            } ?? 0
        }
        if result < 0 { throw Self.error(result, "show a notification on", name) }
        return id
    }

    /// Takes a notification away.
    ///
    /// - Throws: when the bus is lost; one that is not there any more is none, and a server that is slow does it yet.
    package func closeNotification(_ id: UInt32) throws(SystemError) {
        let result = ba_bus_close_notification(bus, id)
        if result < 0, Self.isLost(result) { throw Self.error(result, "take a notification away on", name) }
    }

    /// Which notification server there is: another one, or the same on another bus, has another name.
    ///
    /// - Returns: nil where none runs.
    package func notificationServer() throws(SystemError) -> String? {
        var text = [CChar](repeating: 0, count: 160)
        let result = ba_bus_notification_server(bus, &text, text.count)
        if result < 0 { throw Self.error(result, "ask for the notification server on", name) }
        let name = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return name.hasSuffix(" ") ? nil : name
    }

    /// What the notification server can do.
    package func notificationCapabilities() throws(SystemError) -> Set<String> {
        var text = [CChar](repeating: 0, count: 4_096)
        let result = ba_bus_notification_capabilities(bus, &text, text.count)
        if result < 0 { throw Self.error(result, "ask the notification server on", name) }
        let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return Set(String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init))
    }
}
