// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A local version of an asset pack, as a namespace lists it.
package struct NamespacePack: Equatable, Sendable {
    /// What was known of the pack when the namespace was written.
    package struct Flags: OptionSet, Equatable, Sendable {
        package let rawValue: UInt32
        package init(rawValue: UInt32) { self.rawValue = rawValue }

        /// The newest manifest then had another version of it.
        package static let outOfDate = Flags(rawValue: 1 << 0)
        /// The newest manifest then lacked it.
        package static let obsolete = Flags(rawValue: 1 << 1)
    }

    package var id: String
    package var version: Int
    /// BCP-47 tag; nil for a pack that is not localized.
    package var language: String?
    /// Bytes of all its files; the writer counts them.
    package internal(set) var size: Int64
    /// How many files it has, folders left out; the writer counts them.
    package internal(set) var fileCount: Int
    package var flags: Flags

    /// - `size`: as the service tells it; a writer counts for itself.
    package init(id: String, version: Int, language: String? = nil, flags: Flags = [], size: Int64 = 0) {
        self.id = id
        self.version = version
        self.language = language
        self.flags = flags
        self.size = size
        fileCount = 0
    }

    /// The folder of its files, relative to the folder of the app's packs: `<id>/<version>/Contents`.
    package var contentsPath: String { "\(id)/\(version)/Contents" }
}

/// A file or folder of a pack, as it is given to a `NamespaceWriter`.
package struct NamespaceFile: Equatable, Sendable {
    /// Relative to the pack's `Contents`, with no `.`, `..` or empty components.
    package var path: String
    /// Bytes; 0 for a folder.
    package var size: Int64
    /// Kind and permissions as in `st_mode`.
    package var mode: UInt32

    package init(path: String, size: Int64, mode: UInt32) {
        self.path = path
        self.size = size
        self.mode = mode
    }

    /// A regular file with these permissions.
    package static func file(_ path: String, size: Int64, permissions: UInt32 = 0o644) -> NamespaceFile {
        NamespaceFile(path: path, size: size, mode: NamespaceMode.file | permissions & 0o7777)
    }

    /// A folder. Those above files need not be given.
    package static func folder(_ path: String, permissions: UInt32 = 0o755) -> NamespaceFile {
        NamespaceFile(path: path, size: 0, mode: NamespaceMode.folder | permissions & 0o7777)
    }
}

/// The kinds in `st_mode` that a namespace knows.
package enum NamespaceMode {
    package static let file: UInt32 = 0o100_000
    package static let folder: UInt32 = 0o040_000
    package static let kindMask: UInt32 = 0o170_000
}
