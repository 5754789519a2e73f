// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import BackgroundTasks

/// What the app's Info.plist says of it.
enum Settings {
    static let server = text("StormyServer").flatMap { URL(string: $0) } ?? URL(fileURLWithPath: "/")

    /// The variant that shows what becomes of an app that does not end its task.
    static let ignoresCancellation =
        Bundle.main.object(forInfoDictionaryKey: "StormyIgnoresCancellation") as? Bool ?? false

    private static func text(_ key: String) -> String? { Bundle.main.object(forInfoDictionaryKey: key) as? String }
}
