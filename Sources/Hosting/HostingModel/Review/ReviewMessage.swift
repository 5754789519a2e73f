// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What a reviewer says of what was submitted, and whoever submitted it reads.
package enum ReviewMessage {
    /// Characters.
    package static let longest = 4_000

    /// What is wrong with a message; nil when nothing is.
    package static func fault(of message: String) -> String? {
        message.count > longest ? "The message has \(message.count) characters, and may have \(longest)." : nil
    }
}
