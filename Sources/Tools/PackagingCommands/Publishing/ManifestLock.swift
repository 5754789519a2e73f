// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import SystemPackage
internal import SystemSupport

/// The right to replace a download manifest, which one run of the tool has at a time: what a second one read before the
/// first one wrote would undo the first one's work.
///
/// It is a lock on a file beside the manifest (`.manifest.json.lock`), which goes with it. The kernel ends the lock with
/// the process.
struct ManifestLock: ~Copyable {
    private let path: String
    private let file: OwnedDescriptor

    /// Waits until no other run has it.
    ///
    /// - Parameter manifestPath: where the manifest stands, or will.
    /// - Throws: `PackagingError.system` when the lock's file cannot be made.
    init(of manifestPath: String) throws(PackagingError) {
        let target = SourceRoot.realPath(manifestPath) ?? manifestPath
        let slash = target.lastIndex(of: "/")
        let folder = slash.map { String(target[...$0]) } ?? ""
        let name = slash.map { String(target[target.index(after: $0)...]) } ?? target
        path = "\(folder).\(name).lock"
        do {
            file = try Self.lock(path)
        } catch {
            throw .system(error)
        }
    }

    /// A function of its own: a stored property that is set in a loop is taken for one that holds something already, and
    /// descriptor 0 would be closed with what is not there.
    private static func lock(_ path: String) throws(SystemError) -> OwnedDescriptor {
        while true {
            let file = try OwnedDescriptor(
                checking: open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o666), "create", path)
            try retrying("lock", path) { flock(file.rawValue, LOCK_EX) }
            // Whoever had it before may have taken the file away: then this is a lock on nothing.
            if FileStatus(path: path)?.identity == (try file.status(subject: path)).identity { return file }
        }
    }

    deinit { unlink(path) }
}
