// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import SystemPackage
internal import SystemSupport

/// Reads small files that the person named: symbolic links are followed, sizes are bounded.
enum FileContents {
    /// The bytes of the file at `path`, which is absolute.
    static func read(_ path: String, limit: Int = 1 << 20) throws(SystemError) -> [UInt8] {
        let descriptor = try OwnedDescriptor(checking: open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK), "open", path)
        guard try descriptor.status(subject: path).kind == .file else {
            // A pipe that nobody writes to would keep the command waiting.
            throw SystemError(errno: .invalidArgument, operation: "read as a regular file", subject: path)
        }
        return try descriptor.readAll(limit: limit, subject: path)
    }
}
