// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A pack of an app.
struct PackKey: Hashable, Sendable {
    let bundleID: String
    let packID: String
}
