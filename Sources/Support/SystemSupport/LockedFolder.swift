// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// A folder whose files several programs change, one at a time.
package struct LockedFolder: Equatable, Sendable {
    private static let lockName = "lock"

    /// Absolute path.
    package let path: String

    package init(path: String) { self.path = path }

    /// The path of a file in it, for messages and for other programs.
    package func path(of name: String) -> String { path + "/" + name }

    /// Does something that nobody else does at the same time. The folder is made when it is missing, for this user alone.
    ///
    /// - `failure`: what a call that the system refuses comes to.
    package func withLock<Result, Failure: Error>(
        failing failure: (SystemError) -> Failure, _ body: (borrowing Directory) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let folder = try Self.converting(failure) { () throws(SystemError) in
            try Directory(creating: path, mode: 0o700)
        }
        let lock = try Self.converting(failure) { () throws(SystemError) in
            let lock = try folder.open(Self.lockName, flags: O_RDWR | O_CREAT, mode: 0o600)
            try retrying("lock", path(of: Self.lockName)) { flock(lock.rawValue, LOCK_EX) }
            return lock
        }
        // The lock ends when its descriptor is closed.
        defer { extendLifetime(lock) }
        return try body(folder)
    }

    private static func converting<Result: ~Copyable, Failure: Error>(
        _ failure: (SystemError) -> Failure, _ body: () throws(SystemError) -> Result
    ) throws(Failure) -> Result {
        do throws(SystemError) { return try body() } catch { throw failure(error) }
    }

    /// Reads one of the files; nil when it is not there.
    package func read(
        _ name: String, in folder: borrowing Directory, limit: Int = 1 << 20
    ) throws(SystemError) -> [UInt8]? {
        guard folder.exists(name) else { return nil }
        return try folder.open(name).readAll(limit: limit, subject: path(of: name))
    }

    /// Writes one of the files: after a crash the old or the new content is there, whole.
    package func write(
        _ bytes: some Collection<UInt8>, to name: String, in folder: borrowing Directory
    ) throws(SystemError) {
        try folder.writeAtomically(bytes, to: name, mode: 0o600)
    }
}
