// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A path in a bundle. Two of them are one when their bytes are: Swift's strings are equal in whatever Unicode form they
/// are written, and files with such names are two.
struct ItemPath: Hashable, Comparable, Sendable, CustomStringConvertible {
    let text: String

    init(_ text: String) { self.text = text }

    static func == (left: Self, right: Self) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

    static func < (left: Self, right: Self) -> Bool { left.text.utf8.lexicographicallyPrecedes(right.text.utf8) }

    func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
    }

    /// The path below a folder; nil for what does not lie there.
    func below(_ folder: String) -> ItemPath? {
        let prefix = folder + "/"
        guard text.utf8.starts(with: prefix.utf8) else { return nil }
        return ItemPath(String(decoding: text.utf8.dropFirst(prefix.utf8.count), as: UTF8.self))
    }

    var description: String { text }
}
