// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import SystemSupport

extension Confinement {
    /// Of `/usr` what is no program by itself: with all of it, every program of the system could be started in the confinement.
    private static let userland = [
        "/usr/lib", "/usr/lib64", "/usr/lib32", "/usr/share", "/usr/local/lib", "/usr/local/share",
    ]
    /// The path that stands for those in `system`.
    private static let userlandRoot = "/usr"

    /// What `bwrap` is told to make a file system of that holds what the rules for files would allow, and nothing else. It
    /// is followed by the arguments of the program, if it has any.
    ///
    /// Two things differ: a move from one folder to another is a copy, since each is mounted by itself, and programs in
    /// folders that can be read may be started (in this confinement).
    ///
    /// - `directory`: where it starts.
    /// - `filter`: a descriptor, in the child, from which the filter of system calls is read.
    /// - `status`: a descriptor, in the child, to which `BubblewrapStatus` is written.
    func bubblewrapArguments(
        for parts: ProgramParts, directory: String, filter: Int32?, status: Int32?
    ) -> [String] {
        var view = View()
        for path in Self.system where path != Self.userlandRoot && !path.hasPrefix("/dev/") { view.showSystem(path) }
        for path in Self.userland { view.showSystem(path) }
        for path in Self.system where path.hasPrefix("/dev/") { view.device(path) }
        for path in Self.devices { view.device(path) }
        for path in readable { view.show(path, isWritable: false) }
        for path in writable { view.show(path, isWritable: true) }
        for part in parts.files + parts.runtimes { view.show(part) }
        var arguments = [
            "--unshare-user", "--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts",
            "--unshare-cgroup-try", "--die-with-parent", "--new-session",
            // So that the process that is confined is the one that is told of, and what it leaves behind ends with it.
            "--as-pid-1", "--cap-drop", "ALL", "--proc", "/proc",
        ]
        arguments += view.arguments
        // What it could write into besides would be memory.
        arguments += ["--remount-ro", "/", "--chdir", directory]
        if let filter { arguments += ["--seccomp", "\(filter)"] }
        if let status { arguments += ["--json-status-fd", "\(status)"] }
        return arguments + ["--"] + parts.files.prefix(1).map(\.path)
    }

    /// What is mounted where.
    private struct View {
        private(set) var arguments: [String] = []
        private var shown: [String] = []

        /// A path of the system, as it is: a link stays one, and what it leads to is there too.
        mutating func showSystem(_ path: String) {
            guard let status = FileStatus(path: path) else { return }
            if status.kind == .symbolicLink, let target = Self.target(of: path) {
                arguments += ["--symlink", target, path]
                if let resolved = Self.resolved(path), !covers(resolved) { bind(resolved, isWritable: false) }
            } else if !covers(path) {
                bind(path, isWritable: false)
            }
        }

        mutating func device(_ path: String) { arguments += ["--dev-bind-try", path, path] }

        /// What a link at the end of the path leads to is not shown.
        mutating func show(_ path: String, isWritable: Bool) {
            guard let status = FileStatus(path: path), status.kind != .symbolicLink else { return }
            bind(path, isWritable: isWritable)
        }

        /// What a program needs, links at the end of its path followed.
        mutating func show(_ part: OpenedPath) {
            if !covers(part.path) { bind(part.path, isWritable: false) }
        }

        private mutating func bind(_ path: String, isWritable: Bool) {
            arguments += [isWritable ? "--bind-try" : "--ro-bind-try", path, path]
            shown.append(path)
        }

        /// Whether a path is there by what is mounted already; links on the way count as what they lead to.
        private func covers(_ path: String) -> Bool {
            [path, Self.resolved(path) ?? path].allSatisfy { path in
                shown.contains { path == $0 || path.hasPrefix($0 + "/") } || Self.isLinkInRoot(path)
            }
        }

        /// `/lib` and the like, where they are links into `/usr`.
        private static func isLinkInRoot(_ path: String) -> Bool {
            guard let end = path.dropFirst().firstIndex(of: "/") else { return false }
            let top = String(path[..<end])
            return Confinement.system.contains(top) && FileStatus(path: top)?.kind == .symbolicLink
        }

        private static func target(of link: String) -> String? {
            var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
            let count = buffer.withUnsafeMutableBytes { bytes in
                bytes.bindMemory(to: CChar.self).baseAddress.map { readlink(link, $0, bytes.count) } ?? 0
            }
            return count > 0 ? String(decoding: buffer.prefix(count), as: UTF8.self) : nil
        }

        private static func resolved(_ path: String) -> String? {
            guard let text = realpath(path, nil) else { return nil }
            defer { free(text) }
            return String(cString: text)
        }
    }
}
