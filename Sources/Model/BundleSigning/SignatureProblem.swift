// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Something that is wrong with the signature of a bundle.
package struct SignatureProblem: Equatable, Sendable {
    /// The file that it is about, relative to the bundle.
    package let path: String
    package let message: String
}
