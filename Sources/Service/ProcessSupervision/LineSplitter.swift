// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Cuts what a process prints into lines; a line longer than 4 KiB is cut in pieces, and what would make a log no text, or
/// be obeyed by a terminal, is replaced.
package struct LineSplitter {
    private static let limit = 4096
    private var rest: [UInt8] = []

    package init() {}

    package mutating func append(_ bytes: ArraySlice<UInt8>) -> [String] {
        rest.append(contentsOf: bytes)
        var lines: [String] = []
        while true {
            if let end = rest.prefix(Self.limit + 1).firstIndex(of: UInt8(ascii: "\n")) {
                lines.append(Self.text(rest[..<end]))
                rest.removeSubrange(...end)
            } else if rest.count > Self.limit {
                lines.append(Self.text(rest[..<Self.limit]))
                rest.removeSubrange(..<Self.limit)
            } else {
                break
            }
        }
        return lines
    }

    /// What is left when the output has ended.
    package mutating func finish() -> [String] {
        defer { rest = [] }
        return rest.isEmpty ? [] : [Self.text(rest[...])]
    }

    private static func text(_ line: ArraySlice<UInt8>) -> String {
        let bytes = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
        return String(
            String.UnicodeScalarView(
                String(decoding: bytes, as: UTF8.self).unicodeScalars.map { scalar in
                    scalar.properties.generalCategory == .control && scalar != "\t" ? "\u{fffd}" : scalar
                }))
    }
}
