// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What a program does that knows where its file lies.
enum KnownFile {
    /// Opens and maps the file, and reads its first byte.
    static func read(_ path: String) throws -> UInt64 {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw UnreadableFile(path: path) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0,
            let base = mmap(nil, Int(status.st_size), PROT_READ, MAP_PRIVATE, descriptor, 0), base != MAP_FAILED
        else { throw UnreadableFile(path: path) }
        defer { munmap(base, Int(status.st_size)) }
        return UInt64(base.load(as: UInt8.self))
    }
}

struct UnreadableFile: Error { var path: String }
