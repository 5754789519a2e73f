// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// The name of an object: parts of letters, digits, `.`, `-` and `_` with slashes between. It never comes from outside.
package struct ObjectKey: CustomStringConvertible, Hashable, Sendable {
    package let name: String

    /// - Returns: nil for what is no such name.
    package init?(_ name: String) {
        // The part so far: how long it is, and of how many points.
        var (length, points) = (0, 0)
        let isSafe = name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "/"):
                defer { (length, points) = (0, 0) }
                return Self.isPart(length, points)
            case UInt8(ascii: "."): points += 1
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                break
            default: return false
            }
            length += 1
            return true
        }
        guard isSafe, Self.isPart(length, points), name.utf8.count <= 512 else { return nil }
        self.name = name
    }

    /// Neither empty nor `.` nor `..`.
    private static func isPart(_ length: Int, _ points: Int) -> Bool { length > 0 && (points < length || length > 2) }

    package var description: String { name }
}
