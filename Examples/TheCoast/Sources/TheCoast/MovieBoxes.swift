// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The boxes of a movie file: each has its size, its kind, and what is in it, which may be boxes again.
struct MovieBoxes {
    private let data: Data

    init(_ data: Data) { self.data = data }

    /// What is in the first box of each kind, one inside the other, and then, behind some bytes, of further ones.
    func find(_ kinds: [String], then skipped: Int = 0, _ further: [String] = []) -> Range<Int>? {
        var range = 0..<data.count
        for kind in kinds {
            guard let inside = first(kind, in: range) else { return nil }
            range = inside
        }
        guard !further.isEmpty else { return range }
        guard range.count >= skipped else { return nil }
        range = range.lowerBound + skipped..<range.upperBound
        for kind in further {
            guard let inside = first(kind, in: range) else { return nil }
            range = inside
        }
        return range
    }

    private func first(_ kind: String, in range: Range<Int>) -> Range<Int>? {
        var position = range.lowerBound
        while let size = data.bigEndian(at: position), size >= 8, size <= range.upperBound - position {
            if data[position + 4..<position + 8].elementsEqual(kind.utf8) { return position + 8..<position + size }
            position += size
        }
        return nil
    }
}
