// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A part of a list.
package struct Page<Element: Sendable>: Sendable {
    package let elements: [Element]
    /// Whether others come after these.
    package let hasMore: Bool

    init(_ elements: [Element], hasMore: Bool) {
        self.elements = elements
        self.hasMore = hasMore
    }

    package func map<Other: Sendable>(_ other: (Element) -> Other) -> Page<Other> {
        Page<Other>(elements.map(other), hasMore: hasMore)
    }

    /// - `found`: one more than the limit, when there are more.
    package init(_ found: [Element], limit: Int) {
        elements = Array(found.prefix(limit))
        hasMore = found.count > limit
    }
}
