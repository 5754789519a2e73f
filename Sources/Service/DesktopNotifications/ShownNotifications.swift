// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Which notifications a server shows, and what its signals mean.
struct ShownNotifications: Sendable {
    /// The reason that the specification has for "dismissed by the user".
    private static let dismissed: UInt32 = 2

    /// By the server's numbers.
    private(set) var names: [UInt32: String]
    /// Whose numbers these are; nil where that is not known.
    private(set) var server: String?
    /// What came before an action, and belongs to it.
    private var tokens: [UInt32: String] = [:]

    init(_ names: [UInt32: String] = [:], by server: String? = nil) { (self.names, self.server) = (names, server) }

    func number(of name: String) -> UInt32? { names.first { $0.value == name }?.key }

    /// There is this server now; nil for none.
    ///
    /// - Returns: that what another one showed is gone; nil where there is no such thing.
    mutating func noteServer(_ server: String?) -> NotificationSignal? {
        guard server != self.server, !names.isEmpty else {
            self.server = server
            return nil
        }
        defer { self = ShownNotifications(by: server) }
        return .serverGone(self.server)
    }

    mutating func show(_ name: String, as number: UInt32) {
        if let old = self.number(of: name), old != number { forget(old) }
        names[number] = name
    }

    mutating func forget(_ number: UInt32) {
        names[number] = nil
        tokens[number] = nil
    }

    /// - `member`: the name of a signal.
    /// - `number`: what a signal that has two numbers has in the second place.
    /// - `text`: what comes with it: of `NameOwnerChanged` the one that had the name before.
    /// - Returns: nil for what is about no notification of these, or means nothing.
    mutating func take(_ member: String, id: UInt32, number: UInt32, text: String) -> NotificationSignal? {
        if member == "NameOwnerChanged" {
            // Before there was one it showed nothing; and of one that another has replaced this may come late.
            if text.isEmpty { return nil }
            if let server, !server.hasSuffix(" " + text) { return nil }
            defer { self = ShownNotifications() }
            return .serverGone(server)
        }
        guard let name = names[id] else { return nil }
        switch member {
        case "ActionInvoked": return .chosen(name, action: text, token: tokens.removeValue(forKey: id))
        case "NotificationReplied": return .replied(name, text: text, token: tokens.removeValue(forKey: id))
        case "ActivationToken":
            tokens[id] = text
            return nil
        case "NotificationClosed":
            forget(id)
            return .closed(name, isByPerson: number == Self.dismissed)
        default: return nil
        }
    }
}
