// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import SystemSupport

/// Archives that other programs have written, from `Tests/Fixtures/AppleArchives`.
enum ForeignArchives {
    static func bytes(_ name: String) throws -> [UInt8] {
        try Directory(opening: folder).open(name + ".aar").readAll(limit: 1 << 20, subject: name)
    }

    private static let folder: String = {
        // Tests/Model/AssetPackArchivesTests/<this file>
        let tests = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
        return tests.joined(separator: "/") + "/Fixtures/AppleArchives"
    }()
}
