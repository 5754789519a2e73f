// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What is reviewed before external testers get it.
package enum BetaReviewSubject: Hashable, Sendable {
    /// A version of an asset pack, by its identifier.
    case packVersion(String)
    /// A build of the app, by its identifier.
    case build(String)
}
