// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// The files of a pack, resolved from the selectors of its manifest: all that packing needs to know beforehand.
package struct PackContents: Sendable {
    /// A file and its place in the pack.
    package struct Item: Hashable, Sendable {
        /// Path in the pack, below `Contents/` in the archive.
        package let destination: String
        package let source: SourceFile

        package init(destination: String, source: SourceFile) {
            self.destination = destination
            self.source = source
        }
    }

    /// In archive order.
    package let items: [Item]
    /// What the developer should look at, each with its place in the manifest where it has one.
    package let warnings: [String]

    package init(items: [Item], warnings: [String]) {
        self.items = items
        self.warnings = warnings
    }

    /// Bytes of all files.
    package var size: Int64 { items.reduce(0) { $0 &+ $1.source.size } }

    /// The paths that several packs have, each with the IDs of those packs: on a device the ID that sorts first wins.
    package static func sharedPaths(of packs: [(id: String, paths: [String])]) -> [(path: String, ids: [String])] {
        var owners: [String: [String]] = [:]
        for pack in packs {
            for path in Set(pack.paths) { owners[path, default: []].append(pack.id) }
        }
        return owners.filter { $0.value.count > 1 }.map { ($0.key, $0.value.sorted()) }.sorted { $0.path < $1.path }
    }

    /// The warnings for paths that packs share, at most `limit` and a line for the rest.
    package static func sharedPathWarnings(
        of packs: [(id: String, paths: [String])], limit: Int = 10
    ) -> [String] {
        let shared = sharedPaths(of: packs)
        var lines = shared.prefix(limit).map { path, ids in
            "the packs \(ids.joined(separator: ", ")) share the path \(path); on devices that have both, "
                + "the one of \(ids[0]) is found"
        }
        if shared.count > limit { lines.append("and \(shared.count - limit) more shared paths") }
        return lines
    }
}
