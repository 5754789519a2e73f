// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// One of the things that are reviewed together.
package struct ReviewItem: Hashable, Sendable {
    package let id: String
    package let subject: ReviewSubject
    package var state: ReviewItemState

    package init(id: String, subject: ReviewSubject, state: ReviewItemState = .readyForReview) {
        self.id = id
        self.subject = subject
        self.state = state
    }
}
