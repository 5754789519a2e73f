// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import SystemSupport

/// The name that a file or folder has until it is whole: `.ba-package.<process>.<number>.tmp`, beside where it goes to.
struct TemporaryName {
    private static let prefix = ".ba-package."
    private static let suffix = ".tmp"

    let text = "\(prefix)\(getpid()).\(UInt32.random(in: .min ... .max))\(suffix)"

    /// Removes the files and folders of runs that were killed.
    ///
    /// One belongs to such a run when no process has the number in its name and nobody holds a lock on it: a process
    /// of another container has a number of its own, and holds one.
    ///
    /// - Parameter folder: where they lie; empty for the working folder.
    static func removeStale(in folder: String) {
        // What cannot be listed or removed is no obstacle to the file that is to be written.
        let path = folder.isEmpty ? "." : folder
        guard
            let descriptor = try? OwnedDescriptor(
                checking: open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC), "open the folder", path)
        else { return }
        let directory = Directory(descriptor: descriptor, path: path)
        for name in (try? directory.names()) ?? [] {
            guard let process = process(in: name), kill(process, 0) != 0, Glibc.errno == ESRCH,
                let file = try? directory.open(name, flags: O_RDONLY | O_NONBLOCK | O_NOCTTY),
                let kind = (try? file.status(subject: name))?.kind, kind == .file || kind == .folder,
                flock(file.rawValue, LOCK_EX | LOCK_NB) == 0
            else { continue }
            try? directory.removeTree(name)
        }
    }

    private static func process(in name: String) -> pid_t? {
        guard name.hasPrefix(prefix), name.hasSuffix(suffix) else { return nil }
        let parts = name.dropFirst(prefix.count).split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, UInt32(parts[1]) != nil, let process = pid_t(parts[0]), process > 0 else { return nil }
        return process
    }
}
