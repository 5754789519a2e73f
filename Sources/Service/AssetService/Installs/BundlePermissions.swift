// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import SystemSupport

/// The executable bit of apps that the service owns: withheld while essential assets are missing.
enum BundlePermissions {
    /// Gives everybody who may read the file the right to execute it.
    static func makeExecutable(_ path: String) throws(SystemError) {
        let file = try OwnedDescriptor(
            checking: open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK), "open", path)
        let permissions = try file.status(subject: path).permissions
        let number = file.rawValue
        try retrying("make executable", path) { fchmod(number, permissions | (permissions & 0o444) >> 2) }
        try retrying("sync", path) { fsync(number) }
    }
}
