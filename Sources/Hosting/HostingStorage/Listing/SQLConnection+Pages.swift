// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

extension SQLConnection {
    /// Reads a page of a list.
    ///
    /// - `select`: all before `WHERE`.
    /// - `conditions`: all of them hold for what is listed.
    package func page<Element: Sendable>(
        _ select: SQL, where conditions: [SQL], _ keyset: Keyset, limit: Int,
        _ element: (SQLRow) throws(StorageError) -> Element
    ) throws(StorageError) -> Page<Element> {
        let all = conditions + (keyset.condition.map { [$0] } ?? [])
        let filter: SQL = all.isEmpty ? "" : " WHERE " + SQL.joined(all, by: " AND ")
        var elements: [Element] = []
        for row in try rows(select + filter + keyset.order + " LIMIT \(limit + 1)") {
            elements.append(try element(row))
        }
        return Page(elements, limit: limit)
    }
}
