// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

extension PageContent {
    /// A button.
    struct Control: Equatable, Sendable {
        let label: String
        let address: String
        /// An element's ID: what pauses and what resumes is one, so that it keeps the keyboard's focus.
        let id: String
    }
}
