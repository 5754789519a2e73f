// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A file that goes to a server as the body of a request.
package struct RequestBodyFile: Hashable, Sendable {
    /// Absolute.
    package var path: String
    /// In bytes.
    package var size: Int64

    package init(path: String, size: Int64) {
        self.path = path
        self.size = size
    }
}
