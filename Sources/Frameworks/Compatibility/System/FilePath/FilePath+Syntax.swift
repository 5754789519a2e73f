// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import SystemPackage

// Nothing of this looks at the file system.
extension FilePath {
    /// Whether the path stands for the same place wherever the process is.
    public var isAbsolute: Bool { wrapped.isAbsolute }

    /// Whether the path depends on where the process is.
    public var isRelative: Bool { wrapped.isRelative }

    /// Whether the path begins with the root and the components of another.
    public func starts(with other: FilePath) -> Bool { wrapped.starts(with: other.wrapped) }

    /// Whether the path ends with the components of another.
    public func ends(with other: FilePath) -> Bool { wrapped.ends(with: other.wrapped) }

    /// Whether the path has no `.`, and no `..` except at the beginning of a relative path.
    public var isLexicallyNormal: Bool { wrapped.isLexicallyNormal }

    /// Takes `.` and `..` out of the path, as far as it says what they stand for.
    public mutating func lexicallyNormalize() { wrapped.lexicallyNormalize() }

    /// The path without `.` and `..`, as far as it says what they stand for.
    public func lexicallyNormalized() -> FilePath { FilePath(wrapped: wrapped.lexicallyNormalized()) }

    /// The path with another one below it. Symbolic links can still leave it.
    ///
    /// - Parameter subpath: its root is left out.
    /// - Returns: nil when the other one leaves the path by `..`.
    public func lexicallyResolving(_ subpath: FilePath) -> FilePath? {
        wrapped.lexicallyResolving(subpath.wrapped).map(FilePath.init(wrapped:))
    }
}
