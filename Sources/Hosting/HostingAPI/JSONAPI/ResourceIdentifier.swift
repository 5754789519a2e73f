// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What names a resource.
package struct ResourceIdentifier: Hashable, Sendable {
    package let type: String
    package let id: String

    package init(type: String, id: String) {
        self.type = type
        self.id = id
    }
}
