// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Where a symbolic link leads, by its text alone.
package struct LinkTarget: Equatable, Sendable {
    package let text: String

    package init(_ text: String) { self.text = text }

    /// Reads a link, of `/proc` mostly; nil where none is, or it is not to be read. Blocks.
    package init?(of path: String) {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(path, &buffer, buffer.count)
        guard count > 0 else { return nil }
        text = String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Whether it leads to something beneath the folder that a link lies in, so many folders deep.
    ///
    /// - `depth`: 0 for a link that lies in that folder itself.
    package func staysInside(depth: Int) -> Bool {
        guard !text.hasPrefix("/") else { return false }
        var level = depth
        for component in text.split(separator: "/") where component != "." {
            level += component == ".." ? -1 : 1
            if level < 0 { return false }
        }
        return true
    }
}
