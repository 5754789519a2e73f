// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A table for people: a head, rows, columns as wide as their widest cell. A cell that is far wider than others usually are makes its own line
/// longer, and no other one.
///
/// ```
/// let table = Table([.init("ID"), .init("SIZE", .right)], rows: [["Tutorial", "12 MB"]])
/// console.write(table.text)
/// ```
package struct Table: Sendable {
    package struct Column: Sendable {
        package enum Alignment: Sendable { case left, right }

        package let title: String
        package let alignment: Alignment

        package init(_ title: String, _ alignment: Alignment = .left) {
            self.title = title
            self.alignment = alignment
        }
    }

    /// Characters up to which a cell widens its column.
    private static let widestCell = 64

    package let columns: [Column]
    package private(set) var rows: [[String]]

    /// A row with too few cells is filled up with empty ones, and cells beyond the last column are left out.
    package init(_ columns: [Column], rows: [[String]] = []) {
        self.columns = columns
        self.rows = []
        for row in rows { append(row) }
    }

    package mutating func append(_ row: [String]) {
        let padding = repeatElement("", count: max(0, columns.count - row.count))
        rows.append(row.prefix(columns.count).map { PrintableText.of($0) } + padding)
    }

    /// The lines of the table, head first, with two spaces between columns and no line end after the last.
    package var text: String {
        let head = columns.map(\.title)
        let lines = [head] + rows
        let widths = columns.indices.map { column in
            lines.lazy.map { $0[column].count }.filter { $0 <= Self.widestCell }.max() ?? 0
        }
        return lines.map { line in
            var text = ""
            for (index, cell) in line.enumerated() {
                let padding = String(repeating: " ", count: max(0, widths[index] - cell.count))
                if index > 0 { text += "  " }
                text += columns[index].alignment == .right ? padding + cell : cell + padding
            }
            return String(text.trimmingSuffix { $0 == " " })
        }
        .joined(separator: "\n")
    }
}

extension String {
    fileprivate func trimmingSuffix(while predicate: (Character) -> Bool) -> Substring {
        var end = endIndex
        while end > startIndex, predicate(self[index(before: end)]) { end = index(before: end) }
        return self[..<end]
    }
}
