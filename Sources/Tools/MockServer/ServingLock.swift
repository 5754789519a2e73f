// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import SystemPackage
internal import SystemSupport

/// The right to serve from a data folder, which one process has at a time.
///
/// Devices go by the versions that they have seen; two servers that number side by side would each make the other's numbers
/// go back. The kernel ends the lock with the process, however that ends.
package struct ServingLock: ~Copyable {
    private let file: OwnedDescriptor

    /// - Throws: `alreadyServing` when another process has it.
    package init(_ data: ServerDataFolder) throws(MockServerError) {
        let path = data.path(of: ServerDataFolder.servingName)
        let file = try MockServerError.wrapping { () throws(SystemError) in
            try Directory(creating: data.path, mode: 0o700)
                .open(ServerDataFolder.servingName, flags: O_RDWR | O_CREAT, mode: 0o600)
        }
        do throws(SystemError) {
            try retrying("lock", path) { flock(file.rawValue, LOCK_EX | LOCK_NB) }
            try retrying("write", path) { ftruncate(file.rawValue, 0) }
            try file.writeAll("\(getpid())\n".utf8, subject: path)
        } catch {
            guard error.errno == .wouldBlock else { throw .system(error) }
            // Whoever has it may not have written its number yet.
            let text = (try? file.readAll(limit: 64, subject: path)) ?? []
            throw .alreadyServing(folder: data.path, process: Int32(String(decoding: text.dropLast(), as: UTF8.self)))
        }
        self.file = file
    }
}
