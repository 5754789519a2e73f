// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What a part of a request is.
package enum PromptPiece {
    /// nil for one that is not answered at once, whatever it asks for.
    case head(PromptRequest?)
    case body
    /// - `isPlain`: without fields that came after the body.
    case end(isPlain: Bool)
}
