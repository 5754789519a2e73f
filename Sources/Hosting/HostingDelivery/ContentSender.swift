// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Who sends the bytes of an answer.
package enum ContentSender: Equatable, Sendable {
    /// This process.
    case process
    case other(ContentHandOver)
}
