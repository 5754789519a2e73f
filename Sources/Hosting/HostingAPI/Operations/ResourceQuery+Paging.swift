// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import HostingStorage

extension ResourceQuery {
    /// What a cursor has of each thing that a list is sorted by.
    enum CursorValue { case text, integer }

    /// Where the page begins.
    ///
    /// - `kinds`: of what the list is sorted by, and of its identifiers last.
    /// - Throws: when the cursor has anything else.
    func after(_ kinds: [CursorValue]) throws(APIFailure) -> [SQLValue]? {
        guard let cursor else { return nil }
        var values: [SQLValue] = []
        for (kind, value) in zip(kinds, cursor.values) {
            switch (kind, value) {
            case (.text, .string(let text)): values.append(.text(text))
            case (.integer, .integer(let number)): values.append(.integer(number))
            default: break
            }
        }
        guard values.count == kinds.count, cursor.values.count == kinds.count else {
            throw APIFailure(.parameterInvalid("cursor", "It belongs to another list: begin with the first page"))
        }
        return values
    }

    /// The page that a list is.
    ///
    /// - `last`: of the last element, what the list is sorted by, and its identifier.
    func page<Element>(_ page: Page<Element>, last: (Element) -> [JSONValue]) -> ResourceDocument.Page {
        let next =
            page.hasMore
            ? page.elements.last.map { PageCursor(sorts: sorts.map(\.description), values: last($0)) } : nil
        // Where it is all there is, it is known how much that is.
        let total = cursor == nil && !page.hasMore ? page.elements.count : nil
        return ResourceDocument.Page(limit: limit, next: next, total: total)
    }
}
