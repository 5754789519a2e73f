// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ServiceInterface

/// Why an extension may not run now.
struct ExtensionRefusal: Equatable, Sendable {
    let condition: Explanation.Condition
    /// The same in words.
    let reason: String
    /// Seconds since 1970, when it is known.
    var since: Double?
    /// What would end it.
    let endsWhen: String
    /// When it ends by itself, in seconds since 1970.
    var until: Double?
}
