// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Glibc
import SystemSupport

/// Archives that other programs have written, from `BACKGROUND_ASSETS_AAR_FIXTURES` or from `shared/fixtures/aar` beside
/// the package.
enum ForeignArchives {
    static func bytes(_ name: String) throws -> [UInt8] {
        try Directory(opening: folder).open(name + ".aar").readAll(limit: 1 << 20, subject: name)
    }

    private static let folder: String = {
        if let path = getenv("BACKGROUND_ASSETS_AAR_FIXTURES") { return String(cString: path) }
        // Tests/Model/AssetPackArchivesTests/<this file>
        let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4)
        return root.joined(separator: "/") + "/../shared/fixtures/aar"
    }()
}
