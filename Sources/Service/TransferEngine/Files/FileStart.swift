// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Where the next request for a file begins.
struct FileStart: Equatable, Sendable {
    /// The first byte that is missing.
    var offset: Int64 = 0
    /// The entity tag that the rest must come with.
    var validator: String?
    /// All bytes, when their number is known.
    var total: Int64?

    /// Everything has come: there is nothing to ask for.
    var isComplete: Bool { validator != nil && total == offset }
}
