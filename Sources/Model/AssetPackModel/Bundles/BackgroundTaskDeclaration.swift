// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What an app's Info.plist says of its background tasks.
package struct BackgroundTaskDeclaration: Equatable, Sendable {
    /// A key of `UIBackgroundModes`, which a kind of task needs.
    package enum Mode: String, Sendable {
        case fetch, processing
    }

    /// BGTaskSchedulerPermittedIdentifiers. One of a continued task may end in `.*`.
    package var identifiers: [String]
    /// UIBackgroundModes.
    package var modes: [String]

    package init(identifiers: [String] = [], modes: [String] = []) {
        self.identifiers = identifiers
        self.modes = modes
    }

    init(_ info: PropertyList) {
        identifiers = info.strings("BGTaskSchedulerPermittedIdentifiers") ?? []
        modes = info.strings("UIBackgroundModes") ?? []
    }

    /// What keeps the app from a task of this identifier: the key that is missing, for a person; nil when nothing does.
    ///
    /// - `mode`: nil for a kind that needs none.
    /// - `takesPatterns`: whether an identifier that ends in `.*` stands for all that begin as it does.
    package func obstacle(to identifier: String, mode: Mode?, takesPatterns: Bool = false) -> String? {
        guard identifiers.contains(where: { Self.allows($0, identifier, takesPatterns) }) else {
            return "BGTaskSchedulerPermittedIdentifiers in its Info.plist does not list \(identifier)"
        }
        guard let mode, !modes.contains(mode.rawValue) else { return nil }
        return "UIBackgroundModes in its Info.plist lacks \(mode.rawValue)"
    }

    private static func allows(_ permitted: String, _ identifier: String, _ takesPatterns: Bool) -> Bool {
        if permitted == identifier { return true }
        guard takesPatterns, permitted.hasSuffix(".*") else { return false }
        let beginning = permitted.dropLast()
        return identifier.hasPrefix(beginning) && identifier.count > beginning.count
    }
}
