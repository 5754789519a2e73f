// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Why a folder is no app that can be installed.
package struct AppBundleError: Error, Equatable, Sendable, CustomStringConvertible {
    package enum Kind: Sendable {
        /// There is no bundle, or no such file.
        case missing
        /// A file is there and cannot be read.
        case unreadable
        /// A file is no property list, or a bundle lacks one.
        case malformed
        /// What the files say does not make an app.
        case invalid
    }

    package let kind: Kind
    /// What is wrong, at which path, and what to do.
    package let description: String

    package init(_ description: String, kind: Kind = .invalid) {
        self.kind = kind
        self.description = description
    }
}
