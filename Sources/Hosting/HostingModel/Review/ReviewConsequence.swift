// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What a submission does to the releases of its items.
package struct ReviewConsequence: Hashable, Sendable {
    package let subject: ReviewSubject
    package let event: AppStoreReleaseState.Event

    package init(_ subject: ReviewSubject, _ event: AppStoreReleaseState.Event) {
        self.subject = subject
        self.event = event
    }
}
