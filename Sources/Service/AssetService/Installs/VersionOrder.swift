// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// The order of version strings: number by number between dots, then letter by letter.
enum VersionOrder {
    /// Whether (`version`, `build`) comes before the other pair.
    static func isOlder(
        _ left: (version: String, build: String), than right: (version: String, build: String)
    ) -> Bool {
        let order = compare(left.version, right.version)
        return order != 0 ? order < 0 : compare(left.build, right.build) < 0
    }

    private static func compare(_ left: String, _ right: String) -> Int {
        let leftParts = left.split(separator: ".", omittingEmptySubsequences: false)
        let rightParts = right.split(separator: ".", omittingEmptySubsequences: false)
        for index in 0..<max(leftParts.count, rightParts.count) {
            let one = index < leftParts.count ? leftParts[index] : "0"
            let two = index < rightParts.count ? rightParts[index] : "0"
            switch (UInt64(one), UInt64(two)) {
            case (let one?, let two?): if one != two { return one < two ? -1 : 1 }
            default: if one != two { return one < two ? -1 : 1 }
            }
        }
        return 0
    }
}
