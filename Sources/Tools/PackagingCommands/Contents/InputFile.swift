// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
package import SystemSupport

/// Opens files that a command line names.
package enum InputFile {
    /// Opens a regular file for reading; `missing` and `notAFile` say what is wrong with it.
    package static func open(_ path: String) throws(PackagingError) -> OwnedDescriptor {
        let number = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        if number < 0, Glibc.errno == ENOENT || Glibc.errno == ENOTDIR { throw .missing(path) }
        do {
            let descriptor = try OwnedDescriptor(checking: number, "open", path)
            guard try descriptor.status(subject: path).kind == .file else { throw PackagingError.notAFile(path) }
            return descriptor
        } catch {
            throw PackagingError(error, path: path)
        }
    }

    /// All bytes of a small file.
    package static func contents(of path: String, limit: Int) throws(PackagingError) -> [UInt8] {
        let descriptor = try open(path)
        do {
            guard try descriptor.status(subject: path).size <= limit else {
                throw PackagingError.tooLarge(path, limit: limit)
            }
            return try descriptor.readAll(limit: limit, subject: path)
        } catch {
            throw PackagingError(error, path: path)
        }
    }
}
