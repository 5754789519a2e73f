// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What is to be another with an app; what is nil stays.
package struct AppChange: Equatable, Sendable {
    package var name: String?
    /// Who decides on what is submitted from now on, and on what waits.
    package var reviewPolicy: ReviewPolicy?
    /// Whether its packs are for devices with a token alone.
    package var isPrivate: Bool?

    package init(name: String? = nil, reviewPolicy: ReviewPolicy? = nil, isPrivate: Bool? = nil) {
        self.name = name
        self.reviewPolicy = reviewPolicy
        self.isPrivate = isPrivate
    }

    /// What is wrong with it, in a sentence; nil when nothing is.
    package var fault: String? { name.flatMap(NewApp.fault(ofName:)) }
}
