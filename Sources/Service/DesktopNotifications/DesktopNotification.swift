// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What a desktop shows a person.
package struct DesktopNotification: Equatable, Sendable {
    /// Something that a person may choose.
    package struct Action: Equatable, Sendable {
        /// That of what a person does who chooses the notification itself.
        package static let defaultID = "default"
        /// With a text that a person writes, where the server lets them.
        package static let replyID = "inline-reply"

        package let id: String
        package let title: String

        package init(id: String, title: String) {
            self.id = id
            self.title = title
        }
    }

    package enum Urgency: UInt8, Sendable { case low, normal, critical }

    /// The name of the app.
    package var application: String
    /// The name of the app's desktop entry, by which a desktop finds its icon and its settings.
    package var desktopEntry: String?
    package var summary: String
    /// Plain text.
    package var body: String
    package var actions: [Action]
    /// The path of a picture.
    package var image: String?
    package var urgency: Urgency
    package var isSilent: Bool

    package init(
        application: String, desktopEntry: String? = nil, summary: String, body: String, actions: [Action] = [],
        image: String? = nil, urgency: Urgency = .normal, isSilent: Bool = false
    ) {
        self.application = application
        self.desktopEntry = desktopEntry
        self.summary = summary
        self.body = body
        self.actions = actions
        self.image = image
        self.urgency = urgency
        self.isSilent = isSilent
    }

    /// As a server with these capabilities takes it.
    func fitted(to capabilities: Set<String>) -> DesktopNotification {
        var fitted = self
        if !capabilities.contains("body") {
            fitted.summary = [summary, body].filter { !$0.isEmpty }.joined(separator: ": ")
            fitted.body = ""
        } else if capabilities.contains("body-markup") {
            fitted.body = Self.escaped(body)
        }
        if !capabilities.contains("actions") {
            fitted.actions = []
        } else if !capabilities.contains("inline-reply") {
            fitted.actions.removeAll { $0.id == Action.replyID }
        }
        // A summary is never empty.
        if fitted.summary.isEmpty { fitted.summary = application }
        return fitted
    }

    /// Text, where markup is expected.
    private static func escaped(_ text: String) -> String {
        text.reduce(into: "") { result, character in
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            default: result.append(character)
            }
        }
    }
}
