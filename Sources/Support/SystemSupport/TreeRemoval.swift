// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import SystemPackage

/// Removes what stands at a name, with all that is in it, following no symbolic link.
///
/// What apps write is removed by it, so it takes any tree: names that are not UTF-8, folders that nobody may read, and a
/// depth for which there are not descriptors enough (what is deeper than `depthLimit` is moved up first).
struct TreeRemoval: ~Copyable {
    private typealias Name = [CChar]
    private static let depthLimit = 32
    /// `O_PATH`, which Glibc's module leaves out.
    private static let pathOnly: Int32 = 0o10_000_000

    /// For messages only.
    private let path: String
    private let parent: Int32
    private let name: Name
    /// Whether something was moved up, to be removed in another round.
    private var hasMoved = false

    /// - `parent`: the folder that the name stands in.
    init(of name: String, in parent: Int32, path: String) {
        self.path = path
        self.parent = parent
        self.name = Array(name.utf8CString)
    }

    /// Not an error when nothing stands there.
    mutating func run() throws(SystemError) {
        guard try isFolder(name, in: parent) else { return }
        let root = try open(name, in: parent)
        repeat {
            hasMoved = false
            try empty(root.rawValue, root: root.rawValue, depth: 0)
        } while hasMoved
        try removeFolder(name, in: parent)
    }

    private mutating func empty(_ folder: Int32, root: Int32, depth: Int) throws(SystemError) {
        let names = try names(in: folder)
        // A folder that somebody made unwritable is still ours to remove.
        if !names.isEmpty { _ = fchmod(folder, 0o700) }
        for name in names where try isFolder(name, in: folder) {
            if depth == Self.depthLimit {
                try moveUp(name, from: folder, to: root)
                hasMoved = true
                continue
            }
            let inner = try open(name, in: folder)
            try empty(inner.rawValue, root: root, depth: depth + 1)
            try removeFolder(name, in: folder)
        }
    }

    /// Removes a file, and tells whether it is a folder instead.
    private func isFolder(_ name: Name, in folder: Int32) throws(SystemError) -> Bool {
        if unlinkat(folder, name, 0) == 0 || Glibc.errno == ENOENT { return false }
        // EPERM is what POSIX says for folders.
        guard Glibc.errno == EISDIR || Glibc.errno == EPERM else { throw failure("remove") }
        return true
    }

    private func removeFolder(_ name: Name, in folder: Int32) throws(SystemError) {
        if unlinkat(folder, name, AT_REMOVEDIR) != 0, Glibc.errno != ENOENT { throw failure("remove") }
    }

    private func open(_ name: Name, in folder: Int32) throws(SystemError) -> OwnedDescriptor {
        let flags = O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
        var number = openat(folder, name, O_RDONLY | flags)
        if number < 0, Glibc.errno == EACCES {
            try makeAccessible(name, in: folder)
            number = openat(folder, name, O_RDONLY | flags)
        }
        return try OwnedDescriptor(checking: number, "open", path)
    }

    /// Through a descriptor of the folder itself: `fchmodat` would follow a link that took its place.
    private func makeAccessible(_ name: Name, in folder: Int32) throws(SystemError) {
        let handle = try OwnedDescriptor(
            checking: openat(folder, name, Self.pathOnly | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC), "open", path)
        if chmod("/proc/self/fd/\(handle.rawValue)", 0o700) != 0 { throw failure("change the permissions of") }
    }

    private func moveUp(_ name: Name, from folder: Int32, to root: Int32) throws(SystemError) {
        // A folder changes its `..`, so it must be writable itself.
        try makeAccessible(name, in: folder)
        let new = ".removed-\(UInt64.random(in: .min ... .max))"
        if renameat(folder, name, root, new) != 0 { throw failure("remove") }
    }

    private func names(in folder: Int32) throws(SystemError) -> [Name] {
        let copy = try OwnedDescriptor(checking: openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC), "list", path)
        let number = copy.release()
        guard let stream = fdopendir(number) else {
            let error = failure("list")
            close(number)
            throw error
        }
        defer { closedir(stream) }
        var names: [Name] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                bytes.prefix { $0 != 0 }.map { CChar(bitPattern: $0) } + [0]
            }
            let (dot, end) = (CChar(bitPattern: UInt8(ascii: ".")), CChar(0))
            if name != [dot, end], name != [dot, dot, end] { names.append(name) }
        }
        return names
    }

    private func failure(_ operation: String) -> SystemError {
        SystemError(errno: Errno(rawValue: Glibc.errno), operation: operation, subject: path)
    }
}
