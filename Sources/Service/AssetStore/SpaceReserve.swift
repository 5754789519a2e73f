// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import CSystemShims
internal import Glibc
internal import SystemSupport

/// Room on the disk that is kept for the database: when the disk is full, that something is removed must be written down
/// first, and the reserve is given up for it.
struct SpaceReserve: Sendable {
    /// Bytes: enough for some transactions and the checkpoint after them.
    private static let size: Int64 = 2 << 20
    /// Bytes that must be free beside it, so that keeping it does not fill a disk.
    private static let margin: Int64 = 16 << 20
    let path: String

    /// Takes the room, when there is plenty. Without it all works but on a full disk.
    func fill() {
        guard FileStatus(path: path) == nil else { return }
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return }
        let hasRoom = ba_available_bytes(descriptor) > Self.size + Self.margin
        let isFilled = hasRoom && posix_fallocate(descriptor, 0, off_t(Self.size)) == 0
        close(descriptor)
        if !isFilled { unlink(path) }
    }

    /// Gives the room up.
    ///
    /// - Returns: whether there was any.
    func release() -> Bool { unlink(path) == 0 }
}
