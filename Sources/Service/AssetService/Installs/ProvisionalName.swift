// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What an installation goes by until it is known which app its archive holds: never the bundle ID of an app, whatever the
/// archive is called.
enum ProvisionalName {
    /// Holds what no bundle ID does.
    private static let mark = "archive:"

    /// - `name`: that of the archive.
    static func make(_ name: String) -> String { mark + name }

    /// As people see it, and name it: that of the archive.
    static func shown(_ id: String) -> String { id.hasPrefix(mark) ? String(id.dropFirst(mark.count)) : id }
}
