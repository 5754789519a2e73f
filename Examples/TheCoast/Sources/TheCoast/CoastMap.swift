// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The map of a level: what is where, the beginning and the goal.
struct CoastMap {
    private struct Place: Hashable {
        var row: Int
        var column: Int
    }

    let title: String
    private let rows: [[Character]]

    /// Reads a title and rows of signs; nil when there is no title.
    init?(_ data: Data) {
        let lines = String(decoding: data, as: UTF8.self).split(separator: "\n")
        guard let first = lines.first, first.hasPrefix("title: ") else { return nil }
        title = String(first.dropFirst("title: ".count))
        rows = lines.dropFirst().map(Array.init)
    }

    /// How many steps the player needs from the beginning to the goal; nil when there is no way.
    var steps: Int? {
        guard let start = find("@"), let goal = find("X") else { return nil }
        var distances = [start: 0]
        var queue = [start]
        var next = 0
        while next < queue.count {
            let place = queue[next]
            let distance = distances[place] ?? 0
            if place == goal { return distance }
            next += 1
            for (down, right) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
                let neighbor = Place(row: place.row + down, column: place.column + right)
                guard isWalkable(neighbor), distances[neighbor] == nil else { continue }
                distances[neighbor] = distance + 1
                queue.append(neighbor)
            }
        }
        return nil
    }

    func lines(for terminal: Terminal) -> [String] {
        rows.map { row in row.map { terminal.cell($0, Self.color(of: $0)) }.joined() + terminal.plain }
    }

    private func find(_ sign: Character) -> Place? {
        for (row, signs) in rows.enumerated() {
            if let column = signs.firstIndex(of: sign) { return Place(row: row, column: column) }
        }
        return nil
    }

    private func isWalkable(_ place: Place) -> Bool {
        guard rows.indices.contains(place.row), rows[place.row].indices.contains(place.column) else { return false }
        return ".o@X".contains(rows[place.row][place.column])
    }

    private static func color(of sign: Character) -> Color {
        switch sign {
        case "~": Color(red: 60, green: 130, blue: 180)
        case "^": Color(red: 130, green: 120, blue: 110)
        case "T": Color(red: 60, green: 140, blue: 70)
        case "@", "X": Color(red: 250, green: 90, blue: 80)
        default: Color(red: 220, green: 200, blue: 150)
        }
    }
}
