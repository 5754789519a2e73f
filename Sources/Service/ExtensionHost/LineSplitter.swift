// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Cuts what a process prints into lines; a line longer than 4 KiB is cut in pieces.
struct LineSplitter {
    private static let limit = 4096
    private var rest: [UInt8] = []

    mutating func append(_ bytes: ArraySlice<UInt8>) -> [String] {
        rest.append(contentsOf: bytes)
        var lines: [String] = []
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? (rest.count >= Self.limit ? Self.limit : nil) {
            lines.append(String(decoding: rest[..<end], as: UTF8.self))
            rest.removeSubrange(..<min(end + 1, rest.count))
        }
        return lines
    }

    /// What is left when the output has ended.
    mutating func finish() -> [String] {
        defer { rest = [] }
        return rest.isEmpty ? [] : [String(decoding: rest, as: UTF8.self)]
    }
}
