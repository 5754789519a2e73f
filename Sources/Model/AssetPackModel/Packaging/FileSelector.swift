// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// One selector of a packaging manifest: which files go into the pack, and where they lie in it.
///
/// Paths are relative to the source root, normalized: no `.` or empty components, none ever leaves the root. An empty
/// path is the root itself.
package struct FileSelector: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// One file, under its own path.
        case file(String)
        /// A folder with all that is in it, under its own path.
        case directory(String)
        /// The files that a UNIX glob matches, under their own paths.
        case filePattern(String)
        /// One file, under another path.
        case renamedFile(source: String, destination: String)
        /// A folder with all that is in it, under another path.
        case renamedDirectory(source: String, destination: String)
        /// Files and folders that a UNIX glob matches are left out, whatever selects them.
        case fileExclusion(String)
    }

    package var kind: Kind
    /// Byte offset of the selector in the manifest's text, for messages; 0 when it comes from elsewhere.
    package var offset: Int

    package init(_ kind: Kind, offset: Int = 0) {
        self.kind = kind
        self.offset = offset
    }

    /// The selector as it stands in a manifest.
    package var json: JSONValue {
        switch kind {
        case .file(let path): .object(["file": Self.json(path)])
        case .directory(let path): .object(["directory": Self.json(path)])
        case .filePattern(let pattern): .object(["filePattern": .string(pattern)])
        case .renamedFile(let source, let destination):
            .object(["fileSource": Self.json(source), "fileDestination": Self.json(destination)])
        case .renamedDirectory(let source, let destination):
            .object(["directorySource": Self.json(source), "directoryDestination": Self.json(destination)])
        case .fileExclusion(let pattern): .object(["fileExclusion": .string(pattern)])
        }
    }

    private static func json(_ path: String) -> JSONValue { .string(path.isEmpty ? "." : path) }
}
