// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import SystemSupport

/// Where a file that a tool writes is to stand, checked before anything is written: only files are replaced.
///
/// A rename would put a file in the place of a device or a FIFO as well, and whoever runs the tool as root would lose it.
package struct OutputPath: Equatable, Sendable {
    /// Where the file will stand. A symbolic link stays, and this is what it points to.
    package let path: String
    /// The permissions of the file that stands there now; nil when there is none.
    package let permissions: UInt32?

    /// - Parameter path: as the user gave it.
    /// - Throws: `ToolError` when it is empty, or a folder, a device or the like stands there, or a link to one.
    package init(_ path: String) throws(ToolError) {
        guard !path.isEmpty else { throw ToolError(.cannotCreate, "the output path is empty; name a file") }
        let refusal = ToolError(
            .cannotCreate,
            "\(path) is a folder, a device or a link to one, and no file can take its place; choose another output path"
        )
        guard !path.hasSuffix("/") else { throw refusal }
        var target = path
        if FileStatus(path: path)?.kind == .symbolicLink {
            guard let resolved = Self.resolved(path) else { throw refusal }
            target = resolved
        }
        let status = FileStatus(path: target)
        guard status == nil || status?.kind == .file else { throw refusal }
        self.path = target
        permissions = status?.permissions
    }

    /// The folder that the file will stand in, with symbolic links resolved where it is there.
    package var folder: String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        let folder = slash == path.startIndex ? "/" : String(path[..<slash])
        return Self.resolved(folder) ?? folder
    }

    /// The file's name in its folder.
    package var name: String {
        path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
    }

    private static func resolved(_ path: String) -> String? {
        guard let pointer = realpath(path, nil) else { return nil }
        defer { free(pointer) }
        return String(cString: pointer)
    }
}
