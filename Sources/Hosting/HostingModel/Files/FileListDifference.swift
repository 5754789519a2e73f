// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What one version of a pack has other than another one.
package struct FileListDifference: Equatable, Sendable {
    /// In the order of their paths, as the others.
    package private(set) var added: [ListedFile] = []
    package private(set) var removed: [ListedFile] = []
    /// Those with other bytes, as they are in both.
    package private(set) var changed: [Change] = []
    package private(set) var unchangedCount = 0

    package struct Change: Equatable, Sendable {
        package let old: ListedFile
        package let new: ListedFile

        package init(old: ListedFile, new: ListedFile) {
            self.old = old
            self.new = new
        }
    }

    package init(from old: [ListedFile], to new: [ListedFile]) {
        let before = Dictionary(old.map { ($0.path, $0) }) { first, _ in first }
        var seen: Set<String> = []
        for file in new.sorted(by: { $0.path < $1.path }) where seen.insert(file.path).inserted {
            guard let earlier = before[file.path] else {
                added.append(file)
                continue
            }
            if earlier.sha256 == file.sha256 {
                unchangedCount += 1
            } else {
                changed.append(Change(old: earlier, new: file))
            }
        }
        removed = before.values.filter { !seen.contains($0.path) }.sorted { $0.path < $1.path }
    }

    package var isEmpty: Bool { added.isEmpty && removed.isEmpty && changed.isEmpty }
}
