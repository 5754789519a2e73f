// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import HostingModel
import Testing

@Suite("What one version has other than another") struct FileListDifferenceTests {
    private func file(_ path: String, _ digest: String = "a", size: UInt64 = 1) -> ListedFile {
        ListedFile(path: path, size: size, sha256: digest)
    }

    @Test("Files are added, removed, changed, or as they were") func groups() {
        let old = [file("d"), file("b"), file("a"), file("c", "x", size: 3)]
        let new = [file("e"), file("a"), file("c", "y", size: 4), file("aa")]
        let difference = FileListDifference(from: old, to: new)
        #expect(difference.added == [file("aa"), file("e")])
        #expect(difference.removed == [file("b"), file("d")])
        #expect(difference.changed == [.init(old: file("c", "x", size: 3), new: file("c", "y", size: 4))])
        #expect(difference.unchangedCount == 1 && !difference.isEmpty)
        #expect(FileListDifference(from: old, to: old).isEmpty)
        // A list that has a path twice has its first one.
        #expect(FileListDifference(from: [], to: [file("a"), file("a", "z")]).added == [file("a")])
    }
}
