// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Names a background URL session: an identifier is an app's own.
struct SessionKey: Hashable, Sendable, CustomStringConvertible {
    let bundleID: String
    let identifier: String

    var description: String { "the session \(identifier) of \(bundleID)" }
}
