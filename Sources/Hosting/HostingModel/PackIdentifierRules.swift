// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What names an asset pack among those of an app. App Store Connect's own rule is not published; these are what it is known to
/// take, and what is safe in an address.
package enum PackIdentifierRules {
    package static let largestLength = 64

    /// - Returns: what is wrong; nil when nothing is.
    package static func fault(of identifier: String) -> String? {
        if identifier.isEmpty { return "it is empty" }
        if identifier.utf8.count > largestLength { return "it has more than \(largestLength) bytes" }
        let isPlain = identifier.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
        guard isPlain else { return "only letters, digits, points, hyphens and underscores are allowed" }
        // At that address is the blocks file of another pack.
        if identifier.lowercased().hasSuffix(".blocks") { return "it ends in .blocks, as the names of blocks files do" }
        return identifier.allSatisfy { $0 == "." } ? "it has nothing but points" : nil
    }
}
