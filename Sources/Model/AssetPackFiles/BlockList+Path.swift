// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

extension BlockList {
    /// What the names of archives end with, in any case.
    package static let archiveSuffix = ".aar"
    /// What the names of block lists end with.
    package static let suffix = ".blocks"

    /// Where the block list of an archive lies: `Tutorial.aar` has `Tutorial.blocks`, and a name without that suffix
    /// gets `.blocks` appended.
    package static func path(besideArchive path: String) -> String {
        guard path.lowercased().hasSuffix(archiveSuffix) else { return path + suffix }
        return path.dropLast(archiveSuffix.count) + suffix
    }
}
