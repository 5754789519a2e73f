// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// The name of an object: parts of letters, digits, `.`, `-` and `_` with slashes between. It never comes from outside.
package struct ObjectKey: CustomStringConvertible, Hashable, Sendable {
    package let name: String

    /// - Returns: nil for what is no such name.
    package init?(_ name: String) {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        let isSafe = parts.allSatisfy { part in
            !part.isEmpty && part != "." && part != ".."
                && part.utf8.allSatisfy { byte in
                    switch byte {
                    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
                        true
                    default: false
                    }
                }
        }
        guard isSafe, name.utf8.count <= 512 else { return nil }
        self.name = name
    }

    package var description: String { name }
}
