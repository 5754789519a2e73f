// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import SystemPackage
package import SystemSupport
internal import ToolSupport

/// The folder that selectors are relative to, held open. Nothing outside it is ever read.
///
/// Symbolic links are followed as long as what they lead to lies in the root; files are opened beneath it by the path
/// that has no link left in it, so a link that changes meanwhile leads nowhere else.
package final class SourceRoot {
    /// What stands at a path.
    package enum Node {
        case file(SourceFile)
        /// A folder, by the path that has no symbolic link in it; empty for the root.
        case folder(realPath: String)
    }

    /// Absolute, with no symbolic link in it.
    package let path: String
    /// The path as the user knows it, for messages.
    package let displayPath: String
    private let directory: Directory

    package init(_ path: String) throws(PackagingError) {
        guard let real = Self.realPath(path) else { throw .missing(path) }
        guard FileStatus(path: real)?.kind == .folder else { throw .notAFolder(path) }
        self.path = real
        displayPath = path
        do {
            directory = try Directory(opening: real)
        } catch {
            throw .system(error)
        }
    }

    /// What stands at a path relative to the root; nil when nothing does.
    package func node(at path: String) throws(PackagingError) -> Node? {
        let full = absolute(path)
        guard let real = Self.realPath(full) else {
            if FileStatus(path: full)?.kind == .symbolicLink { throw .danglingLink(display(path)) }
            return nil
        }
        guard let relative = relative(real) else { throw .linkLeavesRoot(display(path), root: displayPath) }
        guard let status = FileStatus(path: real) else { return nil }
        return try node(path, realPath: relative, status: status)
    }

    /// All files below a folder, in byte order, with paths that begin with `prefix`.
    ///
    /// - Parameters:
    ///   - folder: the folder's own path in the root, with no symbolic link in it.
    ///   - prefix: the path under which the folder was found.
    ///   - depth: how many folders further down to go; nil for all.
    ///   - isExcluded: paths that are not looked at, folders with all that is in them.
    /// - Returns: the files.
    /// - Throws: `PackagingError` for links that leave the root or go in circles, and for what is no regular file.
    package func files(
        below folder: String, prefix: String, depth: Int? = nil, isExcluded: (String) -> Bool = { _ in false }
    ) throws(PackagingError) -> [SourceFile] {
        var result: [SourceFile] = []
        try walk(folder, prefix, depth, above: [folder], isExcluded, into: &result)
        return result
    }

    /// Opens a file for reading.
    package func open(_ file: SourceFile) throws(PackagingError) -> OwnedDescriptor {
        do {
            // A file that became a FIFO meanwhile must not block the open.
            return try directory.open(file.realPath, flags: O_RDONLY | O_NONBLOCK | O_NOCTTY)
        } catch {
            throw .system(error)
        }
    }

    /// The path of a file for messages.
    package func display(_ path: String) -> String {
        if path.isEmpty { return displayPath }
        return displayPath == "." ? path : displayPath + "/" + path
    }

    /// Where a file that is to be written lies in the root, over symbolic links; nil when that is elsewhere, or nothing
    /// can be written there.
    func realPath(ofOutput path: String) -> String? {
        guard let output = try? OutputPath(path), let folder = Self.realPath(output.folder) else { return nil }
        return relative(folder == "/" ? "/" + output.name : folder + "/" + output.name)
    }

    private func walk(
        _ folder: String, _ prefix: String, _ depth: Int?, above: [String], _ isExcluded: (String) -> Bool,
        into result: inout [SourceFile]
    ) throws(PackagingError) {
        try PackagingError.checkInterruption()
        for name in try names(in: folder) {
            let path = prefix.isEmpty ? name : prefix + "/" + name
            if isExcluded(path) { continue }
            let real = folder.isEmpty ? name : folder + "/" + name
            guard let status = FileStatus(path: absolute(real)) else {
                let code = errno
                if name.unicodeScalars.contains("\u{fffd}") { throw .nameNotUTF8(folder: display(folder)) }
                // It has gone since its folder was listed; anything else would be a file that the pack lacks.
                guard code == ENOENT else {
                    throw .system(
                        SystemError(errno: Errno(rawValue: code), operation: "look at", subject: display(real)))
                }
                continue
            }
            let found =
                status.kind == .symbolicLink
                ? try node(at: path, realFolder: real) : try node(path, realPath: real, status: status)
            switch found {
            case .file(let file): result.append(file)
            case .folder(let target):
                if above.contains(where: { ExactPath($0) == ExactPath(target) }) { throw .linkLoop(display(path)) }
                if let depth, depth <= 0 { continue }
                try walk(target, path, depth.map { $0 - 1 }, above: above + [target], isExcluded, into: &result)
            case nil: continue
            }
        }
    }

    /// The node that the symbolic link `realFolder` leads to, named `path` in the pack.
    private func node(at path: String, realFolder: String) throws(PackagingError) -> Node? {
        switch try node(at: realFolder) {
        case .file(let file): .file(file.found(at: path))
        case let other: other
        }
    }

    private func node(_ path: String, realPath: String, status: FileStatus) throws(PackagingError) -> Node? {
        switch status.kind {
        case .file: .file(SourceFile(path: path, realPath: realPath, status: status))
        case .folder: .folder(realPath: realPath)
        case .symbolicLink: nil
        case .other: throw .notAFile(display(path))
        }
    }

    private func names(in folder: String) throws(PackagingError) -> [String] {
        do {
            return folder.isEmpty ? try directory.names() : try directory.folder(folder).names()
        } catch {
            throw .system(error)
        }
    }

    private func absolute(_ path: String) -> String {
        if path.isEmpty { return self.path }
        return self.path == "/" ? "/" + path : self.path + "/" + path
    }

    private func relative(_ real: String) -> String? {
        if real == path { return "" }
        let prefix = path == "/" ? "/" : path + "/"
        guard real.hasPrefix(prefix) else { return nil }
        return String(real.dropFirst(prefix.count))
    }

    static func realPath(_ path: String) -> String? {
        guard let pointer = realpath(path, nil) else { return nil }
        defer { free(pointer) }
        return String(cString: pointer)
    }
}
