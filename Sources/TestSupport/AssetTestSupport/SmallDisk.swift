// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import Glibc

/// A real file system of a few megabytes, mounted for a test that fills it.
package struct SmallDisk: Sendable {
    package enum Kind: String, Sendable, CaseIterable {
        /// On a loop device, over a file in the test's folder.
        case ext4
        case tmpfs
    }

    /// Why a disk could not be made: what the program said that failed.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// Whether this process may mount; a test that needs a small disk is enabled by this, and says so.
    package static var isPossible: Bool { geteuid() == 0 }

    /// Where it is mounted.
    package let path: String
    private let fillerName = "filler"

    /// Mounts a disk of `megabytes` over the folder `name` while `body` runs.
    ///
    /// What still uses it when `body` has ended keeps it until it ends itself.
    package static func with<Result>(
        _ kind: Kind, megabytes: Int, at name: String, in folder: TemporaryFolder,
        _ body: (SmallDisk) async throws -> Result
    ) async throws -> Result {
        let disk = SmallDisk(path: folder.path(name))
        try FileManager.default.createDirectory(atPath: disk.path, withIntermediateDirectories: true)
        switch kind {
        case .tmpfs:
            try await run("/bin/mount", ["-t", "tmpfs", "-o", "size=\(megabytes)m,mode=700", "tmpfs", disk.path])
        case .ext4:
            let image = folder.path(name + ".ext4")
            try folder.write([UInt8](), to: name + ".ext4")
            guard truncate(image, megabytes << 20) == 0 else { throw Failure(description: "\(image) cannot grow") }
            try await run("/sbin/mkfs.ext4", ["-q", "-m", "0", "-F", image])
            try await run("/bin/mount", ["-o", "loop", image, disk.path])
        }
        let result: Result
        do { result = try await body(disk) } catch {
            try await run("/bin/umount", ["-l", disk.path])
            throw error
        }
        try await run("/bin/umount", ["-l", disk.path])
        return result
    }

    /// Takes all but `leaving` bytes of what is free.
    package func fill(leaving: Int) throws {
        var status = statvfs()
        guard statvfs(path, &status) == 0 else { throw Failure(description: "\(path) has no figures") }
        let free = Int(status.f_bavail) * Int(status.f_frsize)
        let descriptor = open(path + "/" + fillerName, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Failure(description: "\(path) takes no file: errno \(errno)") }
        defer { close(descriptor) }
        let piece = [UInt8](repeating: 0xa5, count: 64 << 10)
        var left = free - leaving
        while left > 0 {
            let count = write(descriptor, piece, min(left, piece.count))
            guard count > 0 else { break }
            left -= count
        }
        // Where blocks are promised first and taken later, they are taken now.
        fsync(descriptor)
    }

    /// Gives back what `fill` took.
    package func free() throws { try FileManager.default.removeItem(atPath: path + "/" + fillerName) }

    private static func run(_ program: String, _ arguments: [String]) async throws {
        let run = try await ProgramRun.run(program, arguments)
        guard run.status == 0 else {
            throw Failure(
                description: "a small disk cannot be made: \(program) \(arguments.joined(separator: " ")) ended with "
                    + "\(run.status): \(run.errors). These tests mount a file system, and need root for it")
        }
    }
}
