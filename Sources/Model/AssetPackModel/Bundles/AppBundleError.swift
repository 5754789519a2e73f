// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Why a folder is no app that can be installed.
package struct AppBundleError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What is wrong, at which path, and what to do.
    package let description: String

    package init(_ description: String) { self.description = description }
}
